// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "plan/cells_codec.h"
#include "plan/json_pointer.h"
#include "plan/object_reader.h"
#include "plan/stream_codec.h"
#include "plan/wording.h"

namespace stallscope {

namespace {

constexpr std::size_t most_streams = 16;

}  // namespace

Setup read_setup(const Json* host, const Json* streams, TopLevelStreams& top_level,
                 Faults& faults) {
    Setup setup;
    if (host) {
        setup.host = read_host(*host, setup.host_faults);
        faults.absorb(setup.host_faults, "/host");
        if (host->object()) setup.host_document = *host;
    }
    const Json::Object* members = streams ? streams->object() : nullptr;
    if (!members || members->empty() || members->size() > most_streams) {
        if (streams && !members) {
            faults.add("/streams",
                       "the streams are an object in braces { }, this is " + described(*streams));
        } else if (members) {
            faults.add("/streams", fmt::format("1 to {} streams are expected, not {}", most_streams,
                                               members->size()));
        }
        return setup;
    }
    for (const auto& [name, document] : *members)
        top_level[name] = find_place(document, "/workload/ms/measured_length") != nullptr;
    for (const auto& [name, document] : *members) {
        const std::string place = pointer_to("/streams", std::string_view(name));
        check_name(name, place, "a stream's name", faults);
        Faults& own = setup.stream_faults[name];
        setup.streams[name] = read_stream(document, top_level, own);
        setup.stream_documents[name] = document;
        faults.absorb(own, place);
    }
    return setup;
}

}  // namespace stallscope

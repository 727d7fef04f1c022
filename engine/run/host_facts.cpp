// SPDX-License-Identifier: Apache-2.0
#include "run/host_facts.h"

#include <nlohmann/json.hpp>

#include "probe/process_facts.h"

namespace stallscope {
namespace {

using Json = nlohmann::json;

std::string text_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json devices_of(const protocol::Ready& ready) {
    Json json = Json::object();
    for (const auto& [stream, facts] : ready.facts) {
        json[stream] = {{"device", facts.device},
                        {"emulated", facts.emulated},
                        {"device_timer", facts.device_timer},
                        {"driver", facts.driver},
                        {"hidden", facts.hidden},
                        {"layers", facts.layers},
                        {"flop", facts.flop},
                        {"warm", facts.warm}};
    }
    return json;
}

}  // namespace

std::string devices_json(const protocol::Ready& ready) {
    return text_of(devices_of(ready));
}

}  // namespace stallscope

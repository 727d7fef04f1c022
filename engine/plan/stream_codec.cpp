// SPDX-License-Identifier: Apache-2.0
#include "plan/stream_codec.h"

#include <fmt/format.h>

#include "plan/json_text.h"
#include "plan/object_reader.h"
#include "plan/wording.h"

namespace stallscope {

namespace {

constexpr Range threads_range{1, 64};

Load read_load(const Json& value, Faults& faults) {
    static const std::vector<std::string> kinds{"closed", "loop"};
    ObjectReader reader(value, "/load", "a load", faults);
    if (!reader.is_object() || !reader.need("kind", "The kinds are: " + listed(kinds) + "."))
        return ClosedLoad{};
    const auto kind = reader.word("kind", kinds, "a kind of load");
    if (!kind) return ClosedLoad{};
    ObjectReader of_kind(value, "/load", fmt::format("a load of kind {}", in_quotes(kinds[*kind])),
                         faults);
    of_kind.find("kind");
    Load load;
    if (*kind == 0) {
        ClosedLoad closed;
        closed.clients = of_kind.whole("clients", closed.clients, threads_range);
        closed.think_ms = of_kind.number("think_ms", closed.think_ms, {0, 60'000, "ms"});
        load = closed;
    } else {
        LoopLoad loop;
        loop.threads = of_kind.whole("threads", loop.threads, threads_range);
        load = loop;
    }
    of_kind.finish();
    return load;
}

Inputs read_inputs(const Json& value, Faults& faults) {
    Inputs inputs;
    ObjectReader reader(value, "/inputs", "a stream's inputs", faults);
    inputs.seeds = reader.whole("seeds", inputs.seeds, {1, 1024});
    const auto answers = reader.word("answers", {"bits", "none"}, "a way to compare answers");
    inputs.answers_bits = answers.value_or(0) == 0;
    reader.finish();
    return inputs;
}

/// What a stream's parts ask of each other. Only judged when each of them could be read.
void check_together(const Stream& stream, Faults& faults) {
    const bool python = std::holds_alternative<PythonWorkload>(stream.workload);
    if (python && stream.binding != Binding::callable) {
        faults.add("/binding", "a python workload has the binding \"callable\"",
                   "Write \"callable\", or leave the key out.");
    }
    if (!python && stream.binding == Binding::callable) {
        faults.add("/binding",
                   fmt::format("the binding \"callable\" is for python workloads, this one is {}",
                               in_quotes(kind_of(stream.workload))),
                   "Write \"pydll\" (lock held) or \"cdll\" (lock released).");
    }
    const bool loop = std::holds_alternative<LoopLoad>(stream.load);
    if (loop && stream.placement != Placement::thread) {
        faults.add("/placement", "a loop runs in the host: its placement is \"thread\"",
                   "Write \"thread\", or a load of kind \"closed\".");
    }
}

}  // namespace

Stream read_stream(const Json& value, const TopLevelStreams& streams, Faults& faults) {
    Stream stream;
    const std::size_t before = faults.count();
    ObjectReader reader(value, "", "a stream", faults);
    if (!reader.is_object()) return stream;
    if (const Json* workload = reader.need("workload"))
        stream.workload = read_workload(*workload, "/workload", &streams, faults);
    stream.placement = reader.choice("placement", stream.placement, placement_words, "a placement");
    // A callable is called as it is; anything else goes through ctypes.
    const bool python = std::holds_alternative<PythonWorkload>(stream.workload);
    stream.binding = reader.choice("binding", python ? Binding::callable : Binding::pydll,
                                   binding_words, "a binding");
    if (const Json* load = reader.find("load")) stream.load = read_load(*load, faults);
    if (const Json* inputs = reader.find("inputs")) stream.inputs = read_inputs(*inputs, faults);
    stream.measured = reader.flag("measured", stream.measured);
    reader.finish();
    if (faults.count() == before) check_together(stream, faults);
    return stream;
}

std::string to_json(const Stream& stream) {
    Json::Object load;
    if (const auto* closed = std::get_if<ClosedLoad>(&stream.load)) {
        load = {{"kind", Json("closed")},
                {"clients", Json(closed->clients)},
                {"think_ms", Json(closed->think_ms)}};
    } else {
        load = {{"kind", Json("loop")}, {"threads", Json(std::get<LoopLoad>(stream.load).threads)}};
    }
    Json::Object inputs{{"seeds", Json(stream.inputs.seeds)},
                        {"answers", Json(stream.inputs.answers_bits ? "bits" : "none")}};
    return canonical_json(Json(Json::Object{{"workload", workload_document(stream.workload)},
                                            {"placement", Json(to_text(stream.placement))},
                                            {"binding", Json(to_text(stream.binding))},
                                            {"load", Json(std::move(load))},
                                            {"inputs", Json(std::move(inputs))},
                                            {"measured", Json(stream.measured)}}));
}

}  // namespace stallscope

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
                        {"work", facts.work},
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

std::string host_facts_json(
    LiveHost& host, const std::map<std::string, std::map<std::string, std::int64_t>>& counters) {
    const auto& hello = host.process().hello();
    Json processes = Json::array();
    for (const pid_t pid : host.pids()) {
        const auto facts = process_facts(pid);
        const auto known = [](const std::optional<std::int64_t>& value) {
            return value ? Json(*value) : Json();
        };
        processes.push_back({{"pid", pid},
                             {"rss_bytes", known(facts.rss_bytes)},
                             {"pss_bytes", known(facts.pss_bytes)},
                             {"threads", known(facts.threads)},
                             {"descriptors", known(facts.descriptors)}});
    }
    Json workers = Json::array();
    for (const auto& worker : host.ready().workers) {
        workers.push_back(
            {{"stream", worker.stream}, {"pid", worker.pid}, {"start_s", worker.start_s}});
    }
    return text_of({{"python", hello.python},
                    {"executable", hello.executable},
                    {"implementation", hello.implementation},
                    {"gil", hello.gil},
                    {"processes", processes},
                    {"workers", workers},
                    {"devices", devices_of(host.ready())},
                    {"counters", counters}});
}

}  // namespace stallscope

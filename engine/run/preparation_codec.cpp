// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>

#include "run/preparation.h"

namespace stallscope {

using Json = nlohmann::json;

std::string to_json(const Preparation& preparation) {
    Json json = {{"interpreters", Json::object()},
                 {"sizes", Json::object()},
                 {"lengths_ms", preparation.lengths_ms},
                 {"costs", Json::object()},
                 {"references", Json::object()}};
    for (const auto& [named, found] : preparation.interpreters) {
        json["interpreters"][named] = {{"path", found.real_path},
                                       {"version", found.version},
                                       {"implementation", found.implementation},
                                       {"gil", found.gil}};
    }
    for (const auto& [workload, size] : preparation.sizes) {
        json["sizes"][workload] = {
            {"hidden", size.hidden}, {"layers", size.layers}, {"median_ms", size.median_ms}};
    }
    for (const auto& [key, cost] : preparation.costs) {
        json["costs"][key] = {{"ns_per_message", cost.ns_per_message},
                              {"ns_per_byte", cost.ns_per_byte},
                              {"ns_per_thread", cost.ns_per_thread},
                              {"speedup", cost.speedup},
                              {"cpus", cost.cpus}};
    }
    for (const auto& [workload, digests] : preparation.references) {
        auto& list = json["references"][workload] = Json::array();
        for (const auto digest : digests) list.push_back(fmt::format("{:016x}", digest));
    }
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<Preparation> parse_preparation(std::string_view text) {
    const auto broken = [] {
        return fail(ErrorKind::stale, "the stored preparation cannot be read", "facts/preparation",
                    "measure again in a new file");
    };
    const auto json = Json::parse(text, nullptr, false);
    Preparation preparation;
    // The file may have been edited by hand: every wrong type ends in the same sentence.
    try {
        for (const auto& [named, found] : json.at("interpreters").items()) {
            preparation.interpreters[named] = {found.at("path"), found.at("version"),
                                               found.at("implementation"), found.at("gil")};
        }
        for (const auto& [workload, size] : json.at("sizes").items()) {
            preparation.sizes[workload] = {size.at("hidden"), size.at("layers"),
                                           size.at("median_ms")};
        }
        // Runs of before there were costs have none.
        if (const auto costs = json.find("costs"); costs != json.end()) {
            for (const auto& [key, cost] : costs->items()) {
                preparation.costs[key] = {cost.at("ns_per_message"), cost.at("ns_per_byte"),
                                          cost.at("ns_per_thread"), cost.at("speedup"),
                                          cost.at("cpus")};
            }
        }
        preparation.lengths_ms = json.at("lengths_ms").get<std::map<std::string, double>>();
        for (const auto& [workload, digests] : json.at("references").items()) {
            auto& list = preparation.references[workload];
            for (const auto& digest : digests) {
                const auto hex = digest.get<std::string>();
                std::uint64_t value = 0;
                const auto [end, error] =
                    std::from_chars(hex.data(), hex.data() + hex.size(), value, 16);
                if (error != std::errc() || end != hex.data() + hex.size()) return broken();
                list.push_back(value);
            }
        }
    } catch (const Json::exception&) {
        return broken();
    }
    return preparation;
}

}  // namespace stallscope

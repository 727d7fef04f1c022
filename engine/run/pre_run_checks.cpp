// SPDX-License-Identifier: Apache-2.0
#include "run/pre_run_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace stallscope {
namespace {

using Json = nlohmann::json;

constexpr double largest_error = 1e-4;

}  // namespace

void BitIdentity::add(const std::string& workload, const std::string& where,
                      const std::vector<std::uint64_t>& digests) {
    m_places[workload].push_back({where, digests});
}

Result<void> BitIdentity::store(RunWriter& writer) const {
    Json figures = Json::array();
    std::string difference;
    std::size_t compared = 0;
    for (const auto& [workload, places] : m_places) {
        const auto& first = places.front();
        Json names = Json::array();
        for (const auto& place : places) {
            names.push_back(place.where);
            if (&place != &first) ++compared;
            const auto n = std::min(first.digests.size(), place.digests.size());
            for (std::size_t seed = 0; seed < n && difference.empty(); ++seed) {
                if (place.digests[seed] == first.digests[seed]) continue;
                difference = fmt::format("{} and {} give different answers to input {}",
                                         first.where, place.where, seed);
            }
        }
        figures.push_back({{"workload", workload},
                           {"places", names},
                           {"inputs", std::min<std::size_t>(first.digests.size(), inputs)}});
    }
    const std::string says =
        !difference.empty()
            ? difference
            : fmt::format("{} comparisons on {} inputs each: bit-identical", compared, inputs);
    if (auto stored = writer.add_check("bit-identity", difference.empty(), says, figures.dump());
        !stored) {
        return stored;
    }
    if (difference.empty()) return {};
    return fail(ErrorKind::measurement, difference, "check bit-identity",
                "find out which one is right; \"answers\": \"none\" turns the comparison off where "
                "answers may differ");
}

Result<void> judge_verification(const protocol::Verified& verified, const std::string& stream,
                                RunWriter& writer) {
    if (!verified.max_error) return {};
    const bool fine = *verified.max_error <= largest_error;
    const std::string says =
        fmt::format("stream {}: largest error {:.2e} against the double-precision reference",
                    stream, *verified.max_error);
    if (auto stored =
            writer.add_check("verification", fine, says,
                             Json{{"stream", stream}, {"max_error", *verified.max_error}}.dump());
        !stored) {
        return stored;
    }
    if (fine) return {};
    return fail(ErrorKind::measurement, says, "stream " + stream,
                "the device or its driver computes wrong results; try another driver");
}

}  // namespace stallscope

// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/noise_bank.h"
#include "plan/text_guard.h"

namespace stallscope {
namespace {

using Json = nlohmann::ordered_json;

tl::unexpected<Error> unreadable(std::string says) {
    return fail(ErrorKind::environment, "the noise bank cannot be read: " + std::move(says),
                "the noise bank", "remove it and make it anew: stallscope calibrate EXPERIMENT");
}

std::optional<std::string> text_of(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? std::optional(found->get<std::string>())
                                                       : std::nullopt;
}

std::optional<double> number_of(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_number() && std::isfinite(found->get<double>())
               ? std::optional(found->get<double>())
               : std::nullopt;
}

std::optional<BankEntry> entry_of(const Json& object) {
    if (!object.is_object()) {
        return std::nullopt;
    }
    const auto stream = text_of(object, "stream");
    const auto condition = text_of(object, "condition");
    const auto metric = text_of(object, "metric");
    const auto statistic = text_of(object, "statistic");
    const auto window_s = number_of(object, "window_s");
    const auto s0 = number_of(object, "s0");
    const auto df0 = number_of(object, "df0");
    if (!stream || !condition || !metric || !statistic || !window_s || !s0 || !df0 || *s0 < 0 ||
        *df0 < 1 || *df0 > 1e6) {
        return std::nullopt;
    }
    return BankEntry{*stream,
                     *condition,
                     *metric,
                     *statistic,
                     *window_s,
                     {*s0, static_cast<int>(*df0)},
                     text_of(object, "measured_at").value_or("")};
}

}  // namespace

Result<NoiseBank> parse_bank(std::string_view json) {
    NoiseBank bank;
    if (json.empty() || json == "null") {
        return bank;
    }
    if (!guard_text(json)) {
        return unreadable("it is no JSON text, or one nested too deep");
    }
    const Json document = Json::parse(json, nullptr, false);
    if (document.is_discarded() || !document.is_object()) {
        return unreadable("it is no JSON object");
    }
    bank.fingerprint = text_of(document, "fingerprint").value_or("");
    const auto entries = document.find("entries");
    if (bank.fingerprint.empty() || entries == document.end() || !entries->is_array()) {
        return unreadable("it lacks \"fingerprint\" or \"entries\"");
    }
    for (const Json& one : *entries) {
        const auto entry = entry_of(one);
        if (!entry) {
            return unreadable("one of its entries lacks a key or has a value out of range");
        }
        bank.entries.push_back(*entry);
    }
    return bank;
}

std::string to_json(const NoiseBank& bank) {
    Json entries = Json::array();
    for (const BankEntry& entry : bank.entries) {
        entries.push_back({{"stream", entry.stream},
                           {"condition", entry.condition},
                           {"metric", entry.metric},
                           {"statistic", entry.statistic},
                           {"window_s", entry.window_s},
                           {"s0", entry.bank.s0},
                           {"df0", entry.bank.df0},
                           {"measured_at", entry.measured_at}});
    }
    return Json{{"schema", 1}, {"fingerprint", bank.fingerprint}, {"entries", std::move(entries)}}
               .dump(1, ' ', false, Json::error_handler_t::replace) +
           "\n";
}

}  // namespace stallscope

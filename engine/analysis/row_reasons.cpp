// SPDX-License-Identifier: Apache-2.0
#include "analysis/row_reasons.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "analysis/quantile.h"

namespace stallscope {
namespace {

constexpr std::string_view too_few = "fewer than 299 requests";

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::string why_no_leg(std::string_view leg, const Figures& figures, const RowNature& nature) {
    if (nature.loop) {
        return "a loop has call figures only";
    }
    if (figures.n == 0) {
        return "no request arrived in a window";
    }
    const bool client_only = is_one_of(leg, {"e2e", "response_time"});
    if (nature.stamps_off && !client_only) {
        return "host.stamps is off";
    }
    if (nature.on_thread &&
        is_one_of(leg, {"send", "not_reading", "transit", "lock_wait", "service_end_to_header",
                        "header_to_body", "body_to_decoded", "decoded_to_received"})) {
        return "placed on a thread: no reply is read from a connection";
    }
    if (is_one_of(leg, {"device", "off_device"}) && !nature.native_off) {
        return nature.device_timer.empty() || nature.device_timer == "device"
                   ? "no device time was stamped"
                   : "no device timer (" + nature.device_timer + ")";
    }
    if (is_one_of(leg, {"device", "off_device", "relock", "host"}) && nature.native_off) {
        return "host.stamps is not \"native\"";
    }
    if (is_one_of(leg, {"relock", "host"})) {
        return "the binding leaves no native stamps";
    }
    return "no request has both stamps";
}

/// Reasons of one summary: all of it, or its P99 alone.
void explain(std::map<std::string, std::string>& reasons, const std::string& path,
             const Summary& summary, const std::string& why_none) {
    if (summary.n == 0) {
        reasons[path] = why_none;
    } else if (!summary.p99) {
        reasons[path + ".p99"] = std::string(too_few);
    }
}

void explain_alignment(std::map<std::string, std::string>& reasons, const std::string& path,
                       const Alignment& alignment) {
    if (!alignment.header_share) {
        reasons[path + ".header_at_call_end.share"] =
            alignment.of == 0 ? "no request is stamped" : "no call of the suspect has an end";
    }
    if (!alignment.header_chance) {
        reasons[path + ".header_at_call_end.chance"] = "no call of the suspect ended in a window";
    }
    const bool none_inside = alignment.ended_inside == 0;
    if (alignment.header_minus_native_exit_ms.n == 0) {
        reasons[path + ".header_minus_native_exit_ms"] =
            none_inside ? "no forward ended inside a call" : "these calls have no native exit";
    }
    if (alignment.header_minus_span_end_ms.n == 0) {
        reasons[path + ".header_minus_span_end_ms"] =
            none_inside ? "no forward ended inside a call" : "these calls have no span end";
    }
    if (!alignment.wait_vs_time_left_r) {
        reasons[path + ".wait_vs_time_left_r"] =
            alignment.header_minus_span_end_ms.n <= 2 &&
                    alignment.header_minus_native_exit_ms.n <= 2
                ? "fewer than three forwards ended inside a call"
                : "the wait or the time left does not vary";
    }
}

}  // namespace

std::vector<std::string> thin_figures(const Figures& figures) {
    std::vector<std::string> thin;
    const auto look = [&](const std::string& path, const Summary& summary) {
        if (summary.p99 && summary.n < thin_below) {
            thin.push_back(path + ".p99");
        }
    };
    for (const auto& [leg, summary] : figures.legs_ms) {
        look("legs_ms." + leg, summary);
    }
    for (const auto& [step, summary] : figures.path_ms) {
        look("path_ms." + step, summary);
    }
    look("calls_ms", figures.calls_ms);
    look("relock_ms", figures.relock_ms);
    return thin;
}

std::map<std::string, std::string> reasons_for_null(const Figures& figures,
                                                    const RowNature& nature) {
    std::map<std::string, std::string> reasons;
    for (const auto& [leg, summary] : figures.legs_ms) {
        explain(reasons, "legs_ms." + leg, summary, why_no_leg(leg, figures, nature));
    }
    for (const auto& [step, summary] : figures.path_ms) {
        explain(reasons, "path_ms." + step, summary, why_no_leg(step, figures, nature));
    }
    explain(reasons, "calls_ms", figures.calls_ms,
            figures.n == 0      ? "no call started in a window"
            : nature.native_off ? "host.stamps is not \"native\""
                                : "the binding leaves no native stamps");
    explain(reasons, "relock_ms", figures.relock_ms,
            nature.loop ? "no call has a native exit" : "see legs_ms.relock");
    if (!figures.throughput_rps) {
        reasons["throughput_rps"] =
            nature.loop ? "no call started in a window" : "no request arrived in a window";
    }
    if (figures.answers_checked == 0) {
        reasons["mismatches"] =
            nature.loop ? "a loop's answers are not compared" : "no answer was compared";
    }
    if (!figures.cpu_ms_per_request) {
        reasons["cpu_ms_per_request"] =
            nature.loop ? "a loop has call figures only" : "no request has a CPU time";
    }
    if (!figures.tree_cpu_ms_per_request) {
        reasons["tree_cpu_ms_per_request"] = nature.tree_cpu_known
                                                 ? "no request arrived in a window"
                                                 : "the CPU time of the processes was not read";
    }
    if (!figures.overlap) {
        reasons["overlap"] = nature.loop                  ? "a loop has call figures only"
                             : figures.alignments.empty() ? "no other stream ran"
                                                          : "no request has its occupancy";
    }
    for (std::size_t i = 0; i < figures.alignments.size(); ++i) {
        explain_alignment(reasons, "alignments." + std::to_string(i), figures.alignments[i]);
    }
    return reasons;
}

}  // namespace stallscope

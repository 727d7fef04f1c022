// SPDX-License-Identifier: Apache-2.0
#include "run/blocking.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stallscope {
namespace {

/// A share of a core, once the seconds are above what can be told apart.
bool above(double seconds, double share, double resolution_s, double watched_s) {
    return seconds > std::max(share * watched_s, resolution_s);
}

std::string share_words(double seconds, double share, double resolution_s, double watched_s) {
    return fmt::format("{:.2f} of a core (limit {:.2f})", seconds / watched_s,
                       std::max(share, resolution_s / watched_s));
}

class Judgement {
public:
    explicit Judgement(const WindowSignals& signals) : m_signals(signals) {}

    std::vector<BlockReason> reasons() {
        look_at_the_window();
        look_at_the_clocks();
        look_at_memory_and_limits();
        look_at_the_cpus();
        return std::move(m_reasons);
    }

private:
    void add(std::string id, std::string says, double figure, bool rows_missing = false) {
        m_reasons.push_back({std::move(id), std::move(says), figure, rows_missing});
    }

    void look_at_the_window() {
        const auto& seen = m_signals;
        if (seen.overflowed > 0) {
            add("ring-overflow",
                fmt::format("{} records found their ring full: the engine could not keep up, so "
                            "the visit does not count",
                            seen.overflowed),
                static_cast<double>(seen.overflowed), true);
        }
        if (seen.ended_after_s) {
            add("short-window",
                fmt::format("the host ended its streams {:.2f} s into a window of {:.2f} s",
                            *seen.ended_after_s, seen.window_s),
                seen.window_s - *seen.ended_after_s, true);
        } else if (seen.watched_s < watched_limit * seen.window_s) {
            add("short-window",
                fmt::format("the engine watched {:.2f} s of a window of {:.2f} s", seen.watched_s,
                            seen.window_s),
                seen.window_s - seen.watched_s);
        }
    }

    void look_at_the_clocks() {
        const auto& seen = m_signals;
        if (std::abs(seen.realtime_step_s) > clock_limit_s) {
            add("clock-jump",
                fmt::format("the wall clock was set by {:+.3f} s (limit {:.3f})",
                            seen.realtime_step_s, clock_limit_s),
                std::abs(seen.realtime_step_s));
        }
        if (seen.suspended_s > clock_limit_s) {
            add("clock-jump",
                fmt::format("the machine stood still for {:.3f} s (limit {:.3f})", seen.suspended_s,
                            clock_limit_s),
                seen.suspended_s);
        }
        const double limit_s = clock_limit_s + slew_limit * seen.watched_s;
        if (std::abs(seen.slewed_s) > limit_s) {
            add("clock-jump",
                fmt::format("the clock was slewed by {:+.3f} s (limit {:.3f})", seen.slewed_s,
                            limit_s),
                std::abs(seen.slewed_s));
        }
    }

    void look_at_memory_and_limits() {
        const auto& seen = m_signals;
        if (seen.swapped_pages && *seen.swapped_pages > 0) {
            add("swap", fmt::format("{} pages were swapped (limit 0)", *seen.swapped_pages),
                static_cast<double>(*seen.swapped_pages));
        }
        if (seen.throttled_s && *seen.throttled_s > 0) {
            add("throttled",
                fmt::format("the control group's CPU limit held the run back for {:.3f} s (limit "
                            "0)",
                            *seen.throttled_s),
                *seen.throttled_s);
        }
    }

    void look_at_the_cpus() {
        const auto& seen = m_signals;
        if (!(seen.watched_s > 0)) return;
        if (seen.steal_s && above(*seen.steal_s, steal_limit, steal_resolution_s, seen.watched_s)) {
            add("steal",
                "the hypervisor took " +
                    share_words(*seen.steal_s, steal_limit, steal_resolution_s, seen.watched_s),
                *seen.steal_s / seen.watched_s);
        }
        if (seen.foreign_s &&
            above(*seen.foreign_s, foreign_limit, foreign_resolution_s, seen.watched_s)) {
            std::string says =
                "CPU outside the run " +
                share_words(*seen.foreign_s, foreign_limit, foreign_resolution_s, seen.watched_s);
            if (!seen.busiest.empty()) {
                says += fmt::format(": {} {:.2f}", seen.busiest, seen.busiest_s / seen.watched_s);
            }
            add("foreign-cpu", says, *seen.foreign_s / seen.watched_s);
        }
    }

    const WindowSignals& m_signals;
    std::vector<BlockReason> m_reasons;
};

}  // namespace

std::vector<BlockReason> block_reasons(const WindowSignals& signals) {
    return Judgement(signals).reasons();
}

std::string in_one_sentence(const std::vector<BlockReason>& reasons) {
    std::string all;
    for (const auto& reason : reasons) all += (all.empty() ? "" : "; ") + reason.says;
    return all;
}

std::string advice_for(const std::string& id) {
    if (id == "foreign-cpu") return "close what else runs on this machine";
    if (id == "steal") return "take a machine that is not shared, or measure when it is quiet";
    if (id == "swap") return "close what needs memory, or give the machine more";
    if (id == "throttled") return "raise the CPU limit of the container or service";
    if (id == "clock-jump") return "let the clock settle, and keep the machine from sleeping";
    if (id == "short-window") return "take load off the machine, or lengthen the window";
    return "lower the load or the number of streams";
}

std::optional<std::string> cell_that_causes(const std::map<std::string, int>& blocks) {
    if (blocks.size() < 2) return std::nullopt;
    for (const auto& [cell, count] : blocks) {
        const bool stands_out =
            std::all_of(blocks.begin(), blocks.end(), [&cell = cell, &count = count](auto& other) {
                return other.first == cell || count >= other.second + blocks_of_a_cause;
            });
        if (stands_out) return cell;
    }
    return std::nullopt;
}

}  // namespace stallscope

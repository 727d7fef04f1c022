// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "analysis/quantile.h"
#include "run/live_host.h"
#include "run/preparation.h"
#include "run/stamp_order.h"
#include "run/window_measurement.h"

namespace stallscope {
namespace {

using Json = nlohmann::json;

constexpr double limit_s = 60;
constexpr int sleeps = 100;

std::int64_t now_ns() {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

class Checks {
public:
    Checks(const PreparationSettings& settings, const Preparation& preparation, RunWriter& writer)
        : m_settings(settings),
          m_experiment(*settings.experiment),
          m_preparation(preparation),
          m_writer(writer) {}

    Result<void> run() {
        const bool clock = asked("clock"), stamps = asked("stamps"), wake = asked("wake-lateness");
        if (!clock && !stamps && !wake) return {};
        bool idle_known = false;
        bool first = true;
        for (const auto& cell : m_experiment.cells) {
            if (!cell.duplicate_of.empty()) continue;
            if (!first && !wake) break;
            m_settings.sink(events::Step{"checks", fmt::format("cell {}", cell.id)});
            const auto streams = streams_ever_run(m_experiment, cell);
            auto host =
                LiveHost::open(cell.host, interpreter_of(cell.host, m_preparation),
                               to_open(cell.host, streams, m_preparation), m_experiment.directory,
                               m_settings.surroundings, m_settings.tick);
            if (!host) return tl::unexpected(host.error());
            if (first && clock) {
                if (auto done = check_clock(*host); !done) return done;
            }
            if (first && stamps) {
                if (auto done = check_stamps(*host, cell, streams); !done) return done;
            }
            first = false;
            if (wake) {
                if (auto done = check_wake_lateness(*host, cell, streams, idle_known); !done) {
                    return done;
                }
            }
            if (auto closed = host->process().close(m_settings.tick); !closed) return closed;
        }
        return {};
    }

private:
    bool asked(const char* name) const {
        return std::find(m_experiment.checks.begin(), m_experiment.checks.end(), name) !=
               m_experiment.checks.end();
    }

    /// One clock for all processes: what a process reads between two of our readings lies between
    /// them. What a stamp costs is stored with it.
    Result<void> check_clock(LiveHost& host) {
        const auto before = now_ns();
        auto clock = host.process().ask<protocol::Clock>(protocol::clock_line(), limit_s,
                                                         "clock reading", m_settings.tick);
        if (!clock) return tl::unexpected(clock.error());
        const auto after = now_ns();
        bool one_clock = clock->now_ns >= before && clock->now_ns <= after;
        for (const auto& [stream, time] : clock->workers_now_ns) {
            one_clock = one_clock && time >= before && time <= after;
        }
        const std::string says =
            one_clock ? fmt::format(
                            "one clock in {} processes; resolution {:.0f} ns, a native stamp "
                            "{:.0f} ns, all stamps of one request {:.2f} µs",
                            2 + clock->workers_now_ns.size(), clock->resolution_ns,
                            clock->stamp_cost_ns, clock->request_cost_ns / 1e3)
                      : std::string("the processes of this run do not read the same clock");
        const Json figures = {{"resolution_ns", clock->resolution_ns},
                              {"stamp_cost_ns", clock->stamp_cost_ns},
                              {"record_cost_ns", clock->record_cost_ns},
                              {"request_cost_ns", clock->request_cost_ns},
                              {"bracket_ns", after - before}};
        if (auto stored = m_writer.add_check("clock", one_clock, says, figures.dump()); !stored) {
            return stored;
        }
        if (one_clock) return {};
        return fail(ErrorKind::environment, says, "check clock",
                    "CLOCK_MONOTONIC must be one clock: run host and engine on one machine and in "
                    "one time namespace");
    }

    /// A fifth of a second of everything, kept nowhere: are the stamps of each request in order?
    Result<void> check_stamps(LiveHost& host, const Cell& cell,
                              const std::map<std::string, Stream>& streams) {
        if (cell.host.stamps == Instrumentation::off) return {};
        StampOrder order;
        std::vector<std::string> names;
        for (const auto& [name, stream] : streams) names.push_back(name);
        auto window = measure_window(host, streams, names, cell.host.stamps, {0, 0, 0.2, 0}, order,
                                     m_settings.tick);
        if (!window) return tl::unexpected(window.error());
        if (window->end.status != VisitStatus::complete) {
            return fail(ErrorKind::measurement, window->end.reason, "check stamps");
        }
        const bool fine = order.violations().empty();
        const std::string says =
            fine ? fmt::format("{} requests, every stamp in its order", order.requests())
                 : fmt::format("stamps out of order: {}", order.violations().front());
        if (auto stored = m_writer.add_check("stamps", fine, says, Json(order.violations()).dump());
            !stored) {
            return stored;
        }
        if (fine) return {};
        return fail(ErrorKind::measurement, says, "check stamps",
                    "this is a fault of the host's runtime; please report it");
    }

    Result<void> check_wake_lateness(LiveHost& host, const Cell& cell,
                                     const std::map<std::string, Stream>& streams,
                                     bool& idle_known) {
        if (!idle_known) {
            if (auto done = lateness(host, cell.id, std::nullopt); !done) return done;
            idle_known = true;
        }
        for (const auto& [name, stream] : streams) {
            if (stream.placement != Placement::thread) continue;
            if (auto done = lateness(host, cell.id, name); !done) return done;
        }
        return {};
    }

    Result<void> lateness(LiveHost& host, const std::string& cell,
                          const std::optional<std::string>& stream) {
        auto late =
            host.process().ask<protocol::WakeLateness>(protocol::wake_lateness_line(stream, sleeps),
                                                       limit_s, "wake lateness", m_settings.tick);
        if (!late) return tl::unexpected(late.error());
        const auto sleeps_made = late->late_ns.size();
        const Summary summary = summarise_ms(late->late_ns);
        const double p50 = summary.p50.value_or(0), p95 = summary.p95.value_or(0);
        const std::string beside =
            stream ? fmt::format("beside {} in cell {}", *stream, cell) : std::string("idle");
        return m_writer.add_check(
            "wake-lateness", true,
            fmt::format("another thread's 1 ms sleep, {}: {:.3f} ms late (P50), {:.3f} (P95)",
                        beside, p50, p95),
            Json{{"cell", stream ? Json(cell) : Json()},
                 {"stream", stream ? Json(*stream) : Json()},
                 {"sleeps", sleeps_made},
                 {"late_ms", {{"p50", p50}, {"p95", p95}}}}
                .dump());
    }

    const PreparationSettings& m_settings;
    const Experiment& m_experiment;
    const Preparation& m_preparation;
    RunWriter& m_writer;
};

}  // namespace

Result<void> run_checks(const PreparationSettings& settings, const Preparation& preparation,
                        RunWriter& writer) {
    return Checks(settings, preparation, writer).run();
}

}  // namespace stallscope

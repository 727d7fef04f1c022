// SPDX-License-Identifier: Apache-2.0
#include "run/conductor.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <set>
#include <thread>

#include "analysis/results.h"
#include "plan/schedule.h"
#include "plan/seal.h"
#include "probe/environment.h"
#include "probe/marked_processes.h"
#include "record/run_file.h"
#include "run/preparation.h"
#include "run/sealed_experiment.h"
#include "run/sentinel.h"
#include "run/users_code.h"
#include "run/visit.h"

namespace stallscope {
namespace {

using SteadyClock = std::chrono::steady_clock;

std::filesystem::path default_file(const Experiment& experiment) {
    const std::time_t now = std::time(nullptr);
    return fmt::format("{}-{:%Y%m%dT%H%M%S}.stallscope", experiment.name, fmt::localtime(now));
}

/// Tells how long the rest will take, from the plan and from what hosts really needed so far.
class TimeLeft {
public:
    explicit TimeLeft(const std::vector<ScheduledVisit>& todo) {
        for (const auto& visit : todo) m_planned += visit.planned_s;
        m_count = static_cast<int>(todo.size());
    }
    void visit_took(const ScheduledVisit& visit, double seconds) {
        m_planned -= visit.planned_s;
        m_over += seconds - visit.planned_s;
        ++m_done;
    }
    void visit_added(const ScheduledVisit& visit) {
        m_planned += visit.planned_s;
        ++m_count;
    }
    double seconds() const {
        const double over = m_done > 0 ? m_over / m_done : 0;
        return std::max(0.0, m_planned + over * (m_count - m_done));
    }
    int done() const { return m_done; }
    int count() const { return m_count; }

private:
    double m_planned = 0, m_over = 0;
    int m_done = 0, m_count = 0;
};

class Conductor {
public:
    Conductor(const Experiment& experiment, std::filesystem::path file,
              const Installation& installation, const EventSink& sink, Control& control,
              RunWriter writer, Sentinel sentinel)
        : m_experiment(experiment),
          m_file(std::move(file)),
          m_sink(sink),
          m_control(control),
          m_writer(std::move(writer)),
          m_sentinel(std::move(sentinel)),
          m_schedule(schedule_of(experiment)) {
        m_surroundings = {&installation, m_sentinel.guard_fd(), m_file.string()};
    }

    /// Everything from the preparation to the last row.
    Result<void> conduct(bool resize) {
        auto outcome = conduct_to_status(resize);
        m_hosts.clear();
        kill_marked_processes(m_file.string());
        const bool cancelled = !outcome && outcome.error().kind == ErrorKind::cancelled;
        const char* status = outcome ? "complete" : cancelled ? "cancelled" : "failed";
        if (auto stored = m_writer.set_status(status, outcome ? "" : outcome.error().says);
            !stored && outcome) {
            outcome = tl::unexpected(stored.error());
        }
        if (auto closed = m_writer.close(); !closed && outcome) {
            outcome = tl::unexpected(closed.error());
        }
        return outcome;
    }

private:
    Result<void> conduct_to_status(bool resize) {
        announce();
        if (auto ready = get_ready(resize); !ready) return ready;
        auto todo = missing_visits();
        if (!todo) return tl::unexpected(todo.error());
        m_left = TimeLeft(*todo);
        for (std::size_t begin = 0; begin < todo->size();) {
            std::size_t end = begin;
            while (end < todo->size() && (*todo)[end].cycle == (*todo)[begin].cycle) ++end;
            const std::vector<ScheduledVisit> cycle(todo->begin() + static_cast<long>(begin),
                                                    todo->begin() + static_cast<long>(end));
            if (auto measured = measure_cycle(cycle); !measured) return measured;
            begin = end;
        }
        return {};
    }

    void announce() {
        events::Plan plan;
        plan.experiment = m_experiment.name;
        plan.sealed_sha256 = seal_of(m_experiment).sha256;
        plan.file = m_file.string();
        plan.seconds = planned_seconds(m_schedule);
        plan.cycles = m_experiment.cycles;
        plan.visits = m_schedule;
        plan.runs_code = users_code(m_experiment);
        m_sink(plan);
    }

    Result<void> get_ready(bool resize) {
        PreparationSettings settings;
        settings.experiment = &m_experiment;
        settings.surroundings = m_surroundings;
        settings.resize = resize;
        settings.sink = m_sink;
        settings.tick = [this] { return go_on(); };
        auto reader = RunReader::open(m_file);
        if (!reader) return tl::unexpected(reader.error());
        const auto stored = reader->fact("preparation");
        if (!stored) return tl::unexpected(stored.error());
        if (*stored != "null") {
            auto preparation = parse_preparation(*stored);
            if (!preparation) return tl::unexpected(preparation.error());
            m_preparation = std::move(*preparation);
            return run_checks(settings, m_preparation, m_writer);
        }
        auto preparation = prepare(settings, m_writer);
        if (!preparation) return tl::unexpected(preparation.error());
        m_preparation = std::move(*preparation);
        return {};
    }

    /// Places of the schedule that have no complete visit yet.
    Result<std::vector<ScheduledVisit>> missing_visits() {
        auto reader = RunReader::open(m_file);
        if (!reader) return tl::unexpected(reader.error());
        const auto visits = reader->visits();
        if (!visits) return tl::unexpected(visits.error());
        std::set<int> complete;
        for (const auto& stored : *visits) {
            const auto& visit = stored.visit;
            m_attempts[visit.schedule_index] =
                std::max(m_attempts[visit.schedule_index], visit.attempt);
            m_position = std::max(m_position, visit.position + 1);
            m_before = visit.cell + "/" + visit.condition;
            if (stored.end && stored.end->status == VisitStatus::complete) {
                complete.insert(visit.schedule_index);
            }
        }
        std::vector<ScheduledVisit> missing;
        for (const auto& visit : m_schedule) {
            if (!complete.contains(visit.index)) missing.push_back(visit);
        }
        return missing;
    }

    /// Repeats by rule (4-algorithm, step 10): a pass in which a visit failed is run again at the
    /// end of its cycle, whole and in its own order; once per pass, ⌈cycles/2⌉ times per run.
    Result<void> measure_cycle(const std::vector<ScheduledVisit>& cycle) {
        std::vector<int> failed_passes;
        std::string first_reason;
        for (const auto& visit : cycle) {
            auto reason = measure(visit);
            if (!reason) return tl::unexpected(reason.error());
            if (reason->empty()) continue;
            if (first_reason.empty()) first_reason = *reason;
            if (std::find(failed_passes.begin(), failed_passes.end(), visit.pass) ==
                failed_passes.end()) {
                failed_passes.push_back(visit.pass);
            }
        }
        for (const int pass : failed_passes) {
            if (m_repeats >= (m_experiment.cycles + 1) / 2) {
                return fail(ErrorKind::measurement,
                            fmt::format("the run has used its {} repeats; the last reason: {}",
                                        m_repeats, first_reason),
                            m_file.string(),
                            "remove the cause, then: stallscope resume " + m_file.string());
            }
            ++m_repeats;
            std::vector<ScheduledVisit> again;
            for (const auto& visit : m_schedule) {
                if (visit.pass == pass) again.push_back(visit);
            }
            for (const auto& visit : again) m_left.visit_added(visit);
            note(fmt::format("pass {} is measured again: {}", pass, first_reason));
            for (const auto& visit : again) {
                auto reason = measure(visit);
                if (!reason) return tl::unexpected(reason.error());
                if (!reason->empty()) {
                    return fail(ErrorKind::measurement, *reason,
                                fmt::format("cell {}, condition {}", visit.cell, visit.condition),
                                "it failed in the repeat, too; remove the cause, then: stallscope "
                                "resume " +
                                    m_file.string());
                }
            }
        }
        tell_criteria();
        return {};
    }

    /// Measures one place of the schedule. Returns why it failed, empty when it did not.
    Result<std::string> measure(const ScheduledVisit& scheduled) {
        if (auto go = wait_while_paused(); !go) return tl::unexpected(go.error());
        const auto start = SteadyClock::now();
        VisitContext context;
        context.experiment = &m_experiment;
        context.preparation = &m_preparation;
        context.surroundings = m_surroundings;
        context.scheduled = scheduled;
        context.attempt = ++m_attempts[scheduled.index];
        context.position = m_position++;
        context.before = m_before;
        context.sink = m_sink;
        context.tick = [this, start] { return tick_in_visit(start); };
        auto reason = measure_visit(context, m_hosts, m_writer);
        if (!reason) return reason;
        m_before = scheduled.cell + "/" + scheduled.condition;
        if (m_hosts.empty()) kill_marked_processes(m_file.string());
        m_left.visit_took(scheduled,
                          std::chrono::duration<double>(SteadyClock::now() - start).count());
        tell_progress("running");
        return reason;
    }

    Result<void> go_on() const {
        if (m_control.cancel) return fail(ErrorKind::cancelled, "cancelled");
        return {};
    }

    Result<void> tick_in_visit(SteadyClock::time_point visit_start) {
        const auto now = SteadyClock::now();
        if (now - m_told > std::chrono::milliseconds(500)) {
            tell_progress("running", std::chrono::duration<double>(now - visit_start).count());
        }
        return go_on();
    }

    Result<void> wait_while_paused() {
        bool told = false;
        while (m_control.pause && !m_control.cancel) {
            if (!told) tell_progress("paused");
            told = true;
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        return go_on();
    }

    void tell_progress(const char* state, double inside_visit_s = 0) {
        m_told = SteadyClock::now();
        const double elapsed = std::chrono::duration<double>(m_told - m_start).count();
        events::Progress progress;
        progress.elapsed_s = elapsed;
        progress.left_s = std::max(0.0, m_left.seconds() - inside_visit_s);
        progress.fraction = elapsed / std::max(1e-9, elapsed + progress.left_s);
        progress.done = m_left.done();
        progress.visits = m_left.count();
        progress.state = state;
        m_sink(progress);
    }

    void tell_criteria() {
        auto reader = RunReader::open(m_file);
        if (!reader) return;
        if (auto results = analyse(*reader)) m_sink(events::Criteria{results->criteria});
    }

    void note(const std::string& says) {
        m_sink(events::Step{"note", says});
        m_sink(
            events::FindingSeen{{"repeated-pass", "note", m_file.filename().string(), says, ""}});
        // A note that cannot be stored is not worth a run; a full disk shows at the next row.
        (void)m_writer.add_finding("repeated-pass", "note", "", says,
                                   "look at the reason; both attempts are kept");
    }

    const Experiment& m_experiment;
    std::filesystem::path m_file;
    const EventSink& m_sink;
    Control& m_control;
    RunWriter m_writer;
    Sentinel m_sentinel;
    std::vector<ScheduledVisit> m_schedule;
    HostSurroundings m_surroundings;
    Preparation m_preparation;
    ResidentHosts m_hosts;
    TimeLeft m_left{{}};
    std::map<int, int> m_attempts;
    int m_position = 0;
    int m_repeats = 0;
    std::string m_before;
    SteadyClock::time_point m_start = SteadyClock::now();
    SteadyClock::time_point m_told{};
};

int exit_code_of(const Error& error) {
    switch (error.kind) {
        case ErrorKind::usage:
            return 1;
        case ErrorKind::experiment:
            return 2;
        case ErrorKind::measurement:
            return 3;
        case ErrorKind::environment:
            return 5;
        case ErrorKind::stale:
            return 7;
        case ErrorKind::cancelled:
            return 130;
    }
    return 3;
}

Result<std::filesystem::path> finish(const Result<void>& outcome, const std::filesystem::path& file,
                                     const EventSink& sink) {
    if (outcome) {
        sink(events::RunFinished{"complete", "", file.string(), 0});
        return file;
    }
    const Error& error = outcome.error();
    if (error.kind != ErrorKind::cancelled) sink(events::Failure{error});
    sink(events::RunFinished{error.kind == ErrorKind::cancelled ? "cancelled" : "failed",
                             error.says, file.string(), exit_code_of(error)});
    return tl::unexpected(error);
}

Result<std::filesystem::path> refuse(Error error, const std::filesystem::path& file,
                                     const EventSink& sink) {
    return finish(tl::unexpected(std::move(error)), file, sink);
}

}  // namespace

Result<std::filesystem::path> run_experiment(const RunRequest& request,
                                             const Installation& installation,
                                             const EventSink& sink, Control& control) {
    const auto file = std::filesystem::absolute(
        request.file.empty() ? default_file(request.experiment) : request.file);
    sink(events::Hello{STALLSCOPE_VERSION});
    const Seal seal = seal_of(request.experiment);
    if (!request.required_seal.empty() && request.required_seal != seal.sha256) {
        return refuse({ErrorKind::experiment,
                       fmt::format("this experiment's seal is {}, not {}", seal.sha256,
                                   request.required_seal),
                       "--seal",
                       "run the experiment that was published, with the same preset and options",
                       {}},
                      file, sink);
    }
    for (const auto& cell : request.experiment.cells) {
        if (auto found = find_interpreter(cell.host.python); !found) {
            return refuse(found.error(), file, sink);
        }
    }
    auto sentinel = Sentinel::start(file.string());
    if (!sentinel) return refuse(sentinel.error(), file, sink);
    auto writer =
        RunWriter::create(file, seal, environment_json(), first_facts(request.experiment, file));
    if (!writer) return refuse(writer.error(), file, sink);
    Conductor conductor(request.experiment, file, installation, sink, control, std::move(*writer),
                        std::move(*sentinel));
    return finish(conductor.conduct(request.resize), file, sink);
}

Result<std::filesystem::path> resume_run(const std::filesystem::path& named,
                                         const Installation& installation, const EventSink& sink,
                                         Control& control) {
    const auto file = std::filesystem::absolute(named);
    sink(events::Hello{STALLSCOPE_VERSION});
    auto sealed = sealed_experiment(file);
    if (!sealed) return refuse(sealed.error(), file, sink);
    auto sentinel = Sentinel::start(file.string());
    if (!sentinel) return refuse(sentinel.error(), file, sink);
    auto writer = RunWriter::open(file);
    if (!writer) return refuse(writer.error(), file, sink);
    if (auto stored = writer->set_status("partial", "being resumed"); !stored) {
        return refuse(stored.error(), file, sink);
    }
    Conductor conductor(*sealed, file, installation, sink, control, std::move(*writer),
                        std::move(*sentinel));
    return finish(conductor.conduct(false), file, sink);
}

}  // namespace stallscope

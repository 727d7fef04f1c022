// SPDX-License-Identifier: Apache-2.0
#include "run/conductor.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <map>
#include <optional>
#include <thread>

#include "analysis/results.h"
#include "analysis/run_facts.h"
#include "plan/exit_code.h"
#include "plan/schedule.h"
#include "plan/seal.h"
#include "plan/stream_order.h"
#include "probe/environment.h"
#include "probe/marked_processes.h"
#include "record/run_file.h"
#include "run/bank_file.h"
#include "run/block_ledger.h"
#include "run/missing_places.h"
#include "run/pass_repeats.h"
#include "run/preparation.h"
#include "run/sealed_experiment.h"
#include "run/sentinel.h"
#include "run/time_left.h"
#include "run/users_code.h"
#include "run/visit.h"

namespace stallscope {
namespace {

using SteadyClock = std::chrono::steady_clock;

std::filesystem::path default_file(const Experiment& experiment) {
    const std::time_t now = std::time(nullptr);
    return fmt::format("{}-{:%Y%m%dT%H%M%S}.stallscope", experiment.name, fmt::localtime(now));
}

class Conductor {
public:
    Conductor(const Experiment& experiment, std::filesystem::path file,
              const Installation& installation, const EventSink& sink, Control& control,
              RunWriter writer, Sentinel sentinel, bool keep_blocked)
        : m_experiment(experiment),
          m_file(std::move(file)),
          m_sink(sink),
          m_control(control),
          m_writer(std::move(writer)),
          m_sentinel(std::move(sentinel)),
          m_keep_blocked(keep_blocked),
          m_repeats(experiment.cycles),
          m_schedule(schedule_of(experiment)) {
        m_surroundings = {&installation, m_sentinel.guard_fd(), m_file.string()};
    }

    /// Everything from the preparation to the last row.
    Result<void> conduct(bool resize) {
        auto outcome = conduct_to_status(resize);
        m_hosts.clear();
        kill_marked_processes(m_file.string());
        if (m_ledger) {
            const bool gave_up = !outcome && outcome.error().kind == ErrorKind::environment;
            if (auto told = m_ledger->sum_up(gave_up); !told && outcome) {
                outcome = tl::unexpected(told.error());
            }
        }
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
        if (auto told = tell_checks(); !told) return told;
        if (auto stored = store_bank(); !stored) return stored;
        auto todo = missing_visits();
        if (!todo) return tl::unexpected(todo.error());
        m_left = TimeLeft(*todo);
        for (std::size_t begin = 0; begin < todo->size();) {
            std::size_t end = begin;
            while (end < todo->size() && (*todo)[end].cycle == (*todo)[begin].cycle) ++end;
            const std::vector<ScheduledVisit> cycle(todo->begin() + static_cast<long>(begin),
                                                    todo->begin() + static_cast<long>(end));
            auto all_decided = measure_cycle(cycle);
            if (!all_decided) return tl::unexpected(all_decided.error());
            if (*all_decided && m_experiment.looks == Looks::anytime) {
                return stop_after(cycle.front().cycle + 1);
            }
            begin = end;
        }
        return {};
    }

    /// The noise bank as it is before the first window: what was flagged then must not depend on
    /// what is banked later.
    Result<void> store_bank() {
        auto reader = RunReader::open(m_file);
        if (!reader) return tl::unexpected(reader.error());
        const auto known = reader->fact("bank");
        if (!known) return tl::unexpected(known.error());
        if (*known != "null") return {};
        const auto bank = BankFile(m_surroundings.installation->user_data).read();
        if (!bank) {
            m_sink(events::Step{"noise bank", bank.error().says});
            return {};
        }
        const auto own = bank_for(*bank, m_experiment);
        return own.entries.empty() ? Result<void>{} : m_writer.add_fact("bank", to_json(own));
    }

    /// Every criterion has its word: the rest of the schedule is not needed.
    Result<void> stop_after(int cycles) {
        m_sink(events::Step{"decided",
                            fmt::format("every criterion has its word after {} cycles", cycles)});
        return m_writer.add_fact("decided", fmt::format(R"({{"cycles":{}}})", cycles));
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
        for (const auto& cell : m_experiment.cells) plan.cells.push_back(cell.id);
        for (const auto& one : m_experiment.conditions) plan.conditions.push_back(one.id);
        plan.streams = streams_in_order(m_experiment);
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

    /// Each check as it stands in the file, passed or failed, before the first window.
    Result<void> tell_checks() {
        auto reader = RunReader::open(m_file);
        if (!reader) return tl::unexpected(reader.error());
        const auto checks = reader->checks();
        if (!checks) return tl::unexpected(checks.error());
        for (const StoredCheck& check : *checks)
            m_sink(events::Step{check.passed ? "check passed" : "check failed",
                                fmt::format("{}: {}", check.name, check.says)});
        return {};
    }

    /// Places of the schedule that have no complete visit yet.
    Result<std::vector<ScheduledVisit>> missing_visits() {
        auto reader = RunReader::open(m_file);
        if (!reader) return tl::unexpected(reader.error());
        const auto visits = reader->visits();
        if (!visits) return tl::unexpected(visits.error());
        for (const auto& stored : *visits) {
            const auto& visit = stored.visit;
            m_attempts[visit.schedule_index] =
                std::max(m_attempts[visit.schedule_index], visit.attempt);
            m_position = std::max(m_position, visit.position + 1);
            m_before = visit.cell + "/" + visit.condition;
        }
        for (const auto& [pass, attempt] : spoilt_attempts(*visits)) level_attempts(pass);
        keep_accounts(*visits);
        const auto decided = reader->fact("decided");
        if (!decided) return tl::unexpected(decided.error());
        auto schedule = m_schedule;
        if (const auto cycles = decided_after(*decided)) {
            std::erase_if(schedule, [&](const auto& visit) { return visit.cycle >= *cycles; });
        }
        return missing_places(schedule, *visits);
    }

    void keep_accounts(const std::vector<StoredVisit>& visits) {
        std::vector<std::string> cells;
        for (const auto& cell : m_experiment.cells) cells.push_back(cell.id);
        const auto tell = [this](const StoredFinding& found) {
            m_sink(events::FindingSeen{
                {found.id, found.severity, found.where, found.says, found.advice}});
            return Result<void>{};
        };
        const auto store = [this, tell](const StoredFinding& found) {
            (void)tell(found);
            return m_writer.add_finding(found.id, found.severity, found.where, found.says,
                                        found.advice);
        };
        m_ledger.emplace(cells, visits, m_keep_blocked, store, tell);
    }

    /// All visits of a repeat get the same attempt number.
    void level_attempts(int pass) {
        int most = 0;
        const auto places = places_of(pass);
        for (const auto& place : places) most = std::max(most, m_attempts[place.index]);
        for (const auto& place : places) m_attempts[place.index] = most;
    }

    std::vector<ScheduledVisit> places_of(int pass) const {
        std::vector<ScheduledVisit> places;
        for (const auto& visit : m_schedule) {
            if (visit.pass == pass) places.push_back(visit);
        }
        return places;
    }

    /// Returns whether every criterion has its word.
    Result<bool> measure_cycle(const std::vector<ScheduledVisit>& cycle) {
        m_repeats.begin_cycle();
        for (const auto& visit : cycle) {
            auto outcome = measure(visit);
            if (!outcome) return tl::unexpected(outcome.error());
            if (outcome->status == VisitStatus::complete) continue;
            m_repeats.add(visit, *outcome);
            // Where the cycle's end would give up because of the machine, say so at once.
            const bool blocked = outcome->status == VisitStatus::discarded;
            if (blocked && m_repeats.hopeless(m_ledger->cause()))
                return tl::unexpected(too_many(*outcome));
        }
        for (const auto& pass : m_repeats.spoilt()) {
            if (!m_repeats.take(pass, m_ledger->cause()))
                return tl::unexpected(too_many(pass.first));
            if (auto repeated = repeat(pass); !repeated) return tl::unexpected(repeated.error());
        }
        return tell_criteria();
    }

    Result<void> repeat(const PassRepeats::Spoilt& pass) {
        const auto again = places_of(pass.pass);
        level_attempts(pass.pass);
        for (const auto& visit : again) m_left.visit_added(visit);
        note(fmt::format("pass {} is measured again: {}", pass.pass, pass.first.reason));
        for (const auto& visit : again) {
            auto outcome = measure(visit);
            if (!outcome) return tl::unexpected(outcome.error());
            if (outcome->status == VisitStatus::complete) continue;
            return tl::unexpected(
                given_up(*outcome, "once more, in the repeat: ",
                         fmt::format("cell {}, condition {}", visit.cell, visit.condition),
                         m_file.string()));
        }
        return {};
    }

    Error too_many(const VisitOutcome& last) const {
        return given_up(
            last,
            fmt::format("more passes do not count than the run may repeat ({}); the last reason: ",
                        m_repeats.most()),
            m_file.string(), m_file.string());
    }

    /// Measures one place of the schedule.
    Result<VisitOutcome> measure(const ScheduledVisit& scheduled) {
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
        context.keeps = [this, &scheduled](const std::vector<BlockReason>& reasons) {
            return m_ledger->keeps(scheduled, reasons);
        };
        auto outcome = measure_visit(context, m_hosts, m_writer);
        if (!outcome) return outcome;
        m_ledger->visit_measured();
        m_before = scheduled.cell + "/" + scheduled.condition;
        if (m_hosts.empty()) kill_marked_processes(m_file.string());
        m_left.visit_took(scheduled,
                          std::chrono::duration<double>(SteadyClock::now() - start).count());
        tell_progress("running");
        return outcome;
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

    /// A look at a cycle's end. Returns whether every criterion has its word; counts have theirs
    /// when the run ends.
    bool tell_criteria() {
        auto reader = RunReader::open(m_file);
        if (!reader) return false;
        const auto results = analyse(*reader);
        if (!results) return false;
        m_sink(events::Criteria{results->criteria});
        const auto& all = results->criteria;
        return !all.empty() && std::all_of(all.begin(), all.end(), [](const auto& criterion) {
            return criterion.unit == "count" || criterion.status != "undecided";
        });
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
    bool m_keep_blocked;
    std::optional<BlockLedger> m_ledger;
    PassRepeats m_repeats;
    std::vector<ScheduledVisit> m_schedule;
    HostSurroundings m_surroundings;
    Preparation m_preparation;
    ResidentHosts m_hosts;
    TimeLeft m_left{{}};
    std::map<int, int> m_attempts;
    int m_position = 0;
    std::string m_before;
    SteadyClock::time_point m_start = SteadyClock::now();
    SteadyClock::time_point m_told{};
};

Result<std::filesystem::path> finish(const Result<void>& outcome, const std::filesystem::path& file,
                                     const EventSink& sink) {
    if (outcome) {
        sink(events::RunFinished{"complete", "", file.string(), ExitCode::done});
        return file;
    }
    const Error& error = outcome.error();
    if (error.kind != ErrorKind::cancelled) sink(events::Failure{error});
    sink(events::RunFinished{error.kind == ErrorKind::cancelled ? "cancelled" : "failed",
                             error.says, file.string(), exit_code_of(error.kind)});
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
    for (const auto& name : request.experiment.interpreters()) {
        if (auto found = find_interpreter(request.experiment.interpreter_path(name)); !found) {
            return refuse(found.error(), file, sink);
        }
    }
    auto sentinel = Sentinel::start(file.string());
    if (!sentinel) return refuse(sentinel.error(), file, sink);
    auto writer =
        RunWriter::create(file, seal, environment_json(), first_facts(request.experiment, file));
    if (!writer) return refuse(writer.error(), file, sink);
    if (request.keep_blocked) {
        if (auto stored = writer->add_fact("keep_blocked", "true"); !stored) {
            return refuse(stored.error(), file, sink);
        }
    }
    Conductor conductor(request.experiment, file, installation, sink, control, std::move(*writer),
                        std::move(*sentinel), request.keep_blocked);
    return finish(conductor.conduct(request.resize), file, sink);
}

Result<std::filesystem::path> resume_run(const std::filesystem::path& named,
                                         const Installation& installation, const EventSink& sink,
                                         Control& control, bool keep_blocked) {
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
    if (keep_blocked) {
        if (auto stored = writer->add_fact("keep_blocked", "true"); !stored) {
            return refuse(stored.error(), file, sink);
        }
    }
    Conductor conductor(*sealed, file, installation, sink, control, std::move(*writer),
                        std::move(*sentinel), keep_blocked);
    return finish(conductor.conduct(false), file, sink);
}

}  // namespace stallscope

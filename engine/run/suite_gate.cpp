// SPDX-License-Identifier: Apache-2.0
#include "run/suite_gate.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "plan/exit_code.h"
#include "probe/cpu_identity.h"
#include "record/run_clock.h"
#include "run/gate_ledger.h"
#include "run/suite_measure.h"
#include "run/suite_question.h"
#include "suite/rounds.h"

namespace stallscope {
namespace {

namespace fs = std::filesystem;

/// A private folder that is gone at the end.
class ScratchFolder {
public:
    ScratchFolder() {
        std::string name = (fs::temp_directory_path() / "stallscope-gate-XXXXXX").string();
        if (::mkdtemp(name.data()) != nullptr) m_path = name;
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder() {
        std::error_code ignored;
        if (!m_path.empty()) fs::remove_all(m_path, ignored);
    }
    const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
};

std::string salted_by(const SuiteSalts& salts) {
    if (salts.count < 2) return {};
    if (salts.environment && salts.build) return "environment and build";
    return salts.build ? "build" : "environment";
}

LedgerEntry entry_of(const SuiteReport& report) {
    LedgerEntry entry;
    entry.time = report.started;
    entry.suite = report.name;
    entry.base_hash = report.base_hash;
    entry.head_hash = report.head_hash;
    entry.cpu = report.cpu;
    entry.outcome = to_text(report.judgement.outcome);
    for (const ClaimResult& claim : report.judgement.claims)
        entry.claims[claim.id] = to_text(claim.word);
    for (const RowResult& row : report.judgement.rows) {
        if (!row.ratio || !std::isfinite(*row.ratio)) continue;
        LedgerRow& kept = entry.rows[row.name];
        kept.ratio = *row.ratio;
        kept.state = to_text(row.state);
        kept.build_sd = row.levels.build_means;
        kept.build_df = row.levels.build_df;
    }
    return entry;
}

void add_history(SuiteReport& report, const Ledger& ledger) {
    const LedgerEntry now = entry_of(report);
    report.earlier_runs = earlier_runs(ledger, now);
    for (const VerdictFlip& flip : flips_of(ledger, now))
        report.flips.push_back({flip.claim, flip.before, flip.now, flip.when});
    report.machine_sd = machine_sd(ledger, now);
    if (ledger.damaged > 0)
        report.notes.push_back(
            fmt::format("{} line(s) of the ledger are damaged and were left out", ledger.damaged));
}

/// A row that is gone on both sides is missed by nobody but the ledger.
void add_lost_rows(SuiteReport& report, const Ledger& ledger) {
    for (const std::string& name : rows_since_lost(ledger, entry_of(report)))
        report.notes.push_back(
            fmt::format("Row {} was there when this suite ran last, and is not any more.", name));
}

void add_notes(SuiteReport& report, const Suite& suite) {
    if (report.salted_by == "environment" && !suite.side(Side::head).build.empty())
        report.notes.emplace_back(
            "The salts moved the environment only: where the linker puts the code was not varied.");
    const auto& rows = report.judgement.rows;
    const auto with = [&](PlacementSource placement) {
        return std::any_of(rows.begin(), rows.end(),
                           [&](const RowResult& row) { return row.placement == placement; });
    };
    if (with(PlacementSource::bank))
        report.notes.emplace_back(
            "One build per side: what builds differ by is taken from earlier salted runs of this "
            "suite on this CPU.");
    if (suite.salts.count == 1 && with(PlacementSource::unknown))
        report.notes.emplace_back(
            "One build per side, and no salted run to learn from: a change of this size may be "
            "where the code was placed. Set \"salts\": {\"count\": 4} or more.");
    if (report.judgement.outcome == SuiteOutcome::undecided &&
        suite.undecided == UndecidedPolicy::warn)
        report.notes.emplace_back("Undecided passes: the suite says \"undecided\": \"warn\".");
}

}  // namespace

int exit_code_of(SuiteOutcome outcome, UndecidedPolicy policy) {
    switch (outcome) {
        case SuiteOutcome::green:
            return ExitCode::done;
        case SuiteOutcome::not_met:
            return ExitCode::criterion_not_met;
        case SuiteOutcome::invalid:
            return ExitCode::environment_unfit;
        case SuiteOutcome::undecided:
            break;
    }
    return policy == UndecidedPolicy::warn ? ExitCode::done : ExitCode::undecided;
}

Result<SuiteReport> run_gate(const Suite& suite, const fs::path& user_data,
                             const SuiteProgress& progress, const Control& control) {
    const auto begin = std::chrono::steady_clock::now();
    SuiteReport report;
    report.name = suite.name;
    report.question = suite.question;
    report.format = to_text(suite.format);
    report.statistic = to_text(suite.statistic);
    report.order = to_text(suite.order);
    report.cpu = cpu_model().value_or("unknown CPU");
    report.started = iso8601_utc(unix_now_ns());
    report.builds = suite.salts.count;
    report.salted_by = salted_by(suite.salts);
    report.halves = halves_of(suite);

    const auto hashes = build_suite(suite, progress, control);
    if (!hashes) return tl::unexpected(hashes.error());
    report.base_hash = hashes->at(Side::base, 0);
    report.head_hash = hashes->at(Side::head, 0);
    if (builds_are_equal(*hashes) && suite.equal_files != EqualFiles::measure) {
        if (suite.equal_files == EqualFiles::refuse)
            return fail(ErrorKind::measurement,
                        "base and head are the same files: there is nothing to compare",
                        report.base_hash.substr(0, 16),
                        "Was one of them built twice? If they may be equal, say \"equal_files\": "
                        "\"skip\" or \"measure\".");
        report.nothing_to_compare = true;
        report.judgement.outcome = SuiteOutcome::green;
        return report;
    }

    const GateLedger file(user_data);
    const auto ledger = file.read();
    if (!ledger) return tl::unexpected(ledger.error());
    const auto bank = placement_bank(*ledger, suite.name, report.cpu);
    const ScratchFolder scratch;
    if (scratch.path().empty())
        return fail(ErrorKind::environment, "no temporary folder could be made",
                    fs::temp_directory_path().string());
    SuiteMeasurement measurement(suite, scratch.path());
    const auto looks = looks_of(suite);
    for (const int rounds : looks) {
        if (auto measured = measurement.measure_to(rounds, progress, control); !measured)
            return tl::unexpected(measured.error());
        const auto question = question_of(suite, measurement.rows(), bank, looks.size());
        if (auto timed = check_timed_calls(suite, question); !timed)
            return tl::unexpected(timed.error());
        report.judgement = judge_suite(question);
        report.rows = question.rows;
        if (report.judgement.outcome != SuiteOutcome::undecided) break;
    }
    if (auto same = check_unchanged(suite, *hashes); !same) return tl::unexpected(same.error());
    report.looks = static_cast<int>(looks.size());
    report.rounds = measurement.rounds();
    report.processes = measurement.processes();
    report.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    report.exit_code = exit_code_of(report.judgement.outcome, suite.undecided);
    add_history(report, *ledger);
    add_lost_rows(report, *ledger);
    add_notes(report, suite);
    if (auto kept = file.add(entry_of(report)); !kept)
        report.notes.push_back(to_text(kept.error()));
    return report;
}

}  // namespace stallscope

// SPDX-License-Identifier: Apache-2.0
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/chosen_visits.h"
#include "analysis/condition_rows.h"
#include "analysis/criteria.h"
#include "analysis/differences.h"
#include "analysis/findings.h"
#include "analysis/noise_bank.h"
#include "analysis/results.h"
#include "analysis/run_threats.h"
#include "analysis/without_exclusion.h"
#include "plan/addendum.h"
#include "plan/schedule.h"
#include "plan/seal.h"
#include "record/run_addenda.h"

namespace stallscope {
namespace {

/// ISO 8601, UTC, whole seconds.
std::string utc(std::int64_t unix_ns) {
    const std::time_t seconds = static_cast<std::time_t>(unix_ns / 1'000'000'000);
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(seconds));
}

/// From the first host's start to the end of the last visit that ended, in seconds.
double measured_seconds(const std::vector<StoredVisit>& visits, const Windows& windows) {
    std::int64_t first = 0;
    double last_s = 0;
    for (const StoredVisit& stored : visits) {
        if (first == 0) {
            first = stored.visit.started_unix_ns;
        }
        if (!stored.end) {
            continue;
        }
        const double since_s = static_cast<double>(stored.visit.started_unix_ns - first) / 1e9;
        last_s =
            std::max(last_s, since_s + stored.end->host_start_s + windows.settle + windows.lead +
                                 windows.warm_up + stored.visit.window_s + windows.guard);
    }
    return last_s;
}

class Analysis {
public:
    explicit Analysis(const RunReader& run) : m_run(run) {}

    Result<RunResults> make() {
        for (const auto step : {&Analysis::read_seal, &Analysis::read_run, &Analysis::read_rows,
                                &Analysis::conclude}) {
            if (auto done = (this->*step)(); !done) {
                return tl::unexpected(done.error());
            }
        }
        return std::move(m_results);
    }

private:
    /// Puts the value where it belongs, or hands the error on.
    template <class T>
    Result<void> take(Result<T> from, T& to) {
        if (!from) {
            return tl::unexpected(from.error());
        }
        to = std::move(*from);
        return {};
    }

    Result<void> read_seal() {
        std::string text;
        if (auto done = take(m_run.sealed_text(), text); !done) {
            return done;
        }
        if (auto done = take(m_run.sealed_sha256(), m_results.sealed_sha256); !done) {
            return done;
        }
        if (sha256_hex(text) != m_results.sealed_sha256) {
            return fail(ErrorKind::stale, "the sealed experiment does not fit its SHA-256",
                        "the run file",
                        "its text was altered after the seal; measure again from the experiment "
                        "you trust");
        }
        if (auto done = take(unseal(text), m_experiment); !done) {
            return done;
        }
        m_results.experiment_json = m_experiment.canonical;
        if (auto done = read_addenda(); !done) {
            return done;
        }
        m_results.name = m_experiment.name;
        m_results.question = m_experiment.question;
        return take(m_run.sealed_at(), m_results.sealed_at);
    }

    /// What was sealed stays as it is; what was added or changed later stands behind it.
    Result<void> read_addenda() {
        const auto addenda = addenda_of(m_run, m_experiment);
        if (!addenda) {
            return tl::unexpected(addenda.error());
        }
        for (Criterion& criterion : with_addenda(m_experiment, *addenda).criteria) {
            if (criterion.exploratory) {
                m_experiment.criteria.push_back(std::move(criterion));
            }
        }
        return {};
    }

    Result<void> read_run() {
        std::string file;
        std::string preparation;
        std::string decided;
        std::vector<StoredVisit> visits;
        for (auto done :
             {take(m_run.engine_version(), m_results.engine),
              take(m_run.environment(), m_results.environment_json),
              take(m_run.status(), m_results.status),
              take(m_run.status_reason(), m_results.status_reason),
              take(m_run.checks(), m_results.checks), take(m_run.findings(), m_stored),
              take(m_run.fact("file"), file), take(m_run.fact("preparation"), preparation),
              take(m_run.fact("decided"), decided), take(m_run.visits(), visits)}) {
            if (!done) {
                return done;
            }
        }
        m_results.file = json_string(file);
        m_results.facts_json = shown_facts(preparation);
        m_measured_ms = measured_lengths_ms(preparation);
        m_visits = choose_visits(visits);
        const auto schedule = schedule_of(m_experiment);
        const int cycles = decided_after(decided).value_or(m_experiment.cycles);
        m_planned = static_cast<int>(
            std::count_if(schedule.begin(), schedule.end(),
                          [&](const ScheduledVisit& visit) { return visit.cycle < cycles; }));
        m_results.visits_planned = m_planned;
        m_results.visits_complete = static_cast<int>(m_visits.counted.size());
        m_results.visits_partial = static_cast<int>(m_visits.partial.size());
        m_results.visits_failed = static_cast<int>(m_visits.failed.size());
        if (m_results.status == "complete" && m_results.visits_complete < m_planned) {
            m_results.status = "partial";
        }
        m_results.started =
            visits.empty() ? m_results.sealed_at : utc(visits.front().visit.started_unix_ns);
        m_results.seconds = measured_seconds(visits, m_experiment.windows);
        return {};
    }

    Result<void> read_rows() {
        for (const Cell& cell : m_experiment.cells) {
            std::string devices;
            if (auto done = take(m_run.fact("devices/" + cell.id), devices); !done) {
                return done;
            }
            for (const std::string& id : cell.conditions) {
                const Condition* condition = m_experiment.find_condition(id);
                const auto visits = m_visits.of(cell.id, id);
                if (condition == nullptr || visits.empty()) {
                    continue;
                }
                auto found =
                    rows_of(m_run, m_experiment, cell, *condition, visits, device_facts(devices));
                if (!found) {
                    return tl::unexpected(found.error());
                }
                std::move(found->rows.begin(), found->rows.end(),
                          std::back_inserter(m_results.rows));
                for (auto& [stream, values] : found->values) {
                    m_values.streams[{cell.id, id, stream}] = std::move(values);
                }
                std::move(found->digests.begin(), found->digests.end(),
                          std::back_inserter(m_digests));
                for (std::string& says : found->changed) {
                    m_changed.emplace_back(fmt::format("cell {}, condition {}", cell.id, id),
                                           std::move(says));
                }
                keep_facts(std::move(found->facts));
            }
        }
        auto taken = take(batch_rows_of(m_run, m_experiment, m_visits), m_results.batch_rows);
        m_results.crossovers = crossovers_of(m_results.batch_rows);
        return taken;
    }

    /// One set of facts per (cell, stream): those of the condition in which most streams ran say
    /// most, and that one has the most neighbours.
    void keep_facts(std::vector<CellFacts> facts) {
        for (CellFacts& fact : facts) {
            const auto known =
                std::find_if(m_facts.begin(), m_facts.end(), [&](const CellFacts& other) {
                    return other.cell == fact.cell && other.stream == fact.stream;
                });
            if (known == m_facts.end()) {
                m_facts.push_back(std::move(fact));
            } else if (facts.size() > 1) {
                *known = std::move(fact);
            }
        }
    }

    Result<void> conclude() {
        std::set<std::string> emulated;
        for (const Row& row : m_results.rows) {
            if (row.emulated && emulated.insert(row.device).second) {
                m_results.emulated_streams.push_back(row.device);
            }
            for (const Neighbour& neighbour : row.neighbours) {
                if (neighbour.emulated && emulated.insert(neighbour.device).second) {
                    m_results.emulated_streams.push_back(neighbour.device);
                }
            }
        }
        m_results.differences = differences_of(m_experiment, m_facts);
        FindingsInput input;
        input.experiment = &m_experiment;
        input.visits = &m_visits;
        input.planned = m_planned;
        input.measured_ms = m_measured_ms;
        input.changed_devices = m_changed;
        m_results.findings = find_threats(input, m_results);
        add_stored(m_results.findings, m_stored);
        return judge_run();
    }

    Result<void> judge_run() {
        m_values.complete = m_results.visits_complete >= m_planned;
        for (const StoredCheck& check : m_results.checks) {
            if (check.name == "clock") {
                m_values.clock_resolution_ms = clock_resolution_ns(check.figures) / 1e6;
            }
        }
        std::string stored_bank;
        if (auto done = take(m_run.fact("bank"), stored_bank); !done) {
            return done;
        }
        const auto bank = parse_bank(stored_bank);
        if (!bank) {
            m_results.findings.push_back({"noise-bank",
                                          "note",
                                          "",
                                          bank.error().says,
                                          "the words do not depend on it; nothing is flagged as "
                                          "unresolvable",
                                          {},
                                          ""});
        }
        const auto blocking = blocking_findings(m_experiment, m_results.findings);
        const NoiseBank known = bank ? *bank : NoiseBank{};
        auto judged = judge_criteria(m_experiment, m_values, known, blocking);
        m_results.criteria = std::move(judged.criteria);
        m_results.controls = std::move(judged.controls);
        if (auto done =
                take(without_exclusion(m_run, m_experiment, m_visits, m_values, known, blocking),
                     m_results.without_exclusion);
            !done) {
            return done;
        }
        for (Finding& finding :
             words_that_differ(m_results.criteria, m_results.without_exclusion)) {
            m_results.findings.push_back(std::move(finding));
        }
        if (auto done = look_for_threats(); !done) {
            return done;
        }
        m_results.looks = to_text(m_experiment.looks);
        m_results.interval = to_text(m_experiment.interval);
        m_results.cycles_planned = m_experiment.cycles;
        m_results.values = std::move(m_values);
        return {};
    }

    /// Detectors look at the streams themselves: what they find warns, it never blocks.
    Result<void> look_for_threats() {
        RunThreats threats;
        threats.experiment = &m_experiment;
        threats.visits = &m_visits;
        threats.digests = m_digests;
        threats.values = &m_values;
        auto found = threats_of(m_run, threats, m_results.criteria);
        if (!found) {
            return tl::unexpected(found.error());
        }
        for (Finding& finding : *found) {
            m_results.findings.push_back(std::move(finding));
        }
        sort_by_severity(m_results.findings);
        for (Conclusion& conclusion : conclusions_of_run(threats, m_results.criteria)) {
            m_results.conclusions.push_back(
                {std::move(conclusion.criterion), std::move(conclusion.condition),
                 std::string(to_text(conclusion.label)), std::move(conclusion.says)});
        }
        return {};
    }

    const RunReader& m_run;
    Experiment m_experiment;
    ChosenVisits m_visits;
    int m_planned = 0;
    std::map<std::string, double> m_measured_ms;
    std::vector<StoredFinding> m_stored;
    std::vector<CellFacts> m_facts;
    std::vector<std::pair<std::string, std::string>> m_changed;
    RunValues m_values;
    std::vector<DigestedVisit> m_digests;
    RunResults m_results;
};

}  // namespace

Result<RunResults> analyse(const RunReader& run) {
    return Analysis(run).make();
}

}  // namespace stallscope

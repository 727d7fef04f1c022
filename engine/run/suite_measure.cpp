// SPDX-License-Identifier: Apache-2.0
#include "run/suite_measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "plan/wording.h"
#include "run/suite_command.h"
#include "run/suite_question.h"
#include "suite/salts.h"

namespace stallscope {
namespace {

namespace fs = std::filesystem;

double value_of(const BenchRow& row, RowStatistic statistic) {
    switch (statistic) {
        case RowStatistic::median:
            return row.median_ns;
        case RowStatistic::mean:
            return row.mean_ns;
        case RowStatistic::min:
            break;
    }
    return row.min_ns;
}

}  // namespace

std::string visit_text(const Suite& suite, const BenchVisit& visit) {
    return fmt::format("{}, round {}{}", arm_text(visit.arm, suite.salts), visit.round + 1,
                       halves_of(suite) == 1 ? ""
                       : visit.half == 0     ? ", forwards"
                                             : ", backwards");
}

SuiteMeasurement::SuiteMeasurement(const Suite& suite, fs::path folder)
    : m_suite(suite), m_folder(std::move(folder)) {}

Result<void> SuiteMeasurement::measure_to(int rounds, const SuiteProgress& progress,
                                          const Control& control) {
    const auto visits = rounds_of(m_suite, m_rounds, rounds);
    for (std::size_t i = 0; i < visits.size(); ++i) {
        progress(fmt::format("{} of {}: {}", i + 1, visits.size(), visit_text(m_suite, visits[i])));
        if (auto measured = measure_one(visits[i], control); !measured) {
            Error error = measured.error();
            const std::string place = visit_text(m_suite, visits[i]);
            error.where = error.where.empty() ? place : place + ", " + error.where;
            return tl::unexpected(std::move(error));
        }
    }
    m_rounds = std::max(m_rounds, rounds);
    return {};
}

Result<void> SuiteMeasurement::measure_one(const BenchVisit& visit, const Control& control) {
    if (control.cancel) return fail(ErrorKind::cancelled, "cancelled");
    const auto output = run_bench(visit, control);
    if (!output) return tl::unexpected(output.error());
    return keep(visit, *output);
}

Result<BenchOutput> SuiteMeasurement::run_bench(const BenchVisit& visit,
                                                const Control& control) const {
    const SuiteSide& side = m_suite.side(visit.arm.side);
    std::error_code ignored;
    const fs::path out = m_folder / "out";
    fs::remove_all(out, ignored);
    ChildPlan plan;
    plan.argv = words_of(side.bench, visit.arm.side, visit.arm.salt, out.string());
    plan.env = bench_environment(m_suite, visit.arm, out.string());
    plan.cwd = folder_of(m_suite, visit.arm.side).string();
    SuiteCommand place;
    place.argv = {side.output};
    const fs::path written =
        side.output.empty()
            ? out
            : folder_of(m_suite, visit.arm.side) /
                  words_of(place, visit.arm.side, visit.arm.salt, out.string()).front();
    // What lies there from before is not this process's. (Clocks of file systems tick coarsely.)
    const fs::path stamp = m_folder / "stamp";
    fs::remove(stamp, ignored);
    fs::create_directory(stamp, ignored);
    const auto before = fs::last_write_time(stamp, ignored);
    const auto already = fs::last_write_time(written, ignored);
    const bool was_there = !ignored;

    const auto ended = run_suite_command(plan, m_suite.limit_s, "the bench", {},
                                         "Raise \"limit_s\", or make it shorter.", control);
    if (!ended) return tl::unexpected(ended.error());
    const auto now = fs::last_write_time(written, ignored);
    if (ignored)
        return fail(ErrorKind::measurement, "the bench wrote no output" + last_words(*ended),
                    written.string(),
                    "It must write to the file that STALLSCOPE_OUT names, or \"output\" must say "
                    "where.");
    const bool folder = m_suite.format == BenchFormat::criterion;
    if (!folder && was_there && now == already)
        return fail(ErrorKind::measurement, "the bench left the output of an earlier process there",
                    written.string());
    return read_bench_output(written, m_suite.format, folder ? before : fs::file_time_type::min());
}

Result<void> SuiteMeasurement::keep(const BenchVisit& visit, const BenchOutput& output) {
    std::map<std::string, double> values;
    std::vector<std::string> names;
    for (const BenchRow& row : output.rows) {
        if (matches_any(m_suite.ignore, row.name)) continue;
        if (!row.trouble.empty())
            return fail(ErrorKind::measurement,
                        fmt::format("row {} {}", in_quotes(row.name), row.trouble), {},
                        "A row without a time fails the gate. If nobody needs it, name it in "
                        "\"ignore\".");
        const double ns = value_of(row, m_suite.statistic);
        if (!(ns > 0))
            return fail(ErrorKind::measurement,
                        fmt::format("row {} took no time at all: nothing is timed there",
                                    in_quotes(row.name)));
        names.push_back(row.name);
        values[row.name] = std::log(ns);
    }
    if (names.empty()) return fail(ErrorKind::measurement, "there is no row that is not ignored");
    if (m_visits.empty()) {
        if (auto found = check_named_rows(m_suite, names); !found) return found;
        m_names = names;
    }
    const auto first = m_visits.empty() ? visit : m_visits.front().visit;
    Measured measured{visit, {}};
    for (const std::string& name : m_names) {
        const auto found = values.find(name);
        if (found == values.end())
            return fail(ErrorKind::measurement,
                        fmt::format("row {} is missing; it was there in {}", in_quotes(name),
                                    visit_text(m_suite, first)),
                        {}, "Every row needs a time in every process.");
        measured.logs.push_back(found->second);
    }
    const std::set<std::string_view> known(m_names.begin(), m_names.end());
    for (const std::string& name : names) {
        if (known.contains(name)) continue;
        return fail(ErrorKind::measurement,
                    fmt::format("row {} is here; it was missing in {}", in_quotes(name),
                                visit_text(m_suite, first)),
                    {}, "A row of one side only cannot be compared: name it in \"ignore\".");
    }
    m_visits.push_back(std::move(measured));
    return {};
}

std::vector<SuiteRow> SuiteMeasurement::rows() const {
    const int builds = m_suite.salts.count;
    const int halves = halves_of(m_suite);
    std::vector<SuiteRow> rows;
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        SuiteRow row;
        row.name = m_names[i];
        row.role = matches_any(m_suite.controls, row.name) ? RowRole::control : RowRole::judged;
        row.base = row.head = SuiteValues(builds, m_rounds, halves);
        if (m_suite.aa) row.base_again = SuiteValues(builds, m_rounds, halves);
        for (const Measured& measured : m_visits) {
            const BenchVisit& visit = measured.visit;
            SuiteValues& arm = visit.arm.again                ? row.base_again
                               : visit.arm.side == Side::base ? row.base
                                                              : row.head;
            arm.at(visit.arm.salt, visit.round, visit.half) = measured.logs[i];
        }
        rows.push_back(std::move(row));
    }
    for (const SuiteTwin& twin : m_suite.twins) {
        const auto named = [&](const std::string& name) {
            return std::find_if(rows.begin(), rows.end(),
                                [&](const SuiteRow& row) { return row.name == name; });
        };
        const auto full = named(twin.full);
        const auto without = named(twin.without);
        if (full == rows.end() || without == rows.end()) continue;
        SuiteRow made = twin_row(twin.name, *full, *without);
        rows.push_back(std::move(made));
    }
    return rows;
}

}  // namespace stallscope

// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>

#include "analysis/results.h"
#include "synthetic_run.h"

namespace stallscope {
namespace {

using namespace by_hand;
using testing::HasSubstr;

const Row& row_of(const RunResults& results, const std::string& cell, const std::string& stream) {
    for (const Row& row : results.rows) {
        if (row.cell == cell && row.stream == stream) {
            return row;
        }
    }
    throw std::runtime_error("no row " + cell + "/" + stream);
}

const Finding* finding_of(const RunResults& results, const std::string& id) {
    const auto found = std::find_if(results.findings.begin(), results.findings.end(),
                                    [&](const Finding& finding) { return finding.id == id; });
    return found == results.findings.end() ? nullptr : &*found;
}

const CriterionResult& criterion_of(const RunResults& results, const std::string& id) {
    for (const CriterionResult& criterion : results.criteria) {
        if (criterion.id == id) {
            return criterion;
        }
    }
    throw std::runtime_error("no criterion " + id);
}

/// Does to a run file what its triggers forbid.
void alter(const std::filesystem::path& file, const std::string& statement) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
    std::string drops;
    const auto collect = [](void* to, int, char** values, char**) {
        *static_cast<std::string*>(to) += std::string("DROP TRIGGER ") + values[0] + ";";
        return 0;
    };
    sqlite3_exec(database, "SELECT name FROM sqlite_master WHERE type = 'trigger'", collect, &drops,
                 nullptr);
    char* message = nullptr;
    const int changed =
        sqlite3_exec(database, (drops + statement).c_str(), nullptr, nullptr, &message);
    const std::string says = message == nullptr ? "" : message;
    sqlite3_free(message);
    sqlite3_close(database);
    ASSERT_EQ(changed, SQLITE_OK) << says;
}

class Analyse : public testing::Test {
protected:
    std::filesystem::path file() const { return m_folder.path() / "synthetic.stallscope"; }
    RunResults results() const {
        const RunReader reader = must(RunReader::open(file()));
        return must(analyse(reader));
    }
    TemporaryFolder m_folder;
};

TEST_F(Analyse, ARunOfKnownLegsGivesThem) {
    write_run(file());
    const RunResults found = results();
    EXPECT_EQ(found.name, "synthetic");
    EXPECT_EQ(found.status, "complete");
    EXPECT_EQ(found.visits_planned, 6);
    EXPECT_EQ(found.visits_complete, 6);
    EXPECT_EQ(found.started, "2023-11-14T22:13:20Z");
    ASSERT_EQ(found.rows.size(), 5U);

    const Row& released = row_of(found, "released", "gpu");
    EXPECT_DOUBLE_EQ(*released.figures.legs_ms.at("lock_wait").p50, 0.020);
    EXPECT_DOUBLE_EQ(*released.figures.legs_ms.at("return").p50, 0.080);
    EXPECT_DOUBLE_EQ(*released.figures.legs_ms.at("dispatch").mean, 0.100);
    EXPECT_EQ(released.repeats.size(), 2U);
    EXPECT_EQ(released.figures.n, released.repeats[0].figures.n + released.repeats[1].figures.n);
    // 2 CPU-ms a request on its thread; 0.8 s a visit over all requests.
    EXPECT_DOUBLE_EQ(*released.figures.cpu_ms_per_request, 2.0);
    EXPECT_NEAR(*released.figures.tree_cpu_ms_per_request,
                1600.0 / static_cast<double>(released.figures.n), 1e-9);

    const Row& held = row_of(found, "held", "gpu");
    ASSERT_EQ(held.figures.alignments.size(), 1U);
    const Alignment& alignment = held.figures.alignments[0];
    EXPECT_EQ(alignment.suspect, "neighbour");
    EXPECT_EQ(alignment.reply_stamp, "header");
    EXPECT_EQ(alignment.call_source, "native spans");
    EXPECT_EQ(alignment.of, held.figures.n);
    EXPECT_GT(alignment.ended_inside, alignment.of * 9 / 10);
    EXPECT_DOUBLE_EQ(*alignment.header_share, 1.0);
    EXPECT_NEAR(*alignment.header_chance, 0.1, 1e-12);
    EXPECT_NEAR(*alignment.header_minus_native_exit_ms.p50, 0.010, 1e-9);
    EXPECT_NEAR(*alignment.header_minus_span_end_ms.p50, 0.007, 1e-9);
    EXPECT_LT(*row_of(found, "released", "gpu").figures.alignments[0].header_share, 0.3);
    EXPECT_TRUE(row_of(found, "idle", "gpu").figures.alignments.empty());

    const Row& loop = row_of(found, "held", "neighbour");
    EXPECT_TRUE(loop.loop);
    EXPECT_DOUBLE_EQ(*loop.figures.calls_ms.p50, 9.9);
    EXPECT_DOUBLE_EQ(*loop.figures.throughput_rps, 100.0);
    EXPECT_EQ(loop.figures.n, 320);
    EXPECT_EQ(loop.figures.legs_ms.at("return").n, 0);
    EXPECT_EQ(loop.why_null.at("legs_ms.return"), "a loop has call figures only");
}

TEST_F(Analyse, OccupancyIsTheSumOfItsLegsInEveryRow) {
    write_run(file());
    for (const Row& row : results().rows) {
        if (!row.loop) {
            const auto& legs = row.figures.legs_ms;
            EXPECT_NEAR(
                *legs.at("occupancy").mean,
                *legs.at("dispatch").mean + *legs.at("service").mean + *legs.at("return").mean,
                1e-9);
            EXPECT_EQ(row.figures.identity_residual_ms, 0);
        }
    }
}

TEST_F(Analyse, AnEmulatedDeviceSaysFirstWhatItStandsFor) {
    write_run(file());
    const RunResults found = results();
    EXPECT_EQ(row_of(found, "idle", "gpu").device, "gpu → PoCL CPU core (emulated)");
    EXPECT_TRUE(row_of(found, "idle", "gpu").emulated);
    EXPECT_EQ(row_of(found, "held", "neighbour").device, "wait");
    EXPECT_FALSE(row_of(found, "held", "neighbour").emulated);
    EXPECT_THAT(found.emulated_streams, testing::ElementsAre("gpu → PoCL CPU core (emulated)"));
    EXPECT_EQ(finding_of(found, "emulated-device")->severity, "note");
}

TEST_F(Analyse, OneCycleHasValuesAndNoWords) {
    write_run(file());
    const RunResults found = results();
    const auto& delays = criterion_of(found, "held-delays");
    EXPECT_EQ(delays.status, "undecided");
    EXPECT_EQ(delays.unit, "ms");
    EXPECT_DOUBLE_EQ(*delays.margin, 1.0);
    EXPECT_FALSE(delays.mechanism_only);
    EXPECT_THAT(delays.why, HasSubstr("fewer than 3 complete cycles"));
    const auto& lock = criterion_of(found, "released-lock");
    EXPECT_DOUBLE_EQ(*lock.value, 0.020);
    EXPECT_FALSE(lock.low.has_value());
    const auto& effect = criterion_of(found, "effect");
    EXPECT_EQ(effect.unit, "times");
    EXPECT_GT(*effect.value, 10);
    const auto& rate = criterion_of(found, "rate");
    EXPECT_NEAR(*rate.value, 1.0, 1e-9);
    EXPECT_DOUBLE_EQ(*rate.margin, 0.9);
    EXPECT_TRUE(rate.mechanism_only);
    EXPECT_EQ(criterion_of(found, "answers").status, "met") << "a census needs no cycles";
    EXPECT_EQ(*criterion_of(found, "answers").value, 0);
}

TEST_F(Analyse, FindsWhatIsThinAndWhatTookLongerThanAsked) {
    write_run(file());
    const RunResults found = results();
    EXPECT_THAT(row_of(found, "held", "gpu").thin, testing::Contains("legs_ms.return.p99"));
    ASSERT_NE(finding_of(found, "thin-p99"), nullptr);
    const Finding* hold = finding_of(found, "hold-length");
    ASSERT_NE(hold, nullptr);
    EXPECT_EQ(hold->where, "cell held, condition both, stream neighbour");
    EXPECT_THAT(hold->says, HasSubstr("9.900 ms (mean) where 8.000 ms were asked for (+24 %)"));
}

TEST_F(Analyse, OnlyTheLatestCompleteAttemptOfAPlaceCounts) {
    const Experiment plan = experiment();
    const auto schedule = schedule_of(plan);
    RunWriter writer = new_run(file(), plan);
    const VisitEnd good = visit_end();
    VisitEnd bad = visit_end();
    bad.status = VisitStatus::failed;
    bad.reason = "the host died";
    add_visit(writer, visit_row(schedule[0], 1), &good);  // superseded
    const auto counted = add_visit(writer, visit_row(schedule[0], 2), &good);
    add_visit(writer, visit_row(schedule[0], 3), &bad);  // later, but not complete
    const auto other = add_visit(writer, visit_row(schedule[1], 1), &good);
    add_visit(writer, visit_row(schedule[2], 1), nullptr);  // partial
    must(writer.set_status("complete"));
    must(writer.close());

    const RunResults found = results();
    EXPECT_EQ(found.visits_complete, 2);
    EXPECT_EQ(found.visits_partial, 1);
    EXPECT_EQ(found.visits_failed, 1);
    EXPECT_EQ(found.status, "partial") << "complete is what covers the schedule";
    std::vector<std::int64_t> visits;
    for (const Row& row : found.rows) {
        for (const Repeat& repeat : row.repeats) {
            if (row.stream == "gpu") {
                visits.push_back(repeat.visit);
            }
        }
    }
    EXPECT_THAT(visits, testing::UnorderedElementsAre(counted, other));
    ASSERT_NE(finding_of(found, "superseded-visits"), nullptr);
    EXPECT_EQ(finding_of(found, "superseded-visits")->severity, "note");
    EXPECT_THAT(finding_of(found, "failed-visit")->says, HasSubstr("the host died"));
    ASSERT_NE(finding_of(found, "partial-visits"), nullptr);
    EXPECT_THAT(finding_of(found, "incomplete")->says, HasSubstr("2 of 6 planned visits"));
}

TEST_F(Analyse, ACriterionWithoutItsVisitsIsUndecidedAndSaysWhy) {
    const Experiment plan = experiment();
    RunWriter writer = new_run(file(), plan);
    must(writer.close());
    const RunResults found = results();
    EXPECT_TRUE(found.rows.empty());
    EXPECT_EQ(found.status, "partial");
    for (const CriterionResult& criterion : found.criteria) {
        EXPECT_EQ(criterion.status, "undecided") << criterion.id;
        EXPECT_FALSE(criterion.value.has_value());
        EXPECT_FALSE(criterion.why.empty());
    }
    EXPECT_THAT(criterion_of(found, "held-delays").why,
                HasSubstr("no complete visit of cell held"));
}

TEST_F(Analyse, OverflowsMismatchesAndUnmatchedRecordsAreFound) {
    const Experiment plan = experiment();
    const auto schedule = schedule_of(plan);
    RunWriter writer = new_run(file(), plan);
    const auto id = must(writer.begin_visit(visit_row(schedule[0])));
    std::vector<RequestRow> rows = closed_requests(0, 100 * ms, false);
    rows[3].answer = static_cast<std::int64_t>(Answer::mismatch);
    rows[4].response = not_taken;
    rows[5].read_returned = rows[5].service_end - us;
    must(writer.add_requests(id, "gpu", rows));
    VisitEnd end = visit_end();
    end.overflowed = 7;
    end.unmatched = R"({"service without a request": 2})";
    must(writer.end_visit(id, end));
    must(writer.add_finding("repeated-pass", "note", "", "pass 1 was measured again", ""));
    must(writer.close());

    const RunResults found = results();
    EXPECT_EQ(finding_of(found, "overflow")->severity, "blocks");
    EXPECT_THAT(finding_of(found, "overflow")->says, HasSubstr("7 records"));
    EXPECT_EQ(finding_of(found, "mismatches")->severity, "blocks");
    EXPECT_EQ(finding_of(found, "stamp-order")->severity, "blocks");
    EXPECT_THAT(finding_of(found, "unfinished")->says, HasSubstr("1 of"));
    EXPECT_THAT(finding_of(found, "unmatched")->says, HasSubstr("service without a request (2)"));
    EXPECT_EQ(finding_of(found, "repeated-pass")->says, "pass 1 was measured again");
    EXPECT_EQ(criterion_of(found, "answers").status, "not_met");
    EXPECT_EQ(found.findings.front().severity, "blocks");
}

/// The experiment with both streams closed on threads of the host, stamps as given.
std::string on_threads(const std::string& stamps) {
    std::string text = experiment_text;
    const auto replace = [&](const std::string& from, const std::string& to) {
        const auto at = text.find(from);
        if (at == std::string::npos) {
            throw std::runtime_error("not there: " + from);
        }
        text.replace(at, from.size(), to);
    };
    replace(R"("placement": "process")", R"("placement": "thread")");
    replace(R"("python": "python3" })", R"("python": "python3", "stamps": ")" + stamps + R"(" })");
    text.replace(text.find(R"("criteria": [)"), std::string::npos, R"("criteria": [] })");
    return text;
}

TEST_F(Analyse, AThreadPlacedStreamHasAReturnLegAndSaysWhyItHasNoReplyPath) {
    const Experiment plan = experiment(on_threads("native"));
    RunWriter writer = new_run(file(), plan);
    const auto schedule = schedule_of(plan);
    const auto held = std::find_if(schedule.begin(), schedule.end(),
                                   [](const auto& visit) { return visit.cell == "held"; });
    const auto id = must(writer.begin_visit(visit_row(*held)));
    std::vector<RequestRow> rows;
    for (int i = 0; i < 20; ++i) {
        rows.push_back(thread_request(i + 1, i * 5 * ms, 4 * ms));
    }
    must(writer.add_requests(id, "gpu", rows));
    must(writer.end_visit(id, visit_end()));
    must(writer.close());

    const RunResults found = results();
    const Row& row = row_of(found, "held", "gpu");
    EXPECT_DOUBLE_EQ(*row.figures.legs_ms.at("return").p50, 0.005);
    EXPECT_EQ(row.figures.legs_ms.at("lock_wait").n, 0);
    EXPECT_EQ(row.why_null.at("legs_ms.lock_wait"),
              "placed on a thread: no reply is read from a connection");
    ASSERT_EQ(row.figures.alignments.size(), 1U);
    EXPECT_EQ(row.figures.alignments[0].reply_stamp, "received");
    EXPECT_EQ(row.figures.alignments[0].of, 20);
    EXPECT_EQ(row.figures.alignments[0].call_source, "no calls");
    EXPECT_EQ(row.why_null.at("alignments.0.header_at_call_end.share"),
              "no call of the suspect has an end");
    EXPECT_EQ(row_of(found, "held", "neighbour").figures.n, 0);
}

TEST_F(Analyse, WithStampsOffThereIsOnlyWhatTheClientSees) {
    const Experiment plan = experiment(on_threads("off"));
    RunWriter writer = new_run(file(), plan);
    const auto id = must(writer.begin_visit(visit_row(schedule_of(plan)[0])));
    std::vector<RequestRow> rows;
    for (int i = 0; i < 10; ++i) {
        RequestRow row;
        row.request = i + 1;
        row.arrival = row.submit = i * 5 * ms;
        row.response = row.submit + 2 * ms;
        rows.push_back(row);
    }
    must(writer.add_requests(id, "gpu", rows));
    must(writer.end_visit(id, visit_end()));
    must(writer.close());

    const RunResults found = results();
    const Row& row = found.rows.at(0);
    EXPECT_DOUBLE_EQ(*row.figures.legs_ms.at("e2e").p50, 2.0);
    EXPECT_FALSE(row.figures.legs_ms.at("return").mean.has_value());
    EXPECT_EQ(row.why_null.at("legs_ms.return"), "host.stamps is off");
    EXPECT_EQ(row.why_null.at("mismatches"), "no answer was compared");
    EXPECT_TRUE(row.figures.unmatched.empty());
    EXPECT_EQ(finding_of(found, "unmatched"), nullptr);
}

TEST_F(Analyse, DifferencesAreDeclaredAndMeasured) {
    write_run(file());
    const RunResults found = results();
    const auto binding = std::find_if(
        found.differences.begin(), found.differences.end(), [](const Difference& difference) {
            return difference.cell == "released" && difference.against == "held";
        });
    ASSERT_NE(binding, found.differences.end());
    EXPECT_EQ(binding->what, "neighbour: binding");
    EXPECT_EQ(binding->declared, "cdll against pydll");
    EXPECT_EQ(binding->measured, "calls 9.900 ms P50, relock 0.003 ms");
    EXPECT_EQ(finding_of(found, "undeclared-difference"), nullptr);
}

TEST_F(Analyse, AnUndeclaredDifferenceOfDevicesBlocks) {
    const Experiment plan = experiment();
    RunWriter writer = new_run(file(), plan);
    for (const ScheduledVisit& scheduled : schedule_of(plan)) {
        VisitEnd end = visit_end();
        if (scheduled.cell == "released") {
            end.facts = R"({"devices":{"gpu":{"device":"another GPU","emulated":false}}})";
        }
        add_visit(writer, visit_row(scheduled), &end);
    }
    must(writer.close());
    const RunResults found = results();
    const Finding* finding = finding_of(found, "undeclared-difference");
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(finding->severity, "blocks");
    EXPECT_THAT(finding->says, HasSubstr("another GPU"));
}

TEST_F(Analyse, ASealThatDoesNotFitIsStale) {
    write_run(file());
    alter(file(), R"(UPDATE experiment SET sha256 = replace(sha256, substr(sha256, 1, 1), 'x'))");
    const RunReader reader = must(RunReader::open(file()));
    const auto found = analyse(reader);
    ASSERT_FALSE(found.has_value());
    EXPECT_EQ(found.error().kind, ErrorKind::stale);
}

}  // namespace
}  // namespace stallscope

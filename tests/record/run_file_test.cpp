// SPDX-License-Identifier: Apache-2.0
#include "record/run_file.h"

#include <cmath>
#include <ctime>
#include <fstream>
#include <regex>

#include "record/row_columns.h"
#include "run_file_fixture.h"

namespace stallscope {
namespace {

// CPU time of this thread: what the work costs, whoever else uses the machine.
double cpu_s() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

TEST_F(RunFileTest, WhatWasSealedIsReadBack) {
    {
        Result<RunWriter> writer =
            RunWriter::create(file(), example_seal(), R"({"cores":2})",
                              R"({"sizes":{"gpu":[256,4]},"word":"a\"b","half":0.1,"none":null,)"
                              R"("yes":true,"big":12345678901234567,"quo\"ted":[1.50]})");
        ASSERT_TRUE(writer) << to_text(writer.error());
        EXPECT_DONE(writer->close());
    }
    const RunReader run = opened(file());
    EXPECT_EQ(*run.sealed_text(), example_seal().text);
    EXPECT_EQ(*run.sealed_sha256(), example_seal().sha256);
    EXPECT_TRUE(
        std::regex_match(*run.sealed_at(), std::regex(R"(20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ)")));
    EXPECT_EQ(*run.engine_version(), STALLSCOPE_VERSION);
    EXPECT_EQ(*run.environment(), R"({"cores":2})");
    EXPECT_EQ(*run.fact("sizes"), R"({"gpu":[256,4]})");
    EXPECT_EQ(*run.fact("word"), R"("a\"b")");
    EXPECT_EQ(*run.fact("half"), "0.1");
    EXPECT_EQ(*run.fact("none"), "null");
    EXPECT_EQ(*run.fact("yes"), "true");
    EXPECT_EQ(*run.fact("big"), "12345678901234567");
    EXPECT_EQ(*run.fact("quo\"ted"), "[1.50]");
    EXPECT_EQ(*run.fact("never stored"), "null");
    EXPECT_EQ(run.fact_keys()->size(), 7U);
    EXPECT_EQ(*run.status(), "partial");
}

TEST_F(RunFileTest, EverythingIsInTheMainFileBeforeCreateReturns) {
    RunWriter writer = created(file());
    // What a kill before the first commit would leave, were the log lost as well.
    std::filesystem::copy_file(file(), file("main-only"));
    EXPECT_EQ(*opened(file("main-only")).sealed_sha256(), example_seal().sha256);
    EXPECT_EQ(*opened(file("main-only")).environment(), R"({"cores":2})");
}

TEST_F(RunFileTest, TheFileSaysWhatItIs) {
    EXPECT_DONE(created(file()).close());
    EXPECT_EQ(sql_number(file(), "PRAGMA application_id"), 0x5354534c);
    EXPECT_EQ(sql_number(file(), "PRAGMA user_version"), run_file_version);
    EXPECT_EQ(sql_number(file(),
                         "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name "
                         "IN ('experiment', 'environment', 'facts', 'visits', 'visit_ends',"
                         "'requests', 'calls', 'stacks', 'samples', 'checks', 'findings',"
                         "'events', 'status')"),
              13);
}

TEST_F(RunFileTest, AVisitAndItsEndAreReadBackFieldByField) {
    RunWriter writer = created(file());
    const VisitRow told = example_visit(5);
    const std::int64_t id = *writer.begin_visit(told);
    EXPECT_DONE(writer.set_origin(id, 123'456'789'012));
    VisitEnd end;
    end.status = VisitStatus::failed;
    end.reason = "the worker died";
    end.unfinished = 3;
    end.overflowed = 4;
    end.unmatched = R"({"client_without_service":1})";
    end.host_start_s = 0.5;
    end.cpu_s = 1.25;
    end.foreign_cpu_s = 0.125;
    end.engine_cpu_s = 0.0625;
    end.facts = R"({"pid":1})";
    EXPECT_DONE(writer.end_visit(id, end));
    EXPECT_DONE(writer.close());

    const std::vector<StoredVisit> visits = *opened(file()).visits();
    ASSERT_EQ(visits.size(), 1U);
    const VisitRow& visit = visits[0].visit;
    EXPECT_EQ(visit.id, id);
    EXPECT_EQ(visit.schedule_index, 5);
    EXPECT_EQ(visit.attempt, 2);
    EXPECT_EQ(visit.cycle, 3);
    EXPECT_EQ(visit.half, 1);
    EXPECT_EQ(visit.pass, 4);
    EXPECT_EQ(visit.position, 5);
    EXPECT_EQ(visit.cell, "A");
    EXPECT_EQ(visit.condition, "both");
    EXPECT_EQ(visit.before, "B/both");
    EXPECT_EQ(visit.window_s, 2.5);
    EXPECT_EQ(visit.planned_start_s, 17.25);
    EXPECT_EQ(visit.started_unix_ns, told.started_unix_ns);
    EXPECT_EQ(visit.origin_ns, 123'456'789'012);
    ASSERT_TRUE(visits[0].end);
    EXPECT_EQ(visits[0].end->status, VisitStatus::failed);
    EXPECT_EQ(visits[0].end->reason, "the worker died");
    EXPECT_EQ(visits[0].end->unfinished, 3);
    EXPECT_EQ(visits[0].end->overflowed, 4);
    EXPECT_EQ(visits[0].end->unmatched, end.unmatched);
    EXPECT_EQ(visits[0].end->host_start_s, 0.5);
    EXPECT_EQ(visits[0].end->cpu_s, 1.25);
    EXPECT_EQ(visits[0].end->foreign_cpu_s, 0.125);
    EXPECT_EQ(visits[0].end->engine_cpu_s, 0.0625);
    EXPECT_EQ(visits[0].end->facts, end.facts);
}

TEST_F(RunFileTest, EveryColumnOfARequestComesBackAndWhatWasNotTakenIsNull) {
    RequestRow full;
    std::int64_t value = 1000;
    for (const RequestMember member : request_members) {
        full.*member = value++;
    }
    RequestRow bare;
    bare.request = 7;
    RunWriter writer = created(file());
    const std::int64_t id = *writer.begin_visit(example_visit());
    const std::vector<RequestRow> rows{full, bare};
    EXPECT_DONE(writer.add_requests(id, "gpu", rows));
    EXPECT_DONE(writer.end_visit(id, {}));
    EXPECT_DONE(writer.close());

    const std::vector<RequestRow> found = *opened(file()).requests(id, "gpu");
    ASSERT_EQ(found.size(), 2U);
    for (const RequestMember member : request_members) {
        EXPECT_EQ(found[0].*member, full.*member);
        EXPECT_EQ(found[1].*member, bare.*member);
    }
    const std::vector<RequestTimes> times = *opened(file()).request_times(id, "gpu");
    ASSERT_EQ(times.size(), 2U);
    EXPECT_EQ(times[0].arrival, full.arrival);
    EXPECT_EQ(times[0].submit, full.submit);
    EXPECT_EQ(times[0].dispatch, full.dispatch);
    EXPECT_EQ(times[0].service_start, full.service_start);
    EXPECT_EQ(times[0].service_end, full.service_end);
    EXPECT_EQ(times[0].received, full.received);
    EXPECT_EQ(times[0].response, full.response);
    for (const TimesMember member : times_members) EXPECT_EQ(times[1].*member, not_taken);
    EXPECT_EQ(sql_number(file(), "SELECT count(*) FROM requests WHERE header IS NULL"), 1);
    EXPECT_EQ(sql_number(file(), "SELECT device_error FROM requests LIMIT 1"), full.device_error);
    EXPECT_EQ(sql_number(file(), "SELECT lane FROM requests LIMIT 1"), full.lane);
}

TEST_F(RunFileTest, EveryColumnOfACallComesBack) {
    CallRow full;
    std::int64_t value = 1;
    for (const CallMember member : call_members) {
        full.*member = value++;
    }
    RunWriter writer = created(file());
    const std::int64_t id = *writer.begin_visit(example_visit());
    EXPECT_DONE(writer.add_calls(id, "neighbour", std::vector<CallRow>{full, CallRow{}}));
    EXPECT_DONE(writer.close());
    const std::vector<CallRow> found = *opened(file()).calls(id, "neighbour");
    ASSERT_EQ(found.size(), 2U);
    for (const CallMember member : call_members) {
        EXPECT_EQ(found[0].*member, full.*member);
    }
    EXPECT_EQ(found[1].start, not_taken);
    EXPECT_EQ(sql_number(file(), "SELECT end - start FROM calls WHERE start IS NOT NULL"), 1);
}

TEST_F(RunFileTest, RowsOfStreamsAndVisitsThatComeMixedAreKeptApart) {
    RunWriter writer = created(file());
    const std::int64_t first = *writer.begin_visit(example_visit(0));
    const std::int64_t second = *writer.begin_visit(example_visit(1));
    for (int batch = 0; batch < 20; ++batch) {
        EXPECT_DONE(writer.add_requests(first, "gpu", example_requests(batch * 10, 10)));
        EXPECT_DONE(writer.add_requests(first, "ane", example_requests(batch * 3, 3)));
        EXPECT_DONE(writer.add_requests(second, "gpu", example_requests(batch * 5, 5)));
        EXPECT_DONE(writer.add_calls(second, "loop", std::vector<CallRow>(2)));
    }
    EXPECT_DONE(writer.close());
    const RunReader run = opened(file());
    EXPECT_EQ(run.requests(first, "gpu")->size(), 200U);
    EXPECT_EQ(run.requests(first, "ane")->size(), 60U);
    EXPECT_EQ(run.requests(second, "gpu")->size(), 100U);
    EXPECT_EQ(run.requests(second, "ane")->size(), 0U);
    EXPECT_EQ(run.requests(first, "nobody")->size(), 0U);
    EXPECT_EQ(run.calls(second, "loop")->size(), 40U);
    const auto rows = *run.requests(first, "gpu");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        EXPECT_EQ(rows[i].request, static_cast<std::int64_t>(i));
    }
    EXPECT_EQ(*run.streams(first), (std::vector<std::string>{"ane", "gpu"}));
    EXPECT_EQ(*run.streams(second), (std::vector<std::string>{"gpu", "loop"}));
    EXPECT_EQ(sql_number(file(), "SELECT count(*) FROM requests"), 360);
    EXPECT_EQ(sql_number(file(),
                         "SELECT count(*) FROM requests JOIN streams ON streams.id = "
                         "requests.stream WHERE name = 'gpu' AND visit = 1"),
              200);
}

TEST_F(RunFileTest, SamplesComeBackAndAReadingThatIsNoNumberStaysNone) {
    RunWriter writer = created(file());
    const std::int64_t id = *writer.begin_visit(example_visit());
    const std::vector<SampleRow> samples{{-5, "load1", 0.25}, {9, "cpu_khz/0", std::nan("")}};
    EXPECT_DONE(writer.add_samples(id, samples));
    EXPECT_DONE(writer.close());
    const std::vector<SampleRow> found = *opened(file()).samples(id);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].at, -5);
    EXPECT_EQ(found[0].what, "load1");
    EXPECT_EQ(found[0].value, 0.25);
    EXPECT_TRUE(std::isnan(found[1].value));
}

TEST_F(RunFileTest, TheLastFactAndTheLastStatusCount) {
    RunWriter writer = created(file());
    EXPECT_DONE(writer.add_fact("sizes", R"({"a":1})"));
    EXPECT_DONE(writer.add_fact("sizes", R"({"a":2})"));
    EXPECT_DONE(writer.set_status("failed", "no device"));
    EXPECT_DONE(writer.set_status("complete"));
    EXPECT_DONE(writer.close());
    const RunReader run = opened(file());
    EXPECT_EQ(*run.fact("sizes"), R"({"a":2})");
    EXPECT_EQ(*run.status(), "complete");
    EXPECT_EQ(*run.status_reason(), "");
    EXPECT_EQ(sql_number(file(), "SELECT count(*) FROM facts WHERE key = 'sizes'"), 2);
}

TEST_F(RunFileTest, ChecksFindingsAndEventsComeBackInOrder) {
    RunWriter writer = created(file());
    EXPECT_DONE(writer.add_check("clock", true, "one clock", R"({"ns":1})"));
    EXPECT_DONE(writer.add_check("stamps", false, "out of order", ""));
    EXPECT_DONE(writer.add_finding("drift", "warns", "A/both", "it drifts", "wait"));
    EXPECT_DONE(writer.add_event(R"({"event":"paused"})"));
    EXPECT_DONE(writer.close());
    const RunReader run = opened(file());
    const auto checks = *run.checks();
    ASSERT_EQ(checks.size(), 2U);
    EXPECT_EQ(checks[0].name, "clock");
    EXPECT_TRUE(checks[0].passed);
    EXPECT_EQ(checks[0].figures, R"({"ns":1})");
    EXPECT_FALSE(checks[1].passed);
    EXPECT_EQ(checks[1].says, "out of order");
    EXPECT_EQ(checks[1].figures, "{}");
    const auto findings = *run.findings();
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].id, "drift");
    EXPECT_EQ(findings[0].severity, "warns");
    EXPECT_EQ(findings[0].where, "A/both");
    EXPECT_EQ(findings[0].says, "it drifts");
    EXPECT_EQ(findings[0].advice, "wait");
    EXPECT_EQ(*run.events(), std::vector<std::string>{R"({"event":"paused"})"});
}

TEST_F(RunFileTest, WhatIsNoJsonOrNoStatusIsRefusedAndTheRestGoesOn) {
    RunWriter writer = created(file());
    const Result<void> event = writer.add_event("half");
    ASSERT_FALSE(event);
    EXPECT_NE(event.error().says.find("the event is no"), std::string::npos);
    EXPECT_FALSE(writer.set_status("splendid"));
    EXPECT_DONE(writer.add_event("{}"));
    EXPECT_DONE(writer.close());
    EXPECT_EQ(sql_number(file(), "SELECT count(*) FROM events"), 1);
    EXPECT_EQ(sql_number(file(), "SELECT count(*) FROM status"), 0);
}

TEST_F(RunFileTest, ClosingLeavesOnePlainFile) {
    RunWriter writer = created(file());
    const std::int64_t id = *writer.begin_visit(example_visit());
    EXPECT_DONE(writer.add_requests(id, "gpu", example_requests(1, 10)));
    EXPECT_DONE(writer.close());
    EXPECT_DONE(writer.close());  // a second time changes nothing
    EXPECT_FALSE(writer.add_event("{}"));
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(m_folder)) {
        names.push_back(entry.path().filename().string());
    }
    EXPECT_EQ(names, std::vector<std::string>{"run.stallscope"});
    std::string header(20, '\0');
    std::ifstream(file(), std::ios::binary).read(header.data(), 20);
    EXPECT_EQ(header[18], 1) << "1: rollback journal, 2: write-ahead log";
}

TEST_F(RunFileTest, AReaderSeesWhatIsCommittedWhileTheRunIsWritten) {
    RunWriter writer = created(file());
    const RunReader run = opened(file());
    const std::int64_t id = *writer.begin_visit(example_visit());
    EXPECT_DONE(writer.add_requests(id, "gpu", example_requests(1, 10)));
    EXPECT_EQ(run.requests(id, "gpu")->size(), 0U);
    EXPECT_DONE(writer.commit());
    EXPECT_EQ(run.requests(id, "gpu")->size(), 10U);
    EXPECT_EQ((*run.visits())[0].requests, 10);
    EXPECT_FALSE((*run.visits())[0].end);
    // The reader is still there: the writer closes all the same, and nothing is missing.
    EXPECT_DONE(writer.close());
    EXPECT_EQ(run.requests(id, "gpu")->size(), 10U);
    std::filesystem::copy_file(file(), file("copy"));
    EXPECT_EQ(opened(file("copy")).requests(id, "gpu")->size(), 10U);
}

TEST_F(RunFileTest, EndingAVisitEmptiesTheLog) {
    RunWriter writer = created(file());
    const std::int64_t id = *writer.begin_visit(example_visit());
    EXPECT_DONE(writer.add_requests(id, "gpu", example_requests(1, 1000)));
    EXPECT_DONE(writer.commit());
    EXPECT_GT(std::filesystem::file_size(file("run.stallscope-wal")), 0U);
    EXPECT_DONE(writer.end_visit(id, {}));
    EXPECT_EQ(std::filesystem::file_size(file("run.stallscope-wal")), 0U);
}

TEST_F(RunFileTest, NothingIsAddedToAVisitThatEndedOrNeverBegan) {
    RunWriter writer = created(file());
    const std::int64_t id = *writer.begin_visit(example_visit());
    EXPECT_DONE(writer.end_visit(id, {}));
    const Result<void> late = writer.add_requests(id, "gpu", example_requests(1, 1));
    ASSERT_FALSE(late);
    EXPECT_NE(late.error().says.find("has ended"), std::string::npos);
    EXPECT_FALSE(writer.end_visit(id, {}));
    EXPECT_FALSE(writer.set_origin(id, 1));
    EXPECT_FALSE(writer.add_samples(id + 1, std::vector<SampleRow>(1)));
    EXPECT_FALSE(writer.add_calls(0, "loop", std::vector<CallRow>(1)));
    EXPECT_EQ(sql_number(file(), "SELECT count(*) FROM requests"), 0);
    EXPECT_EQ(sql_number(file(), "SELECT count(*) FROM visit_ends"), 1);
}

TEST_F(RunFileTest, AResumedRunGoesOnCounting) {
    std::int64_t first = 0;
    {
        RunWriter writer = created(file());
        first = *writer.begin_visit(example_visit(0));
        EXPECT_DONE(writer.add_requests(first, "gpu", example_requests(1, 5)));
    }  // neither ended nor closed
    Result<RunWriter> writer = RunWriter::open(file());
    ASSERT_TRUE(writer) << to_text(writer.error());
    EXPECT_DONE(writer->add_requests(first, "gpu", example_requests(6, 5)));
    const std::int64_t second = *writer->begin_visit(example_visit(0));
    EXPECT_GT(second, first);
    EXPECT_DONE(writer->add_requests(second, "ane", example_requests(1, 2)));
    EXPECT_DONE(writer->add_requests(second, "gpu", example_requests(1, 3)));
    EXPECT_DONE(writer->end_visit(second, {}));
    EXPECT_DONE(writer->close());
    const RunReader run = opened(file());
    EXPECT_EQ(run.requests(first, "gpu")->size(), 10U);
    EXPECT_EQ(run.requests(second, "gpu")->size(), 3U);
    const auto visits = *run.visits();
    ASSERT_EQ(visits.size(), 2U);
    EXPECT_FALSE(visits[0].end);
    EXPECT_EQ(visits[0].requests, 10);
    EXPECT_TRUE(visits[1].end);
    EXPECT_EQ(visits[1].requests, 5);
}

TEST_F(RunFileTest, RowsAreNeverChangedOrDeletedByAnybody) {
    RunWriter writer = created(file());
    const std::int64_t id = *writer.begin_visit(example_visit());
    EXPECT_DONE(writer.set_origin(id, 1));
    EXPECT_DONE(writer.add_requests(id, "gpu", example_requests(1, 3)));
    EXPECT_DONE(writer.add_calls(id, "loop", std::vector<CallRow>(1)));
    EXPECT_DONE(writer.add_samples(id, std::vector<SampleRow>{{0, "load1", 1}}));
    EXPECT_DONE(writer.end_visit(id, {}));
    EXPECT_DONE(writer.add_fact("k", "1"));
    EXPECT_DONE(writer.add_check("clock", true, "", ""));
    EXPECT_DONE(writer.add_finding("f", "note", "", "", ""));
    EXPECT_DONE(writer.add_event("{}"));
    EXPECT_DONE(writer.set_status("complete"));
    EXPECT_DONE(writer.close());
    EXPECT_EQ(sql_write(file(), "INSERT INTO stacks VALUES (1 << 42, 1, 0, 't', 's', 'f')"), "");
    for (const std::string table :
         {"experiment", "environment", "facts", "streams", "visits", "origins", "visit_ends",
          "requests", "calls", "samples", "stacks", "checks", "findings", "events", "status"}) {
        const std::string says = "rows of a run are only added, never changed";
        EXPECT_EQ(sql_write(file(), "DELETE FROM " + table), says) << table;
        EXPECT_EQ(sql_write(file(), "UPDATE " + table + " SET rowid = rowid + 1"), says) << table;
    }
    EXPECT_EQ(sql_number(file(), "SELECT count(*) FROM requests"), 3);
}

TEST_F(RunFileTest, AHundredThousandRequestsAreStoredAndReadAndTheRateIsTold) {
    constexpr std::int64_t batches = 100;
    constexpr std::int64_t per_batch = 1000;
    const std::vector<RequestRow> rows = example_requests(1, per_batch);
    RunWriter writer = created(file());
    const std::int64_t id = *writer.begin_visit(example_visit());
    const double start_s = cpu_s();
    for (std::int64_t batch = 0; batch < batches; ++batch) {
        EXPECT_DONE(writer.add_requests(id, batch % 2 == 0 ? "gpu" : "ane", rows));
        EXPECT_DONE(batch % 10 == 9 ? writer.commit() : Result<void>());
    }
    const double insert_s = cpu_s() - start_s;
    EXPECT_DONE(writer.end_visit(id, {}));
    const double with_end_s = cpu_s() - start_s;
    EXPECT_DONE(writer.close());
    const double read_start_s = cpu_s();
    EXPECT_EQ(opened(file()).requests(id, "gpu")->size(), batches * per_batch / 2);
    const double read_s = cpu_s() - read_start_s;
    std::printf(
        "per second of CPU: %.0f requests stored, %.0f with the visit's end, %.0f read; "
        "%.0f bytes a row\n",
        batches * per_batch / insert_s, batches * per_batch / with_end_s,
        batches * per_batch / 2 / read_s,
        static_cast<double>(std::filesystem::file_size(file())) / (batches * per_batch));
    EXPECT_EQ(sql_number(file(), "SELECT count(*) FROM requests"), batches * per_batch);
}

}  // namespace
}  // namespace stallscope

// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof_recording.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "synthetic_run.h"

namespace stallscope {
namespace {

using namespace by_hand;

const std::string good = R"(# stallscope recording 1
# name: small
# workload: wait 1 ms
# machine: a table
# order: mirrored
# load: quiet
# foreign_cpu: 0.012
# window_ms: 300
# parts: 10
# cycles: 1
cycle,half,position,cell,stream,metric,n,parts,typical,p95,cost_ms
0,1,0,A,reply,return,200,10,-0.5,1.0625,123.456
0,2,1,A2,reply,throughput,100,5,,,250
)";

TEST(Recording, ReadsAndWritesItsTable) {
    const auto recording = must(parse_recording(good));
    EXPECT_EQ(recording.name, "small");
    EXPECT_EQ(recording.workload, "wait 1 ms");
    EXPECT_EQ(recording.machine, "a table");
    EXPECT_EQ(recording.order, "mirrored");
    EXPECT_EQ(recording.load, "quiet");
    EXPECT_DOUBLE_EQ(recording.foreign_cpu, 0.012);
    EXPECT_DOUBLE_EQ(recording.window_ms, 300);
    EXPECT_EQ(recording.parts, 10);
    EXPECT_EQ(recording.cycles, 1);
    ASSERT_EQ(recording.halves.size(), 2U);
    const RecordedHalf& first = recording.halves[0];
    EXPECT_EQ(first.cell, "A");
    EXPECT_EQ(first.n, 200);
    EXPECT_EQ(first.parts, 10);
    EXPECT_EQ(first.typical, -0.5);
    EXPECT_EQ(first.p95, 1.0625);
    EXPECT_NEAR(*first.mean(), std::log(0.61728), 1e-9);
    const RecordedHalf& second = recording.halves[1];
    EXPECT_FALSE(second.typical);
    EXPECT_FALSE(second.p95);
    EXPECT_NEAR(*second.mean(), -std::log(400), 1e-9) << "a rate: -ln of 400 per second";
    EXPECT_EQ(must(parse_recording(recording_csv(recording))).halves[0].typical, -0.5);
    EXPECT_EQ(recording_csv(must(parse_recording(recording_csv(recording)))),
              recording_csv(recording));
}

TEST(Recording, SaysWhichLineIsBrokenAndHow) {
    struct Case {
        const char *from, *to, *says;
    };
    for (const Case& broken :
         {Case{"recording 1", "recording 2", "line 1: this is no recording of this version"},
          Case{"# parts: 10", "# parts: ten", "line 9: parts is \"ten\", not a number"},
          Case{"# cycles: 1", "# cycles", "line 10: a fact is \"# key: value\""},
          Case{"cycle,half", "half,cycle", "line 11: the columns are not those of a recording"},
          Case{"10,-0.5,", "10,", "line 12: 10 fields instead of 11"},
          Case{"10,-0.5,", "10,x,", "line 12: field 9 is \"x\", not a number or nothing"},
          Case{"10,-0.5,", "10,inf,", "line 12: field 9 is \"inf\", not a number or nothing"},
          Case{"0,2,1,A2", "0,3,1,A2", "line 13: field 2 is \"3\", not a half: 0, 1 or 2"},
          Case{"1,A2,", "1,B,", "line 13: field 4 is \"B\", not A or A2"},
          Case{"throughput,100", "throughput,0",
               "line 13: field 7 is \"0\", not a number of requests"},
          Case{"250\n", "\n", "line 13: field 11 is \"\", not a number"}}) {
        std::string text = good;
        const auto at = text.find(broken.from);
        ASSERT_NE(at, std::string::npos) << broken.from;
        text.replace(at, std::string(broken.from).size(), broken.to);
        const auto parsed = parse_recording(text, "small.csv");
        ASSERT_FALSE(parsed) << broken.says;
        EXPECT_EQ(parsed.error().says, broken.says);
        EXPECT_EQ(parsed.error().where, "small.csv");
        EXPECT_EQ(parsed.error().kind, ErrorKind::measurement);
    }
    EXPECT_FALSE(parse_recording(good.substr(0, good.find("0,1,0"))));
    EXPECT_FALSE(parse_recording(""));
    EXPECT_FALSE(read_recording("/nowhere/at/all.csv"));
}

TEST(Recording, NamesTheMachineInALine) {
    EXPECT_EQ(machine_words(R"({"cpu_model":"Quick 9","cpus_allowed":4,"architecture":"x86_64",)"
                            R"("virtualised":true,"os":"Some OS"})"),
              "Quick 9, 4 CPUs, x86_64, virtualised, Some OS");
    EXPECT_EQ(machine_words(R"({"cpu_model":null,"cpus_allowed":2})"), "2 CPUs");
    EXPECT_EQ(machine_words("no json"), "unknown");
    EXPECT_EQ(machine_words("{}"), "unknown");
}

/// The synthetic run with two cells of the same code, in a mirrored order.
std::string twins() {
    std::string text = experiment_text;
    const auto cut = [&](const std::string& from, const std::string& until,
                         const std::string& with) {
        const auto at = text.find(from);
        text.replace(at, text.find(until, at) - at, with);
    };
    cut("\"cells\": [", "\"conditions\"",
        R"("cells": [ { "id": "held" }, { "id": "twin", "duplicate_of": "held" } ], )");
    cut("\"criteria\": [", "] }", "\"criteria\": [");
    cut("interleaved", "\"", "mirrored");
    return text;
}

class RecordedRun : public testing::Test {
protected:
    /// All visits but the last `without` of the schedule.
    void write(std::size_t without = 0) {
        const Experiment plan = experiment(twins());
        RunWriter writer = new_run(file(), plan);
        VisitEnd end = visit_end();
        auto schedule = schedule_of(plan);
        schedule.resize(schedule.size() - without);
        for (const ScheduledVisit& scheduled : schedule) {
            end.foreign_cpu_s = foreign * scheduled.window_s;
            add_visit(writer, visit_row(scheduled), &end);
        }
        must(writer.close());
    }
    Recording recorded() { return must(record_of(must(RunReader::open(file())))); }
    std::filesystem::path file() const { return m_folder.path() / "twins.stallscope"; }

    double foreign = 0.01;

private:
    TemporaryFolder m_folder;
};

TEST_F(RecordedRun, KeepsEveryHalfVisitOfBothCells) {
    write();
    const Recording recording = recorded();
    EXPECT_EQ(recording.name, "synthetic");
    EXPECT_EQ(recording.order, "mirrored");
    EXPECT_EQ(recording.load, "quiet");
    EXPECT_EQ(recording.cycles, 2);
    EXPECT_EQ(recording.parts, 5);
    EXPECT_DOUBLE_EQ(recording.window_ms, 800);
    EXPECT_NE(recording.workload.find("gpu: opencl"), std::string::npos) << recording.workload;
    // Cycles, halves, cells; e2e, return, service and throughput of the closed stream. The loop
    // has calls, no requests.
    EXPECT_EQ(recording.halves.size(), 2U * 2 * 2 * 4);
    int position = 0;
    for (const RecordedHalf& half : recording.halves) {
        EXPECT_GE(half.position, position);
        position = half.position;
        EXPECT_TRUE(half.cell == "A" || half.cell == "A2");
        EXPECT_EQ(half.stream, "gpu");
    }
}

TEST_F(RecordedRun, ValuesAreThoseOfStepOne) {
    write();
    for (const RecordedHalf& half : recorded().halves) {
        if (half.metric == "service") {
            EXPECT_GT(std::exp(*half.mean()), 1.5);
            EXPECT_LT(std::exp(*half.mean()), 1.9);
            EXPECT_NEAR(*half.typical, *half.mean(), 0.05);
            EXPECT_GT(*half.p95, *half.mean());
        } else if (half.metric == "throughput") {
            EXPECT_NEAR(*half.mean(), -std::log(half.n / half.cost_ms * 1000), 1e-9);
            EXPECT_NEAR(half.cost_ms, 800, 20) << "from renewal to renewal";
            EXPECT_FALSE(half.p95);
        }
    }
}

TEST_F(RecordedRun, TellsAQuietMachineFromABusyOne) {
    foreign = 0.3;
    write();
    EXPECT_EQ(recorded().load, "stressed");
    EXPECT_NEAR(recorded().foreign_cpu, 0.3, 1e-9);
}

TEST_F(RecordedRun, ACycleThatIsNotCompleteDoesNotCount) {
    write(1);
    const Recording recording = recorded();
    EXPECT_EQ(recording.cycles, 1);
    // The visit that has but one half is left out, the other cell's stays.
    EXPECT_EQ(recording.halves.size(), (2U * 2 + 2) * 4);
}

TEST(RecordOf, ARunWithoutADuplicateIsRefused) {
    const TemporaryFolder folder;
    const auto file = folder.path() / "run.stallscope";
    write_run(file);
    const auto recording = record_of(must(RunReader::open(file)));
    ASSERT_FALSE(recording);
    EXPECT_EQ(recording.error().says, "no cell of this run duplicates another");
}

TEST(RecordOf, ShippedRecordingsCanBeReadAndAreLongEnough) {
    const auto folder = std::filesystem::path(STALLSCOPE_SOURCE_DIR) / "resources/recordings";
    int found = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const Recording recording = must(read_recording(entry.path()));
        EXPECT_GE(recording.cycles, 60) << entry.path();
        EXPECT_FALSE(recording.machine.empty()) << entry.path();
        EXPECT_LE(std::filesystem::file_size(entry.path()), 400'000U) << entry.path();
        ++found;
    }
    EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace stallscope

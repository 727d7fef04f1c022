// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "suite/bench_output.h"

namespace stallscope {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(PytestBenchmark, GivesTheFiguresInNanoseconds) {
    const auto output = import_pytest_benchmark(R"({
        "machine_info": {"cpu": {"brand_raw": "A CPU", "count": 2}},
        "benchmarks": [
          {"name": "test_parse[16]", "group": null, "params": {"n": 16},
           "stats": {"min": 7e-05, "max": 1e-04, "median": 7.5e-05, "mean": 8e-05, "rounds": 100}},
          {"name": "test_slow", "stats": {"min": 1.5, "median": 1.6, "mean": 1.7, "rounds": 5,
                                          "data": [1.5, 1.6, 1.7]}}]})");
    ASSERT_TRUE(output) << to_text(output.error());
    EXPECT_EQ(output->machine, "A CPU");
    ASSERT_EQ(output->rows.size(), 2u);
    EXPECT_EQ(output->rows[0].name, "test_parse[16]");
    EXPECT_DOUBLE_EQ(output->rows[0].min_ns, 70'000);
    EXPECT_EQ(output->rows[0].min_s, 7e-05);  // to the last bit
    EXPECT_DOUBLE_EQ(output->rows[0].median_ns, 75'000);
    EXPECT_DOUBLE_EQ(output->rows[0].mean_ns, 80'000);
    EXPECT_EQ(output->rows[0].trouble, "");
    EXPECT_THAT(output->rows[1].times_ns, ElementsAre(1.5e9, 1.6e9, 1.7e9));
}

TEST(GoogleBenchmark, ReadsUnitsAndRepetitions) {
    const auto output = import_google_benchmark(R"({
        "context": {"host_name": "box"},
        "benchmarks": [
          {"name": "BM_a/repeats:3", "run_name": "BM_a/repeats:3", "run_type": "iteration",
           "real_time": 3.0, "cpu_time": 1, "time_unit": "us"},
          {"name": "BM_a/repeats:3", "run_name": "BM_a/repeats:3", "run_type": "iteration",
           "real_time": 1.0, "cpu_time": 1, "time_unit": "us"},
          {"name": "BM_a/repeats:3", "run_name": "BM_a/repeats:3", "run_type": "iteration",
           "real_time": 2.0, "cpu_time": 1, "time_unit": "us"},
          {"name": "BM_a/repeats:3_mean", "run_name": "BM_a/repeats:3", "run_type": "aggregate",
           "aggregate_name": "mean", "real_time": 77.0, "time_unit": "us"},
          {"name": "BM_b", "run_name": "BM_b", "real_time": 5, "time_unit": "ms"},
          {"name": "BM_c", "real_time": 5, "time_unit": "ns"},
          {"name": "BM_d", "real_time": 2, "time_unit": "s"}]})");
    ASSERT_TRUE(output) << to_text(output.error());
    ASSERT_EQ(output->rows.size(), 4u);
    EXPECT_EQ(output->rows[0].name, "BM_a/repeats:3");
    EXPECT_THAT(output->rows[0].times_ns, ElementsAre(3000, 1000, 2000));
    EXPECT_EQ(output->rows[0].min_ns, 1000);
    EXPECT_EQ(output->rows[0].median_ns, 2000);
    EXPECT_EQ(output->rows[0].mean_ns, 2000);  // of the repetitions, not the aggregate
    EXPECT_EQ(output->rows[1].min_ns, 5e6);
    EXPECT_EQ(output->rows[2].min_ns, 5);
    EXPECT_EQ(output->rows[3].min_ns, 2e9);
}

TEST(GoogleBenchmark, AggregatesAloneGiveWhatTheyHave) {
    const auto output = import_google_benchmark(R"({"benchmarks": [
          {"name": "BM_a_mean", "run_name": "BM_a", "aggregate_name": "mean", "real_time": 4},
          {"name": "BM_a_median", "run_name": "BM_a", "aggregate_name": "median", "real_time": 3},
          {"name": "BM_a_cv", "run_name": "BM_a", "aggregate_name": "cv",
           "aggregate_unit": "percentage", "real_time": 0.1},
          {"name": "BM_b_min", "run_name": "BM_b", "aggregate_name": "min", "real_time": 2},
          {"name": "BM_b_median", "run_name": "BM_b", "aggregate_name": "median", "real_time": 3}
        ]})");
    ASSERT_TRUE(output) << to_text(output.error());
    ASSERT_EQ(output->rows.size(), 2u);
    EXPECT_EQ(output->rows[0].median_ns, 3);
    EXPECT_EQ(output->rows[0].mean_ns, 4);
    EXPECT_THAT(output->rows[0].trouble, HasSubstr("without a minimum"));
    EXPECT_EQ(output->rows[1].min_ns, 2);
    EXPECT_EQ(output->rows[1].trouble, "");
}

TEST(GoogleBenchmark, ErrorsAndSkippedRowsAreTrouble) {
    const auto output = import_google_benchmark(R"({"benchmarks": [
          {"name": "BM_bad", "error_occurred": true, "error_message": "no file", "real_time": 0},
          {"name": "BM_skip", "skipped": true, "skip_message": "no GPU", "real_time": 0}]})");
    ASSERT_TRUE(output) << to_text(output.error());
    EXPECT_EQ(output->rows[0].trouble, "failed: no file");
    EXPECT_EQ(output->rows[1].trouble, "was skipped: no GPU");
}

TEST(Hyperfine, ReadsTimesAndExitCodes) {
    const auto output = import_hyperfine(R"({"results": [
          {"command": "sleep 0.1", "mean": 0.2, "median": 0.2, "min": 0.1, "max": 0.3,
           "times": [0.3, 0.1, 0.2], "exit_codes": [0, 0, 0]},
          {"command": "false", "mean": 0.1, "median": 0.1, "min": 0.1,
           "times": [0.1, 0.1], "exit_codes": [0, 1]},
          {"command": "killed", "times": [0.1], "exit_codes": [null]},
          {"command": "figures only", "mean": 0.2, "median": 0.15, "min": 0.1}]})");
    ASSERT_TRUE(output) << to_text(output.error());
    ASSERT_EQ(output->rows.size(), 4u);
    EXPECT_THAT(output->rows[0].times_ns, ElementsAre(3e8, 1e8, 2e8));
    EXPECT_EQ(output->rows[0].min_s, 0.1);
    EXPECT_EQ(output->rows[1].trouble, "exited with code 1");
    EXPECT_EQ(output->rows[2].trouble, "was ended by a signal");
    EXPECT_DOUBLE_EQ(output->rows[3].median_ns, 1.5e8);
}

TEST(Criterion, DividesTimesByIterations) {
    const auto row = import_criterion(
        R"({"group_id": "parse", "function_id": "lazy", "value_str": "16", "full_id": "parse/lazy/16"})",
        R"({"sampling_mode": "Linear", "iters": [1, 2, 4], "times": [12.0, 20.0, 44.0]})",
        R"({"mean": {"point_estimate": 10.9}, "median": {"point_estimate": 10.8}})");
    ASSERT_TRUE(row) << to_text(row.error());
    EXPECT_EQ(row->name, "parse/lazy/16");
    EXPECT_THAT(row->times_ns, ElementsAre(12, 10, 11));
    EXPECT_EQ(row->min_ns, 10);
    EXPECT_EQ(row->median_ns, 10.8);
    EXPECT_EQ(row->mean_ns, 10.9);
}

TEST(Criterion, OnlyWhatWasWrittenNowCounts) {
    const fs::path folder =
        fs::temp_directory_path() / ("stallscope-criterion-" + std::to_string(::getpid()));
    const auto write = [&](const std::string& name) {
        const fs::path at = folder / name / "new";
        fs::create_directories(at);
        std::ofstream(at / "benchmark.json") << R"({"full_id": ")" << name << "\"}";
        std::ofstream(at / "estimates.json")
            << R"({"mean": {"point_estimate": 2}, "median": {"point_estimate": 2}})";
        std::ofstream(at / "sample.json") << R"({"iters": [1], "times": [2]})";
    };
    write("old");
    write("fresh");
    const auto now = fs::last_write_time(folder / "fresh" / "new" / "sample.json");
    fs::last_write_time(folder / "old" / "new" / "sample.json", now - std::chrono::hours(1));
    const auto output = read_bench_output(folder, BenchFormat::criterion, now);
    ASSERT_TRUE(output) << to_text(output.error());
    ASSERT_EQ(output->rows.size(), 1u);
    EXPECT_EQ(output->rows[0].name, "fresh");
    const auto later =
        read_bench_output(folder, BenchFormat::criterion, now + std::chrono::hours(1));
    ASSERT_FALSE(later);
    EXPECT_THAT(later.error().says, HasSubstr("no benchmark was written"));
    fs::remove_all(folder);
}

struct Broken {
    const char* says;
    Result<BenchOutput> (*import)(std::string_view);
    const char* text;
    const char* sentence;  ///< part of the error
};

TEST(Importers, SayWhatIsBrokenAndWhere) {
    const Broken table[] = {
        {"nothing", import_pytest_benchmark, "", "pytest-benchmark output cannot be read"},
        {"a traceback", import_pytest_benchmark,
         "Traceback (most recent call last):", "is not valid JSON"},
        {"cut off", import_google_benchmark, R"({"benchmarks": [{"name": "a")",
         "is not valid JSON"},
        {"a list", import_hyperfine, "[]", "/results: a list is missing"},
        {"no benchmarks", import_pytest_benchmark, R"({"benchmarks": []})",
         "/benchmarks: there is no benchmark"},
        {"no name", import_pytest_benchmark, R"({"benchmarks": [{"stats": {}}]})",
         "/benchmarks/0/name: a text is missing"},
        {"no minimum", import_pytest_benchmark,
         R"({"benchmarks": [{"name": "a", "stats": {"median": 1, "mean": 1}}]})",
         "/benchmarks/0/stats/min: a time is missing"},
        {"a time in words", import_pytest_benchmark,
         R"({"benchmarks": [{"name": "a", "stats": {"min": "1", "median": 1, "mean": 1}}]})",
         "/benchmarks/0/stats/min: a time is expected, not the text"},
        {"a negative time", import_google_benchmark,
         R"({"benchmarks": [{"name": "a", "real_time": -1}]})",
         "/benchmarks/0/real_time: this is not a time"},
        {"an endless time", import_google_benchmark,
         R"({"benchmarks": [{"name": "a", "real_time": 1e300, "time_unit": "s"}]})",
         "/benchmarks/0/real_time: this is not a time"},
        {"a strange unit", import_google_benchmark,
         R"({"benchmarks": [{"name": "a", "real_time": 1, "time_unit": "h"}]})",
         "/benchmarks/0/time_unit: \"h\" is no unit of time"},
        {"twice the same row", import_pytest_benchmark,
         R"({"benchmarks": [{"name": "a", "stats": {"min": 1, "median": 1, "mean": 1}},
                            {"name": "a", "stats": {"min": 1, "median": 1, "mean": 1}}]})",
         "/benchmarks/1: the benchmark \"a\" is there more than once"},
        {"twice the same command", import_hyperfine,
         R"({"results": [{"command": "a", "times": [1]}, {"command": "a", "times": [1]}]})",
         "--command-name"},
    };
    for (const Broken& one : table) {
        SCOPED_TRACE(one.says);
        const auto output = one.import(one.text);
        ASSERT_FALSE(output);
        EXPECT_EQ(output.error().kind, ErrorKind::measurement);
        EXPECT_THAT(to_text(output.error()), HasSubstr(one.sentence));
    }
}

TEST(Importers, DeepNestingIsRefusedBeforeItIsParsed) {
    const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
    for (const auto import : {import_pytest_benchmark, import_google_benchmark, import_hyperfine})
        EXPECT_FALSE(import(deep));
}

}  // namespace
}  // namespace stallscope

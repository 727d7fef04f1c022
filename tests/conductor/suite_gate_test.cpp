// SPDX-License-Identifier: Apache-2.0
#include "run/suite_gate.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "plan/exit_code.h"
#include "run/gate_ledger.h"

namespace stallscope {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;

/// Writes rows as pytest-benchmark does: `rows a 0.001 b 0.002`.
constexpr const char* rows_function =
    "rows() { c=''; printf '{\"benchmarks\": ['; while [ $# -gt 1 ]; do "
    "printf '%s{\"name\": \"%s\", \"stats\": {\"min\": %s, \"median\": %s, \"mean\": %s}}' "
    "\"$c\" \"$1\" \"$2\" \"$2\" \"$2\"; c=','; shift 2; done; printf ']}'; }\n";

class SuiteGate : public ::testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "stallscope-suite-XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        m_folder = name;
        write("base.txt", "base");
        write("head.txt", "head");
        m_suite.name = "test";
        m_suite.directory = m_folder;
        m_suite.rounds = 1;
        m_suite.most_rounds = 1;
        m_suite.limit_s = 10;
        m_suite.aa = false;
        m_suite.order = RoundOrder::interleaved;
        m_suite.salts.count = 3;
        for (const Side side : {Side::base, Side::head}) {
            bench(side, "rows row 0.001 other 0.002 >$STALLSCOPE_OUT");
            of(side).files = {std::string(to_text(side)) + ".txt"};
        }
        SuiteClaim claim;
        claim.id = "no-slower";
        claim.others = true;
        claim.bound = 0.05;
        m_suite.claims = {claim};
    }

    void TearDown() override {
        std::error_code ignored;
        fs::remove_all(m_folder, ignored);
    }

    SuiteSide& of(Side side) { return m_suite.sides[static_cast<std::size_t>(side)]; }
    void bench(Side side, const std::string& script) {
        of(side).bench = {{rows_function + script}, true};
    }
    void write(const std::string& name, const std::string& text) {
        std::ofstream(m_folder / name) << text;
    }

    Result<SuiteReport> gate() {
        return run_gate(
            m_suite, m_folder / "data",
            [this](const std::string& line) { m_heard.push_back(line); }, m_control);
    }

    std::string error() {
        const auto report = gate();
        if (report) return "no error";
        EXPECT_EQ(report.error().kind, ErrorKind::measurement);
        return to_text(report.error());
    }

    fs::path m_folder;
    Suite m_suite;
    Control m_control;
    std::vector<std::string> m_heard;
};

TEST_F(SuiteGate, MeasuresEveryBuildOfBothSidesAndIsGreen) {
    m_suite.aa = true;
    m_suite.rounds = m_suite.most_rounds = 2;
    m_suite.order = RoundOrder::mirrored;
    const auto report = gate();
    ASSERT_TRUE(report) << to_text(report.error());
    EXPECT_EQ(report->exit_code, ExitCode::done);
    EXPECT_EQ(report->processes, 3 * 3 * 2 * 2);
    EXPECT_EQ(report->rounds, 2);
    ASSERT_EQ(report->judgement.rows.size(), 2u);
    EXPECT_NEAR(*report->judgement.rows[0].base_ns, 1e6, 1);
    EXPECT_NE(report->base_hash, report->head_hash);
    EXPECT_THAT(m_heard.front(), HasSubstr("1 of 36: "));
    ASSERT_EQ(m_heard.size(), 36u);
    // Nothing is left behind but the ledger.
    EXPECT_TRUE(fs::exists(m_folder / "data" / "gate-ledger.jsonl"));
}

TEST_F(SuiteGate, ASlowerRowIsNotMet) {
    bench(Side::head, "rows row 0.0012 other 0.002 >$STALLSCOPE_OUT");
    const auto report = gate();
    ASSERT_TRUE(report) << to_text(report.error());
    EXPECT_EQ(report->exit_code, ExitCode::criterion_not_met);
    EXPECT_THAT(report->judgement.reasons, Contains(HasSubstr("no-slower is not met at row")));
}

TEST_F(SuiteGate, SaltsReachTheBench) {
    // The row of salt n takes 1 + n ms: the spread of the builds is threefold.
    const std::string script =
        "[ ${#STALLSCOPE_PADDING} -gt 0 ] || [ $STALLSCOPE_SALT = 0 ] || exit 9\n"
        "rows row 0.00$((STALLSCOPE_SALT + 1)) >$STALLSCOPE_OUT";
    bench(Side::base, script);
    bench(Side::head, script);
    const auto report = gate();
    ASSERT_TRUE(report) << to_text(report.error());
    EXPECT_NEAR(*report->judgement.rows[0].own_spread, 2, 1e-6);
}

TEST_F(SuiteGate, WhateverIsNoTimeOfEveryRowFails) {
    const std::string good = "rows row 0.001 other 0.002 >$STALLSCOPE_OUT";
    const struct {
        const char* says;
        std::string head;
        std::vector<std::string> sentences;
    } table[] = {
        {"an error",
         "echo 'no such module'; exit 3",
         {"head", "round 1", "the bench exited with code 3", "no such module"}},
        {"a crash", "kill -SEGV $$", {"the bench was killed by signal 11"}},
        {"a hang", "sleep 60", {"the bench did not end within 0.5 s"}},
        {"garbage", "echo Segmentation fault >$STALLSCOPE_OUT", {"is not valid JSON"}},
        {"nothing", "true", {"the bench wrote no output", "STALLSCOPE_OUT"}},
        {"a folder", "mkdir $STALLSCOPE_OUT", {"head"}},
        {"a lost row",
         "rows row 0.001 >$STALLSCOPE_OUT",
         {"row \"other\" is missing; it was there in base"}},
        {"a row of one side",
         "rows row 0.001 other 0.002 new 0.003 >$STALLSCOPE_OUT",
         {"row \"new\" is here; it was missing in base"}},
        {"no time at all",
         "rows row 0.001 other 0 >$STALLSCOPE_OUT",
         {"row \"other\" took no time at all"}},
        {"a row twice", "rows row 0.001 row 0.002 >$STALLSCOPE_OUT", {"more than once"}},
    };
    m_suite.limit_s = 0.5;
    for (const auto& one : table) {
        SCOPED_TRACE(one.says);
        bench(Side::head, one.head);
        const std::string text = error();
        for (const std::string& sentence : one.sentences) EXPECT_THAT(text, HasSubstr(sentence));
    }
}

TEST_F(SuiteGate, ARowThatLosesTheCallItTimesFails) {
    // The row is still there, but it times an empty body.
    bench(Side::head, "rows row 0.001 other 0.00000004 >$STALLSCOPE_OUT");
    EXPECT_THAT(error(), AllOf(HasSubstr("row \"other\" takes 2e+06 ns in base and 40 ns in head"),
                               HasSubstr("lost the call it timed")));
    SuiteClaim claim;
    claim.id = "cached";
    claim.rows = {"other"};
    claim.form = Form::at_least_times;
    claim.bound = 100;
    m_suite.claims.push_back(claim);
    const auto report = gate();
    ASSERT_TRUE(report) << to_text(report.error());
    EXPECT_EQ(report->exit_code, 0);
}

TEST_F(SuiteGate, ARowThatIsGoneOnBothSidesIsNoted) {
    ASSERT_TRUE(gate());
    for (const Side side : {Side::base, Side::head}) bench(side, "rows row 0.001 >$STALLSCOPE_OUT");
    const auto report = gate();
    ASSERT_TRUE(report);
    EXPECT_THAT(report->notes, Contains(HasSubstr("Row other was there when this suite ran last")));
}

TEST_F(SuiteGate, ACriterionFolderIsReadWhereTheBenchWritesIt) {
    m_suite.format = BenchFormat::criterion;
    for (const Side side : {Side::base, Side::head}) {
        of(side).output = "target/{side}";
        bench(side,
              "n=target/$STALLSCOPE_SIDE/row/new; mkdir -p $n\n"
              "echo '{\"full_id\": \"row\"}' >$n/benchmark.json\n"
              "echo '{\"iters\": [2], \"times\": [4000000]}' >$n/sample.json\n"
              "echo '{\"mean\": {\"point_estimate\": 2e6}, \"median\": {\"point_estimate\": "
              "2e6}}' >$n/estimates.json");
    }
    const auto report = gate();
    ASSERT_TRUE(report) << to_text(report.error());
    EXPECT_NEAR(*report->judgement.rows[0].base_ns, 2e6, 1);
    EXPECT_EQ(report->exit_code, 0);
    bench(Side::head, "true");  // what lies there is from before
    EXPECT_THAT(error(), HasSubstr("no benchmark was written"));
}

TEST_F(SuiteGate, ARowThatIsLostInALaterRoundFails) {
    m_suite.rounds = 3;
    bench(Side::head,
          "echo x >>count\nif [ $(wc -l <count) -gt 6 ]; then rows row 0.001 >$STALLSCOPE_OUT; "
          "else rows row 0.001 other 0.002 >$STALLSCOPE_OUT; fi");
    EXPECT_THAT(error(), AllOf(HasSubstr("round 3"), HasSubstr("row \"other\" is missing")));
}

TEST_F(SuiteGate, ASkippedRowFailsUnlessNobodyNeedsIt) {
    m_suite.format = BenchFormat::google_benchmark;
    for (const Side side : {Side::base, Side::head})
        bench(
            side,
            "echo '{\"benchmarks\": [{\"name\": \"row\", \"real_time\": 2000}, {\"name\": \"gpu\", "
            "\"skipped\": true, \"skip_message\": \"no GPU\"}]}' >$STALLSCOPE_OUT");
    EXPECT_THAT(error(), HasSubstr("row \"gpu\" was skipped: no GPU"));
    m_suite.ignore = {"g*"};
    const auto report = gate();
    ASSERT_TRUE(report) << to_text(report.error());
    EXPECT_EQ(report->exit_code, 0);
}

TEST_F(SuiteGate, AnOutputOfAnEarlierProcessIsNone) {
    write("results.json", "{\"benchmarks\": []}");
    of(Side::base).output = of(Side::head).output = "results.json";
    bench(Side::base, "true");
    bench(Side::head, "true");
    EXPECT_THAT(error(), HasSubstr("left the output of an earlier process"));
}

TEST_F(SuiteGate, AClaimAboutARowThatNobodyMeasuresFails) {
    SuiteClaim claim;
    claim.id = "typo";
    claim.rows = {"raw"};
    m_suite.claims.push_back(claim);
    EXPECT_THAT(error(), AllOf(HasSubstr("claim \"typo\" is about \"raw\", which was not measured"),
                               HasSubstr("Did you mean \"row\"?")));
    m_suite.claims.back().rows = {"row"};
    m_suite.controls = {"r*"};
    EXPECT_THAT(error(), HasSubstr("which is a control"));
}

TEST_F(SuiteGate, BuildsComeFirstAndTheirFailureIsSaid) {
    of(Side::base).build = {{"echo base >base.txt; echo built >>order"}, true};
    of(Side::head).build = {{"echo head $STALLSCOPE_SIDE >head.txt; echo built >>order"}, true};
    bench(Side::base, "echo benched >>order; rows row 0.001 >$STALLSCOPE_OUT");
    bench(Side::head, "echo benched >>order; rows row 0.001 >$STALLSCOPE_OUT");
    const auto report = gate();
    ASSERT_TRUE(report) << to_text(report.error());
    std::ifstream order(m_folder / "order");
    std::string word, all;
    while (order >> word) all += word[1];
    EXPECT_EQ(all, "uueeeeee");
    of(Side::head).build = {{"echo 'undefined reference'; exit 2"}, true};
    EXPECT_THAT(error(), AllOf(HasSubstr("head: the build exited with code 2"),
                               HasSubstr("undefined reference")));
    of(Side::head).build = {{"sleep 60"}, true};
    m_suite.build_limit_s = 0.2;
    EXPECT_THAT(error(), HasSubstr("the build did not end within 0.2 s"));
}

TEST_F(SuiteGate, EqualBuildsAreRefusedSkippedOrMeant) {
    write("head.txt", "base");
    EXPECT_THAT(error(), HasSubstr("base and head are the same files"));
    m_suite.equal_files = EqualFiles::skip;
    auto report = gate();
    ASSERT_TRUE(report);
    EXPECT_TRUE(report->nothing_to_compare);
    EXPECT_EQ(report->exit_code, 0);
    EXPECT_EQ(report->processes, 0);
    m_suite.equal_files = EqualFiles::measure;
    report = gate();
    ASSERT_TRUE(report);
    EXPECT_EQ(report->processes, 6);
}

TEST_F(SuiteGate, AMissingFileIsSaid) {
    of(Side::head).files = {"nowhere.txt"};
    EXPECT_THAT(error(), AllOf(HasSubstr("nowhere.txt"), HasSubstr("missing")));
}

TEST_F(SuiteGate, AFolderIsAllItsFiles) {
    fs::create_directories(m_folder / "package" / "inner");
    write("package/inner/a.py", "1");
    of(Side::base).files = {"package"};
    const auto once = hash_of_side(m_suite, Side::base, 0);
    ASSERT_TRUE(once);
    write("package/inner/a.py", "2");
    EXPECT_NE(*hash_of_side(m_suite, Side::base, 0), *once);
    write("package/inner/a.py", "1");
    EXPECT_EQ(*hash_of_side(m_suite, Side::base, 0), *once);
}

TEST_F(SuiteGate, SaltedBuildsMustDifferAndStayApart) {
    m_suite.salts.build = true;
    for (const Side side : {Side::base, Side::head}) {
        of(side).build = {{"echo $STALLSCOPE_SIDE >$STALLSCOPE_SIDE-$STALLSCOPE_SALT.txt"}, true};
        of(side).files = {"{side}-{salt}.txt"};
    }
    EXPECT_THAT(error(), HasSubstr("salts 0 and 1 gave the same files"));
    for (const Side side : {Side::base, Side::head})
        of(side).build = {{"echo $STALLSCOPE_SIDE $STALLSCOPE_SALT "
                           ">$STALLSCOPE_SIDE-$STALLSCOPE_SALT.txt"},
                          true};
    const auto report = gate();
    ASSERT_TRUE(report) << to_text(report.error());
    EXPECT_EQ(report->salted_by, "environment and build");
    // All builds into one file: what is measured later is the last one.
    of(Side::base).build = {{"echo base $STALLSCOPE_SALT >base.txt"}, true};
    of(Side::base).files = {"base.txt"};
    EXPECT_THAT(error(), HasSubstr("A later build wrote over it"));
}

TEST_F(SuiteGate, FilesThatChangeMeanwhileAreNotWhatWasBuilt) {
    bench(Side::head, "echo more >>head.txt; rows row 0.001 other 0.002 >$STALLSCOPE_OUT");
    EXPECT_THAT(error(), HasSubstr("what is measured is not what was built"));
}

TEST_F(SuiteGate, OneBuildPerSideIsUndecidedByPlacement) {
    m_suite.salts.count = 1;
    m_suite.rounds = m_suite.most_rounds = 3;
    auto report = gate();
    ASSERT_TRUE(report);
    EXPECT_EQ(report->exit_code, ExitCode::undecided);
    EXPECT_THAT(report->judgement.claims[0].why, HasSubstr("placement"));
    EXPECT_THAT(report->notes, Contains(HasSubstr("where the code was placed")));
    m_suite.undecided = UndecidedPolicy::warn;
    report = gate();
    ASSERT_TRUE(report);
    EXPECT_EQ(report->exit_code, ExitCode::done);
    EXPECT_THAT(report->notes, Contains(HasSubstr("\"undecided\": \"warn\"")));
    EXPECT_EQ(report->earlier_runs, 1);
}

TEST_F(SuiteGate, EarlierSaltedRunsStandForOneBuild) {
    m_suite.salts.count = 6;  // 2 · 5 degrees of freedom
    const std::string script =
        "rows row 0.00100$((STALLSCOPE_SALT % 3)) other 0.002 >$STALLSCOPE_OUT";
    bench(Side::base, script);
    bench(Side::head, script);
    ASSERT_TRUE(gate());
    m_suite.salts.count = 1;
    m_suite.rounds = m_suite.most_rounds = 3;
    const auto report = gate();
    ASSERT_TRUE(report);
    EXPECT_EQ(report->exit_code, ExitCode::done) << report->judgement.claims[0].why;
    EXPECT_THAT(report->notes, Contains(HasSubstr("earlier salted runs")));
}

TEST_F(SuiteGate, UndecidedIsMeasuredLongerWhereTheSuiteSaysSo) {
    m_suite.salts.count = 1;
    m_suite.rounds = 2;
    m_suite.most_rounds = 5;
    m_suite.undecided = UndecidedPolicy::extend;
    const auto report = gate();
    ASSERT_TRUE(report);
    EXPECT_EQ(report->rounds, 5);
    EXPECT_EQ(report->looks, 3);
    EXPECT_EQ(report->exit_code, ExitCode::undecided);
    m_suite.salts.count = 3;
    const auto decided = gate();
    ASSERT_TRUE(decided);
    EXPECT_EQ(decided->rounds, 2);
    EXPECT_EQ(decided->exit_code, ExitCode::done);
}

TEST_F(SuiteGate, TheLedgerShowsAFlip) {
    ASSERT_TRUE(gate());
    bench(Side::head, "rows row 0.0012 other 0.002 >$STALLSCOPE_OUT");  // the same files
    const auto report = gate();
    ASSERT_TRUE(report);
    ASSERT_EQ(report->flips.size(), 1u);
    EXPECT_EQ(report->flips[0].before, "met");
    EXPECT_EQ(report->flips[0].now, "not_met");
    EXPECT_EQ(report->earlier_runs, 1);
}

TEST_F(SuiteGate, ALineThatBrokeOffDoesNotSwallowTheNext) {
    const GateLedger ledger(m_folder / "data");
    fs::create_directories(m_folder / "data");
    write("data/gate-ledger.jsonl", "{\"time\": \"2026-01");
    const auto report = gate();
    ASSERT_TRUE(report);
    EXPECT_THAT(report->notes, Contains(HasSubstr("damaged")));
    const auto read = ledger.read();
    ASSERT_TRUE(read);
    EXPECT_EQ(read->entries.size(), 1u);
    EXPECT_EQ(read->damaged, 1);
}

TEST_F(SuiteGate, CancelEndsTheBenchAtOnce) {
    bench(Side::base, "sleep 60");
    bench(Side::head, "sleep 60");
    m_suite.limit_s = 60;
    std::thread later([this] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        m_control.cancel = true;
    });
    const auto begin = std::chrono::steady_clock::now();
    const auto report = gate();
    later.join();
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().kind, ErrorKind::cancelled);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

TEST(ExitCodes, FollowTheOutcomeAndThePolicy) {
    EXPECT_EQ(exit_code_of(SuiteOutcome::green, UndecidedPolicy::fail), 0);
    EXPECT_EQ(exit_code_of(SuiteOutcome::not_met, UndecidedPolicy::warn), 4);
    EXPECT_EQ(exit_code_of(SuiteOutcome::invalid, UndecidedPolicy::warn), 5);
    EXPECT_EQ(exit_code_of(SuiteOutcome::undecided, UndecidedPolicy::fail), 6);
    EXPECT_EQ(exit_code_of(SuiteOutcome::undecided, UndecidedPolicy::extend), 6);
    EXPECT_EQ(exit_code_of(SuiteOutcome::undecided, UndecidedPolicy::warn), 0);
}

}  // namespace
}  // namespace stallscope

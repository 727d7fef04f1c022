// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "analysis/synthetic_run.h"
#include "cli/command.h"
#include "cli/run_summary.h"

namespace stallscope::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

/// A complete run and one that was broken off after two visits.
class ResultCommands : public ::testing::Test {
protected:
    void SetUp() override {
        by_hand::write_run(whole());
        const auto plan = by_hand::experiment();
        auto writer = by_hand::new_run(partial(), plan);
        const auto end = by_hand::visit_end();
        const auto schedule = schedule_of(plan);
        for (int i = 0; i < 3; ++i) {
            by_hand::add_visit(writer, by_hand::visit_row(schedule[static_cast<std::size_t>(i)]),
                               i < 2 ? &end : nullptr);
        }
        by_hand::must(writer.close());
    }
    std::string whole() const { return m_folder.file("whole.stallscope"); }
    std::string partial() const { return m_folder.file("partial.stallscope"); }
    ::TemporaryFolder m_folder;
};

TEST_F(ResultCommands, ShowBeginsWithWhatItIsAndEndsWithChecks) {
    const auto shown = call({"show", whole()});
    EXPECT_EQ(shown.code, 0) << shown.err;
    EXPECT_EQ(shown.err, "");
    EXPECT_THAT(shown.out, StartsWith("synthetic"));
    EXPECT_THAT(shown.out, Not(HasSubstr("partial")));
    for (const auto* part :
         {"held", "released", "Criteria, as sealed\n  undecided a held call delays",
          "Checks\n  passed  clock"}) {
        EXPECT_THAT(shown.out, HasSubstr(part));
    }
}

TEST_F(ResultCommands, APartialRunSaysSoFirstAndHowToGoOn) {
    const auto shown = call({"show", partial()});
    EXPECT_EQ(shown.code, 0) << shown.err;
    EXPECT_THAT(shown.out, StartsWith("This run is partial; 2 of 6 visits are complete.\n"
                                      "Measure the rest: stallscope resume " +
                                      partial() + "\n"));
}

TEST_F(ResultCommands, ACancelledRunSaysWhy) {
    auto writer = by_hand::must(RunWriter::open(partial()));
    by_hand::must(writer.set_status("cancelled", "cancelled"));
    by_hand::must(writer.close());
    EXPECT_THAT(call({"show", partial()}).out,
                StartsWith("This run is partial: it was cancelled; 2 of 6 visits"));
    writer = by_hand::must(RunWriter::open(partial()));
    by_hand::must(writer.set_status("failed", "the host died"));
    by_hand::must(writer.close());
    EXPECT_THAT(call({"show", partial()}).out,
                StartsWith("This run is partial: it failed (the host died); 2 of 6 visits"));
}

TEST_F(ResultCommands, ARunWithoutACompleteVisitHasNoTable) {
    const auto plan = by_hand::experiment();
    const auto file = m_folder.file("empty.stallscope");
    {
        auto writer = by_hand::new_run(file, plan);
        by_hand::must(writer.close());
    }
    const auto shown = call({"show", file});
    EXPECT_EQ(shown.code, 0) << shown.err;
    EXPECT_THAT(shown.out, StartsWith("This run is partial; 0 of 6 visits are complete."));
    EXPECT_THAT(shown.out, HasSubstr("there is no table"));
}

TEST_F(ResultCommands, ShowGivesTheFullFormsToo) {
    const auto json = call({"show", whole(), "--json"});
    EXPECT_EQ(nlohmann::json::parse(json.out)["experiment"]["name"], "synthetic");
    const auto full = call({"show", whole(), "--full"});
    EXPECT_EQ(full.code, 0);
    EXPECT_THAT(full.out, HasSubstr("|"));
    const auto of_partial = call({"show", partial(), "--json"});
    EXPECT_FALSE(nlohmann::json::parse(of_partial.out, nullptr, false).is_discarded());
    EXPECT_THAT(of_partial.err, HasSubstr("partial"));
    EXPECT_EQ(call({"show", whole(), "--json", "--full"}).code, 1);
}

TEST_F(ResultCommands, ExportWritesWhatVerifyAccepts) {
    const auto folder = m_folder.file("out");
    const auto exported = call({"export", whole(), "--to", folder});
    EXPECT_EQ(exported.code, 0) << exported.err;
    EXPECT_THAT(exported.out, HasSubstr(folder + "/results.json\n"));
    const auto verified = call({"verify", whole(), folder});
    EXPECT_EQ(verified.code, 0) << verified.err;
    EXPECT_THAT(verified.out, HasSubstr("seal    holds: "));
    EXPECT_THAT(verified.out, HasSubstr("visits  6 ended visits give their stored digest ("));
    EXPECT_THAT(verified.out, HasSubstr("export  " + folder + " is what the raw data gives\n"));
}

TEST_F(ResultCommands, ExportWritesOnlyTheFormatsAsked) {
    const auto folder = m_folder.file("out");
    EXPECT_EQ(call({"export", whole(), "--to", folder, "--format", "json,md"}).code, 0);
    EXPECT_TRUE(std::filesystem::exists(folder + "/results.json"));
    EXPECT_TRUE(std::filesystem::exists(folder + "/tables.md"));
    EXPECT_FALSE(std::filesystem::exists(folder + "/requests.csv"));
    const auto bad = call({"export", whole(), "--to", folder, "--format", "xlsx"});
    EXPECT_EQ(bad.code, 1);
    EXPECT_THAT(bad.err, HasSubstr("there is no format \"xlsx\""));
    EXPECT_EQ(call({"export", whole()}).code, 1);
}

TEST_F(ResultCommands, VerifySaysExactlyWhatIsAltered) {
    const auto folder = m_folder.file("out");
    ASSERT_EQ(call({"export", whole(), "--to", folder}).code, 0);
    std::ofstream(folder + "/requests.csv", std::ios::app) << "x\n";
    const auto verified = call({"verify", whole(), folder});
    EXPECT_EQ(verified.code, 7);
    EXPECT_EQ(verified.out, "");
    EXPECT_THAT(verified.err, HasSubstr("requests.csv"));
    EXPECT_THAT(verified.err, HasSubstr("stale or altered, 1 difference.\n"));
}

TEST_F(ResultCommands, VerifyHoldsTheSealAgainstThePublishedOne) {
    const auto alone = call({"verify", whole()});
    ASSERT_EQ(alone.code, 0) << alone.err;
    const auto at = alone.out.find("holds: ") + 7;
    const auto sealed = alone.out.substr(at, 64);
    EXPECT_EQ(call({"verify", whole(), "--seal", sealed}).code, 0);
    std::string loud = sealed;
    std::transform(loud.begin(), loud.end(), loud.begin(), ::toupper);
    EXPECT_EQ(call({"verify", whole(), "--seal", loud}).code, 0) << "as run takes it";
    EXPECT_EQ(call({"verify", whole(), "--seal", sealed.substr(1)}).code, 1) << "no hash at all";
    const auto other = call({"verify", whole(), "--seal", std::string(64, '0')});
    EXPECT_EQ(other.code, 7);
    EXPECT_THAT(other.err, HasSubstr("not as the published 0000"));
}

TEST_F(ResultCommands, VerifyOfAPartialRunSaysWhatHasNoDigest) {
    const auto verified = call({"verify", partial()});
    EXPECT_EQ(verified.code, 0) << verified.err;
    EXPECT_THAT(verified.out, HasSubstr("2 ended visits"));
    EXPECT_THAT(verified.out, HasSubstr("1 visit without an end"));
}

TEST(ShortPath, IsRelativeOnlyBelowTheWorkingDirectory) {
    const auto here = std::filesystem::current_path();
    EXPECT_EQ(short_path(here / "a" / "run.stallscope"), "a/run.stallscope");
    EXPECT_EQ(short_path("/elsewhere/run.stallscope"), "/elsewhere/run.stallscope");
    EXPECT_EQ(short_path("run.stallscope"), "run.stallscope");
    EXPECT_EQ(short_path(""), "");
}

TEST(ShellWord, IsQuotedWhereItHasToBe) {
    EXPECT_EQ(shell_word("a/b-1.stallscope"), "a/b-1.stallscope");
    EXPECT_EQ(shell_word("my run"), "'my run'");
    EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
    EXPECT_EQ(shell_word(""), "''");
}

}  // namespace
}  // namespace stallscope::cli

// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "analysis/synthetic_run.h"
#include "cli/command.h"
#include "record/run_addenda.h"

namespace stallscope::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

constexpr const char* stricter = R"({"says": "the numbers are better than we thought",
    "criteria": [
      {"id": "held-delays", "says": "a held call delays the reply by two milliseconds",
       "metric": "return", "statistic": "p50", "stream": "gpu", "cell": "held",
       "condition": "both", "at_least_ms": 2},
      {"id": "errors", "metric": "errors", "at_most": 0}]})";

class AddendumCommand : public ::testing::Test {
protected:
    void SetUp() override { by_hand::write_run(run()); }
    std::string run() const { return m_folder.file("whole.stallscope"); }
    std::string written(const std::string& text) const {
        const auto name = m_folder.file("criteria.json");
        std::ofstream(name) << text;
        return name;
    }
    std::vector<Addendum> stored() const {
        return by_hand::must(
            addenda_of(by_hand::must(RunReader::open(run())), by_hand::experiment()));
    }
    ::TemporaryFolder m_folder;
};

TEST_F(AddendumCommand, StoresTheCriteriaBesideTheSeal) {
    const auto seal = by_hand::must(by_hand::must(RunReader::open(run())).sealed_text());
    const auto added = call({"addendum", run(), written(stricter)});
    EXPECT_EQ(added.code, 0) << added.err;
    EXPECT_EQ(added.err, "");
    EXPECT_THAT(added.out, HasSubstr("Addenda: criteria edited after the seal, exploratory\n"));
    EXPECT_THAT(added.out, HasSubstr("Z: the numbers are better than we thought\n"));
    EXPECT_THAT(added.out, HasSubstr("\n    changed    held-delays: a held call delays"));
    EXPECT_THAT(added.out, HasSubstr("\n    added      errors (errors at most 0)\n"));

    const auto addenda = stored();
    ASSERT_EQ(addenda.size(), 1U);
    EXPECT_THAT(addenda[0].at, MatchesRegex("20[0-9-]+T[0-9:]+Z"));
    const auto reader = by_hand::must(RunReader::open(run()));
    EXPECT_EQ(by_hand::must(reader.sealed_text()), seal);
    EXPECT_EQ(by_hand::must(reader.status()), "complete");
    EXPECT_EQ(call({"verify", run()}).code, 0);
}

TEST_F(AddendumCommand, ShowListsWhatWasEditedAndWhen) {
    EXPECT_THAT(call({"show", run()}).out, Not(HasSubstr("Addenda")));
    ASSERT_EQ(call({"addendum", run(), written(stricter)}).code, 0);
    const auto shown = call({"show", run()});
    EXPECT_EQ(shown.code, 0) << shown.err;
    EXPECT_THAT(shown.out, HasSubstr("Addenda: criteria edited after the seal, exploratory\n  " +
                                     stored()[0].at + ": the numbers are better"));
}

TEST_F(AddendumCommand, WhatChangesNothingIsRefused) {
    ASSERT_EQ(call({"addendum", run(), written(stricter)}).code, 0);
    const auto again = call({"addendum", run(), written(stricter)});
    EXPECT_EQ(again.code, 1);
    EXPECT_THAT(again.err, HasSubstr("every criterion in it is as it already stands"));
    EXPECT_EQ(stored().size(), 1U);
    for (const char* suffix : {"-wal", "-shm", "-lock"}) {
        EXPECT_FALSE(std::filesystem::exists(run() + suffix)) << suffix;
    }
}

TEST_F(AddendumCommand, FaultsAreNamedWithTheirPlacesAndNothingIsStored) {
    std::string broken = stricter;
    broken.replace(broken.find("\"held\""), 6, "\"hold\"");
    const auto file = written(broken);
    const auto added = call({"addendum", run(), file});
    EXPECT_EQ(added.code, 2);
    EXPECT_EQ(added.out, "");
    EXPECT_THAT(added.err, HasSubstr(file + ": /criteria/0/cell: there is no cell \"hold\". Did "
                                            "you mean \"held\"?\n"));
    EXPECT_THAT(added.err, HasSubstr("1 fault; the run is as it was.\n"));
    EXPECT_TRUE(stored().empty());
    EXPECT_EQ(call({"addendum", run(), m_folder.file("absent.json")}).code, 2);
    EXPECT_EQ(call({"addendum", m_folder.file("absent.stallscope"), file}).code, 1);
}

TEST_F(AddendumCommand, ARunThatIsBeingWrittenIsLeftAlone) {
    const auto writer = by_hand::must(RunWriter::open(run()));
    const auto added = call({"addendum", run(), written(stricter)});
    EXPECT_EQ(added.code, 3);
    EXPECT_TRUE(stored().empty());
}

}  // namespace
}  // namespace stallscope::cli

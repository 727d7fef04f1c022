// SPDX-License-Identifier: Apache-2.0
#include "documents.h"

#include <gmock/gmock.h>

namespace stallscope {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Documents, AreJudgedAsTheTableSays) {
    for (const test::Document& one : test::all_documents()) {
        SCOPED_TRACE(one.says);
        const auto faults = test::faults_in(one.document);
        if (one.places.empty()) {
            EXPECT_THAT(faults, IsEmpty());
        } else {
            for (const std::string& place : one.places)
                EXPECT_THAT(faults, Contains(StartsWith(place + ": ")));
        }
    }
}

TEST(Documents, EveryFaultOfOneCauseIsReportedOnce) {
    // Every cell and every preset inherits this fault; it stands in one place.
    nlohmann::json document = test::rich_document();
    document["streams"]["gpu"]["load"]["clients"] = 0;
    document["host"]["nice"] = 99;
    const auto faults = test::faults_in(document);
    ASSERT_EQ(faults.size(), 2u) << ::testing::PrintToString(faults);
    EXPECT_THAT(faults, Contains(StartsWith("/streams/gpu/load/clients: ")));
    EXPECT_THAT(faults, Contains(StartsWith("/host/nice: ")));
}

TEST(Documents, AFaultOfADuplicatedCellIsReportedThereOnly) {
    nlohmann::json document = test::rich_document();
    document["cells"][0]["streams"]["gpu"]["load"]["clients"] = 0;
    document.erase("presets");
    const auto faults = test::faults_in(document);
    ASSERT_EQ(faults.size(), 1u) << ::testing::PrintToString(faults);
    EXPECT_THAT(faults[0], StartsWith("/cells/0/streams/gpu/load/clients: "));
}

TEST(Documents, ErrorsAreOfTheExperimentAndCarryHints) {
    nlohmann::json document = test::rich_document();
    document["cylces"] = 3;
    const auto experiment = parse_experiment(document.dump());
    ASSERT_FALSE(experiment);
    EXPECT_EQ(experiment.error().kind, ErrorKind::experiment);
    EXPECT_EQ(to_text(experiment.error()),
              "/cylces: \"cylces\" is not a key of an experiment. Did you mean \"cycles\"?");
}

TEST(Documents, AQuotedNumberIsExplained) {
    nlohmann::json document = test::rich_document();
    document["cycles"] = "3";
    const auto experiment = parse_experiment(document.dump());
    ASSERT_FALSE(experiment);
    EXPECT_EQ(to_text(experiment.error()),
              "/cycles: a whole number from 1 to 1,000 is expected, not the text \"3\". "
              "Write 3 without quotes.");
}

TEST(Documents, AnUnknownWordListsTheKnownOnes) {
    nlohmann::json document = test::rich_document();
    document["order"] = "blokced";
    const auto experiment = parse_experiment(document.dump());
    ASSERT_FALSE(experiment);
    EXPECT_EQ(to_text(experiment.error()),
              "/order: \"blokced\" is not an order. Did you mean \"blocked\"? This version knows "
              "\"mirrored\", \"interleaved\", \"reversed-odd\", \"blocked\" and \"random\".");
}

TEST(Documents, HostileNamesDoNotReachTheTerminal) {
    nlohmann::json document = test::rich_document();
    document["\x1b[2Jboo"] = 3;
    const auto experiment = parse_experiment(document.dump());
    ASSERT_FALSE(experiment);
    EXPECT_THAT(to_text(experiment.error()), Not(::testing::HasSubstr("\x1b")));
}

TEST(Documents, ThousandsOfFaultsStayReadable) {
    nlohmann::json document = test::rich_document();
    for (int i = 0; i < 5000; ++i) document["unknown" + std::to_string(i)] = i;
    const auto experiment = parse_experiment(document.dump());
    ASSERT_FALSE(experiment);
    EXPECT_EQ(experiment.error().also.size(), 100u);
    EXPECT_EQ(experiment.error().also.back().says, "4900 further faults are not listed");
}

}  // namespace
}  // namespace stallscope

// SPDX-License-Identifier: Apache-2.0
#include "run/pass_repeats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stallscope {
namespace {

using ::testing::HasSubstr;

const VisitOutcome blocked{VisitStatus::discarded, "CPU outside the run", "close it"};
const VisitOutcome failed{VisitStatus::failed, "signal 11", ""};

ScheduledVisit visit(int pass, const std::string& cell) {
    ScheduledVisit one;
    one.pass = pass;
    one.cell = cell;
    return one;
}

TEST(PassRepeats, AreHalfAsManyAsTheCyclesRoundedUp) {
    for (const auto& [cycles, most] : {std::pair{1, 1}, {2, 1}, {3, 2}, {5, 3}, {10, 5}}) {
        PassRepeats repeats(cycles);
        EXPECT_EQ(repeats.most(), most) << cycles;
        repeats.add(visit(0, "A"), blocked);
        const auto pass = repeats.spoilt().front();
        for (int i = 0; i < most; ++i) EXPECT_TRUE(repeats.take(pass, {}));
        EXPECT_FALSE(repeats.take(pass, {})) << cycles;
    }
}

TEST(PassRepeats, APassIsRepeatedOnceHoweverManyOfItsVisitsDoNotCount) {
    PassRepeats repeats(3);
    repeats.add(visit(4, "A"), blocked);
    repeats.add(visit(4, "B"), failed);
    repeats.add(visit(6, "A"), blocked);
    ASSERT_EQ(repeats.spoilt().size(), 2u);
    EXPECT_EQ(repeats.spoilt()[0].pass, 4);
    EXPECT_EQ(repeats.spoilt()[0].cells, (std::set<std::string>{"A", "B"}));
    EXPECT_TRUE(repeats.spoilt()[0].failed);
    EXPECT_EQ(repeats.spoilt()[0].first.reason, "CPU outside the run");
    EXPECT_FALSE(repeats.spoilt()[1].failed);
    repeats.begin_cycle();
    EXPECT_TRUE(repeats.spoilt().empty());
}

TEST(PassRepeats, AreHopelessOnceThereAreMorePassesThanRepeats) {
    PassRepeats repeats(3);
    repeats.add(visit(0, "A"), blocked);
    repeats.add(visit(0, "B"), blocked);
    repeats.add(visit(1, "A"), blocked);
    EXPECT_FALSE(repeats.hopeless({}));
    repeats.add(visit(2, "A"), blocked);
    EXPECT_TRUE(repeats.hopeless({}));
    EXPECT_FALSE(repeats.hopeless("A")) << "passes 1 and 2 are the causing cell's alone";
    EXPECT_TRUE(repeats.hopeless("B"));
}

TEST(PassRepeats, APassOfTheCausingCellAloneTakesNoneUnlessItsHostFailed) {
    PassRepeats repeats(1);
    repeats.add(visit(0, "A"), blocked);
    repeats.add(visit(1, "A"), failed);
    repeats.add(visit(2, "A"), blocked);
    repeats.add(visit(2, "B"), blocked);
    const auto passes = repeats.spoilt();
    EXPECT_TRUE(repeats.take(passes[0], "A"));
    EXPECT_TRUE(repeats.take(passes[0], "A")) << "it took none";
    EXPECT_TRUE(repeats.take(passes[1], "A"));
    EXPECT_FALSE(repeats.take(passes[2], "A"));
}

TEST(PassRepeats, GivingUpSaysWhatToDo) {
    const auto unfit = given_up(blocked, "again: ", "cell A", "a.stallscope");
    EXPECT_EQ(unfit.kind, ErrorKind::environment);
    EXPECT_EQ(unfit.says, "again: CPU outside the run");
    EXPECT_THAT(unfit.hint, HasSubstr("close it, then: stallscope resume a.stallscope"));
    EXPECT_THAT(unfit.hint, HasSubstr("--keep-blocked"));
    const auto broken = given_up(failed, "", "cell A", "a.stallscope");
    EXPECT_EQ(broken.kind, ErrorKind::measurement);
    EXPECT_THAT(broken.hint, HasSubstr("stallscope resume a.stallscope"));
    EXPECT_THAT(broken.hint, ::testing::Not(HasSubstr("--keep-blocked")));
}

}  // namespace
}  // namespace stallscope

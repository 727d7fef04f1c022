// SPDX-License-Identifier: Apache-2.0
#include "plan/stream_order.h"

#include <gtest/gtest.h>

namespace stallscope {
namespace {

TEST(StreamOrder, IsThatOfTheConditionsEachNameOnce) {
    Experiment experiment;
    experiment.conditions = {{"solo", {"gpu"}}, {"both", {"gpu", "ane"}}, {"all", {"cpu", "ane"}}};
    EXPECT_EQ(streams_in_order(experiment), (std::vector<std::string>{"gpu", "ane", "cpu"}));
    EXPECT_TRUE(streams_in_order(Experiment{}).empty());
}

}  // namespace
}  // namespace stallscope

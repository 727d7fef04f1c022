// SPDX-License-Identifier: Apache-2.0
#include "cli/cell_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command.h"

namespace stallscope::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class CellChanges : public ::testing::Test {
protected:
    void SetUp() override {
        auto read = read_experiment(fixtures + "small.json");
        ASSERT_TRUE(read) << to_text(read.error());
        m_experiment = std::move(*read);
    }
    std::vector<Change> of(const std::string& cell) {
        return changes_of(m_experiment, *m_experiment.find_cell(cell));
    }
    Experiment m_experiment;
};

TEST_F(CellChanges, ACellThatOverridesNothingChangesNothing) {
    EXPECT_THAT(of("held"), IsEmpty());
}

TEST_F(CellChanges, OneKeyIsOneChange) {
    EXPECT_THAT(of("released"), ElementsAre(Change{"neighbour.binding", "pydll", "cdll"}));
    EXPECT_EQ(to_text(of("released")[0]), "neighbour.binding cdll (else pydll)");
}

TEST_F(CellChanges, HostComesFirstAndASwitchedOffStreamIsOff) {
    EXPECT_THAT(of("idle"),
                ElementsAre(Change{"host.nice", "0", "1"}, Change{"neighbour", "", "off"}));
    EXPECT_EQ(to_text(of("idle")[1]), "neighbour off");
}

TEST_F(CellChanges, WorkloadsAndLoadsOfAnotherKindAreSaidInWords) {
    auto cell = *m_experiment.find_cell("held");
    cell.streams.at("gpu").workload = SpinWorkload{Length{3.0}, 0};
    cell.streams.at("gpu").load = LoopLoad{2};
    EXPECT_THAT(changes_of(m_experiment, cell),
                ElementsAre(Change{"gpu.workload", "wait of 4 ms plus 0 to 1 ms", "spin of 3 ms"},
                            Change{"gpu.load", "1 client, back to back", "loop of 2 threads"}));
}

}  // namespace
}  // namespace stallscope::cli

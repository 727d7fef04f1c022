// SPDX-License-Identifier: Apache-2.0
#include "run/bank_file.h"

#include <gtest/gtest.h>

#include <fstream>

#include "probe/environment.h"

namespace stallscope {
namespace {

class BankFileTest : public testing::Test {
protected:
    void SetUp() override {
        m_folder =
            std::filesystem::temp_directory_path() /
            ("stallscope-bank-" + std::to_string(testing::UnitTest::GetInstance()->random_seed()) +
             testing::UnitTest::GetInstance()->current_test_info()->name());
        std::filesystem::remove_all(m_folder);
    }
    void TearDown() override { std::filesystem::remove_all(m_folder); }

    static BankEntry entry(double s0) {
        return {"gpu", "both", "e2e", "typical", 4, {s0, 11}, "2030-01-01T00:00:00Z"};
    }

    std::filesystem::path m_folder;
};

TEST_F(BankFileTest, IsEmptyAtFirstAndKeepsWhatIsAdded) {
    const BankFile file(m_folder);
    EXPECT_TRUE(file.read()->entries.empty());
    ASSERT_TRUE(file.add({entry(0.02)}));
    ASSERT_TRUE(file.add({entry(0.03)}));
    const auto bank = file.read();
    ASSERT_TRUE(bank);
    EXPECT_EQ(bank->fingerprint, machine_fingerprint());
    ASSERT_EQ(bank->entries.size(), 1U);
    EXPECT_EQ(bank->entries[0].bank.s0, 0.03);
}

TEST_F(BankFileTest, AnotherMachinesBankSaysNothing) {
    const BankFile file(m_folder);
    std::filesystem::create_directories(file.path().parent_path());
    NoiseBank other;
    other.fingerprint = "another machine";
    other.entries = {entry(0.02)};
    std::ofstream(file.path()) << to_json(other);
    EXPECT_TRUE(file.read()->entries.empty());
}

TEST_F(BankFileTest, ADamagedFileIsNamed) {
    const BankFile file(m_folder);
    std::filesystem::create_directories(file.path().parent_path());
    std::ofstream(file.path()) << "{\"fingerprint\":";
    const auto bank = file.read();
    ASSERT_FALSE(bank);
    EXPECT_EQ(bank.error().where, file.path().string());
    EXPECT_FALSE(file.add({entry(0.02)})) << "what cannot be read is not written over";
}

TEST_F(BankFileTest, AnExperimentTakesTheEntriesOfItsOwnWindows) {
    NoiseBank bank;
    bank.fingerprint = machine_fingerprint();
    bank.entries = {entry(0.02), entry(0.02), entry(0.02)};
    bank.entries[1].window_s = 20;
    bank.entries[2].stream = "unknown";
    Experiment experiment;
    experiment.streams["gpu"];
    experiment.conditions = {{"both", {"gpu"}}};
    experiment.windows.seconds = 4;
    EXPECT_EQ(bank_for(bank, experiment).entries.size(), 1U);
}

}  // namespace
}  // namespace stallscope

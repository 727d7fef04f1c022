// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "analysis/noise_bank.h"
#include "plan/experiment.h"

namespace stallscope {

/// The noise bank of this machine in the user's data folder: one file per machine fingerprint, so
/// that a home folder shared by machines keeps them apart.
class BankFile {
public:
    explicit BankFile(const std::filesystem::path& user_data);

    /// An empty bank where there is no file. Error: kind environment, when the file is damaged.
    Result<NoiseBank> read() const;
    /// Adds entries, written to a temporary name first.
    Result<void> add(std::vector<BankEntry> entries) const;

    const std::filesystem::path& path() const { return m_file; }

private:
    std::filesystem::path m_file;
};

/// The entries that this experiment's windows can use.
NoiseBank bank_for(const NoiseBank& bank, const Experiment& experiment);

}  // namespace stallscope

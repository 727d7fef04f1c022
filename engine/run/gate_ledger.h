// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "plan/result.h"
#include "suite/ledger.h"

namespace stallscope {

/// The ledger of gates in the user's data folder.
class GateLedger {
public:
    explicit GateLedger(const std::filesystem::path& user_data);

    /// Empty where there is no file. Error: kind environment, when it cannot be read.
    Result<Ledger> read() const;
    /// Appends one line, whole, also when several gates end at once.
    Result<void> add(const LedgerEntry& entry) const;

    const std::filesystem::path& path() const { return m_file; }

private:
    std::filesystem::path m_file;
};

}  // namespace stallscope

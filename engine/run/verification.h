// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "plan/result.h"

namespace stallscope {

/// What `verify` looked at and found unaltered.
struct Verification {
    std::string sealed_sha256;
    int visits_checked = 0;     ///< ended visits whose rows give their stored digest
    int visits_partial = 0;     ///< visits without an end: they have no digest to hold
    std::int64_t requests = 0;  ///< rows of the checked visits
    std::int64_t calls = 0;
    bool export_checked = false;
};

/// Checks a run file against itself: the sealed text against its hash, every visit's place against
/// the sealed schedule, the rows of every ended visit against their counts and digest. With
/// `export_directory` (empty: none) also that the export is what the raw data gives now.
/// Error: kind stale with all differences (the first in the error, the others in `also`);
/// `where` names the seal, the visit or the file. A file that cannot be read is the reader's error.
Result<Verification> verify_run(const std::filesystem::path& file,
                                const std::filesystem::path& export_directory = {});

}  // namespace stallscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "plan/workload_spec.h"
#include "workload/workload.h"

namespace stallscope {

/// Sizes of forwards, found once per machine and kept in the user's data folder, so that two runs
/// on one machine measure the same work.
class Pins {
public:
    /// A file that is missing or broken is an empty one.
    explicit Pins(std::filesystem::path file);
    std::optional<ForwardSize> size_for(const OpenClWorkload& workload) const;
    /// Written to a temporary name first. Errors are not fatal for a run.
    Result<void> pin(const OpenClWorkload& workload, const ForwardSize& size);

private:
    std::filesystem::path m_file;
};

}  // namespace stallscope

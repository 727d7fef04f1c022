// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "plan/workload_spec.h"
#include "workload/workload.h"

namespace stallscope {

/// Sizes of forwards and costs of batches, found once per machine and kept in the user's data
/// folder, so that two runs on one machine measure the same work and decide alike.
class Pins {
public:
    /// A file that is missing or broken is an empty one.
    explicit Pins(std::filesystem::path file);
    std::optional<ForwardSize> size_for(const OpenClWorkload& workload) const;
    /// Written to a temporary name first. Errors are not fatal for a run.
    Result<void> pin(const OpenClWorkload& workload, const ForwardSize& size);

    /// `subject`: what the costs depend on besides the machine.
    std::optional<CostModel> cost_for(std::string_view subject) const;
    Result<void> pin_cost(std::string_view subject, const CostModel& cost);

private:
    std::filesystem::path m_file;
};

}  // namespace stallscope

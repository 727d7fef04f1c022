// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "run/window_measurement.h"

namespace stallscope {

/// Looks at requests as they come in and keeps the sentences about stamps out of their order.
class StampOrder : public RowSink {
public:
    Result<void> origin(std::int64_t) override { return {}; }
    Result<void> requests(const std::string& stream, std::span<const RequestRow> rows) override;
    Result<void> calls(const std::string& stream, std::span<const CallRow> rows) override;
    Result<void> samples(std::span<const SampleRow>) override { return {}; }
    Result<void> commit() override { return {}; }

    std::int64_t requests() const { return m_requests; }
    const std::vector<std::string>& violations() const { return m_violations; }

private:
    std::int64_t m_requests = 0;
    std::vector<std::string> m_violations;  ///< at most 20
};

}  // namespace stallscope

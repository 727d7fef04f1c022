// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "host/host_protocol.h"
#include "record/run_file.h"

namespace stallscope {

/// Whether every binding and placement gives bit-identical answers for one workload.
class BitIdentity {
public:
    static constexpr int inputs = 20;

    /// `workload`: JSON that names the work; `where`: "cell/stream"; digests by seed.
    void add(const std::string& workload, const std::string& where,
             const std::vector<std::uint64_t>& digests);
    /// Stores the check. Error when two places disagree: it names them and the first input.
    Result<void> store(RunWriter& writer) const;

private:
    struct Place {
        std::string where;
        std::vector<std::uint64_t> digests;
    };
    std::map<std::string, std::vector<Place>> m_places;
};

/// Stores how far a forward is from its double-precision reference. Error above 1e-4.
Result<void> judge_verification(const protocol::Verified& verified, const std::string& stream,
                                RunWriter& writer);

}  // namespace stallscope

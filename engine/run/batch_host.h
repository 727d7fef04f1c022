// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace stallscope {

/// What a host inherits (resources/docs/host-protocol.md).
struct HostInheritance {
    int control = -1, arena = -1, guard = -1;
    std::filesystem::path library;  ///< libstallscope_host, for its guard
};

/// The native host: speaks the host protocol on `control` and parses batches of mails. Each call is
/// one request with arrival, submit and response; nothing else runs in the process. Returns the
/// exit code: 0 after `close`, 3 after a fault or when the engine is gone.
int run_batch_host(const HostInheritance& inherited);

}  // namespace stallscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "plan/result.h"

namespace stallscope {

/// A file without a name, `bytes` long, close-on-exec, readable and writable by this user only:
/// a memfd that can neither shrink nor grow on Linux, an unlinked file of mode 0600 elsewhere.
/// Returns its descriptor.
Result<int> open_arena_file(std::size_t bytes);

/// The same without memfd; what other systems get. Public so that a test can look at it.
Result<int> open_unlinked_file(std::size_t bytes);

}  // namespace stallscope

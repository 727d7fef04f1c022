// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>

#include "plan/result.h"

class QIODevice;

namespace stallscope::app {

/// Writes a file whole or not at all: what stood under the name stays until everything is on the
/// disk. `write` fills the device. Error (kind measurement): the folder is missing or may not be
/// written, the disk is full; `where` is the file.
Result<void> write_whole_file(const QString& file, const std::function<void(QIODevice&)>& write);

/// Makes the folder with everything above it. Error as above.
Result<void> make_folder(const QString& folder);

}  // namespace stallscope::app

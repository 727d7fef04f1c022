// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>
#include <string>

#include "analysis/results.h"

namespace stallscope::app {

/// What makes two runs incomparable, or is worth knowing when they are compared.
struct MethodDifference {
    QString where;        ///< "cell A, stream ane, load.clients", "windows.seconds"
    QString base, other;  ///< the two values, as JSON
    bool refuses = true;  ///< false: a warning, they are compared all the same
    bool operator==(const MethodDifference&) const = default;
};

/// A run as it is compared: its figures, and the text that was sealed.
struct ComparedRun {
    const RunResults& results;
    std::string sealed_text;
};

/// Whether figures of two runs may stand side by side. Refusing: streams, host (stamps among it) or
/// conditions of what both measure, windows, order, the algorithm, the engine's version, nothing in
/// common. Warnings: another machine or interpreter, cells that only one of them has, other numbers
/// of cycles, a run that is not complete. What is the same is not in it.
QVector<MethodDifference> method_differences(const ComparedRun& base, const ComparedRun& other);
bool is_refused(const QVector<MethodDifference>& differences);

}  // namespace stallscope::app

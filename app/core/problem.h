// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>

#include "plan/result.h"

namespace stallscope::app {

/// Something that went wrong, as the problems panel and the fields show it: what, where, what to
/// do. Never a modal box.
struct Problem {
    QString says;   ///< a sentence
    QString where;  ///< JSON pointer, file, cell or visit; empty when there is no place
    QString hint;   ///< what to do; may be empty
    bool operator==(const Problem&) const = default;
};

/// An engine's error and what it says beside it (`also`), in that order.
QVector<Problem> problems_of(const Error& error);

}  // namespace stallscope::app

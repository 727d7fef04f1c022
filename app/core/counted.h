// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace stallscope::app {

/// "1 cell", "4 cells": the number with the word that fits it. Both words have a %1.
inline QString counted(qint64 count, const QString& one, const QString& many) {
    return (count == 1 ? one : many).arg(count);
}

}  // namespace stallscope::app

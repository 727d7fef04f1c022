// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>
#include <cstdint>
#include <optional>

#include "record/rows.h"

namespace stallscope::app {

/// One stamp of a request, as the details table shows it.
struct StampFact {
    QString id;                         ///< "read_returned": the name in files and in the design
    QString definition;                 ///< where it is taken: a sentence
    std::optional<std::int64_t> at_ns;  ///< from the window's start; none: not taken
    std::optional<std::int64_t> since_last_ns;  ///< from the stamp above it
};

/// One leg of a request.
struct LegFact {
    QString id;                      ///< "lock_wait"
    QString definition;              ///< from where to where
    std::optional<std::int64_t> ns;  ///< none: one of its stamps is missing
};

/// In the order of time, those that were not taken last.
QVector<StampFact> stamps_of(const RequestRow& row);
QVector<StampFact> stamps_of(const CallRow& row);

QVector<LegFact> legs_of(const RequestRow& row);
QVector<LegFact> legs_of(const CallRow& row);

}  // namespace stallscope::app

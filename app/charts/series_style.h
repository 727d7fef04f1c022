// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>
#include <QPen>

namespace stallscope::app {

/// Whether the palette is a dark one.
bool is_dark(const QPalette& palette);

/// The colour of the nth cell (or series), from a set that colour-blind readers can tell apart
/// (Okabe and Ito, 2008), lightened where the paper is dark. Goes round after seven.
QColor series_colour(int n, const QPalette& palette);

/// The same with a dash pattern of its own: colour is never the only difference.
QPen series_pen(int n, const QPalette& palette, double width = 1.5);

/// The legs in stacked charts and timelines, always the same.
enum class SpanKind {
    dispatch,
    service,
    return_leg,
    call,          ///< a call of the other stream
    wait_read,     ///< the reply is not there yet
    wait_lock,     ///< the reply is there, the lock is not
    wait_resolve,  ///< decoded, not yet resolved
};
QColor span_colour(SpanKind kind, const QPalette& palette);

/// Words of a criterion: "met", "not_met", "undecided"…
QColor status_colour(const QString& status, const QPalette& palette);

}  // namespace stallscope::app

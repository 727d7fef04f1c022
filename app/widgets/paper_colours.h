// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>

namespace stallscope::app {

// The colours of the printed report; words keep a contrast of 4.5 : 1 to white (WCAG 2.1, AA).
inline const QColor paper_quiet(0x56, 0x60, 0x70);
inline const QColor paper_rule(0xd5, 0xda, 0xe1);
inline const QColor paper_warning(0xff, 0xf4, 0xde);
inline const QColor paper_accent(0x00, 0x5a, 0x8f);

inline QColor paper_verdict_ink(const QString& status) {
    if (status == QLatin1String("met")) return {0x00, 0x69, 0x4c};
    if (status == QLatin1String("not_met")) return {0xb0, 0x3a, 0x00};
    if (status == QLatin1String("invalid")) return {0x9a, 0x3f, 0x74};
    return paper_quiet;
}

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/natural_order.h"

namespace stallscope::app {
namespace {

/// The digits from `at` on, without leading zeroes; moves `at` behind them.
QStringView number_at(QStringView text, qsizetype& at) {
    while (at < text.size() && text[at] == QLatin1Char('0')) ++at;
    const qsizetype from = at;
    while (at < text.size() && text[at].isDigit()) ++at;
    return text.mid(from, at - from);
}

}  // namespace

int natural_order(QStringView a, QStringView b) {
    qsizetype i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (a[i].isDigit() && b[j].isDigit()) {
            const QStringView x = number_at(a, i), y = number_at(b, j);
            if (x.size() != y.size()) return x.size() < y.size() ? -1 : 1;
            if (const int compared = x.compare(y); compared != 0) return compared;
            continue;
        }
        const QChar x = a[i].toCaseFolded(), y = b[j].toCaseFolded();
        if (x != y) return x < y ? -1 : 1;
        ++i;
        ++j;
    }
    const qsizetype rest_a = a.size() - i, rest_b = b.size() - j;
    return rest_a == rest_b ? 0 : rest_a < rest_b ? -1 : 1;
}

}  // namespace stallscope::app

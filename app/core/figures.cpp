// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/figures.h"

#include <QCoreApplication>
#include <QLocale>
#include <cmath>

namespace stallscope::app {
namespace {

QString words(const char* text) {
    return QCoreApplication::translate("Figures", text);
}

}  // namespace

QString figure_text(double value) {
    if (std::isnan(value)) return QStringLiteral("–");
    if (value == 0) return QStringLiteral("0");
    const int before_point = static_cast<int>(std::floor(std::log10(std::abs(value)))) + 1;
    if (before_point < -5 || before_point > 9) return QLocale().toString(value, 'e', 2);
    const double scale = std::pow(10.0, 3 - before_point);
    // Rounding may carry into a new digit: 9.996 is 10.0, not 10.00.
    const bool carries = std::round(std::abs(value) * scale) >= 1000;
    return QLocale().toString(value, 'f', std::max(0, 3 - before_point - (carries ? 1 : 0)));
}

QString ms_text(double ms) {
    if (std::isnan(ms)) return QStringLiteral("–");
    const double size = std::abs(ms);
    if (size > 0 && size < 0.01) return words("%1 µs").arg(figure_text(ms * 1000));
    if (size >= 10000) return words("%1 s").arg(figure_text(ms / 1000));
    return words("%1 ms").arg(figure_text(ms));
}

QString seconds_text(double seconds) {
    if (std::isnan(seconds)) return QStringLiteral("–");
    QString text = QLocale().toString(seconds, 'f', 6);
    const QString point = QLocale().decimalPoint();
    while (text.endsWith(QLatin1Char('0')) && !text.endsWith(point + QLatin1Char('0'))) {
        text.chop(1);
    }
    return words("%1 s").arg(text);
}

QString percent_text(double share) {
    if (std::isnan(share)) return QStringLiteral("–");
    return words("%1 %").arg(QLocale().toString(share * 100, 'f', 1));
}

QString count_text(qint64 n) {
    return words("n = %1").arg(QLocale().toString(n));
}

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/window_time_axis.h"

#include <qcustomplot.h>

#include <QCoreApplication>
#include <QLocale>
#include <cmath>

#include "charts/axis_ticks.h"

namespace stallscope::app {
namespace {

/// A range shorter than this many of the next smaller unit's thousands is counted in that one.
constexpr double from_units = 2;

QString words(const char* text) {
    return QCoreApplication::translate("WindowTimeAxis", text);
}

QString unit_text(double per_second) {
    if (per_second == 1) return words("s");
    if (per_second == 1e3) return words("ms");
    return per_second == 1e6 ? words("µs") : words("ns");
}

class WindowTicker final : public QCPAxisTicker {
protected:
    QVector<double> createTickVector(double step, const QCPRange& range) override {
        m_unit = window_time_unit(range.lower, range.upper);
        m_step = step * m_unit.per_second;
        return QCPAxisTicker::createTickVector(step, range);
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        return tick_text((tick - m_unit.base_s) * m_unit.per_second, m_step);
    }

private:
    WindowTimeUnit m_unit;
    double m_step = 1;
};

}  // namespace

WindowTimeUnit window_time_unit(double low_s, double high_s) {
    const double length = high_s - low_s;
    WindowTimeUnit unit;
    int digits = 0;
    for (const double per_second : {1e3, 1e6, 1e9}) {
        if (length * per_second / 1000 >= from_units) break;
        unit.per_second = per_second;
        // Towards zero: before the window, times count backwards from its start.
        const double round = per_second / 1000;
        unit.base_s = std::trunc(low_s * round) / round;
        digits = static_cast<int>(std::lround(std::log10(round)));
    }
    const QString name = unit_text(unit.per_second);
    unit.title = unit.base_s == 0 ? words("time from the window's start, %1").arg(name)
                                  : words("time from the window's start, %1 after %2 s")
                                        .arg(name, QLocale().toString(unit.base_s, 'f', digits));
    return unit;
}

QString window_time_text(double at_s, double visible_s) {
    if (visible_s >= from_units) return words("%1 s").arg(QLocale().toString(at_s, 'f', 3));
    const int decimals = visible_s >= 1e-3 ? 3 : 6;
    return words("%1 ms").arg(QLocale().toString(at_s * 1e3, 'f', decimals));
}

void use_window_time(QCPAxis& axis) {
    axis.setScaleType(QCPAxis::stLinear);
    QSharedPointer<QCPAxisTicker> ticker(new WindowTicker);
    ticker->setTickCount(8);
    axis.setTicker(ticker);
    const auto entitle = [&axis](const QCPRange& range) {
        axis.setLabel(window_time_unit(range.lower, range.upper).title);
    };
    QObject::connect(&axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), &axis, entitle);
    entitle(axis.range());
}

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/axis_ticks.h"

#include <qcustomplot.h>

#include <QLocale>
#include <algorithm>
#include <cmath>

namespace stallscope::app {
namespace {

std::vector<double> even_ticks(double low, double high, int most) {
    const double rough = (high - low) / std::max(1, most);
    const double magnitude = std::pow(10.0, std::floor(std::log10(rough)));
    double step = 10 * magnitude;
    for (const double times : {1.0, 2.0, 5.0}) {
        if (times * magnitude >= rough) {
            step = times * magnitude;
            break;
        }
    }
    std::vector<double> ticks;
    for (double n = std::ceil(low / step); n * step <= high; ++n) ticks.push_back(n * step);
    return ticks;
}

class PlainTicker : public QCPAxisTicker {
protected:
    QVector<double> createTickVector(double step, const QCPRange& range) override {
        m_step = step;
        return QCPAxisTicker::createTickVector(step, range);
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        return tick_text(tick, m_step);
    }

private:
    double m_step = 1;
};

class LogTicker : public QCPAxisTicker {
protected:
    QVector<double> createTickVector(double, const QCPRange& range) override {
        if (range.lower <= 0) return {};
        const std::vector<double> ticks = log_ticks(range.lower, range.upper);
        m_range = range;
        m_within_a_decade = range.upper / range.lower < 10;
        m_step = ticks.size() > 1 ? ticks[1] - ticks[0] : range.lower;
        return {ticks.begin(), ticks.end()};
    }
    QVector<double> createSubTickVector(int, const QVector<double>&) override {
        QVector<double> between;
        if (m_within_a_decade || m_range.upper / m_range.lower > 1e8) return between;
        double decade = std::pow(10.0, std::floor(std::log10(m_range.lower)));
        for (; decade < m_range.upper; decade *= 10) {
            for (int n = 2; n < 10; ++n) between.append(n * decade);
        }
        return between;
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        return tick_text(tick, m_within_a_decade ? m_step : tick);
    }

private:
    QCPRange m_range{1, 10};
    bool m_within_a_decade = false;
    double m_step = 1;
};

/// How many decimals it takes to write the step in full: 2.5 has one, 0.25 two.
int decimals_of(double step) {
    if (!(step > 0)) return 0;
    int decimals = std::clamp(static_cast<int>(-std::floor(std::log10(step) + 1e-9)), 0, 12);
    for (int more = 0; more < 2 && decimals < 12; ++more) {
        const double scaled = step * std::pow(10.0, decimals);
        if (std::abs(scaled - std::round(scaled)) < 1e-6 * scaled) break;
        ++decimals;
    }
    return decimals;
}

}  // namespace

QString tick_text(double value, double step) {
    const int decimals = decimals_of(step);
    if (std::abs(value) < step * 1e-6) value = 0;  // what adding up steps leaves of zero
    return QLocale().toString(value, 'f', decimals);
}

std::vector<double> log_ticks(double low, double high, int most) {
    if (!(low > 0) || !(high > low)) return {};
    const double decades = std::log10(high / low);
    if (decades < 1) return even_ticks(low, high, most);
    std::vector<double> within = {1};
    if (decades * 3 <= most) within = {1, 2, 5};
    const int every = std::max(1, static_cast<int>(std::ceil(decades / most)));
    std::vector<double> ticks;
    const int first = static_cast<int>(std::floor(std::log10(low)));
    const int last = static_cast<int>(std::ceil(std::log10(high)));
    for (int exponent = first; exponent <= last; ++exponent) {
        if (exponent % every != 0) continue;
        for (const double times : within) {
            const double tick = times * std::pow(10.0, exponent);
            if (tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9)) ticks.push_back(tick);
        }
    }
    return ticks;
}

void use_plain_ticks(QCPAxis& axis, int about) {
    QSharedPointer<QCPAxisTicker> ticker(new PlainTicker);
    ticker->setTickCount(about);
    axis.setScaleType(QCPAxis::stLinear);
    axis.setTicker(ticker);
}

void use_log_ticks(QCPAxis& axis) {
    axis.setScaleType(QCPAxis::stLogarithmic);
    axis.setTicker(QSharedPointer<QCPAxisTicker>(new LogTicker));
    axis.grid()->setSubGridVisible(false);
}

void use_names(QCPAxis& axis, const std::vector<QString>& names) {
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (std::size_t i = 0; i < names.size(); ++i) {
        ticker->addTick(static_cast<double>(i), names[i]);
    }
    axis.setTicker(ticker);
    axis.setTickLength(0);
    axis.setSubTicks(false);
    axis.grid()->setVisible(false);
    axis.setRangeReversed(axis.orientation() == Qt::Vertical);
    axis.setRange(-0.6, std::max(0.0, static_cast<double>(names.size()) - 1) + 0.6);
}

}  // namespace stallscope::app

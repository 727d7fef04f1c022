// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/criteria_forest.h"

#include <QHelpEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <limits>

#include "charts/axis_range.h"
#include "charts/axis_ticks.h"
#include "charts/forest_rows.h"
#include "charts/plot_axes.h"
#include "charts/themed_plot.h"
#include "core/csv_text.h"
#include "core/figures.h"
#include "core/verdict_words.h"

namespace stallscope::app {
namespace {

constexpr int axes_height = 150;  ///< title, keys and both axes, in pixels

constexpr int few_ticks = 3;  ///< the axes are narrow between their texts
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

bool is_ratio(const CriterionState& criterion) {
    return criterion.unit == QLatin1String("ratio");
}

/// On the axis of its part: a ratio as it is, anything else in shares of its bound.
std::optional<double> scaled(const CriterionState& criterion, std::optional<double> value) {
    if (is_ratio(criterion) || !value) return value;
    if (!criterion.margin || *criterion.margin == 0) return std::nullopt;
    return *value / *criterion.margin;
}

QString with_unit(const QString& text, const QString& unit) {
    const bool has_none =
        unit.isEmpty() || unit == QLatin1String("ratio") || unit == QLatin1String("count");
    return has_none ? text : text + QLatin1Char(' ') + unit;
}

QString interval_of(const CriterionState& criterion) {
    if (!criterion.value) return CriteriaForest::tr("no value yet");
    QString text = figure_text(*criterion.value);
    if (criterion.low && criterion.high) {
        text += QStringLiteral(" [%1, %2]")
                    .arg(figure_text(*criterion.low), figure_text(*criterion.high));
    }
    return with_unit(text, criterion.unit);
}

QString figures_of(const CriterionState& criterion) {
    const QString text = interval_of(criterion);
    if (!criterion.margin) return text;
    return CriteriaForest::tr("%1, bound %2").arg(text, figure_text(*criterion.margin));
}

QString word_of(const CriterionState& criterion) {
    const QString word = status_text(criterion.status);
    if (criterion.locked_at) {
        return CriteriaForest::tr("%1, locked at cycle %2").arg(word).arg(*criterion.locked_at);
    }
    if (criterion.look > 0) {
        return CriteriaForest::tr("%1 at cycle %2").arg(word).arg(criterion.look);
    }
    return word;
}

}  // namespace

QString status_text(const QString& status) {
    if (verdict_statuses().contains(status)) {
        return verdict_sign(status) + QLatin1Char(' ') + verdict_word(status);
    }
    return status;
}

CriteriaForest::CriteriaForest(QWidget* parent)
    : Chart(tr("Criteria, as sealed"), XAxis::other, parent) {
    setObjectName(QStringLiteral("criteria_forest"));
    m_parts[0].axes = plot().axisRect();
    m_parts[1].axes = new QCPAxisRect(&plot());
    for (Part& part : m_parts) make_part(part);
    set_y_fixed(true);
    connect(&plot(), &QCustomPlot::beforeReplot, this, &CriteriaForest::place_parts);
    show_criteria({});
}

void CriteriaForest::make_part(Part& part) {
    part.axes->setAutoMargins(QCP::msTop | QCP::msBottom);
    part.rows = new ForestRows(&plot(), part.axes);
    use_plain_ticks(*part.axes->axis(QCPAxis::atBottom), few_ticks);
    QCPAxis* y = part.axes->axis(QCPAxis::atLeft);
    y->setTicks(false);
    y->grid()->setVisible(false);
    for (QCPAxis* axis : {part.axes->axis(QCPAxis::atBottom), y}) {
        axis->setLayer(QStringLiteral("axes"));
        axis->grid()->setLayer(QStringLiteral("grid"));
    }
}

void CriteriaForest::show_criteria(const QVector<CriterionState>& criteria) {
    m_criteria = criteria;
    // Every row needs a line of text, beside what heads and axes take.
    setMinimumHeight(criteria.isEmpty() ? 0
                                        : axes_height + static_cast<int>(criteria.size()) *
                                                            (fontMetrics().height() + 3));
    // The first axes have the ratios, unless there are none.
    QVector<CriterionState> ratios;
    QVector<CriterionState> others;
    for (const CriterionState& criterion : criteria) {
        (is_ratio(criterion) ? ratios : others).append(criterion);
    }
    m_parts[0].criteria = ratios.isEmpty() ? others : ratios;
    m_parts[0].ratios = !ratios.isEmpty();
    m_parts[1].criteria = ratios.isEmpty() ? ratios : others;
    m_parts[1].ratios = false;
    for (Part& part : m_parts) fill(part);
    QCPLayoutGrid& rows = *plot().plotLayout();
    const bool has_second = !m_parts[1].criteria.isEmpty();
    const bool had_second = m_parts[1].axes->layout() != nullptr;
    if (has_second && !had_second) {
        rows.addElement(2, 0, m_parts[1].axes);
        plot().apply_palette();
    }
    if (!has_second && had_second) rows.take(m_parts[1].axes);
    rows.simplify();
    rows.setRowStretchFactor(
        1, static_cast<double>(std::max<qsizetype>(1, m_parts[0].criteria.size())));
    if (has_second) {
        rows.setRowStretchFactor(2, static_cast<double>(m_parts[1].criteria.size()));
    }
    set_count(criteria.isEmpty() ? QString() : tr("n = %1 criteria").arg(criteria.size()));
    set_empty_text(criteria.isEmpty()
                       ? tr("No criterion was judged yet. They are judged at the end of every "
                            "cycle: the value and its interval against the bound that was sealed.")
                       : QString());
    m_parts[1].axes->setVisible(has_second);
    apply_theme();
    content_changed();
}

void CriteriaForest::fill(Part& part) {
    part.rows->rows.clear();
    for (const CriterionState& criterion : part.criteria) {
        ForestRow row;
        row.says = criterion.says.isEmpty() ? criterion.id : criterion.says;
        row.word = word_of(criterion);
        row.figures = figures_of(criterion);
        row.short_word = status_text(criterion.status);
        row.short_figures = interval_of(criterion);
        row.status = criterion.status;
        row.value = scaled(criterion, criterion.value);
        row.low = scaled(criterion, criterion.low);
        row.high = scaled(criterion, criterion.high);
        row.low95 = scaled(criterion, criterion.low95);
        row.high95 = scaled(criterion, criterion.high95);
        row.bound = scaled(criterion, criterion.margin);
        part.rows->rows.push_back(row);
    }
    part.rows->reference = 1;
    part.axes->axis(QCPAxis::atBottom)
        ->setLabel(part.ratios ? tr("ratio to the other cell (1: no difference)")
                               : tr("share of the bound (1: at the bound)"));
}

void CriteriaForest::place_parts() {
    const int width = plot().viewport().width();
    for (Part& part : m_parts) {
        part.axes->setMargins({ForestRows::left_width(width), part.axes->margins().top(),
                               ForestRows::right_width(width), part.axes->margins().bottom()});
    }
}

void CriteriaForest::fit(const Part& part) {
    double low = 1;
    double high = 1;
    const auto widen = [&](std::optional<double> value) {
        if (!value || !std::isfinite(*value)) return;
        low = std::min(low, *value);
        high = std::max(high, *value);
    };
    for (const ForestRow& row : part.rows->rows) {
        widen(row.value);
        widen(row.bound);
    }
    // An interval that is not yet worth its name must not squeeze what is known.
    const double known = std::max(high - low, 0.02);
    const double lowest = low - 4 * known;
    const double highest = high + 4 * known;
    for (const ForestRow& row : part.rows->rows) {
        for (const auto& end : {row.low, row.high, row.low95, row.high95}) {
            if (end) widen(std::clamp(*end, lowest, highest));
        }
    }
    set_range(*part.axes->axis(QCPAxis::atBottom), fitted(low, high, false, 0.06));
}

void CriteriaForest::fit_axes() {
    for (const Part& part : m_parts) fit(part);
}

void CriteriaForest::apply_theme() {
    if (m_criteria.isEmpty()) {
        set_keys({});
        return;
    }
    const QColor ink = plot().palette().color(QPalette::Text);
    set_keys({{tr("interval at this look"), QPen(ink, 1.4), {}},
              {tr("95 % interval"), QPen(ink, 3.5), {}},
              {tr("bound"), QPen(ink, 1.4, Qt::DashLine), {}}});
}

const CriterionState* CriteriaForest::criterion_at(double pixel_y) const {
    for (const Part& part : m_parts) {
        if (part.criteria.isEmpty()) continue;
        const int row = part.rows->row_at(pixel_y);
        if (row >= 0) return &part.criteria[row];
    }
    return nullptr;
}

// A row has little room for its sentence; the whole of it is the tooltip.
bool CriteriaForest::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const QPoint at = static_cast<QHelpEvent*>(event)->pos();
        if (const CriterionState* criterion = criterion_at(at.y() - plot().y())) {
            const QString text = QStringLiteral("%1\n%2\n%3\n%4")
                                     .arg(criterion->says, word_of(*criterion),
                                          figures_of(*criterion), criterion->why);
            QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text.trimmed(), this);
            return true;
        }
    }
    return Chart::event(event);
}

QString CriteriaForest::x_text(double x) const {
    return figure_text(x);
}

QString CriteriaForest::summary() const {
    QStringList sentences;
    for (const CriterionState& criterion : m_criteria) {
        QString status = criterion.status;
        sentences +=
            QStringLiteral("%1: %2, %3.")
                .arg(criterion.says.isEmpty() ? criterion.id : criterion.says,
                     status.replace(QLatin1Char('_'), QLatin1Char(' ')), figures_of(criterion));
    }
    return sentences.join(QLatin1Char(' '));
}

QByteArray CriteriaForest::csv() const {
    QByteArray text =
        csv_line({QStringLiteral("id"), QStringLiteral("says"), QStringLiteral("status"),
                  QStringLiteral("value"), QStringLiteral("low"), QStringLiteral("high"),
                  QStringLiteral("low95"), QStringLiteral("high95"), QStringLiteral("margin"),
                  QStringLiteral("unit"), QStringLiteral("look"), QStringLiteral("locked_at")});
    const auto number = [](std::optional<double> value) { return csv_number(value.value_or(nan)); };
    for (const CriterionState& criterion : m_criteria) {
        text += csv_line({criterion.id, criterion.says, criterion.status, number(criterion.value),
                          number(criterion.low), number(criterion.high), number(criterion.low95),
                          number(criterion.high95), number(criterion.margin), criterion.unit,
                          QString::number(criterion.look),
                          criterion.locked_at ? QString::number(*criterion.locked_at) : QString()});
    }
    return text;
}

}  // namespace stallscope::app

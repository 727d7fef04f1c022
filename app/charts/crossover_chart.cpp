// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/crossover_chart.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "charts/axis_ticks.h"
#include "charts/colour_scale.h"
#include "charts/plot_axes.h"
#include "charts/series_style.h"
#include "charts/themed_plot.h"
#include "core/counted.h"
#include "core/csv_text.h"
#include "core/figures.h"

namespace stallscope::app {
namespace {

std::vector<QString> names_of(const std::vector<int>& numbers) {
    std::vector<QString> names;
    for (const int number : numbers) names.push_back(QString::number(number));
    return names;
}

QString field_text(const CrossoverField& field) {
    if (field.workers == 1) return QStringLiteral("1");
    return QStringLiteral("%1\n×%2").arg(field.workers).arg(field.speedup, 0, 'f', 2);
}

}  // namespace

CrossoverChart::CrossoverChart(QWidget* parent)
    : Chart(tr("Crossover"), XAxis::other, parent),
      m_fields(new QCPColorMap(plot().xAxis, plot().yAxis)),
      m_scale(new QCPColorScale(&plot())) {
    setObjectName(QStringLiteral("crossover_chart"));
    m_fields->setInterpolate(false);
    plot().plotLayout()->addElement(1, 1, m_scale);
    m_scale->setType(QCPAxis::atRight);
    m_scale->setBarWidth(12);
    m_scale->axis()->setLabel(tr("times as fast as one worker"));
    m_fields->setColorScale(m_scale);
    plot().xAxis->setLabel(tr("mails in a batch"));
    plot().yAxis->setLabel(tr("bytes a mail"));
    set_y_fixed(true);
    set_definition(
        tr("The number of workers that takes least (P50 of the quietest visit), and how many times "
           "as fast they are as one. "
           "A policy's line parts the batches that it gives to one worker from those it shares."));
    set_empty_text(tr("This run swept no batch sizes: parse-many-crossover does"));
}

void CrossoverChart::show_map(CrossoverMap map) {
    m_map = std::move(map);
    set_title(tr("Crossover: %1").arg(m_map.title));
    set_count(counted(m_map.measured, tr("%1 batch size"), tr("%1 batch sizes")));
    set_empty_text({});
    use_names(*plot().xAxis, names_of(m_map.counts));
    use_names(*plot().yAxis, names_of(m_map.sizes));
    plot().yAxis->setRangeReversed(false);
    draw_fields();
    draw_boundaries();
    apply_theme();
    content_changed();
}

void CrossoverChart::draw_fields() {
    for (QCPItemText* label : m_labels) plot().removeItem(label);
    m_labels.clear();
    QCPColorMapData* grid = m_fields->data();
    const auto columns = m_map.counts.size(), rows = m_map.sizes.size();
    grid->setSize(static_cast<int>(columns), static_cast<int>(rows));
    grid->setRange({0, static_cast<double>(columns) - 1}, {0, static_cast<double>(rows) - 1});
    double most = 1;
    for (std::size_t size = 0; size < rows; ++size) {
        for (std::size_t count = 0; count < columns; ++count) {
            const CrossoverField& field = m_map.fields[m_map.index(size, count)];
            const bool measured = field.workers > 0;
            grid->setCell(static_cast<int>(count), static_cast<int>(size),
                          measured ? field.speedup : std::numeric_limits<double>::quiet_NaN());
            if (!measured) continue;
            most = std::max(most, field.speedup);
            auto* label = new QCPItemText(&plot());
            label->setText(field_text(field));
            label->position->setCoords(static_cast<double>(count), static_cast<double>(size));
            label->setSelectable(false);
            m_labels.push_back(label);
        }
    }
    m_scale->setDataRange({1, std::max(most, 1.01)});
}

void CrossoverChart::draw_boundaries() {
    for (QCPCurve* curve : m_boundaries) plot().removePlottable(curve);
    m_boundaries.clear();
    constexpr double gap = std::numeric_limits<double>::quiet_NaN();
    const auto policies = static_cast<double>(m_map.policies.size());
    for (std::size_t i = 0; i < m_map.policies.size(); ++i) {
        auto* curve = new QCPCurve(plot().xAxis, plot().yAxis);
        // Lines that fall together lie side by side.
        const double aside = (static_cast<double>(i) - (policies - 1) / 2) * 0.035;
        QVector<QCPCurveData> path;
        const auto add = [&](double x, double y) {
            path.append({static_cast<double>(path.size()), x, y});
        };
        for (const BoundaryEdge& edge : boundary_of(m_map, m_map.policies[i])) {
            add(edge.x0 - 0.5 + aside, edge.y0 - 0.5 + aside);
            add(edge.x1 - 0.5 + aside, edge.y1 - 0.5 + aside);
            add(gap, gap);
        }
        curve->data()->set(path, true);
        m_boundaries.push_back(curve);
    }
}

void CrossoverChart::fit_axes() {
    set_range(*plot().xAxis, {-0.5, static_cast<double>(m_map.counts.size()) - 0.5, false});
    set_range(*plot().yAxis, {-0.5, static_cast<double>(m_map.sizes.size()) - 0.5, false});
}

void CrossoverChart::apply_theme() {
    const QPalette palette = plot().palette();
    copy_colours(*plot().xAxis, *m_scale->axis());
    m_fields->setGradient(one_way_gradient(palette, 0.55));
    // The darker half of the fields on light paper, the lighter half on dark paper.
    const QCPRange range = m_scale->dataRange();
    for (QCPItemText* label : m_labels) {
        const double speedup =
            m_fields->data()->data(label->position->key(), label->position->value());
        const bool strong = speedup > range.lower + 0.5 * range.size();
        label->setColor(palette.color(strong ? QPalette::Base : QPalette::Text));
    }
    QList<SeriesKey> keys;
    for (std::size_t i = 0; i < m_boundaries.size(); ++i) {
        const PolicyRegion& policy = m_map.policies[i];
        const QPen pen = series_pen(static_cast<int>(i), palette, 2.5);
        m_boundaries[i]->setPen(pen);
        const bool parts = !m_boundaries[i]->data()->isEmpty();
        const QString regret =
            tr("regret %1, worst %2")
                .arg(percent_text(policy.median_regret), percent_text(policy.worst_regret));
        keys += SeriesKey{parts ? tr("%1: %2").arg(policy.name, regret)
                                : tr("%1 (everywhere alike): %2").arg(policy.name, regret),
                          pen,
                          {}};
    }
    set_keys(keys);
}

const CrossoverField* CrossoverChart::field_at(std::size_t size, std::size_t count) const {
    if (size >= m_map.sizes.size() || count >= m_map.counts.size()) return nullptr;
    const CrossoverField& field = m_map.fields[m_map.index(size, count)];
    return field.workers > 0 ? &field : nullptr;
}

QString CrossoverChart::x_text(double x) const {
    const auto count = std::lround(x);
    if (count < 0 || count >= static_cast<long>(m_map.counts.size())) return {};
    return counted(m_map.counts[static_cast<std::size_t>(count)], tr("%1 mail"), tr("%1 mails"));
}

QString CrossoverChart::values_at(double x) const {
    QStringList lines;
    const auto count = std::lround(x);
    if (count < 0) return {};
    for (std::size_t size = m_map.sizes.size(); size-- > 0;) {
        const auto* field = field_at(size, static_cast<std::size_t>(count));
        if (field == nullptr) continue;
        lines += tr("%1 bytes: %2 with one worker, %3 with %4")
                     .arg(m_map.sizes[size])
                     .arg(ms_text(field->one_ms), ms_text(field->best_ms))
                     .arg(field->workers);
    }
    return lines.join(QLatin1Char('\n'));
}

QString CrossoverChart::summary() const {
    if (m_map.measured == 0) return {};
    const auto shared =
        std::count_if(m_map.fields.begin(), m_map.fields.end(),
                      [](const CrossoverField& field) { return field.workers > 1; });
    QString text = tr("%1: several workers are best in %2 of %3 batch sizes.")
                       .arg(title())
                       .arg(shared)
                       .arg(m_map.measured);
    for (const PolicyRegion& policy : m_map.policies) {
        text += QLatin1Char(' ') + tr("Policy %1: median regret %2, worst %3.")
                                       .arg(policy.name, percent_text(policy.median_regret),
                                            percent_text(policy.worst_regret));
    }
    return text;
}

QByteArray CrossoverChart::csv() const {
    QList<QString> header{tr("bytes a mail"),  tr("mails"),     tr("best workers"),
                          tr("with one (ms)"), tr("best (ms)"), tr("times as fast")};
    for (const PolicyRegion& policy : m_map.policies) header += tr("%1 shares").arg(policy.name);
    QByteArray text = csv_line(header);
    for (std::size_t size = 0; size < m_map.sizes.size(); ++size) {
        for (std::size_t count = 0; count < m_map.counts.size(); ++count) {
            const CrossoverField* field = field_at(size, count);
            if (field == nullptr) continue;
            QList<QString> line{
                QString::number(m_map.sizes[size]), QString::number(m_map.counts[count]),
                QString::number(field->workers),    csv_number(field->one_ms),
                csv_number(field->best_ms),         csv_number(field->speedup)};
            for (const PolicyRegion& policy : m_map.policies)
                line += policy.shares[m_map.index(size, count)] ? tr("yes") : tr("no");
            text += csv_line(line);
        }
    }
    return text;
}

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/live_selectors.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>

#include "core/metric_definitions.h"
#include "widgets/choices.h"

namespace stallscope::app {
namespace {

/// A choice between one is none.
void show_choices(QComboBox& selector, const QStringList& names, const QString& current) {
    fill(selector, names, current);
    selector.setEnabled(names.size() > 1);
}

bool has_requests(const RunData& run, const QString& condition, const QString& stream) {
    return std::any_of(run.visits().begin(), run.visits().end(), [&](const VisitData& visit) {
        if (visit.condition != condition) return false;
        if (stream.isEmpty()) return !visit.streams.empty();
        return visit.streams.contains(stream);
    });
}

/// Requests came, and the first ones of every visit show no return leg: nothing is stamped.
bool has_only_e2e(const RunData& run) {
    constexpr std::size_t looked_at = 20;
    bool has_any = false;
    for (const VisitData& visit : run.visits()) {
        for (const auto& [name, columns] : visit.streams) {
            const std::size_t n = std::min(looked_at, columns.size());
            has_any = has_any || n > 0;
            for (std::size_t i = 0; i < n; ++i) {
                if (!std::isnan(columns.return_ms[i])) return false;
            }
        }
    }
    return has_any;
}

}  // namespace

LiveSelectors::LiveSelectors(QWidget* parent) : QWidget(parent) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_stream = add_choice(*layout, tr("&Stream"), "stream_selector");
    m_condition = add_choice(*layout, tr("Con&dition"), "condition_selector");
    m_metric = add_choice(*layout, tr("Me&tric"), "metric_selector");
    for (QComboBox* box : {m_stream, m_condition, m_metric}) box->setMinimumContentsLength(8);
    for (const LegMetric metric : leg_metrics()) {
        m_metric->addItem(leg_title(metric), static_cast<int>(metric));
        m_metric->setItemData(m_metric->count() - 1, metric_tooltip(leg_id(metric)),
                              Qt::ToolTipRole);
    }
    m_stream->setEnabled(false);
    m_condition->setEnabled(false);
    connect(m_stream, &QComboBox::activated, this, [this] {
        m_stream_is_chosen = true;
        emit changed();
    });
    connect(m_condition, &QComboBox::activated, this, [this] {
        m_condition_is_chosen = true;
        emit changed();
    });
    connect(m_metric, &QComboBox::currentIndexChanged, this, [this] {
        m_metric_is_chosen = true;
        emit changed();
    });
}

QString LiveSelectors::fitting_condition(const RunData& run) const {
    const QStringList conditions = run.conditions();
    if (m_condition_is_chosen && conditions.contains(m_condition->currentText())) {
        return m_condition->currentText();
    }
    if (conditions.isEmpty()) return {};
    if (has_requests(run, conditions.last(), {})) return conditions.last();
    return run.visits().empty() ? conditions.last() : run.visits().back().condition;
}

QString LiveSelectors::fitting_stream(const RunData& run, const QString& condition) const {
    const QStringList streams = run.streams();
    if (m_stream_is_chosen && streams.contains(m_stream->currentText())) {
        return m_stream->currentText();
    }
    const auto runs = std::find_if(streams.begin(), streams.end(), [&](const QString& stream) {
        return has_requests(run, condition, stream);
    });
    if (runs != streams.end()) return *runs;
    return streams.isEmpty() ? QString() : streams.first();
}

void LiveSelectors::offer(const RunData& run) {
    const QString condition = fitting_condition(run);
    show_choices(*m_condition, run.conditions(), condition);
    show_choices(*m_stream, run.streams(), fitting_stream(run, condition));
    if (!m_metric_is_chosen) {
        const QSignalBlocker blocker(m_metric);
        const LegMetric metric = has_only_e2e(run) ? LegMetric::e2e : LegMetric::return_leg;
        m_metric->setCurrentIndex(m_metric->findData(static_cast<int>(metric)));
    }
}

void LiveSelectors::reset() {
    m_stream_is_chosen = false;
    m_condition_is_chosen = false;
    show_choices(*m_stream, {}, {});
    show_choices(*m_condition, {}, {});
}

LiveChoice LiveSelectors::choice() const {
    return {m_stream->currentText(), m_condition->currentText(),
            static_cast<LegMetric>(m_metric->currentData().toInt())};
}

}  // namespace stallscope::app

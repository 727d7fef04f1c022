// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/worst_bar.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>

#include "core/figures.h"
#include "core/metric_definitions.h"
#include "widgets/choices.h"

namespace stallscope::app {
namespace {

QAction* make_action(QWidget& owner, const char* name, const QString& text, Qt::Key key,
                     const QString& tip) {
    auto* action = new QAction(text, &owner);
    action->setObjectName(QLatin1String(name));
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(tip);
    return action;
}

QToolButton* button_of(QAction* action) {
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    return button;
}

}  // namespace

WorstBar::WorstBar(QWidget* parent)
    : QWidget(parent), m_metric(new QComboBox), m_place(new QLabel) {
    m_previous = make_action(*this, "previous_worst", tr("Previous worst"), Qt::Key_P,
                             tr("The next worse request (P)"));
    m_next = make_action(*this, "next_worst", tr("Next worst"), Qt::Key_N,
                         tr("The worst request that is less bad (N)"));
    m_metric->setObjectName(QStringLiteral("worst_by"));
    for (const WorstBy metric : worst_metrics()) {
        m_metric->addItem(worst_title(metric), static_cast<int>(metric));
        m_metric->setItemData(m_metric->count() - 1, metric_tooltip(worst_id(metric)),
                              Qt::ToolTipRole);
    }
    m_place->setObjectName(QStringLiteral("worst_place"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    add_labelled(*layout, tr("&Worst by"), m_metric);
    layout->addWidget(button_of(m_previous));
    layout->addWidget(button_of(m_next));
    layout->addWidget(m_place);
    connect(m_next, &QAction::triggered, this, [this] { go(1); });
    connect(m_previous, &QAction::triggered, this, [this] { go(-1); });
    connect(m_metric, &QComboBox::currentIndexChanged, this, [this] {
        sort();
        if (m_order.count() > 0) emit request_wanted(m_order.at(0));
    });
    renew();
}

WorstBy WorstBar::metric() const {
    return static_cast<WorstBy>(m_metric->currentData().toInt());
}

void WorstBar::set_timeline(const Timeline* timeline) {
    m_timeline = timeline;
    m_current.reset();
    sort();
    for (int i = 0; m_timeline && m_order.count() == 0 && i < m_metric->count(); ++i) {
        const QSignalBlocker quiet(m_metric);
        m_metric->setCurrentIndex(i);
        sort();
    }
}

void WorstBar::sort() {
    m_order = m_timeline ? WorstRequests(*m_timeline, metric()) : WorstRequests();
    renew();
}

void WorstBar::set_current(std::optional<RequestRef> request) {
    m_current = request;
    renew();
}

std::optional<RequestRef> WorstBar::worst() const {
    if (m_order.count() == 0) return {};
    return m_order.at(0);
}

void WorstBar::renew() {
    m_rank = m_current ? m_order.rank_of(*m_current) : std::nullopt;
    const int count = m_order.count();
    m_next->setEnabled(m_rank ? *m_rank + 1 < count : count > 0);
    m_previous->setEnabled(m_rank && *m_rank > 0);
    if (m_rank) {
        m_place->setText(tr("%L1 of %L2: %3")
                             .arg(*m_rank + 1)
                             .arg(count)
                             .arg(ms_text(static_cast<double>(m_order.value_ns(*m_rank)) / 1e6)));
    } else {
        m_place->setText(count > 0 ? tr("%L1 requests").arg(count) : QString());
    }
}

// From a request that has no rank, a loop's call say, the way on is to the worst.
void WorstBar::go(int steps) {
    const int rank = m_rank ? *m_rank + steps : 0;
    if (rank >= 0 && rank < m_order.count()) emit request_wanted(m_order.at(rank));
}

}  // namespace stallscope::app

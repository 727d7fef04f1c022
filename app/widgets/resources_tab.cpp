// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/resources_tab.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "charts/resources_chart.h"
#include "widgets/choices.h"

namespace stallscope::app {
namespace {

constexpr int news_every_ms = 200;

}  // namespace

ResourcesTab::ResourcesTab(QWidget* parent)
    : ExploreTab(parent), m_quantity(new QComboBox), m_chart(new ResourcesChart), m_work(this) {
    m_quantity->setObjectName(QStringLiteral("quantity"));
    m_quantity->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* row = new QHBoxLayout;
    add_labelled(*row, tr("&Quantity"), m_quantity);
    row->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(row);
    layout->addWidget(m_chart, 1);
    connect(m_quantity, &QComboBox::currentIndexChanged, this, &ExploreTab::changed_inside);
}

void ResourcesTab::set_run(const ExploredRun& run) {
    m_work.cancel();
    m_run = run;
    m_resources = nullptr;
    m_is_asked = false;
    offer_quantities();
}

void ResourcesTab::show_choice(const ExploreChoice& /*choice*/) {
    if (!std::exchange(m_is_asked, true)) read();
    m_chart->show_resources(m_resources, m_quantity->currentData().toString(),
                            m_run.places().cells());
}

void ResourcesTab::read() {
    m_work.start([this, run = m_run.file->reader(), experiment = m_run.places().experiment(),
                  visits = m_run.file->visits()](const BackgroundWork::Call& call) {
        QElapsedTimer since_news;
        const auto done = read_resources(*run, experiment, visits, [&](const Resources& found) {
            const bool is_last = found.visits_read == found.visits;
            if (is_last || !since_news.isValid() || since_news.hasExpired(news_every_ms)) {
                since_news.start();
                call.post([this, news = std::make_shared<const Resources>(found)] {
                    m_resources = news;
                    offer_quantities();
                    emit changed_inside();
                });
            }
            return !call.cancelled();
        });
        if (done) return;
        call.post([this, faults = problems_of(done.error())] {
            for (const Problem& fault : faults) emit problem(fault);
        });
    });
}

void ResourcesTab::offer_quantities() {
    const QSignalBlocker blocker(m_quantity);
    const QVariant before = m_quantity->currentData();
    m_quantity->clear();
    if (m_resources) {
        for (const ResourceQuantity& quantity : m_resources->quantities) {
            m_quantity->addItem(quantity.title, quantity.id);
        }
    }
    m_quantity->setCurrentIndex(std::max(0, m_quantity->findData(before)));
}

QList<Chart*> ResourcesTab::charts() const {
    return {m_chart};
}

}  // namespace stallscope::app

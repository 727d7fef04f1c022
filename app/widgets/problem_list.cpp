// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/problem_list.h"

#include <QEvent>

#include "core/experiment_document.h"
#include "widgets/field_message.h"
#include "widgets/plain_tip.h"

namespace stallscope::app {
namespace {

constexpr int most_lines = 5;

}  // namespace

ProblemList::ProblemList(const ExperimentDocument& document, QWidget* parent)
    : QListWidget(parent), m_document(document) {
    setObjectName(QStringLiteral("experiment_problems"));
    setAccessibleName(tr("Problems of the experiment"));
    setTextElideMode(Qt::ElideRight);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const auto choose = [this](const QListWidgetItem* item) {
        emit place_chosen(item->data(Qt::UserRole).toString());
    };
    connect(this, &QListWidget::itemClicked, this, choose);
    connect(this, &QListWidget::itemActivated, this, choose);
    connect(&document, &ExperimentDocument::problems_changed, this, &ProblemList::update_all);
    update_all();
}

QSize ProblemList::sizeHint() const {
    const int line = sizeHintForRow(0) > 0 ? sizeHintForRow(0) : fontMetrics().height() + 4;
    return {400, line * std::clamp(count(), 1, most_lines) + 2 * frameWidth() + 2};
}

void ProblemList::update_all() {
    clear();
    for (const Problem& problem : m_document.problems()) {
        const QString place = problem.where.isEmpty() ? tr("the file") : problem.where;
        auto* item = new QListWidgetItem(
            QStringLiteral("⚠  ") + tr("%1: %2").arg(place, sentence_of(problem)), this);
        item->setData(Qt::UserRole, problem.where);
        item->setToolTip(plain_tip(sentence_of(problem)));
    }
    setVisible(count() > 0);
    updateGeometry();
}

}  // namespace stallscope::app

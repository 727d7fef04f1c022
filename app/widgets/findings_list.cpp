// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/findings_list.h"

#include <QPainter>
#include <algorithm>

#include "widgets/plain_tip.h"

namespace stallscope::app {
namespace {

int rank(const QString& severity) {
    if (severity == QLatin1String("blocks")) return 0;
    return severity == QLatin1String("warns") ? 1 : 2;
}

QString words_of(const QString& severity) {
    switch (rank(severity)) {
        case 0:
            return FindingsList::tr("✗ blocks");
        case 1:
            return FindingsList::tr("⚠ warns");
        default:
            return FindingsList::tr("ℹ note");
    }
}

}  // namespace

FindingsList::FindingsList(QWidget* parent) : QListWidget(parent) {
    setObjectName(QStringLiteral("findings"));
    setAccessibleName(tr("Findings"));
    setWordWrap(true);
    setTextElideMode(Qt::ElideNone);
    setAlternatingRowColors(true);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setToolTip(
        tr("What was found that bears on the verdicts: it blocks them, it warns, or it is "
           "worth a note."));
}

void FindingsList::show_run(const RunData& run) {
    QVector<FindingEvent> sorted = run.findings();
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
        return rank(a.severity) < rank(b.severity);
    });
    clear();
    for (const FindingEvent& finding : std::as_const(sorted)) {
        QString text = words_of(finding.severity) + QStringLiteral("  ");
        if (!finding.where.isEmpty()) text += finding.where + QStringLiteral(": ");
        text += finding.says;
        if (!finding.advice.isEmpty()) text += QLatin1Char('\n') + finding.advice;
        auto* item = new QListWidgetItem(text, this);
        item->setData(Qt::UserRole, finding.id);
        item->setToolTip(plain_tip(finding.id));
    }
    for (const StepEvent& step : run.steps()) {
        if (step.name == QLatin1String("check passed"))
            new QListWidgetItem(tr("✓ check passed  %1").arg(step.says), this);
        if (step.name == QLatin1String("check failed"))
            new QListWidgetItem(tr("✗ check failed  %1").arg(step.says), this);
    }
}

void FindingsList::paintEvent(QPaintEvent* event) {
    QListWidget::paintEvent(event);
    if (count() > 0) return;
    QPainter painter(viewport());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(
        viewport()->rect().adjusted(8, 4, -8, -4), Qt::AlignCenter | Qt::TextWordWrap,
        tr("No findings. What threatens the verdicts of this run will be listed here."));
}

}  // namespace stallscope::app

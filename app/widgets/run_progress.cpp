// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run_progress.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <cmath>

#include "core/time_text.h"
#include "widgets/plain_tip.h"
#include "widgets/tinted_icon.h"

namespace stallscope::app {
namespace {

constexpr int whole = 1000;

QString words_of_visit(const RunData& run, const VisitData& visit) {
    return RunProgress::tr("Measuring cell %1, condition %2, cycle %3 of %4")
        .arg(visit.cell, visit.condition)
        .arg(visit.cycle + 1)
        .arg(run.plan().cycles);
}

QString words_of_end(const RunFinishedEvent& end) {
    QString text;
    if (end.status == QLatin1String("complete")) {
        text = RunProgress::tr("The run is complete");
    } else if (end.status == QLatin1String("cancelled")) {
        text = RunProgress::tr("The run was cancelled; what was measured is kept");
    } else if (end.status == QLatin1String("partial")) {
        text = RunProgress::tr("The run is partial: not all visits were measured");
    } else {
        text = RunProgress::tr("The run failed");
    }
    return end.reason.isEmpty() ? text : text + QStringLiteral(": ") + end.reason;
}

QString words_of_run(const RunData& run) {
    if (run.finished()) return words_of_end(*run.finished());
    if (run.progress().state == QLatin1String("cancelling")) {
        return RunProgress::tr("Cancelling: what was measured is kept");
    }
    if (run.progress().state == QLatin1String("paused")) return RunProgress::tr("Paused");
    if (const VisitData* visit = run.running_visit()) return words_of_visit(run, *visit);
    if (!run.steps().isEmpty()) {
        const StepEvent& step = run.steps().last();
        return step.name.isEmpty() ? step.says : step.name + QStringLiteral(": ") + step.says;
    }
    return RunProgress::tr("The engine starts");
}

}  // namespace

RunProgress::RunProgress(QWidget* parent)
    : QWidget(parent),
      m_step(new QLabel),
      m_left(new QLabel),
      m_bar(new QProgressBar),
      m_pause(new QPushButton),
      m_cancel(new QPushButton(tr("Cancel"))) {
    m_step->setObjectName(QStringLiteral("step"));
    m_step->setTextFormat(Qt::PlainText);
    m_step->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_left->setObjectName(QStringLiteral("time_left"));
    m_bar->setObjectName(QStringLiteral("progress"));
    m_bar->setAccessibleName(tr("Progress of the run"));
    m_bar->setRange(0, whole);
    m_bar->setFixedWidth(220);
    m_pause->setObjectName(QStringLiteral("pause"));
    m_pause->setIcon(tinted_icon(QStringLiteral("pause")));
    m_cancel->setObjectName(QStringLiteral("cancel"));
    m_cancel->setIcon(tinted_icon(QStringLiteral("cancel")));
    m_cancel->setToolTip(tr("Stop measuring. What was measured is kept and can be resumed."));

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_step, 1);
    layout->addWidget(m_left);
    layout->addWidget(m_bar);
    layout->addWidget(m_pause);
    layout->addWidget(m_cancel);
    connect(m_pause, &QPushButton::clicked, this, [this] {
        m_pauses = !m_pauses;
        name_pause();
        emit pause_requested(m_pauses);
    });
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        m_cancels = true;
        m_cancel->setEnabled(false);
        emit cancel_requested();
    });
    show_none();
}

void RunProgress::name_pause() {
    m_pause->setText(m_pauses ? tr("Resume") : tr("Pause"));
    m_pause->setIcon(tinted_icon(m_pauses ? QStringLiteral("run") : QStringLiteral("pause")));
    m_pause->setToolTip(m_pauses ? tr("Go on with the next visit.")
                                 : tr("Stop after the visit that is being measured."));
}

void RunProgress::show_none() {
    m_step->setText(tr("Nothing is being measured. Run an experiment, or open a run."));
    m_left->clear();
    m_bar->setValue(0);
    m_bar->setEnabled(false);
    m_pause->setEnabled(false);
    m_cancel->setEnabled(false);
    m_pauses = false;
    m_cancels = false;
    name_pause();
}

void RunProgress::show_run(const RunData& run, bool can_be_stopped) {
    const ProgressEvent& progress = run.progress();
    const QString words = words_of_run(run);
    m_step->setText(words);
    m_step->setToolTip(plain_tip(words));
    const bool is_cancelling = progress.state == QLatin1String("cancelling");
    if (progress.state == QLatin1String("paused")) m_pauses = true;
    if (run.finished() || is_cancelling) m_pauses = false;
    name_pause();
    m_pause->setEnabled(can_be_stopped && !is_cancelling);
    m_cancel->setEnabled(can_be_stopped && !is_cancelling && !m_cancels);
    m_bar->setEnabled(true);
    const double share = run.finished() && run.finished()->status == QLatin1String("complete")
                             ? 1
                             : progress.fraction.value_or(0);
    m_bar->setValue(static_cast<int>(std::lround(share * whole)));
    QStringList left;
    if (progress.visits > 0) {
        left += tr("%1 of %2 visits").arg(progress.done).arg(progress.visits);
    }
    if (can_be_stopped && progress.left_s) {
        left += tr("about %1 left").arg(duration_text(*progress.left_s));
    }
    m_left->setText(left.join(QStringLiteral(", ")));
}

}  // namespace stallscope::app

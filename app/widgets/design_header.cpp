// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/design_header.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/counted.h"
#include "core/experiment_document.h"
#include "core/plan_asker.h"
#include "core/time_text.h"
#include "widgets/line_field.h"
#include "widgets/plain_tip.h"
#include "widgets/run_options_bar.h"
#include "widgets/schedule_strip.h"
#include "widgets/seal_line.h"
#include "widgets/text_field.h"
#include "widgets/tinted_icon.h"

namespace stallscope::app {
namespace {

QLabel* new_sentence(const QString& id) {
    auto* label = new QLabel;
    label->setObjectName(id);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

}  // namespace

DesignHeader::DesignHeader(ExperimentDocument& document, const PlanAsker& plan, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_plan(plan),
      m_banner(new QFrame),
      m_banner_text(new_sentence(QStringLiteral("banner"))),
      m_name(new LineField(document, LineField::Kind::text,
                           {QStringLiteral("/name"),
                            tr("name of the experiment"),
                            {},
                            {},
                            tr("Run files are named after it.")})),
      m_question(new TextField(document, 2,
                               {QStringLiteral("/question"),
                                tr("question"),
                                tr("What does the experiment answer?"),
                                {},
                                {}})),
      m_run(new QPushButton(tinted_icon(QStringLiteral("run")), tr("Run"))),
      m_strip(new ScheduleStrip),
      m_time(new_sentence(QStringLiteral("time"))),
      m_says(new_sentence(QStringLiteral("resolution"))) {
    auto* copy =
        new QPushButton(tinted_icon(QStringLiteral("duplicate")), tr("Make a copy to edit"));
    copy->setObjectName(QStringLiteral("make_copy"));
    connect(copy, &QPushButton::clicked, this, [this] { m_document.make_copy(); });
    m_banner->setAutoFillBackground(true);
    m_banner->setBackgroundRole(QPalette::AlternateBase);
    auto* banner = new QHBoxLayout(m_banner);
    banner->addWidget(m_banner_text, 1);
    banner->addWidget(copy);

    m_run->setObjectName(QStringLiteral("run_experiment"));
    m_run->setDefault(true);
    connect(m_run, &QPushButton::clicked, this, &DesignHeader::run_requested);
    auto* right = new QHBoxLayout;
    right->addWidget(new RunOptionsBar(document));
    right->addSpacing(6);
    right->addWidget(m_run);

    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(10);
    grid->setColumnStretch(1, 1);
    auto* name = new QLabel(tr("Name"));
    name->setBuddy(m_name);
    name->setContentsMargins(0, 4, 0, 0);
    auto* question = new QLabel(tr("Question"));
    question->setBuddy(m_question);
    question->setContentsMargins(0, 4, 0, 0);
    grid->addWidget(name, 0, 0, Qt::AlignRight | Qt::AlignTop);
    grid->addWidget(m_name, 0, 1);
    grid->addLayout(right, 0, 2, Qt::AlignTop);
    grid->addWidget(question, 1, 0, Qt::AlignRight | Qt::AlignTop);
    grid->addWidget(m_question, 1, 1, 1, 2);

    m_strip->setObjectName(QStringLiteral("schedule"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_banner);
    layout->addLayout(grid);
    layout->addWidget(m_strip);
    layout->addWidget(m_time);
    layout->addWidget(m_says);
    layout->addWidget(new SealLine(document));

    connect(&document, &ExperimentDocument::changed, this, &DesignHeader::update_all);
    connect(&document, &ExperimentDocument::file_changed, this, &DesignHeader::update_all);
    connect(&plan, &PlanAsker::changed, this, &DesignHeader::update_plan);
    update_all();
    update_plan();
}

Field* DesignHeader::field_of(const QString& pointer) const {
    for (Field* field : {m_name, m_question})
        if (field->shows(pointer)) return field;
    return nullptr;
}

void DesignHeader::set_run_active(bool active) {
    m_run_is_active = active;
    update_all();
}

void DesignHeader::update_all() {
    const auto problems = static_cast<int>(m_document.problems().size());
    m_banner->setVisible(m_document.is_read_only());
    m_banner_text->setText(
        tr("This is the experiment as it was sealed in %1. It cannot be changed.")
            .arg(QFileInfo(m_document.run_file()).fileName()));
    m_run->setVisible(!m_document.is_read_only());
    m_run->setEnabled(problems == 0);
    QString tip = m_run_is_active ? tr("A run is being measured: this one will wait for its turn.")
                                  : tr("Measure this experiment as it stands.");
    if (problems > 0)
        tip = counted(problems, tr("%1 problem must be mended first: see the list at the bottom."),
                      tr("%1 problems must be mended first: see the list at the bottom."));
    m_run->setToolTip(tip);

    QStringList cells, conditions;
    if (const Experiment* experiment = m_document.experiment()) {
        for (const Cell& cell : experiment->cells) cells.append(QString::fromStdString(cell.id));
        for (const Condition& one : experiment->conditions)
            conditions.append(QString::fromStdString(one.id));
    }
    m_strip->set_schedule(m_document.schedule(), cells, conditions);
    if (m_document.schedule().empty()) {
        m_time->setText(tr("The schedule is drawn anew as soon as there are no problems."));
        return;
    }
    m_time->setText(
        tr("%1 in %2, %3 and %4, about %5 and what preparing takes.")
            .arg(counted(static_cast<qint64>(m_document.schedule().size()), tr("%1 visit"),
                         tr("%1 visits")),
                 counted(cells.size(), tr("%1 cell"), tr("%1 cells")),
                 counted(conditions.size(), tr("%1 condition"), tr("%1 conditions")),
                 counted(m_document.experiment()->cycles, tr("%1 cycle"), tr("%1 cycles")),
                 duration_text(m_document.planned_seconds())));
}

void DesignHeader::update_plan() {
    QString says;
    QStringList tip;
    if (const auto& answer = m_plan.answer()) {
        says = resolution_in_words(*answer);
        for (const PlanAnswer::Resolution& one : answer->resolution)
            tip.append(tr("%1 in %2: %3").arg(one.criterion, one.condition, one.says));
        if (!answer->runs_code.isEmpty()) {
            says += QLatin1Char(' ') + tr("A run executes of your own code: %1.")
                                           .arg(answer->runs_code.join(QStringLiteral(", ")));
        }
        tip.append(answer->interpreters);
    } else if (!m_plan.failure().isEmpty()) {
        says = m_plan.failure();
    } else {
        // The last words stay, dimmed, until there are new ones: nothing jumps while one types.
        m_says->setEnabled(false);
        if (m_says->text().isEmpty())
            m_says->setText(tr("Asking what these cycles can resolve on this machine …"));
        return;
    }
    m_says->setEnabled(true);
    m_says->setText(says);
    m_says->setToolTip(plain_tip(tip.join(QLatin1Char('\n'))));
}

}  // namespace stallscope::app

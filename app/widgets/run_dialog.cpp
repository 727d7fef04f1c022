// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run_dialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/file_dialogs.h"
#include "widgets/tinted_icon.h"

namespace stallscope::app {
namespace {

QLabel* plain(const QString& text) {
    auto* label = new QLabel(text);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QString code_text(const QStringList& sentences) {
    if (sentences.isEmpty()) return RunDialog::tr("This run executes nothing of your own.");
    QString text = RunDialog::tr("This run executes, of your own code:");
    for (const QString& sentence : sentences) text += QStringLiteral("\n  •  ") + sentence;
    return text;
}

}  // namespace

RunDialog::RunDialog(RunOrder order, const Facts& facts, QWidget* parent)
    : QDialog(parent),
      m_order(std::move(order)),
      m_output(new QLineEdit(m_order.output)),
      m_keep_blocked(new QCheckBox(tr("Keep windows in which other programs were busy"))) {
    setObjectName(QStringLiteral("run_dialog"));
    setWindowTitle(tr("Run %1").arg(facts.experiment));
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumWidth(560);

    auto* copy = new QPushButton(tr("Copy"));
    copy->setToolTip(
        tr("To publish before the run: whoever has it can check that nothing was "
           "changed afterwards"));
    connect(copy, &QPushButton::clicked, this,
            [seal = facts.seal] { QGuiApplication::clipboard()->setText(seal); });
    auto* seal = new QLineEdit(facts.seal);
    seal->setReadOnly(true);
    seal->setCursorPosition(0);
    seal->setAccessibleName(tr("Seal"));
    auto* seal_row = new QHBoxLayout;
    seal_row->addWidget(seal, 1);
    seal_row->addWidget(copy);

    m_output->setObjectName(QStringLiteral("output"));
    auto* choose = new QPushButton(tr("Choose…"));
    connect(choose, &QPushButton::clicked, this, [this] {
        choose_file_to_save(*this, tr("Where the run is written"), m_output->text(),
                            tr("Runs (*.stallscope)"),
                            [this](const QString& file) { m_output->setText(file); });
    });
    auto* output_row = new QHBoxLayout;
    output_row->addWidget(m_output, 1);
    output_row->addWidget(choose);

    m_keep_blocked->setObjectName(QStringLiteral("keep_blocked"));
    m_keep_blocked->setChecked(m_order.keep_blocked);
    m_keep_blocked->setToolTip(
        tr("Otherwise they are measured again. Kept ones make every verdict "
           "of their comparison invalid; use it to try things out."));

    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->addRow(tr("Takes"), plain(facts.takes));
    form->addRow(tr("Seal"), seal_row);
    form->addRow(tr("Written to"), output_row);
    form->addRow(QString(), m_keep_blocked);

    auto* code = plain(code_text(facts.runs_code));
    code->setObjectName(QStringLiteral("runs_code"));

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    auto* run = buttons->addButton(tr("Run"), QDialogButtonBox::AcceptRole);
    run->setObjectName(QStringLiteral("start"));
    run->setIcon(tinted_icon(QStringLiteral("run")));
    run->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &RunDialog::confirm);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_output, &QLineEdit::textChanged, run,
            [run](const QString& text) { run->setEnabled(!text.trimmed().isEmpty()); });

    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addWidget(code);
    layout->addLayout(form);
    layout->addWidget(
        plain(tr("Measuring uses this machine: leave it alone until the run is "
                 "done, or its windows are measured again.")));
    layout->addWidget(buttons);
}

void RunDialog::confirm() {
    m_order.output = QFileInfo(m_output->text().trimmed()).absoluteFilePath();
    m_order.keep_blocked = m_keep_blocked->isChecked();
    emit confirmed(m_order);
    accept();
}

}  // namespace stallscope::app

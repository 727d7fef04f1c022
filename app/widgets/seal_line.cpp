// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/seal_line.h"

#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "core/experiment_document.h"
#include "widgets/tinted_icon.h"

namespace stallscope::app {

SealLine::SealLine(const ExperimentDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_hash(new QLabel), m_copy(new QToolButton) {
    auto* name = new QLabel(tr("Seal"));
    name->setToolTip(
        tr("SHA-256 of the experiment with its preset and options. Published before "
           "the run, it proves that nothing was changed afterwards."));
    m_hash->setObjectName(QStringLiteral("seal"));
    m_hash->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_hash->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_hash->setAccessibleName(tr("Seal"));
    m_copy->setObjectName(QStringLiteral("copy_seal"));
    m_copy->setIcon(tinted_icon(QStringLiteral("copy")));
    m_copy->setToolTip(tr("Copy the seal"));
    m_copy->setAccessibleName(tr("Copy the seal"));
    m_copy->setAutoRaise(true);
    connect(m_copy, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_document.seal()); });
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(name);
    layout->addWidget(m_hash);
    layout->addWidget(m_copy);
    layout->addStretch(1);
    connect(&document, &ExperimentDocument::changed, this, &SealLine::update_all);
    connect(&document, &ExperimentDocument::file_changed, this, &SealLine::update_all);
    update_all();
}

void SealLine::update_all() {
    const QString seal = m_document.seal();
    m_hash->setText(seal.isEmpty() ? tr("none while there are problems") : seal);
    m_hash->setToolTip(m_document.is_read_only()
                           ? tr("What this run was sealed with before its first window.")
                           : tr("Publish it before you run; \"stallscope run --seal\" refuses any "
                                "other experiment."));
    m_copy->setEnabled(!seal.isEmpty());
}

}  // namespace stallscope::app

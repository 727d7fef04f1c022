// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run_options_bar.h"

#include <QDoubleValidator>
#include <QHBoxLayout>
#include <QIntValidator>
#include <QLabel>
#include <QLineEdit>

#include "core/experiment_document.h"
#include "widgets/choices.h"
#include "widgets/quiet_combo_box.h"

namespace stallscope::app {
namespace {

QLineEdit* new_number(const QString& id, const QString& name, const QString& tip) {
    auto* line = new QLineEdit;
    line->setObjectName(id);
    line->setAccessibleName(name);
    line->setToolTip(tip);
    line->setMaximumWidth(64);
    return line;
}

void show_number(QLineEdit* line, const QString& text) {
    const QLocale c = QLocale::c();
    if (line->hasFocus() && c.toDouble(line->text()) == c.toDouble(text)) return;
    if (line->text() != text) line->setText(text);
}

}  // namespace

RunOptionsBar::RunOptionsBar(ExperimentDocument& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_preset(new QuietComboBox),
      m_seconds(new_number(QStringLiteral("run_seconds"), tr("Window of this run"),
                           tr("The window's length in this run, in seconds. Empty: as written."))),
      m_cycles(new_number(QStringLiteral("run_cycles"), tr("Cycles of this run"),
                          tr("How often everything is measured in this run. Empty: as written."))) {
    m_preset->setObjectName(QStringLiteral("preset"));
    m_preset->setAccessibleName(tr("Preset"));
    m_preset->setToolTip(tr("A variant that the experiment has; the file is not changed."));
    m_preset->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* seconds = new QDoubleValidator(0.05, 86'400, 6, m_seconds);
    seconds->setLocale(QLocale::c());
    seconds->setNotation(QDoubleValidator::StandardNotation);
    m_seconds->setValidator(seconds);
    m_cycles->setValidator(new QIntValidator(1, 1000, m_cycles));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    add_labelled(*layout, tr("Preset"), m_preset);
    add_labelled(*layout, tr("Window"), m_seconds);
    layout->addWidget(new QLabel(tr("s")));
    add_labelled(*layout, tr("Cycles"), m_cycles);
    connect(m_preset, &QComboBox::activated, this, &RunOptionsBar::take_over);
    connect(m_seconds, &QLineEdit::textEdited, this, &RunOptionsBar::take_over);
    connect(m_cycles, &QLineEdit::textEdited, this, &RunOptionsBar::take_over);
    connect(&document, &ExperimentDocument::changed, this, &RunOptionsBar::update_all);
    connect(&document, &ExperimentDocument::file_changed, this, &RunOptionsBar::update_all);
    update_all();
}

void RunOptionsBar::take_over() {
    RunOptions options;
    options.preset = m_preset->currentData().toString();
    bool is_number = false;
    const double seconds = QLocale::c().toDouble(m_seconds->text(), &is_number);
    if (is_number) options.seconds = seconds;
    const int cycles = m_cycles->text().toInt(&is_number);
    if (is_number) options.cycles = cycles;
    m_document.set_options(options);
}

void RunOptionsBar::update_all() {
    setVisible(!m_document.is_read_only());
    const RunOptions& options = m_document.options();
    m_preset->clear();
    m_preset->addItem(tr("as written"), QString());
    const QStringList presets = m_document.presets();
    for (const QString& preset : presets) m_preset->addItem(preset, preset);
    m_preset->setCurrentIndex(std::max(0, m_preset->findData(options.preset)));
    show_number(m_seconds,
                options.seconds ? QString::number(*options.seconds, 'g', 10) : QString());
    show_number(m_cycles, options.cycles ? QString::number(*options.cycles) : QString());
    const Experiment* experiment = m_document.experiment();
    if (!experiment) return;
    m_seconds->setPlaceholderText(QString::number(experiment->windows.seconds, 'g', 6));
    m_cycles->setPlaceholderText(QString::number(experiment->cycles));
}

}  // namespace stallscope::app

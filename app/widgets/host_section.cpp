// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/host_section.h"

#include <QFormLayout>
#include <QVBoxLayout>

#include "core/experiment_words.h"
#include "widgets/choice_field.h"
#include "widgets/environment_field.h"
#include "widgets/line_field.h"

namespace stallscope::app {

HostSection::HostSection(ExperimentDocument& document, QWidget* parent)
    : DesignSection(document, tr("Host"), {QStringLiteral("/host")}, parent) {
    using Kind = LineField::Kind;
    auto* content = new QWidget;
    content->setMaximumWidth(form_width);
    QFormLayout* form = new_form(content);
    add_row(form, tr("Python"),
            new LineField(document, Kind::text,
                          {QStringLiteral("/host/python"),
                           tr("interpreter"),
                           QStringLiteral("python3"),
                           {},
                           tr("Name or path of the interpreter, also one of a virtual environment. "
                              "CPython 3.9 or newer.")}));
    add_row(form, tr("Lock"),
            new ChoiceField(document, words_for(WordSet::lock),
                            {QStringLiteral("/host/lock/kind"),
                             tr("lock"),
                             QStringLiteral("interpreter"),
                             {},
                             tr("Which lock all threads of the host share.")}));
    add_row(form, tr("Switch interval"),
            new LineField(document, Kind::number,
                          {QStringLiteral("/host/lock/switch_interval_ms"), tr("switch interval"),
                           QStringLiteral("5"), tr("ms"),
                           tr("After how long a waiting thread asks the lock's holder for it.")}));
    add_row(form, tr("Lifetime"),
            new ChoiceField(document, words_for(WordSet::lifetime),
                            {QStringLiteral("/host/lifetime"),
                             tr("lifetime"),
                             QStringLiteral("visit"),
                             {},
                             tr("How long a host lives.")}));
    add_row(form, tr("Stamps"),
            new ChoiceField(document, words_for(WordSet::stamps),
                            {QStringLiteral("/host/stamps"),
                             tr("stamps"),
                             QStringLiteral("native"),
                             {},
                             tr("How much of a request is stamped.")}));
    add_row(form, tr("Folder"),
            new LineField(document, Kind::text,
                          {QStringLiteral("/host/cwd"),
                           tr("folder of the host"),
                           tr("the engine's"),
                           {},
                           tr("The host's working directory.")}));
    add_row(form, tr("CPUs"),
            new LineField(document, Kind::numbers,
                          {QStringLiteral("/host/cpus"),
                           tr("CPUs"),
                           tr("all, unchanged"),
                           {},
                           tr("The numbers of the CPUs that host and workers may use, with commas "
                              "between them.")}));
    add_row(form, tr("Nice"),
            new LineField(document, Kind::number,
                          {QStringLiteral("/host/nice"),
                           tr("nice"),
                           QStringLiteral("0"),
                           {},
                           tr("−20 to 19, added.")}));
    add_row(form, tr("Environment"),
            new EnvironmentField(document, {QStringLiteral("/host/env"),
                                            tr("environment"),
                                            {},
                                            {},
                                            tr("Variables that are added for host and workers.")}));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addWidget(scrolled(content));
}

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/windows_section.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "core/experiment_words.h"
#include "widgets/choice_field.h"
#include "widgets/line_field.h"

namespace stallscope::app {

WindowsSection::WindowsSection(ExperimentDocument& document, QWidget* parent)
    : DesignSection(
          document, tr("Windows and order"),
          {QStringLiteral("/windows"), QStringLiteral("/cycles"), QStringLiteral("/order"),
           QStringLiteral("/seed"), QStringLiteral("/interval"), QStringLiteral("/looks")},
          parent) {
    QFormLayout* left = new_form();
    const auto seconds = [&](const char* key, const QString& label, const QString& fallback,
                             const QString& help) {
        add_row(left, label,
                new LineField(document, LineField::Kind::number,
                              {QStringLiteral("/windows/") + QLatin1String(key), label, fallback,
                               tr("s"), help}));
    };
    seconds("settle", tr("Settle"), QStringLiteral("2"),
            tr("Rest before a host is used, so that the last one leaves no trace."));
    seconds("lead", tr("Lead"), QStringLiteral("0.3"),
            tr("From the host being ready to its first request."));
    seconds("warm_up", tr("Warm-up"), QStringLiteral("2"),
            tr("Requests that are made and not counted."));
    seconds("seconds", tr("Window"), QStringLiteral("20"),
            tr("What is measured. A mirrored cycle gives each of its two passes half of it."));
    seconds("guard", tr("Guard"), QStringLiteral("0.4"),
            tr("Time for the last requests to end; those that arrive in it are not counted."));
    add_row(left, tr("Parts"),
            new LineField(document, LineField::Kind::number,
                          {QStringLiteral("/windows/parts"), tr("parts"), QStringLiteral("10"),
                           tr("of each half-visit"),
                           tr("Figures are taken per part, and pooled robustly.")}));

    QFormLayout* right = new_form();
    add_row(right, tr("Cycles"),
            new LineField(document, LineField::Kind::number,
                          {QStringLiteral("/cycles"),
                           tr("cycles"),
                           QStringLiteral("5"),
                           {},
                           tr("How often everything is measured: the unit of evidence.")}));
    add_row(right, tr("Order"),
            new ChoiceField(document, words_for(WordSet::order),
                            {QStringLiteral("/order"),
                             tr("order"),
                             QStringLiteral("mirrored"),
                             {},
                             tr("In which order cells and conditions are visited.")}));
    add_row(right, tr("Seed"),
            new LineField(document, LineField::Kind::number,
                          {QStringLiteral("/seed"),
                           tr("seed"),
                           QStringLiteral("1"),
                           {},
                           tr("What the order is drawn from: the same seed gives the same schedule "
                              "everywhere.")}));
    add_row(right, tr("Interval"),
            new ChoiceField(document, words_for(WordSet::interval),
                            {QStringLiteral("/interval"),
                             tr("interval"),
                             QStringLiteral("paired"),
                             {},
                             tr("How the interval of a comparison is made.")}));
    add_row(right, tr("Looks"),
            new ChoiceField(document, words_for(WordSet::looks),
                            {QStringLiteral("/looks"),
                             tr("looks"),
                             QStringLiteral("obf"),
                             {},
                             tr("When words may come out.")}));

    auto* content = new QWidget;
    auto* columns = new QHBoxLayout(content);
    columns->setSpacing(40);
    columns->addLayout(left, 2);
    columns->addLayout(right, 3);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addWidget(scrolled(content));
}

}  // namespace stallscope::app

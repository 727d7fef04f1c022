// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/criterion_form.h"

#include <QFormLayout>

#include "core/experiment_edits.h"
#include "core/experiment_words.h"
#include "widgets/choice_field.h"
#include "widgets/conditions_field.h"
#include "widgets/design_section.h"
#include "widgets/line_field.h"

namespace stallscope::app {
namespace {

using Kind = LineField::Kind;

QVector<ExperimentWord> words_of(const QStringList& names) {
    QVector<ExperimentWord> words;
    for (const QString& name : names) words.append({name, {}});
    return words;
}

}  // namespace

QString CriterionForm::shape_of(const ExperimentTree& tree, const QString& criterion) {
    return QStringList{tree.shown(criterion + QStringLiteral("/metric")),
                       criterion_form(tree, criterion),
                       ids_in(tree, QStringLiteral("/cells")).join(QLatin1Char('/')),
                       ids_in(tree, QStringLiteral("/conditions")).join(QLatin1Char('/')),
                       tree.keys(QStringLiteral("/streams")).join(QLatin1Char('/'))}
        .join(QLatin1Char('\n'));
}

CriterionForm::CriterionForm(ExperimentDocument& document, const QString& criterion,
                             QWidget* parent)
    : QWidget(parent), m_document(document), m_place(criterion) {
    setMaximumWidth(form_width);
    QFormLayout* form = new_form(this);
    add_row(form, tr("Name"),
            new LineField(document, Kind::text,
                          {at("/id"),
                           tr("name of a criterion"),
                           {},
                           {},
                           tr("A short name for tables and charts.")}));
    add_row(form, tr("Says"),
            new LineField(document, Kind::text,
                          {at("/says"),
                           tr("what a criterion says"),
                           {},
                           {},
                           tr("What it means when it is met.")}));
    add_metric(form);
    add_places(form);
    add_bound(form);
    add_row(form, tr("Margin from"),
            new LineField(document, Kind::text,
                          {at("/margin_from"),
                           tr("who chose the margin"),
                           {},
                           {},
                           tr("Who chose the bound, and why: it stands in the report.")}));
}

void CriterionForm::add_metric(QFormLayout* form) {
    add_row(
        form, tr("Metric"),
        new ChoiceField(m_document, words_for(WordSet::metric),
                        {at("/metric"), tr("metric"), {}, {}, tr("The figure that is judged.")}));
    const QVector<ExperimentWord> statistics =
        statistics_for(m_document.tree().shown(at("/metric")));
    if (statistics.isEmpty() && !m_document.tree().has(at("/statistic"))) return;
    add_row(form, tr("Statistic"),
            new ChoiceField(m_document, statistics,
                            {at("/statistic"),
                             tr("statistic"),
                             statistics.isEmpty() ? QString() : statistics.first().word,
                             {},
                             tr("Which figure of its distribution.")}));
}

void CriterionForm::add_cell(QFormLayout* form, const char* key, const QString& label,
                             const QString& help) {
    add_row(
        form, label,
        new ChoiceField(m_document, words_of(ids_in(m_document.tree(), QStringLiteral("/cells"))),
                        {at(key), label, {}, {}, help}));
}

void CriterionForm::add_places(QFormLayout* form) {
    const ExperimentTree& tree = m_document.tree();
    add_row(form, tr("Stream"),
            new ChoiceField(m_document, words_of(tree.keys(QStringLiteral("/streams"))),
                            {at("/stream"),
                             tr("stream of a criterion"),
                             {},
                             {},
                             tr("Whose requests; counts may leave it out and mean all.")}));
    add_cell(form, "/cell", tr("Cell"), tr("The cell that is judged."));
    if (compares(criterion_form(tree, m_place)) || tree.has(at("/against")))
        add_cell(form, "/against", tr("Against"), tr("The cell that it is compared with."));
    add_row(
        form, tr("Conditions"),
        new ConditionsField(
            m_document,
            {at("/condition"),
             tr("conditions of a criterion"),
             tr("counts may leave them out: all"),
             {},
             tr("It must hold in each of them; with commas between them. There are: %1.")
                 .arg(ids_in(tree, QStringLiteral("/conditions")).join(QStringLiteral(", ")))}));
}

void CriterionForm::add_bound(QFormLayout* form) {
    const ExperimentTree& tree = m_document.tree();
    const QString of = criterion_form(tree, m_place);
    auto* field =
        new ChoiceField(m_document, forms_for(tree.shown(at("/metric"))),
                        {m_place, tr("form of a bound"), {}, {}, tr("How the figure is bounded.")});
    field->set_shown([this] { return criterion_form(m_document.tree(), m_place); });
    field->set_edit([this](const QString& word) {
        return with_criterion_form(m_document.tree(), m_place, word);
    });
    add_row(form, tr("Bound"), field);
    if (of.isEmpty()) return;
    if (of != QLatin1String("gap_closed")) {
        add_row(form, tr("Value"),
                new LineField(m_document, Kind::json,
                              {json_place(m_place, of),
                               tr("bound of a criterion"),
                               {},
                               of.endsWith(QLatin1String("_ms")) ? tr("ms") : QString(),
                               tr("A number; percentages with their sign: 5%, 0.1 points.")}));
        return;
    }
    add_cell(form, "/gap_closed/from", tr("Gap from"), tr("The cell where the gap was measured."));
    add_cell(form, "/gap_closed/to", tr("Gap to"),
             tr("The cell that shows how far it could be closed."));
    add_row(form, tr("Closed by at least"),
            new LineField(m_document, Kind::text,
                          {at("/gap_closed/at_least"),
                           tr("gap"),
                           {},
                           {},
                           tr("A percentage with its sign: 90%.")}));
}

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/stream_form.h"

#include <QFormLayout>

#include "core/experiment_edits.h"
#include "core/experiment_words.h"
#include "widgets/choice_field.h"
#include "widgets/design_section.h"
#include "widgets/flag_field.h"
#include "widgets/line_field.h"
#include "widgets/name_field.h"

namespace stallscope::app {
namespace {

using Kind = LineField::Kind;

}  // namespace

QString StreamForm::shape_of(const ExperimentTree& tree, const QString& stream) {
    const QString place = json_place(QStringLiteral("/streams"), stream);
    return QStringList{stream, tree.shown(place + QStringLiteral("/workload/kind")),
                       tree.is_object(place + QStringLiteral("/workload/ms"))
                           ? QStringLiteral("measured")
                           : QString(),
                       tree.shown(place + QStringLiteral("/load/kind"))}
        .join(QLatin1Char('\n'));
}

StreamForm::StreamForm(ExperimentDocument& document, const QString& stream, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_stream(stream),
      m_place(json_place(QStringLiteral("/streams"), stream)) {
    setMaximumWidth(form_width);
    QFormLayout* form = new_form(this);
    add_row(form, tr("Name"),
            new NameField(
                document,
                {m_place,
                 tr("name of a stream"),
                 {},
                 {},
                 tr("Cells, conditions and criteria that name the stream follow.")},
                [this] { return m_stream; },
                [this](const QString& name) {
                    return with_stream_named(m_document.tree(), m_stream, name);
                }));
    add_workload(form);
    add_row(form, tr("Placement"),
            new ChoiceField(document, words_for(WordSet::placement),
                            {place("/placement"),
                             tr("placement of %1").arg(stream),
                             QStringLiteral("thread"),
                             {},
                             tr("Where the stream's requests are served.")}));
    const bool calls = document.tree().shown(place("/workload/kind")) == QLatin1String("python");
    add_row(form, tr("Binding"),
            new ChoiceField(document, words_for(WordSet::binding),
                            {place("/binding"),
                             tr("binding of %1").arg(stream),
                             calls ? QStringLiteral("callable") : QStringLiteral("pydll"),
                             {},
                             tr("How the host calls the workload, and whether it holds the "
                                "lock.")}));
    add_load(form);
    add_row(
        form, tr("Inputs"),
        new LineField(document, Kind::number,
                      {place("/inputs/seeds"), tr("inputs of %1").arg(stream), QStringLiteral("8"),
                       tr("distinct inputs"), tr("Requests take them in turn.")}));
    add_row(form, tr("Answers"),
            new ChoiceField(document, words_for(WordSet::answers),
                            {place("/inputs/answers"),
                             tr("answers of %1").arg(stream),
                             QStringLiteral("bits"),
                             {},
                             tr("Whether every answer is compared with an inline reference.")}));
    add_row(form, {},
            new FlagField(document, true,
                          {place("/measured"),
                           tr("Measured"),
                           {},
                           {},
                           tr("A stream that is not measured is a mere neighbour: it has no row in "
                              "the tables and no criterion.")}));
}

void StreamForm::add_workload(QFormLayout* form) {
    auto* kind = new ChoiceField(m_document, words_for(WordSet::workload),
                                 {place("/workload/kind"),
                                  tr("workload of %1").arg(m_stream),
                                  {},
                                  {},
                                  tr("What one request does.")});
    kind->set_edit([this](const QString& word) {
        return with_workload_kind(m_document.tree(), m_place, word);
    });
    add_row(form, tr("Workload"), kind);
    const QString word = m_document.tree().shown(place("/workload/kind"));
    const auto number = [&](const char* key, const QString& name, const QString& fallback,
                            const QString& unit, const QString& help) {
        add_row(form, name,
                new LineField(m_document, Kind::number,
                              {place("/workload/") + QLatin1String(key),
                               tr("%1 of %2").arg(name, m_stream), fallback, unit, help}));
    };
    const auto text = [&](const char* key, const QString& name, Kind of, const QString& fallback,
                          const QString& help) {
        add_row(form, name,
                new LineField(m_document, of,
                              {place("/workload/") + QLatin1String(key),
                               tr("%1 of %2").arg(name, m_stream),
                               fallback,
                               {},
                               help}));
    };
    if (word == QLatin1String("wait") || word == QLatin1String("spin")) add_length(form);
    if (word == QLatin1String("wait")) {
        add_row(form, tr("How it waits"),
                new ChoiceField(m_document, words_for(WordSet::wait_mode),
                                {place("/workload/mode"),
                                 tr("way to wait of %1").arg(m_stream),
                                 QStringLiteral("deadline"),
                                 {},
                                 {}}));
    }
    if (word == QLatin1String("wait") || word == QLatin1String("spin")) {
        number("spread_ms", tr("Spread"), QStringLiteral("0"), tr("ms"),
               tr("A uniform part that is added, so that phases do not lock."));
    }
    if (word == QLatin1String("opencl")) {
        number("sequence", tr("Sequence"), QStringLiteral("128"), tr("tokens"),
               tr("16 to 1024, a multiple of 16."));
        number("target_ms", tr("Target"), {}, tr("ms"),
               tr("How long a forward takes; its size is found once on this machine."));
        number("hidden", tr("Hidden"), {}, {},
               tr("With the layers, instead of the target: the size itself."));
        number("layers", tr("Layers"), {}, {}, tr("With the hidden size, instead of the target."));
        text("device", tr("Device"), Kind::text, tr("the first one"),
             tr("Part of the name of a platform or a device."));
        number("unit", tr("Unit"), QStringLiteral("0"), {},
               tr("Which part of a device of the CPU type: streams on units of their own do not "
                  "share cores."));
    }
    if (word == QLatin1String("python")) {
        text("call", tr("Call"), Kind::text, tr("module:function"),
             tr("call(seed), or call(state, seed) where there is a set-up."));
        text("setup", tr("Set-up"), Kind::text, tr("none"), tr("setup() gives the state."));
        text("check", tr("Check"), Kind::text, tr("pickle"),
             tr("check(result) gives bytes or a number that stand for the answer."));
        text("teardown", tr("Tear-down"), Kind::text, tr("none"), tr("teardown(state)"));
        text("path", tr("Path"), Kind::names, tr("none"),
             tr("Folders before sys.path, relative to the experiment's file, with commas between "
                "them."));
    }
}

void StreamForm::add_length(QFormLayout* form) {
    const bool is_measured = m_document.tree().is_object(place("/workload/ms"));
    if (!is_measured) {
        add_row(form, tr("Length"),
                new LineField(m_document, Kind::number,
                              {place("/workload/ms"),
                               tr("length of %1").arg(m_stream),
                               {},
                               tr("ms"),
                               tr("0 to 60,000.")}));
        return;
    }
    const QString measured = place("/workload/ms/measured_length");
    QVector<ExperimentWord> streams;
    const QStringList names = m_document.tree().keys(QStringLiteral("/streams"));
    for (const QString& name : names) streams.append({name, {}});
    add_row(form, tr("As long as"),
            new ChoiceField(m_document, streams,
                            {measured + QStringLiteral("/stream"),
                             tr("measured length of %1").arg(m_stream),
                             {},
                             {},
                             tr("The length is measured before the first window: this stream's, "
                                "alone in a host.")}));
    add_row(form, tr("Calls"),
            new LineField(
                m_document, Kind::number,
                {measured + QStringLiteral("/calls"), tr("calls"), QStringLiteral("100"), {}, {}}));
    add_row(form, tr("Statistic"),
            new ChoiceField(m_document, words_for(WordSet::length_statistic),
                            {measured + QStringLiteral("/statistic"),
                             tr("statistic"),
                             QStringLiteral("median"),
                             {},
                             {}}));
}

void StreamForm::add_load(QFormLayout* form) {
    const QString kind = m_document.tree().shown(place("/load/kind"));
    auto* field = new ChoiceField(m_document, words_for(WordSet::load),
                                  {place("/load/kind"),
                                   tr("load of %1").arg(m_stream),
                                   kind.isEmpty() ? QStringLiteral("closed") : QString(),
                                   {},
                                   tr("When the stream is asked.")});
    field->set_edit([this](const QString& word) {
        const bool loops = word == QLatin1String("loop");
        const auto changed = m_document.tree().with_text(
            place("/load"), loops ? R"({ "kind": "loop", "threads": 1 })"
                                  : R"({ "kind": "closed", "clients": 1, "think_ms": 0 })");
        return changed ? *changed : m_document.tree();
    });
    add_row(form, tr("Load"), field);
    if (kind == QLatin1String("loop")) {
        add_row(form, tr("Threads"),
                new LineField(m_document, Kind::number,
                              {place("/load/threads"),
                               tr("threads of %1").arg(m_stream),
                               QStringLiteral("1"),
                               {},
                               tr("1 to 64, each calls back to back.")}));
    } else if (kind == QLatin1String("closed")) {
        add_row(form, tr("Clients"),
                new LineField(m_document, Kind::number,
                              {place("/load/clients"),
                               tr("clients of %1").arg(m_stream),
                               QStringLiteral("1"),
                               {},
                               tr("1 to 64.")}));
        add_row(form, tr("Think time"),
                new LineField(m_document, Kind::number,
                              {place("/load/think_ms"), tr("think time of %1").arg(m_stream),
                               QStringLiteral("0"), tr("ms"),
                               tr("Between an answer and the client's next request.")}));
    }
}

}  // namespace stallscope::app

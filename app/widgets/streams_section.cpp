// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/streams_section.h"

#include "core/experiment_edits.h"
#include "widgets/stream_form.h"

namespace stallscope::app {

StreamsSection::StreamsSection(ExperimentDocument& document, QWidget* parent)
    : ListSection(document, tr("Streams"), QStringLiteral("/streams"), NamedList::Order::fixed,
                  parent) {
    connect(&list(), &NamedList::add_asked, this, &StreamsSection::add);
    connect(&list(), &NamedList::duplicate_asked, this, &StreamsSection::duplicate);
    connect(&list(), &NamedList::remove_asked, this, &StreamsSection::remove);
    update_all();
}

QStringList StreamsSection::names() const {
    return tree().keys(place());
}

QString StreamsSection::pointer_of(int row) const {
    return json_place(place(), names().value(row));
}

int StreamsSection::row_of(const QString& pointer) const {
    for (int i = 0; i < names().size(); ++i) {
        if (pointer == pointer_of(i) || pointer.startsWith(pointer_of(i) + QLatin1Char('/')))
            return i;
    }
    return -1;
}

QString StreamsSection::shape_of(int row) const {
    return StreamForm::shape_of(tree(), names().value(row));
}

QWidget* StreamsSection::new_form_of(int row) {
    return new StreamForm(document(), names().value(row));
}

void StreamsSection::add() {
    const QString name = free_name(QStringLiteral("stream"), names());
    const auto changed =
        tree().with_text(json_place(place(), name),
                         R"({ "workload": { "kind": "wait", "ms": 5 }, "placement": "thread",)"
                         R"( "binding": "cdll", "load": { "kind": "closed", "clients": 1 } })");
    if (!changed) return;
    choose_next(static_cast<int>(names().size()));
    document().edit(tr("a new stream"), *changed);
}

void StreamsSection::duplicate(int row) {
    const QString name = names().value(row);
    const auto changed = tree().with_text(json_place(place(), free_name(name, names())),
                                          tree().text_at(pointer_of(row)));
    if (!changed) return;
    choose_next(static_cast<int>(names().size()));
    document().edit(tr("a copy of stream %1").arg(name), *changed);
}

void StreamsSection::remove(int row) {
    const QString name = names().value(row);
    document().edit(tr("removing stream %1").arg(name), without_stream(tree(), name));
}

}  // namespace stallscope::app

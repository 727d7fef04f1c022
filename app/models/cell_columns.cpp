// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/cell_columns.h"

#include <QCoreApplication>
#include <algorithm>

namespace stallscope::app {
namespace {

using Kind = CellColumn::Kind;

QString tr(const char* text) {
    return QCoreApplication::translate("CellColumns", text);
}

QString in_stream(const QString& stream, const QString& key) {
    return json_place(json_place(QStringLiteral("/streams"), stream), key);
}

/// Steps below an object that lead to what has no members itself.
void collect_leaves(const ExperimentTree& tree, const QString& object, const QString& below,
                    QStringList& leaves) {
    const QStringList keys = tree.keys(object);
    for (const QString& key : keys) {
        const QString place = json_place(object, key);
        const QString leaf = json_place(below, key);
        if (!tree.keys(place).isEmpty()) {
            collect_leaves(tree, place, leaf, leaves);
        } else if (!leaves.contains(leaf)) {
            leaves.append(leaf);
        }
    }
}

/// "host.env.PATH" of "/host/env/PATH".
QString spoken(const QString& place) {
    QStringList steps = place.mid(1).split(QLatin1Char('/'));
    if (steps.size() > 1 && steps.first() == QLatin1String("streams")) steps.removeFirst();
    if (steps.size() > 1 && steps.first() == QLatin1String("host")) steps.removeFirst();
    return steps.join(QLatin1Char(' ')).replace(QLatin1Char('_'), QLatin1Char(' '));
}

/// Places that the cells name and no column shows yet.
QStringList further_places(const ExperimentTree& tree, const QVector<CellColumn>& columns) {
    QStringList further;
    const QString cells = QStringLiteral("/cells");
    for (qsizetype i = 0; i < tree.size(cells); ++i) {
        QStringList leaves;
        collect_leaves(tree, json_place(cells, i), {}, leaves);
        for (QString leaf : leaves) {
            for (const char* shorthand : {"/python", "/env", "/cwd", "/cpus", "/nice"}) {
                if (leaf == QLatin1String(shorthand) ||
                    leaf.startsWith(QLatin1String(shorthand) + QLatin1Char('/')))
                    leaf.prepend(QStringLiteral("/host"));
            }
            // A stream that is switched off or empty is not a value of it.
            const bool is_stream =
                leaf.startsWith(QLatin1String("/streams/")) && leaf.count(QLatin1Char('/')) == 2;
            const bool shown =
                std::any_of(columns.begin(), columns.end(), [&](const CellColumn& column) {
                    return leaf == column.place || leaf.startsWith(column.place + QLatin1Char('/'));
                });
            if (!shown && !is_stream && !further.contains(leaf)) further.append(leaf);
        }
    }
    return further;
}

}  // namespace

QString switched_off() {
    return tr("off");
}

QVector<CellColumn> cell_columns(const ExperimentTree& tree) {
    QVector<CellColumn> columns{{Kind::id,
                                 tr("Cell"),
                                 QStringLiteral("/id"),
                                 {},
                                 tr("A short name, which criteria and charts use."),
                                 {}},
                                {Kind::says,
                                 tr("Says"),
                                 QStringLiteral("/says"),
                                 {},
                                 tr("What is special about the cell, in a few words."),
                                 {}}};
    const QStringList streams = tree.keys(QStringLiteral("/streams"));
    for (const QString& stream : streams) {
        QVector<ExperimentWord> placements = words_for(WordSet::placement);
        placements.append({switched_off(), tr("the stream does not run in this cell")});
        columns.append({Kind::word, tr("%1 placement").arg(stream),
                        in_stream(stream, QStringLiteral("placement")), stream,
                        tr("Where the stream's requests are served."), placements});
        columns.append({Kind::word, tr("%1 binding").arg(stream),
                        in_stream(stream, QStringLiteral("binding")), stream,
                        tr("How the host calls the workload, and whether it holds the lock."),
                        words_for(WordSet::binding)});
    }
    columns.append({Kind::word,
                    tr("Lock"),
                    QStringLiteral("/host/lock/kind"),
                    {},
                    tr("Which lock serialises the host."),
                    words_for(WordSet::lock)});
    columns.append({Kind::number,
                    tr("Switch interval (ms)"),
                    QStringLiteral("/host/lock/switch_interval_ms"),
                    {},
                    tr("After how long a waiting thread asks the lock's holder for it."),
                    {}});
    columns.append({Kind::value,
                    tr("Python"),
                    QStringLiteral("/host/python"),
                    {},
                    tr("Name or path of the interpreter."),
                    {}});
    columns.append({Kind::original,
                    tr("Duplicate of"),
                    QStringLiteral("/duplicate_of"),
                    {},
                    tr("The cell whose overrides this one takes: measured twice, identical code "
                       "shows the noise floor."),
                    {}});
    columns.append({Kind::conditions,
                    tr("Conditions"),
                    QStringLiteral("/conditions"),
                    {},
                    tr("Those the cell is measured in, with commas between them."),
                    {}});
    for (const QString& stream : streams) {
        columns.append({Kind::members,
                        tr("%1 load").arg(stream),
                        in_stream(stream, QStringLiteral("load")),
                        stream,
                        tr("When the stream is asked: what the cell changes, as JSON."),
                        {}});
        columns.append({Kind::members,
                        tr("%1 workload").arg(stream),
                        in_stream(stream, QStringLiteral("workload")),
                        stream,
                        tr("What a request does: what the cell changes, as JSON."),
                        {}});
    }
    const QStringList further = further_places(tree, columns);
    for (const QString& place : further) {
        columns.append({Kind::value,
                        spoken(place),
                        place,
                        {},
                        tr("Overridden in some cell; typed as JSON, or as plain text."),
                        {}});
    }
    return columns;
}

}  // namespace stallscope::app

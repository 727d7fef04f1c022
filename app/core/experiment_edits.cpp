// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment_edits.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>

#include "core/experiment_words.h"

namespace stallscope::app {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("ExperimentEdits", text);
}

/// The document and each of its presets: names are written in all of them.
QStringList roots_of(const ExperimentTree& tree) {
    QStringList roots{QString()};
    const QStringList presets = tree.keys(QStringLiteral("/presets"));
    for (const QString& preset : presets)
        roots.append(json_place(QStringLiteral("/presets"), preset));
    return roots;
}

/// Replaces one name by another wherever it stands as a text.
class Renaming {
public:
    Renaming(ExperimentTree tree, QString from, QString to)
        : m_tree(std::move(tree)), m_from(std::move(from)), m_to(std::move(to)) {}

    void at(const QString& place) {
        const QJsonValue value = m_tree.value(place);
        if (value.isString() && value.toString() == m_from) m_tree = m_tree.with(place, m_to);
    }
    void in_list(const QString& list) {
        for (qsizetype i = 0; i < m_tree.size(list); ++i) at(json_place(list, i));
    }
    /// At each of these keys of each element.
    void in_each(const QString& list, const QStringList& keys) {
        for (qsizetype i = 0; i < m_tree.size(list); ++i)
            for (const QString& key : keys) at(json_place(list, i) + key);
    }
    void lists_in_each(const QString& list, const QString& key) {
        for (qsizetype i = 0; i < m_tree.size(list); ++i) in_list(json_place(list, i) + key);
    }
    void key_of(const QString& object) { m_tree = m_tree.renamed(object, m_from, m_to); }
    void measured_lengths_of(const QString& streams) {
        const QStringList names = m_tree.keys(streams);
        for (const QString& name : names)
            at(json_place(streams, name) + QStringLiteral("/workload/ms/measured_length/stream"));
    }

    const ExperimentTree& tree() const { return m_tree; }

private:
    ExperimentTree m_tree;
    QString m_from, m_to;
};

}  // namespace

QString free_name(const QString& wish, const QStringList& taken) {
    if (!taken.contains(wish)) return wish;
    int number = 2;
    while (taken.contains(wish + QString::number(number))) ++number;
    return wish + QString::number(number);
}

QStringList ids_in(const ExperimentTree& tree, const QString& list) {
    QStringList ids;
    for (qsizetype i = 0; i < tree.size(list); ++i)
        ids.append(tree.shown(json_place(list, i) + QStringLiteral("/id")));
    return ids;
}

ExperimentTree with_new_cell(const ExperimentTree& tree, qsizetype row) {
    const QStringList taken = ids_in(tree, QStringLiteral("/cells"));
    QString letter = QStringLiteral("A");
    while (taken.contains(letter) && letter != QStringLiteral("Z"))
        letter = QString(QChar(letter.front().unicode() + 1));
    return tree.inserted(QStringLiteral("/cells"), row,
                         QJsonObject{{QStringLiteral("id"), free_name(letter, taken)}});
}

ExperimentTree with_copied_cell(const ExperimentTree& tree, qsizetype row) {
    const QString cells = QStringLiteral("/cells");
    const QString id = tree.shown(json_place(cells, row) + QStringLiteral("/id"));
    return tree.copied(json_place(cells, row), cells, row + 1)
        .with(json_place(cells, row + 1) + QStringLiteral("/id"),
              free_name(id, ids_in(tree, cells)));
}

ExperimentTree with_repeated_cell(const ExperimentTree& tree, qsizetype row) {
    const QString cells = QStringLiteral("/cells");
    const QString id = tree.shown(json_place(cells, row) + QStringLiteral("/id"));
    const QString place = json_place(cells, row + 1);
    return tree
        .inserted(cells, row + 1,
                  QJsonObject{{QStringLiteral("id"), free_name(id, ids_in(tree, cells))}})
        .with(place + QStringLiteral("/says"), tr("%1 again (noise floor)").arg(id))
        .with(place + QStringLiteral("/duplicate_of"), id);
}

ExperimentTree with_cell_named(const ExperimentTree& tree, qsizetype row, const QString& id) {
    const QString cells = QStringLiteral("/cells");
    const QString place = json_place(cells, row) + QStringLiteral("/id");
    const QString before = tree.shown(place);
    const QStringList ids = ids_in(tree, cells);
    if (before.isEmpty() || id.isEmpty() || ids.contains(id) || ids.count(before) > 1)
        return tree.with(place, id);
    Renaming renaming(tree, before, id);
    const QStringList roots = roots_of(tree);
    for (const QString& root : roots) {
        renaming.in_each(root + cells, {QStringLiteral("/id"), QStringLiteral("/duplicate_of")});
        renaming.in_each(root + QStringLiteral("/criteria"),
                         {QStringLiteral("/cell"), QStringLiteral("/against"),
                          QStringLiteral("/gap_closed/from"), QStringLiteral("/gap_closed/to")});
    }
    return renaming.tree();
}

ExperimentTree with_condition_named(const ExperimentTree& tree, qsizetype row, const QString& id) {
    const QString conditions = QStringLiteral("/conditions");
    const QString place = json_place(conditions, row) + QStringLiteral("/id");
    const QString before = tree.shown(place);
    const QStringList ids = ids_in(tree, conditions);
    if (before.isEmpty() || id.isEmpty() || ids.contains(id) || ids.count(before) > 1)
        return tree.with(place, id);
    Renaming renaming(tree, before, id);
    const QStringList roots = roots_of(tree);
    for (const QString& root : roots) {
        renaming.in_each(root + conditions, {QStringLiteral("/id")});
        renaming.lists_in_each(root + QStringLiteral("/cells"), conditions);
        renaming.in_each(root + QStringLiteral("/criteria"), {QStringLiteral("/condition")});
        renaming.lists_in_each(root + QStringLiteral("/criteria"), conditions);
    }
    return renaming.tree();
}

ExperimentTree with_stream_named(const ExperimentTree& tree, const QString& from,
                                 const QString& to) {
    const QString streams = QStringLiteral("/streams");
    if (tree.keys(streams).contains(to)) return tree;
    Renaming renaming(tree, from, to);
    const QStringList roots = roots_of(tree);
    for (const QString& root : roots) {
        renaming.key_of(root + streams);
        renaming.measured_lengths_of(root + streams);
        for (qsizetype i = 0; i < tree.size(root + QStringLiteral("/cells")); ++i) {
            const QString cell = json_place(root + QStringLiteral("/cells"), i);
            renaming.key_of(cell + streams);
            renaming.measured_lengths_of(cell + streams);
        }
        renaming.lists_in_each(root + QStringLiteral("/conditions"), streams);
        renaming.in_each(root + QStringLiteral("/criteria"), {QStringLiteral("/stream")});
    }
    return renaming.tree();
}

ExperimentTree without_stream(const ExperimentTree& tree, const QString& name) {
    const QString streams = QStringLiteral("/streams");
    ExperimentTree left = tree;
    const QStringList roots = roots_of(tree);
    for (const QString& root : roots) {
        left = left.without(json_place(root + streams, name));
        const QString cells = root + QStringLiteral("/cells");
        for (qsizetype i = 0; i < left.size(cells); ++i) {
            const QString cell = json_place(cells, i);
            left = left.cleared(json_place(cell + streams, name), cell);
        }
        const QString conditions = root + QStringLiteral("/conditions");
        for (qsizetype i = 0; i < left.size(conditions); ++i) {
            const QString list = json_place(conditions, i) + streams;
            for (qsizetype k = left.size(list) - 1; k >= 0; --k)
                if (left.shown(json_place(list, k)) == name)
                    left = left.without(json_place(list, k));
        }
    }
    return left;
}

ExperimentTree with_workload_kind(const ExperimentTree& tree, const QString& stream,
                                  const QString& kind) {
    QByteArray workload = "{ \"kind\": \"" + kind.toUtf8() + "\", \"ms\": 5 }";
    if (kind == QLatin1String("opencl"))
        workload = R"({ "kind": "opencl", "sequence": 128, "target_ms": 10 })";
    if (kind == QLatin1String("python"))
        workload = R"({ "kind": "python", "call": "module:function" })";
    const auto changed = tree.with_text(stream + QStringLiteral("/workload"), workload);
    if (!changed) return tree;
    // A callable has a binding of its own, and nothing else has that one.
    const QString binding = stream + QStringLiteral("/binding");
    const bool calls = kind == QLatin1String("python");
    if (calls == (changed->shown(binding) == QLatin1String("callable"))) return *changed;
    if (!changed->has(binding) && !calls) return *changed;
    return changed->with(binding, calls ? QStringLiteral("callable") : QStringLiteral("pydll"));
}

QString criterion_form(const ExperimentTree& tree, const QString& criterion) {
    const QStringList keys = tree.keys(criterion);
    const QStringList forms = texts_for(WordSet::form);
    for (const QString& key : keys)
        if (forms.contains(key)) return key;
    return {};
}

ExperimentTree with_criterion_form(const ExperimentTree& tree, const QString& criterion,
                                   const QString& form) {
    const QString before = criterion_form(tree, criterion);
    if (before == form) return tree;
    const auto at = [&](const char* key) { return criterion + QLatin1String(key); };
    const QString metric = tree.shown(at("/metric"));
    QJsonValue bound = QStringLiteral("5%");
    if (form.endsWith(QLatin1String("_ms"))) bound = 1;
    if (form == QLatin1String("at_most")) bound = 0;
    if (form == QLatin1String("at_least"))
        bound = metric == QLatin1String("served_as_declared") ? QJsonValue(QStringLiteral("100%"))
                                                              : QJsonValue(1);
    if (form == QLatin1String("at_least_times")) bound = 2;
    const QStringList cells = ids_in(tree, QStringLiteral("/cells"));
    if (form == QLatin1String("gap_closed"))
        bound = QJsonObject{{QStringLiteral("from"), cells.value(0)},
                            {QStringLiteral("to"), cells.value(1)},
                            {QStringLiteral("at_least"), QStringLiteral("90%")}};
    // The new bound takes the old one's place among the keys.
    ExperimentTree changed = before.isEmpty() ? tree : tree.renamed(criterion, before, form);
    changed = changed.with(json_place(criterion, form), bound);
    if (!compares(form)) return changed.without(at("/against"));
    if (!changed.has(at("/against"))) changed = changed.with(at("/against"), cells.value(0));
    return changed;
}

}  // namespace stallscope::app

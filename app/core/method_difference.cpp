// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/method_difference.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <set>

#include "plan/experiment.h"
#include "plan/seal.h"

namespace stallscope::app {
namespace {

QString translated(const char* text) {
    return QCoreApplication::translate("Comparison", text);
}

QString text_of(const std::string& text) {
    return QString::fromStdString(text);
}

QJsonObject object_of(const std::string& json) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
}

QString value_text(const QJsonValue& value) {
    if (value.isUndefined()) return QStringLiteral("–");
    if (value.isString()) return value.toString();
    // Only lists and objects make documents of their own.
    const QByteArray in_list = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(in_list.mid(1, in_list.size() - 2));
}

class Differences {
public:
    void add(const QString& where, const QString& base, const QString& other, bool refuses) {
        if (base != other) m_found.push_back({where, base, other, refuses});
    }

    /// Member by member, as deep as both are objects.
    void add(const QString& where, const QJsonValue& base, const QJsonValue& other, bool refuses) {
        if (base == other) return;
        if (!base.isObject() || !other.isObject()) {
            add(where, value_text(base), value_text(other), refuses);
            return;
        }
        const QJsonObject a = base.toObject(), b = other.toObject();
        QStringList keys = a.keys();
        for (const QString& key : b.keys()) {
            if (!keys.contains(key)) keys += key;
        }
        for (const QString& key : keys) {
            add(where + QLatin1Char('.') + key, a.value(key), b.value(key), refuses);
        }
    }

    QVector<MethodDifference> take() {
        std::stable_sort(m_found.begin(), m_found.end(),
                         [](const MethodDifference& a, const MethodDifference& b) {
                             return a.refuses && !b.refuses;
                         });
        return std::move(m_found);
    }

private:
    QVector<MethodDifference> m_found;
};

QJsonObject as_json(const Windows& windows) {
    return {{"seconds", windows.seconds}, {"settle", windows.settle}, {"lead", windows.lead},
            {"warm_up", windows.warm_up}, {"guard", windows.guard},   {"parts", windows.parts}};
}

QString listed(const std::vector<std::string>& names) {
    QStringList list;
    for (const std::string& name : names) list += text_of(name);
    return list.join(QStringLiteral(", "));
}

/// Conditions in which both measure this cell.
std::vector<std::string> common_conditions(const Cell& a, const Cell& b) {
    std::vector<std::string> common;
    for (const std::string& id : a.conditions) {
        if (std::find(b.conditions.begin(), b.conditions.end(), id) != b.conditions.end()) {
            common.push_back(id);
        }
    }
    return common;
}

void compare_streams(Differences& found, const Cell& a, const Cell& b,
                     const std::set<std::string>& streams) {
    for (const std::string& name : streams) {
        const auto in_a = a.streams.find(name);
        const auto in_b = b.streams.find(name);
        if (in_a == a.streams.end() && in_b == b.streams.end()) continue;
        const QString where = translated(QT_TRANSLATE_NOOP("Comparison", "cell %1, stream %2"))
                                  .arg(text_of(a.id), text_of(name));
        if (in_a == a.streams.end() || in_b == b.streams.end()) {
            const QString runs = translated(QT_TRANSLATE_NOOP("Comparison", "runs"));
            const QString is_off = translated(QT_TRANSLATE_NOOP("Comparison", "is switched off"));
            found.add(where, in_a == a.streams.end() ? is_off : runs,
                      in_b == b.streams.end() ? is_off : runs, true);
            continue;
        }
        found.add(where, object_of(to_json(in_a->second)), object_of(to_json(in_b->second)), true);
    }
}

/// The number of (cell, condition) pairs that both have.
int compare_cells(Differences& found, const Experiment& a, const Experiment& b) {
    int common = 0;
    const QString only_there = translated(QT_TRANSLATE_NOOP("Comparison", "measured"));
    const QString not_there = translated(QT_TRANSLATE_NOOP("Comparison", "not there"));
    for (const Cell& cell : a.cells) {
        const QString where =
            translated(QT_TRANSLATE_NOOP("Comparison", "cell %1")).arg(text_of(cell.id));
        const Cell* other = b.find_cell(cell.id);
        if (other == nullptr) {
            found.add(where, only_there, not_there, false);
            continue;
        }
        std::set<std::string> streams;
        for (const std::string& id : common_conditions(cell, *other)) {
            ++common;
            const Condition* in_a = a.find_condition(id);
            const Condition* in_b = b.find_condition(id);
            if (in_a == nullptr || in_b == nullptr) continue;
            streams.insert(in_a->streams.begin(), in_a->streams.end());
            streams.insert(in_b->streams.begin(), in_b->streams.end());
        }
        compare_streams(found, cell, *other, streams);
        found.add(where + translated(QT_TRANSLATE_NOOP("Comparison", ", host")),
                  object_of(to_json(cell.host)), object_of(to_json(other->host)), true);
    }
    for (const Cell& cell : b.cells) {
        if (a.find_cell(cell.id) == nullptr) {
            found.add(translated("cell %1").arg(text_of(cell.id)), not_there, only_there, false);
        }
    }
    return common;
}

void compare_conditions(Differences& found, const Experiment& a, const Experiment& b) {
    for (const Condition& condition : a.conditions) {
        const Condition* other = b.find_condition(condition.id);
        if (other == nullptr) continue;
        found.add(
            translated(QT_TRANSLATE_NOOP("Comparison", "condition %1")).arg(text_of(condition.id)),
            listed(condition.streams), listed(other->streams), true);
    }
}

void compare_machines(Differences& found, const RunResults& base, const RunResults& other) {
    const QJsonObject a = object_of(base.environment_json);
    const QJsonObject b = object_of(other.environment_json);
    for (const char* key : {"cpu_model", "architecture", "cpus_allowed", "memory_bytes", "os",
                            "kernel", "governor", "virtualised"}) {
        found.add(
            translated(QT_TRANSLATE_NOOP("Comparison", "machine: %1")).arg(QLatin1String(key)),
            a.value(QLatin1String(key)), b.value(QLatin1String(key)), false);
    }
    const auto interpreters = [](const RunResults& run) {
        return object_of(run.facts_json).value(QLatin1String("interpreters"));
    };
    found.add(translated(QT_TRANSLATE_NOOP("Comparison", "interpreters")), interpreters(base),
              interpreters(other), false);
}

QVector<MethodDifference> unreadable(const Error& error) {
    return {{translated(QT_TRANSLATE_NOOP("Comparison", "sealed experiment")),
             text_of(error.says),
             {},
             true}};
}

}  // namespace

QVector<MethodDifference> method_differences(const ComparedRun& base, const ComparedRun& other) {
    const auto a = unseal(base.sealed_text);
    if (!a) return unreadable(a.error());
    const auto b = unseal(other.sealed_text);
    if (!b) return unreadable(b.error());
    Differences found;
    if (compare_cells(found, *a, *b) == 0) {
        found.add(translated(QT_TRANSLATE_NOOP("Comparison", "cells and conditions")),
                  text_of(base.results.name),
                  translated(QT_TRANSLATE_NOOP("Comparison", "%1: nothing in common"))
                      .arg(text_of(other.results.name)),
                  true);
    }
    compare_conditions(found, *a, *b);
    found.add(QStringLiteral("windows"), as_json(a->windows), as_json(b->windows), true);
    found.add(translated(QT_TRANSLATE_NOOP("Comparison", "order of the visits")),
              text_of(std::string(to_text(a->order))), text_of(std::string(to_text(b->order))),
              true);
    const QLatin1String algorithm("algorithm");
    found.add(translated(QT_TRANSLATE_NOOP("Comparison", "version of the algorithm")),
              object_of(base.sealed_text).value(algorithm),
              object_of(other.sealed_text).value(algorithm), true);
    found.add(translated(QT_TRANSLATE_NOOP("Comparison", "version of the engine")),
              text_of(base.results.engine), text_of(other.results.engine), true);
    found.add(translated(QT_TRANSLATE_NOOP("Comparison", "cycles")), QString::number(a->cycles),
              QString::number(b->cycles), false);
    found.add(translated(QT_TRANSLATE_NOOP("Comparison", "state of the run")),
              text_of(base.results.status), text_of(other.results.status), false);
    compare_machines(found, base.results, other.results);
    return found.take();
}

bool is_refused(const QVector<MethodDifference>& differences) {
    return std::any_of(differences.begin(), differences.end(),
                       [](const MethodDifference& one) { return one.refuses; });
}

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonValue>
#include <QString>
#include <QStringList>
#include <memory>

#include "plan/result.h"

namespace stallscope::app {

/// A step down from a JSON pointer (RFC 6901): json_place("/cells", 0) is "/cells/0".
QString json_place(const QString& pointer, const QString& key);
QString json_place(const QString& pointer, qsizetype index);

/// An experiment as it is written: a JSON value whose keys stand in the order of the user's file,
/// and which is never changed. Every edit gives a new tree; trees share what they hold.
///
/// Places are JSON pointers. A place that cannot be reached is not an error: asked for, it is
/// nothing; an edit there changes nothing.
class ExperimentTree {
public:
    ExperimentTree();  ///< {}

    /// Error: kind experiment; no JSON, a key that stands twice, more than the engine reads (16
    /// MiB, 64 levels).
    static Result<ExperimentTree> parse(const QByteArray& text);

    /// The whole with an end of line. What fits into 100 columns stays on one line.
    QByteArray text() const;
    /// What stands at a place, written the same way but without the last end of line; empty when
    /// nothing does.
    QByteArray text_at(const QString& pointer) const;
    /// The same on one line.
    QString line_at(const QString& pointer) const;

    bool has(const QString& pointer) const;
    /// Undefined when nothing stands there. An object's keys are sorted in it: ask keys().
    QJsonValue value(const QString& pointer) const;
    /// The text that stands there, numbers and flags as they are written; empty for the rest.
    QString shown(const QString& pointer) const;
    QStringList keys(const QString& pointer) const;  ///< as they are written
    qsizetype size(const QString& pointer) const;    ///< elements of a list; 0 for the rest
    bool is_object(const QString& pointer) const;
    bool is_list(const QString& pointer) const;

    /// With another value at the place. Objects on the way that are missing are made; a new key
    /// comes last; an index one past the end adds an element.
    ExperimentTree with(const QString& pointer, const QJsonValue& value) const;
    /// The same with a value as it is written, whose keys keep their order. Error: as parse().
    Result<ExperimentTree> with_text(const QString& pointer, const QByteArray& json) const;
    ExperimentTree without(const QString& pointer) const;
    /// Without it, and without the objects that are empty because of that, up to but without
    /// `keep`.
    ExperimentTree cleared(const QString& pointer, const QString& keep) const;
    /// A copy of what stands at `from`, as element `index` of a list.
    ExperimentTree copied(const QString& from, const QString& list, qsizetype index) const;
    /// A new element before `index` of a list, 0 … size. A list that is missing is made.
    ExperimentTree inserted(const QString& list, qsizetype index, const QJsonValue& value) const;
    /// Element `from` of a list, put where it is element `to` afterwards.
    ExperimentTree moved(const QString& list, qsizetype from, qsizetype to) const;
    /// The member under another key, at the same place in the object.
    ExperimentTree renamed(const QString& object, const QString& from, const QString& to) const;
    /// With the keys in the order in which experiments are usually written (a sealed text has them
    /// sorted by bytes).
    ExperimentTree in_usual_order() const;

    bool operator==(const ExperimentTree& other) const;

private:
    struct Node;
    explicit ExperimentTree(std::shared_ptr<const Node> root) : m_root(std::move(root)) {}
    std::shared_ptr<const Node> m_root;
};

}  // namespace stallscope::app

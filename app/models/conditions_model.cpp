// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/conditions_model.h"

#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonObject>
#include <QPalette>

#include "core/experiment_edits.h"

namespace stallscope::app {
namespace {

const QString list_place = QStringLiteral("/conditions");

QString streams_of(int row) {
    return json_place(list_place, row) + QStringLiteral("/streams");
}

}  // namespace

ConditionsModel::ConditionsModel(ExperimentDocument& document, QObject* parent)
    : QAbstractTableModel(parent), m_document(document) {
    take_over();
    connect(&m_document, &ExperimentDocument::changed, this, &ConditionsModel::take_over);
    connect(&m_document, &ExperimentDocument::file_changed, this, [this] {
        if (m_rows > 0) emit dataChanged(index(0, 0), index(m_rows - 1, columnCount() - 1));
    });
}

void ConditionsModel::take_over() {
    const QStringList streams = m_document.tree().keys(QStringLiteral("/streams"));
    const auto rows = static_cast<int>(m_document.tree().size(list_place));
    const bool resets = streams != m_streams || rows != m_rows;
    if (resets) beginResetModel();
    m_tree = m_document.tree();
    m_streams = streams;
    m_rows = rows;
    if (resets) endResetModel();
    if (!resets && m_rows > 0) emit dataChanged(index(0, 0), index(m_rows - 1, columnCount() - 1));
}

int ConditionsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_rows;
}

int ConditionsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : 1 + static_cast<int>(m_streams.size());
}

bool ConditionsModel::runs(int row, const QString& stream) const {
    return m_tree.value(streams_of(row)).toArray().contains(stream);
}

QString ConditionsModel::problem(int row) const {
    const QString place = json_place(list_place, row);
    for (const Problem& problem : m_document.problems()) {
        if (problem.where != place && !problem.where.startsWith(place + QLatin1Char('/'))) continue;
        return problem.hint.isEmpty() ? problem.says
                                      : problem.says + QStringLiteral(". ") + problem.hint;
    }
    return {};
}

QVariant ConditionsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const int row = index.row();
    if (role == problem_role) return index.column() == 0 ? problem(row) : QString();
    if (index.column() == 0) {
        if (role == Qt::DisplayRole || role == Qt::EditRole)
            return m_tree.shown(json_place(list_place, row) + QStringLiteral("/id"));
        if (role == Qt::ToolTipRole) return problem(row);
        return {};
    }
    const QString& stream = m_streams.at(index.column() - 1);
    if (role == Qt::CheckStateRole) return runs(row, stream) ? Qt::Checked : Qt::Unchecked;
    if (role == Qt::DisplayRole) return runs(row, stream) ? tr("runs") : tr("does not run");
    if (role == Qt::ForegroundRole && !runs(row, stream))
        return QGuiApplication::palette().brush(QPalette::PlaceholderText);
    return {};
}

bool ConditionsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!can_edit() ||
        !checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return false;
    const QString id = m_tree.shown(json_place(list_place, index.row()) + QStringLiteral("/id"));
    if (index.column() == 0 && role == Qt::EditRole) {
        m_document.edit(tr("name of condition %1").arg(id),
                        with_condition_named(m_tree, index.row(), value.toString().trimmed()));
        return true;
    }
    if (index.column() == 0 || role != Qt::CheckStateRole) return false;
    const QString& changed = m_streams.at(index.column() - 1);
    const bool runs_now = value.toInt() == Qt::Checked;
    QJsonArray streams;
    // In the order of the streams; names that are none of them stay where they are, at the end.
    for (const QString& stream : m_streams)
        if (stream == changed ? runs_now : runs(index.row(), stream)) streams.append(stream);
    const QJsonArray before = m_tree.value(streams_of(index.row())).toArray();
    for (const QJsonValue& one : before)
        if (!m_streams.contains(one.toString())) streams.append(one);
    m_document.edit(tr("streams of condition %1").arg(id),
                    m_tree.with(streams_of(index.row()), streams));
    return true;
}

QVariant ConditionsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    if (section == 0) return tr("Condition");
    return m_streams.value(section - 1);
}

Qt::ItemFlags ConditionsModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = QAbstractTableModel::flags(index) | Qt::ItemNeverHasChildren;
    if (!index.isValid()) return Qt::NoItemFlags;
    if (!can_edit()) return flags;
    return flags | (index.column() == 0 ? Qt::ItemIsEditable : Qt::ItemIsUserCheckable);
}

int ConditionsModel::row_of(const QString& pointer) const {
    bool is_number = false;
    const int row = pointer.section(QLatin1Char('/'), 2, 2).toInt(&is_number);
    return is_number && pointer.startsWith(list_place) && has_row(row) ? row : -1;
}

int ConditionsModel::add() {
    if (!can_edit()) return -1;
    const int row = m_rows;
    const QString id = free_name(QStringLiteral("condition"), ids_in(m_tree, list_place));
    const QJsonObject condition{{QStringLiteral("id"), id}};
    m_document.edit(tr("a new condition"),
                    m_tree.inserted(list_place, row, condition)
                        .with(streams_of(row), QJsonArray::fromStringList(m_streams)));
    return row;
}

int ConditionsModel::remove(int row) {
    if (!can_edit() || !has_row(row)) return -1;
    const int left = std::min(row, m_rows - 2);
    m_document.edit(tr("removing a condition"), m_tree.without(json_place(list_place, row)));
    return left;
}

int ConditionsModel::move(int row, int by) {
    if (!can_edit() || !has_row(row) || !has_row(row + by)) return -1;
    m_document.edit(tr("the order of conditions"), m_tree.moved(list_place, row, row + by));
    return row + by;
}

}  // namespace stallscope::app

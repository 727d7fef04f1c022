// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/cells_model.h"

#include <QFont>
#include <QGuiApplication>
#include <QPalette>
#include <utility>

#include "core/experiment_edits.h"
#include "models/cell_text.h"

namespace stallscope::app {
namespace {

using Kind = CellColumn::Kind;

const QString cells_place = QStringLiteral("/cells");

QStringList row_lines(const ExperimentTree& tree) {
    QStringList lines;
    for (qsizetype i = 0; i < tree.size(cells_place); ++i)
        lines.append(tree.line_at(json_place(cells_place, i)));
    return lines;
}

/// How many rows at the top, and then at the bottom, two lists share.
std::pair<qsizetype, qsizetype> shared_ends(const QStringList& a, const QStringList& b) {
    const qsizetype most = std::min(a.size(), b.size());
    qsizetype top = 0, bottom = 0;
    while (top < most && a.at(top) == b.at(top)) ++top;
    while (bottom < most - top && a.at(a.size() - 1 - bottom) == b.at(b.size() - 1 - bottom))
        ++bottom;
    return {top, bottom};
}

}  // namespace

CellsModel::CellsModel(ExperimentDocument& document, QObject* parent)
    : QAbstractTableModel(parent), m_document(document) {
    take_over();
    connect(&m_document, &ExperimentDocument::changed, this, &CellsModel::take_over);
    connect(&m_document, &ExperimentDocument::file_changed, this, [this] {
        if (m_rows > 0) emit dataChanged(index(0, 0), index(m_rows - 1, columnCount() - 1));
    });
}

// Rows that only came or went are told as such, so that views keep their selection.
void CellsModel::take_over() {
    const ExperimentTree& tree = m_document.tree();
    QVector<CellColumn> columns = cell_columns(tree);
    const QStringList before = row_lines(m_tree), after = row_lines(tree);
    const auto rows = static_cast<int>(after.size());
    const auto [top, bottom] = shared_ends(before, after);
    const bool came = columns == m_columns && top + bottom == before.size() && rows > m_rows;
    const bool went = columns == m_columns && top + bottom == rows && rows < m_rows;
    const auto first = static_cast<int>(top);
    const bool resets = !came && !went && (columns != m_columns || rows != m_rows);
    if (came) {
        beginInsertRows({}, first, first + rows - m_rows - 1);
    } else if (went) {
        beginRemoveRows({}, first, first + m_rows - rows - 1);
    } else if (resets) {
        beginResetModel();
    }
    m_tree = tree;
    m_rows = rows;
    m_columns = std::move(columns);
    m_setups = cell_setups(tree);
    place_problems();
    if (came) {
        endInsertRows();
    } else if (went) {
        endRemoveRows();
    } else if (resets) {
        endResetModel();
    }
    if (!resets && m_rows > 0) emit dataChanged(index(0, 0), index(m_rows - 1, columnCount() - 1));
}

void CellsModel::place_problems() {
    m_problems.clear();
    for (const Problem& problem : m_document.problems()) {
        const QModelIndex at = index_of(problem.where);
        if (!at.isValid()) continue;
        QString& says = m_problems[{at.row(), at.column()}];
        if (!says.isEmpty()) says += QLatin1Char('\n');
        says += problem.says;
        if (!problem.hint.isEmpty()) says += QStringLiteral(". ") + problem.hint;
    }
}

int CellsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_rows;
}

int CellsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QString CellsModel::cell(int row) const {
    return json_place(cells_place, row);
}

QString CellsModel::place(int row, const CellColumn& column) const {
    const QString full = cell(row) + column.place;
    if (!column.place.startsWith(QLatin1String("/host/"))) return full;
    const QString step = column.place.section(QLatin1Char('/'), 2, 2);
    const bool has_shorthand =
        QStringList{QStringLiteral("python"), QStringLiteral("env"), QStringLiteral("cwd"),
                    QStringLiteral("cpus"), QStringLiteral("nice")}
            .contains(step);
    if (!has_shorthand || m_tree.has(full)) return full;
    return cell(row) + column.place.mid(static_cast<int>(qstrlen("/host")));
}

bool CellsModel::is_off(int row, const CellColumn& column) const {
    return !column.stream.isEmpty() && !m_setups.cells.at(row).streams.contains(column.stream);
}

bool CellsModel::overrides(int row, const CellColumn& column) const {
    if (m_tree.has(place(row, column))) return true;
    const bool is_placement = column.place.endsWith(QLatin1String("/placement"));
    return is_placement &&
           m_tree.value(json_place(cell(row) + QStringLiteral("/streams"), column.stream)).isNull();
}

QString CellsModel::inherited_text(int row, const CellColumn& column) const {
    const CellSetup& parent = m_setups.parent_of(row);
    switch (column.kind) {
        case Kind::id:
        case Kind::says:
        case Kind::original:
            return {};
        case Kind::conditions: {
            const int from = m_setups.inherit_from.at(row);
            return from < 0 || from == row ? tr("all") : text(from, column);
        }
        case Kind::word:
        case Kind::number:
        case Kind::value:
        case Kind::members:
            break;
    }
    if (!column.stream.isEmpty() && !parent.streams.contains(column.stream))
        return column.place.endsWith(QLatin1String("/placement")) ? switched_off() : QString();
    return short_text(parent.at(column.place));
}

QString CellsModel::text(int row, const CellColumn& column) const {
    const QString at = place(row, column);
    switch (column.kind) {
        case Kind::id:
        case Kind::says:
        case Kind::original:
            return m_tree.shown(at);
        case Kind::conditions:
            return m_tree.has(at) ? names_text(m_tree.value(at)) : inherited_text(row, column);
        case Kind::members:
            return short_text(m_setups.cells.at(row).at(column.place));
        case Kind::word:
        case Kind::number:
        case Kind::value:
            break;
    }
    if (is_off(row, column))
        return column.place.endsWith(QLatin1String("/placement")) ? switched_off() : QString();
    if (!m_tree.has(at)) return short_text(m_setups.cells.at(row).at(column.place));
    const QString own = m_tree.shown(at);
    return own.isEmpty() ? m_tree.line_at(at) : own;
}

/// What an editor starts with: what the cell says itself.
QString CellsModel::typed_text(int row, const CellColumn& column) const {
    if (!overrides(row, column)) return {};
    return column.kind == Kind::members ? m_tree.line_at(place(row, column)) : text(row, column);
}

QStringList CellsModel::words(int row, const CellColumn& column) const {
    QStringList words;
    for (const ExperimentWord& word : column.words) words.append(word.word);
    if (column.kind == Kind::original) {
        words = ids_in(m_tree, cells_place);
        words.removeAll(m_tree.shown(cell(row) + QStringLiteral("/id")));
    }
    return words;
}

QString CellsModel::tip(int row, const CellColumn& column) const {
    QStringList lines;
    const QString problem = m_problems.value({row, static_cast<int>(m_columns.indexOf(column))});
    if (!problem.isEmpty()) lines.append(problem);
    const QString value = text(row, column);
    for (const ExperimentWord& word : column.words)
        if (word.word == value) lines.append(tr("%1: %2.").arg(word.word, word.means));
    const QString inherited = inherited_text(row, column);
    const int from = m_setups.inherit_from.at(row);
    const QString whose = from < 0
                              ? tr("the experiment")
                              : tr("cell %1").arg(m_tree.shown(cell(from) + QStringLiteral("/id")));
    if (!overrides(row, column) && !value.isEmpty()) {
        lines.append(tr("Inherited from %1.").arg(whose));
    } else if (!inherited.isEmpty()) {
        lines.append(tr("Overrides \"%1\" of %2; Delete inherits it again.").arg(inherited, whose));
    }
    return lines.join(QLatin1Char('\n'));
}

QVariant CellsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const CellColumn& column = m_columns.at(index.column());
    const int row = index.row();
    switch (role) {
        case Qt::DisplayRole:
            return text(row, column);
        case Qt::EditRole:
            return typed_text(row, column);
        case Qt::ToolTipRole:
            return tip(row, column);
        case Qt::FontRole: {
            QFont font;
            font.setBold(overrides(row, column) && column.kind != Kind::says);
            return font;
        }
        case Qt::ForegroundRole:
            if (overrides(row, column)) return {};
            return QGuiApplication::palette().brush(QPalette::PlaceholderText);
        case Qt::AccessibleTextRole: {
            const QString value = text(row, column);
            return overrides(row, column) ? value : tr("%1, inherited").arg(value);
        }
        case pointer_role:
            return place(row, column);
        case overridden_role:
            return overrides(row, column);
        case inherited_role:
            return inherited_text(row, column);
        case problem_role:
            return m_problems.value({row, index.column()});
        case words_role:
            return words(row, column);
        case meanings_role: {
            QStringList meanings;
            for (const ExperimentWord& word : column.words) meanings.append(word.means);
            return meanings;
        }
        default:
            return {};
    }
}

ExperimentTree CellsModel::edited(int row, const CellColumn& column, const QString& text) const {
    const QString at = place(row, column);
    const QString stream = json_place(cell(row) + QStringLiteral("/streams"), column.stream);
    const bool was_off = !column.stream.isEmpty() && m_tree.value(stream).isNull();
    if (column.kind == Kind::id) return with_cell_named(m_tree, row, text);
    if (text.isEmpty()) return m_tree.cleared(was_off ? stream : at, cell(row));
    if (column.kind == Kind::word && text == switched_off() && !column.stream.isEmpty())
        return m_tree.with(stream, QJsonValue::Null);
    if (column.kind == Kind::members) {
        const auto written = m_tree.with_text(at, text.toUtf8());
        if (written) return *written;
        return m_tree.with(at, text);
    }
    return m_tree.with(at, typed_value(column, text));
}

bool CellsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !can_edit() ||
        !checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return false;
    const CellColumn column = m_columns.at(index.column());
    const QString text = value.toString().trimmed();
    if (text == typed_text(index.row(), column)) return true;
    const QString id = m_tree.shown(cell(index.row()) + QStringLiteral("/id"));
    m_document.edit(tr("%1 in %2").arg(column.title, id), edited(index.row(), column, text));
    return true;
}

void CellsModel::clear(const QModelIndex& index) {
    if (index.isValid() && m_columns.at(index.column()).kind != Kind::id)
        setData(index, QString(), Qt::EditRole);
}

QVariant CellsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= m_columns.size()) return {};
    if (role == Qt::DisplayRole) return m_columns.at(section).title;
    if (role == Qt::ToolTipRole) return m_columns.at(section).help;
    return {};
}

Qt::ItemFlags CellsModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid()) flags |= Qt::ItemNeverHasChildren;
    if (index.isValid() && can_edit()) flags |= Qt::ItemIsEditable;
    return flags;
}

int CellsModel::column_of(const QString& place) const {
    for (int i = 0; i < columnCount(); ++i)
        if (m_columns.at(i).place == place) return i;
    return -1;
}

QModelIndex CellsModel::index_of(const QString& pointer) const {
    const QStringList steps = pointer.split(QLatin1Char('/'));
    if (steps.size() < 3 || steps.at(1) != QLatin1String("cells")) return {};
    bool is_number = false;
    const int row = steps.at(2).toInt(&is_number);
    if (!is_number || !has_row(row)) return {};
    QString inside = QLatin1Char('/') + steps.mid(3).join(QLatin1Char('/'));
    int best = 0;
    qsizetype longest = 0;
    for (int i = 0; i < columnCount(); ++i) {
        const QString& place = m_columns.at(i).place;
        const QString shorthand = place.startsWith(QLatin1String("/host/")) ? place.mid(5) : place;
        for (const QString& one : {place, shorthand}) {
            const bool holds =
                inside == one || inside.startsWith(one + QLatin1Char('/')) ||
                (inside.size() > 1 && longest == 0 && one.startsWith(inside + QLatin1Char('/')));
            if (holds && std::min(one.size(), inside.size()) > longest) {
                longest = std::min(one.size(), inside.size());
                best = i;
            }
        }
    }
    return index(row, best);
}

int CellsModel::edit_rows(const QString& label, const ExperimentTree& tree, int row) {
    if (!can_edit()) return -1;
    m_document.edit(label, tree);
    return row;
}

int CellsModel::add(int row) {
    const int at = has_row(row) ? row + 1 : m_rows;
    return edit_rows(tr("a new cell"), with_new_cell(m_tree, at), at);
}

int CellsModel::duplicate(int row) {
    if (!has_row(row)) return -1;
    return edit_rows(tr("a copy of a cell"), with_copied_cell(m_tree, row), row + 1);
}

int CellsModel::repeat(int row) {
    if (!has_row(row)) return -1;
    return edit_rows(tr("a repeated cell"), with_repeated_cell(m_tree, row), row + 1);
}

int CellsModel::remove(int row) {
    if (!has_row(row)) return -1;
    return edit_rows(tr("removing a cell"), m_tree.without(cell(row)), std::min(row, m_rows - 2));
}

int CellsModel::move(int row, int by) {
    if (!has_row(row) || !has_row(row + by)) return -1;
    return edit_rows(tr("the order of cells"), m_tree.moved(cells_place, row, row + by), row + by);
}

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/table_model.h"

#include <QLocale>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "models/natural_order.h"

namespace stallscope::app {
namespace {

const QString dash = QStringLiteral("–");

QString heading(const TableColumn& column) {
    return column.unit.isEmpty() ? column.title
                                 : QStringLiteral("%1 (%2)").arg(column.title, column.unit);
}

QString one_line(QString text) {
    return text.replace(QLatin1Char('\t'), QLatin1Char(' '))
        .replace(QLatin1Char('\n'), QLatin1Char(' '))
        .replace(QLatin1Char('\r'), QLatin1Char(' '));
}

}  // namespace

TableModel::TableModel(QVector<TableColumn> columns, QObject* parent)
    : QAbstractTableModel(parent), m_columns(std::move(columns)) {}

void TableModel::set_columns(QVector<TableColumn> columns) {
    m_columns = std::move(columns);
    m_filter = {};
    m_sort_column = -1;
}

int TableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int TableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QString TableModel::shown_text(int source, int column) const {
    const TableColumn& of = m_columns[column];
    if (!of.is_number) return text_at(source, column);
    const double number = number_at(source, column);
    return std::isnan(number) ? dash : QLocale().toString(number, 'f', of.digits);
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const int source = source_row(index.row());
    switch (role) {
        case Qt::DisplayRole:
            return shown_text(source, index.column());
        case Qt::TextAlignmentRole:
            return QVariant(m_columns[index.column()].is_number ? Qt::AlignRight | Qt::AlignVCenter
                                                                : Qt::AlignLeft | Qt::AlignVCenter);
        case Qt::ToolTipRole: {
            const QString says = tooltip_at(source, index.column());
            return says.isEmpty() ? shown_text(source, index.column()) : says;
        }
        default:
            return extra_at(source, index.column(), role);
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (section < 0) return {};
    if (orientation == Qt::Vertical) {
        if (role != Qt::DisplayRole || section >= rowCount()) return {};
        return source_row(section) + 1;
    }
    if (section >= m_columns.size()) return {};
    const TableColumn& column = m_columns[section];
    switch (role) {
        case Qt::DisplayRole:
            return heading(column);
        case Qt::ToolTipRole:
            return column.says.isEmpty() ? heading(column) : column.says;
        case Qt::TextAlignmentRole:
            return QVariant(column.is_number ? Qt::AlignRight | Qt::AlignVCenter
                                             : Qt::AlignLeft | Qt::AlignVCenter);
        default:
            return {};
    }
}

std::vector<int> TableModel::order() const {
    std::vector<int> rows(static_cast<std::size_t>(source_rows()));
    std::iota(rows.begin(), rows.end(), 0);
    if (!m_filter.passes_all()) {
        std::erase_if(rows, [&](int source) {
            return !m_filter.passes({[&](int column) { return number_at(source, column); },
                                     [&](int column) {
                                         return m_columns[column].is_number
                                                    ? QString()
                                                    : text_at(source, column);
                                     }});
        });
    }
    if (m_sort_column < 0 || m_sort_column >= m_columns.size()) return rows;
    const bool down = m_sort_order == Qt::DescendingOrder;
    if (m_columns[m_sort_column].is_number) {
        // Looked up once per row, not once per comparison.
        std::vector<std::pair<double, int>> keyed;
        keyed.reserve(rows.size());
        for (const int row : rows) keyed.emplace_back(number_at(row, m_sort_column), row);
        std::stable_sort(keyed.begin(), keyed.end(), [down](const auto& a, const auto& b) {
            if (std::isnan(a.first) || std::isnan(b.first)) {
                return !std::isnan(a.first) && std::isnan(b.first);
            }
            return down ? a.first > b.first : a.first < b.first;
        });
        for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = keyed[i].second;
        return rows;
    }
    std::vector<std::pair<QString, int>> keyed;
    keyed.reserve(rows.size());
    for (const int row : rows) keyed.emplace_back(text_at(row, m_sort_column), row);
    std::stable_sort(keyed.begin(), keyed.end(), [down](const auto& a, const auto& b) {
        const int compared = natural_order(a.first, b.first);
        return down ? compared > 0 : compared < 0;
    });
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = keyed[i].second;
    return rows;
}

/// Selected and current rows stay the same rows where they are still shown.
void TableModel::arrange() {
    emit layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    std::vector<int> sources;
    for (const QModelIndex& index : before) sources.push_back(source_row(index.row()));
    m_order = order();
    std::vector<int> place(static_cast<std::size_t>(source_rows()), -1);
    for (std::size_t i = 0; i < m_order.size(); ++i) {
        place[static_cast<std::size_t>(m_order[i])] = static_cast<int>(i);
    }
    QModelIndexList after;
    for (qsizetype i = 0; i < before.size(); ++i) {
        const int row = place[static_cast<std::size_t>(sources[static_cast<std::size_t>(i)])];
        after += row < 0 ? QModelIndex() : index(row, before[i].column());
    }
    changePersistentIndexList(before, after);
    emit layoutChanged();
}

void TableModel::sort(int column, Qt::SortOrder order) {
    m_sort_column = column;
    m_sort_order = order;
    arrange();
}

Result<void> TableModel::set_filter(const QString& text) {
    QStringList names;
    for (const TableColumn& column : m_columns) names += column.title;
    auto filter = RowFilter::parse(text, names);
    if (!filter) return tl::unexpected(filter.error());
    // The number of rows changes: a change of layout is not enough.
    beginResetModel();
    m_filter = std::move(*filter);
    m_order = order();
    endResetModel();
    return {};
}

void TableModel::end_rows() {
    m_order = order();
    endResetModel();
}

int TableModel::shown_row(int source) const {
    const auto found = std::find(m_order.begin(), m_order.end(), source);
    return found == m_order.end() ? -1 : static_cast<int>(found - m_order.begin());
}

QByteArray TableModel::tsv(const std::vector<int>& rows, const std::vector<int>& columns) const {
    QStringList fields;
    for (const int column : columns) fields += one_line(heading(m_columns[column]));
    QString text = fields.join(QLatin1Char('\t')) + QLatin1Char('\n');
    for (const int row : rows) {
        fields.clear();
        const int source = source_row(row);
        for (const int column : columns) {
            const bool is_number = m_columns[column].is_number;
            const double number = is_number ? number_at(source, column) : 0;
            fields += !is_number           ? one_line(text_at(source, column))
                      : std::isnan(number) ? QString()
                                           : QString::number(number, 'g', 12);
        }
        text += fields.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return text.toUtf8();
}

QByteArray TableModel::tsv() const {
    std::vector<int> rows(m_order.size());
    std::iota(rows.begin(), rows.end(), 0);
    std::vector<int> all(static_cast<std::size_t>(m_columns.size()));
    std::iota(all.begin(), all.end(), 0);
    return tsv(rows, all);
}

}  // namespace stallscope::app

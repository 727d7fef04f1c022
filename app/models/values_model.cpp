// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/values_model.h"

#include <limits>
#include <utility>

namespace stallscope::app {

void ValuesModel::set_rows(QVector<QVector<TableCell>> rows) {
    begin_rows();
    m_rows = std::move(rows);
    end_rows();
}

void ValuesModel::set_table(QVector<TableColumn> columns, QVector<QVector<TableCell>> rows) {
    begin_rows();
    set_columns(std::move(columns));
    m_rows = std::move(rows);
    end_rows();
}

double ValuesModel::number_at(int source, int column) const {
    const auto* number = std::get_if<NumberCell>(&m_rows[source][column]);
    return number == nullptr ? std::numeric_limits<double>::quiet_NaN() : number->value;
}

QString ValuesModel::text_at(int source, int column) const {
    const auto* text = std::get_if<TextCell>(&m_rows[source][column]);
    return text == nullptr ? QString() : text->text;
}

QString ValuesModel::tooltip_at(int source, int column) const {
    return std::visit([](const auto& cell) { return cell.tooltip; }, m_rows[source][column]);
}

QVariant ValuesModel::extra_at(int source, int column, int role) const {
    const auto* text = std::get_if<TextCell>(&m_rows[source][column]);
    if (role != status_role || text == nullptr || text->status.isEmpty()) return {};
    return text->status;
}

}  // namespace stallscope::app

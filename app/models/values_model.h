// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <variant>

#include "models/table_model.h"

namespace stallscope::app {

/// A text, with a word of its own where a status gives it a colour and a tooltip where there is
/// more to say.
struct TextCell {
    QString text;
    QString tooltip = {};
    QString status = {};  ///< "met", "blocks"…; offered under status_role
};
/// A number; NaN: there is none, `tooltip` says why.
struct NumberCell {
    double value = 0;
    QString tooltip = {};
};
using TableCell = std::variant<TextCell, NumberCell>;

/// A table of values that somebody else has computed.
class ValuesModel final : public TableModel {
    Q_OBJECT

public:
    static constexpr int status_role = Qt::UserRole + 1;

    using TableModel::TableModel;

    /// Every row has as many cells as there are columns, of their kind.
    void set_rows(QVector<QVector<TableCell>> rows);
    /// The same with other columns; filter and order are forgotten.
    void set_table(QVector<TableColumn> columns, QVector<QVector<TableCell>> rows);

protected:
    int source_rows() const override { return static_cast<int>(m_rows.size()); }
    double number_at(int source, int column) const override;
    QString text_at(int source, int column) const override;
    QString tooltip_at(int source, int column) const override;
    QVariant extra_at(int source, int column, int role) const override;

private:
    QVector<QVector<TableCell>> m_rows;
};

}  // namespace stallscope::app

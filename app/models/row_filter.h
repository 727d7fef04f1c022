// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <functional>
#include <vector>

#include "plan/result.h"

namespace stallscope::app {

/// Which rows of a table are wanted: conditions on columns and words, joined by "and".
///
///     return > 5                  a column, one of < <= > >= = !=, a number or a text
///     cell = A and e2e >= 12.5
///     held                        a word that must stand in one of the row's texts
///
/// Columns are named as in the heading, capitals or not, with or without their unit; as much of a
/// name as tells it from the others will do. "and" and operators in quotes are text.
class RowFilter {
public:
    /// How a row answers: a column's number (NaN: it has none) and its text (empty: a number).
    struct Row {
        std::function<double(int column)> number;
        std::function<QString(int column)> text;
    };

    /// `columns`: their names without units. Error (kind usage): a sentence for the user.
    static Result<RowFilter> parse(const QString& text, const QStringList& columns);

    /// No condition: every row passes.
    bool passes_all() const { return m_terms.empty(); }
    bool passes(const Row& row) const;

private:
    enum class Comparison { less, at_most, more, at_least, equal, unequal, contains };
    struct Term {
        int column = -1;  ///< −1: any
        Comparison comparison = Comparison::contains;
        QString text;
        double number = 0;
        bool is_number = false;
    };
    static bool passes(const Term& term, const Row& row, int columns);

    std::vector<Term> m_terms;
    int m_columns = 0;
};

}  // namespace stallscope::app

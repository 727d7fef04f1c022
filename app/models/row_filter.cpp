// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/row_filter.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

namespace stallscope::app {
namespace {

QString translated(const char* text) {
    return QCoreApplication::translate("RowFilter", text);
}

/// Cuts at "and" outside of quotes.
QStringList terms_of(const QString& text) {
    QStringList terms(QString{});
    bool in_quotes = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        static const QRegularExpression joint(QStringLiteral("\\G\\s+and\\s+"),
                                              QRegularExpression::CaseInsensitiveOption);
        if (text[i] == QLatin1Char('"')) in_quotes = !in_quotes;
        const auto found = in_quotes ? QRegularExpressionMatch() : joint.match(text, i);
        if (found.hasMatch()) {
            terms += QString();
            i = found.capturedEnd() - 1;
        } else {
            terms.last() += text[i];
        }
    }
    return terms;
}

QString unquoted(const QString& text) {
    const QString trimmed = text.trimmed();
    const bool quoted = trimmed.size() >= 2 && trimmed.startsWith(QLatin1Char('"')) &&
                        trimmed.endsWith(QLatin1Char('"'));
    return quoted ? trimmed.mid(1, trimmed.size() - 2) : trimmed;
}

/// −1: none, −2: more than one.
int column_named(const QString& name, const QStringList& columns) {
    const auto exact = std::find_if(columns.begin(), columns.end(), [&](const QString& column) {
        return column.compare(name, Qt::CaseInsensitive) == 0;
    });
    if (exact != columns.end()) return static_cast<int>(exact - columns.begin());
    int found = -1;
    for (int i = 0; i < columns.size(); ++i) {
        if (!columns[i].startsWith(name, Qt::CaseInsensitive)) continue;
        if (found >= 0) return -2;
        found = i;
    }
    return found;
}

/// "5", "5 ms": the number counts, a unit behind it is the column's.
double number_of(const QString& text, bool* is_number) {
    const QString first = text.section(QLatin1Char(' '), 0, 0);
    const double plain = QLocale::c().toDouble(first, is_number);
    return *is_number ? plain : QLocale().toDouble(first, is_number);
}

}  // namespace

Result<RowFilter> RowFilter::parse(const QString& text, const QStringList& columns) {
    static const QRegularExpression comparison(
        QStringLiteral("^([^<>=!\"]+?)\\s*(<=|>=|!=|≤|≥|≠|<|>|==|=)\\s*(.*)$"));
    RowFilter filter;
    filter.m_columns = static_cast<int>(columns.size());
    if (text.trimmed().isEmpty()) return filter;
    for (const QString& written : terms_of(text)) {
        Term term;
        const auto found = comparison.match(written.trimmed());
        term.text = unquoted(found.hasMatch() ? found.captured(3) : written);
        if (term.text.isEmpty()) {
            return fail(ErrorKind::usage,
                        translated("“%1” is not finished: a condition is a column, <, <=, >, >=, = "
                                   "or !=, and a value")
                            .arg(written.trimmed())
                            .toStdString());
        }
        if (found.hasMatch()) {
            const QString name = unquoted(found.captured(1));
            term.column = column_named(name, columns);
            if (term.column < 0) {
                return fail(
                    ErrorKind::usage,
                    (term.column == -1 ? translated("no column is called “%1”; there are %2")
                                       : translated("more than one column begins with “%1”: %2"))
                        .arg(name, columns.join(QStringLiteral(", ")))
                        .toStdString());
            }
            const QString sign = found.captured(2);
            term.comparison = sign == QLatin1String("<")                    ? Comparison::less
                              : sign == QLatin1String("<=") || sign == u"≤" ? Comparison::at_most
                              : sign == QLatin1String(">")                  ? Comparison::more
                              : sign == QLatin1String(">=") || sign == u"≥" ? Comparison::at_least
                              : sign == QLatin1String("!=") || sign == u"≠" ? Comparison::unequal
                                                                            : Comparison::equal;
            term.number = number_of(term.text, &term.is_number);
            const bool is_order =
                term.comparison != Comparison::equal && term.comparison != Comparison::unequal;
            if (is_order && !term.is_number) {
                return fail(ErrorKind::usage, translated("“%1” is no number, so nothing is above "
                                                         "or below it")
                                                  .arg(term.text)
                                                  .toStdString());
            }
        }
        filter.m_terms.push_back(std::move(term));
    }
    return filter;
}

bool RowFilter::passes(const Row& row) const {
    return std::all_of(m_terms.begin(), m_terms.end(),
                       [&](const Term& term) { return passes(term, row, m_columns); });
}

bool RowFilter::passes(const Term& term, const Row& row, int columns) {
    if (term.column < 0) {
        for (int column = 0; column < columns; ++column) {
            if (row.text(column).contains(term.text, Qt::CaseInsensitive)) return true;
        }
        return false;
    }
    const double number = row.number(term.column);
    const bool by_number = term.is_number && !std::isnan(number);
    switch (term.comparison) {
        case Comparison::less:
            return number < term.number;
        case Comparison::at_most:
            return number <= term.number;
        case Comparison::more:
            return number > term.number;
        case Comparison::at_least:
            return number >= term.number;
        case Comparison::equal:
        case Comparison::unequal: {
            const bool same =
                by_number ? number == term.number
                          : row.text(term.column).compare(term.text, Qt::CaseInsensitive) == 0;
            return same == (term.comparison == Comparison::equal);
        }
        case Comparison::contains:
            break;
    }
    return true;
}

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/verdict_words.h"

#include <QCoreApplication>
#include <QMap>

namespace stallscope::app {

const QStringList& verdict_statuses() {
    static const QStringList statuses = {
        QStringLiteral("met"),          QStringLiteral("not_met"), QStringLiteral("undecided"),
        QStringLiteral("unresolvable"), QStringLiteral("invalid"), QStringLiteral("exploratory")};
    return statuses;
}

QString verdict_word(const QString& status) {
    return QString(status).replace(u'_', u' ');
}

QString verdict_sign(const QString& status) {
    static const QMap<QString, QString> signs = {
        {QStringLiteral("met"), QStringLiteral("✓")},
        {QStringLiteral("not_met"), QStringLiteral("✗")},
        {QStringLiteral("undecided"), QStringLiteral("?")},
        {QStringLiteral("unresolvable"), QStringLiteral("≈")},
        {QStringLiteral("invalid"), QStringLiteral("⊘")},
        {QStringLiteral("exploratory"), QStringLiteral("○")}};
    return signs.value(status, QStringLiteral("–"));
}

QString verdict_status_of(const QString& cell) {
    for (const QString& status : verdict_statuses()) {
        const QString word = verdict_word(status);
        if (cell == word || cell.startsWith(word + u' ')) return status;
    }
    return cell.startsWith(QLatin1String("passed")) ? QStringLiteral("met") : QString();
}

bool is_verdict_column(const QString& title) {
    return title == QLatin1String("verdict") || title == QLatin1String("control");
}

QString verdict_meaning(const QString& status) {
    const auto tr = [](const char* text) {
        return QCoreApplication::translate("VerdictWords", text);
    };
    if (status == QLatin1String("met")) return tr("The whole interval is on the good side.");
    if (status == QLatin1String("not_met")) return tr("The whole interval is on the bad side.");
    if (status == QLatin1String("undecided")) return tr("The interval holds the bound.");
    if (status == QLatin1String("unresolvable")) {
        return tr("This many cycles cannot tell an effect of the bound's size on this machine.");
    }
    if (status == QLatin1String("invalid")) {
        return tr("Something makes the comparison worthless; the reason stands beside it.");
    }
    if (status == QLatin1String("exploratory")) {
        return tr("Not fixed before the run, so it is no test.");
    }
    return {};
}

}  // namespace stallscope::app

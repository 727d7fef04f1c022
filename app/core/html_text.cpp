// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/html_text.h"

#include <QRegularExpression>

#include "core/visible_text.h"

namespace stallscope::app {

QString html_text(QStringView text) {
    return visible_text(text).toHtmlEscaped();
}

QString preformatted(QStringView text) {
    return visible_text(text, true).toHtmlEscaped();
}

QString shell_word(const QString& name) {
    static const QRegularExpression harmless(QStringLiteral("\\A[A-Za-z0-9_./:@%+=-]+\\z"));
    QString word = name.startsWith(u'-') ? QLatin1String("./") + name : name;
    if (harmless.match(word).hasMatch()) return word;
    return u'\'' + word.replace(u'\'', QLatin1String("'\\''")) + u'\'';
}

}  // namespace stallscope::app

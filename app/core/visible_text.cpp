// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/visible_text.h"

namespace stallscope::app {
namespace {

bool is_space(char16_t c) {
    return c == u'\t' || c == u'\n' || c == u'\r' || c == 0x2028 || c == 0x2029;
}

/// Control characters (C0, C1), the marks of Unicode's bidirectional algorithm (UAX 9), and the
/// byte order mark, which is as invisible.
bool is_hidden(char16_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x061c || c == 0x200e || c == 0x200f ||
           (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

}  // namespace

QString visible_text(QStringView text, bool keeps_lines) {
    QString out;
    out.reserve(text.size());
    for (const QChar character : text) {
        const char16_t c = character.unicode();
        if (keeps_lines && (c == u'\n' || c == u'\t')) {
            out += character;
        } else if (is_space(c)) {
            out += u' ';
        } else if (is_hidden(c)) {
            out += QStringLiteral("[U+%1]").arg(QString::number(c, 16).toUpper(), 4, u'0');
        } else {
            out += character;
        }
    }
    return out;
}

}  // namespace stallscope::app

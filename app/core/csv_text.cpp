// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/csv_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace stallscope::app {
namespace {

template <class Number>
QString shortest(Number value) {
    if (std::isnan(value)) return {};
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return QString::fromLatin1(text.data(), end - text.data());
}

}  // namespace

QString csv_number(double value) {
    return shortest(value);
}
QString csv_number(float value) {
    return shortest(value);
}

QByteArray csv_line(const QList<QString>& fields) {
    QByteArray line;
    for (qsizetype i = 0; i < fields.size(); ++i) {
        if (i > 0) line += ',';
        QByteArray field = fields[i].toUtf8();
        if (field.contains(',') || field.contains('"') || field.contains('\n') ||
            field.contains('\r')) {
            field = '"' + field.replace("\"", "\"\"") + '"';
        }
        line += field;
    }
    return line + "\r\n";
}

}  // namespace stallscope::app

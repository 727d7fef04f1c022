// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/cell_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QStringList>

namespace stallscope::app {
namespace {

QString number_text(double number) {
    return QLocale::c().toString(number, 'g', QLocale::FloatingPointShortest);
}

QString object_text(const QJsonObject& object) {
    QStringList parts;
    const QString kind = QStringLiteral("kind");
    if (object.contains(kind)) parts.append(short_text(object.value(kind)));
    for (auto member = object.begin(); member != object.end(); ++member) {
        if (member.key() == kind) continue;
        parts.append(member.value().isObject()
                         ? member.key() + QStringLiteral(" {") + short_text(member.value()) +
                               QLatin1Char('}')
                         : member.key() + QLatin1Char(' ') + short_text(member.value()));
    }
    return parts.join(QStringLiteral(", "));
}

}  // namespace

QString short_text(const QJsonValue& value) {
    switch (value.type()) {
        case QJsonValue::String:
            return value.toString();
        case QJsonValue::Double:
            return number_text(value.toDouble());
        case QJsonValue::Bool:
            return value.toBool() ? QStringLiteral("true") : QStringLiteral("false");
        case QJsonValue::Array:
            return names_text(value);
        case QJsonValue::Object:
            return object_text(value.toObject());
        case QJsonValue::Null:
        case QJsonValue::Undefined:
            break;
    }
    return {};
}

QString names_text(const QJsonValue& list) {
    if (!list.isArray()) return short_text(list);
    QStringList names;
    const QJsonArray items = list.toArray();
    for (const QJsonValue& item : items) names.append(short_text(item));
    return names.join(QStringLiteral(", "));
}

QJsonValue names_value(const QString& text) {
    QJsonArray list;
    const QStringList names = text.split(QLatin1Char(','), Qt::SkipEmptyParts);
    for (const QString& name : names)
        if (!name.trimmed().isEmpty()) list.append(name.trimmed());
    return list;
}

QJsonValue number_or_text(const QString& text) {
    bool is_number = false;
    const double number = QLocale::c().toDouble(text.trimmed(), &is_number);
    return is_number && qIsFinite(number) ? QJsonValue(number) : QJsonValue(text);
}

QJsonValue json_or_text(const QString& text) {
    const QJsonDocument read = QJsonDocument::fromJson('[' + text.toUtf8() + ']');
    if (!read.isArray() || read.array().size() != 1) return text;
    const QJsonValue value = read.array().first();
    // null switches a stream off and means nothing elsewhere.
    return value.isNull() ? QJsonValue(text) : value;
}

QJsonValue typed_value(const CellColumn& column, const QString& text) {
    switch (column.kind) {
        case CellColumn::Kind::number:
            return number_or_text(text);
        case CellColumn::Kind::value:
        case CellColumn::Kind::members:
            return json_or_text(text);
        case CellColumn::Kind::conditions:
            return names_value(text);
        case CellColumn::Kind::id:
        case CellColumn::Kind::says:
        case CellColumn::Kind::word:
        case CellColumn::Kind::original:
            break;
    }
    return text;
}

}  // namespace stallscope::app

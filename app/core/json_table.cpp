// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json_table.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <cmath>

namespace stallscope::app {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("JsonTable", text);
}

MarkdownLine plain(const QString& text) {
    return {{MarkdownSpan::Manner::plain, text}};
}

QString number_text(double value) {
    const bool is_whole = value == std::floor(value) && std::fabs(value) < 9e15;
    return is_whole ? QString::number(static_cast<qint64>(value)) : QString::number(value, 'g', 6);
}

QString value_text(const QJsonValue& value) {
    switch (value.type()) {
        case QJsonValue::Bool:
            return value.toBool() ? tr("yes") : tr("no");
        case QJsonValue::Double:
            return number_text(value.toDouble());
        case QJsonValue::String:
            return value.toString();
        case QJsonValue::Array: {
            QStringList parts;
            for (const QJsonValue& part : value.toArray()) parts << value_text(part);
            return parts.join(QLatin1String(", "));
        }
        case QJsonValue::Object:
            return QString::fromUtf8(
                QJsonDocument(value.toObject()).toJson(QJsonDocument::Compact));
        case QJsonValue::Null:
        case QJsonValue::Undefined:
            break;
    }
    return QStringLiteral("–");
}

void add_rows(const QJsonObject& object, const QString& path, MarkdownTableBlock& table) {
    const QJsonObject reasons = object.value(QLatin1String("why_null")).toObject();
    for (auto entry = object.begin(); entry != object.end(); ++entry) {
        if (entry.key() == QLatin1String("why_null")) continue;
        const QString name =
            path.isEmpty() ? entry.key() : path + QStringLiteral(" › ") + entry.key();
        if (entry->isObject()) {
            add_rows(entry->toObject(), name, table);
            continue;
        }
        QString text = value_text(*entry);
        const QString reason = reasons.value(entry.key()).toString();
        if (entry->isNull() && !reason.isEmpty()) text += QStringLiteral(" (%1)").arg(reason);
        table.rows.push_back({plain(name), plain(text)});
    }
}

}  // namespace

MarkdownBlock json_table(std::string_view json) {
    MarkdownBlock block{MarkdownBlock::Kind::table, 0, {}, {}};
    block.table.head = {plain(tr("what")), plain(tr("value"))};
    block.table.is_number = {false, false};
    const auto text = QByteArray(json.data(), static_cast<qsizetype>(json.size()));
    add_rows(QJsonDocument::fromJson(text).object(), {}, block.table);
    return block;
}

}  // namespace stallscope::app

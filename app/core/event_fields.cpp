// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/event_fields.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <algorithm>
#include <cmath>

namespace stallscope::app {
namespace {

QString say(const char* text) {
    return QCoreApplication::translate("stallscope::app::EventFields", text);
}

}  // namespace

EventFields::EventFields(const QJsonObject& object, QString event, std::optional<Error>& fault,
                         QString place)
    : m_object(object), m_event(std::move(event)), m_fault(fault), m_place(std::move(place)) {}

QString EventFields::place_of(const char* key) const {
    return m_place + u'/' + QLatin1String(key);
}

void EventFields::fail_at(const QString& place, const QString& says) const {
    if (m_fault) return;
    m_fault = Error{
        ErrorKind::measurement,
        says.toStdString(),
        place.toStdString(),
        say("This line is left out; engine and workbench should be of one version").toStdString(),
        {}};
}

void EventFields::fail(const char* key, const QString& says) const {
    fail_at(place_of(key), says);
}

bool EventFields::has(const char* key) const {
    return m_object.contains(QLatin1String(key));
}

QJsonValue EventFields::value(const char* key, QJsonValue::Type type, const char* type_name) const {
    const QJsonValue found = m_object.value(QLatin1String(key));
    if (found.isUndefined()) {
        fail(key, say("the engine's \"%1\" lacks \"%2\"").arg(m_event, QLatin1String(key)));
    } else if (found.type() != type) {
        fail(key, say("\"%2\" of the engine's \"%1\" is not %3")
                      .arg(m_event, QLatin1String(key), say(type_name)));
    }
    return found;
}

QJsonValue EventFields::value_or_null(const char* key) const {
    const QJsonValue found = m_object.value(QLatin1String(key));
    return found.isNull()
               ? found
               : value(key, QJsonValue::Double,
                       QT_TRANSLATE_NOOP("stallscope::app::EventFields", "a number or null"));
}

QString EventFields::text(const char* key) const {
    return value(key, QJsonValue::String, QT_TRANSLATE_NOOP("stallscope::app::EventFields", "text"))
        .toString();
}

QString EventFields::word(const char* key, std::initializer_list<const char*> words) const {
    const QString found = text(key);
    const bool known = std::any_of(words.begin(), words.end(),
                                   [&](const char* word) { return found == QLatin1String(word); });
    if (!known) {
        fail(key, say("\"%2\" of the engine's \"%1\" is no word that is known here")
                      .arg(m_event, QLatin1String(key)));
    }
    return found;
}

qint64 EventFields::integer(const char* key, qint64 least) const {
    const QJsonValue found =
        value(key, QJsonValue::Double,
              QT_TRANSLATE_NOOP("stallscope::app::EventFields", "a whole number"));
    const double number = found.toDouble();
    // Beyond 2^53 a JSON number is no exact count any more.
    constexpr double exact = 9007199254740992.0;
    if (std::abs(number) > exact || number != std::floor(number)) {
        fail(key, say("\"%2\" of the engine's \"%1\" is not a whole number")
                      .arg(m_event, QLatin1String(key)));
        return 0;
    }
    const qint64 whole = found.toInteger();
    if (found.isDouble() && whole < least) {
        fail(key, say("\"%2\" of the engine's \"%1\" is below %3")
                      .arg(m_event, QLatin1String(key), QString::number(least)));
    }
    return whole;
}

int EventFields::small(const char* key, int least, int most) const {
    const qint64 found = integer(key, least);
    if (found > most) {
        fail(key, say("\"%2\" of the engine's \"%1\" is above %3")
                      .arg(m_event, QLatin1String(key), QString::number(most)));
        return most;
    }
    return static_cast<int>(std::max<qint64>(found, least));
}

std::optional<int> EventFields::small_or_null(const char* key) const {
    if (value_or_null(key).isNull()) return std::nullopt;
    return small(key);
}

std::optional<double> EventFields::number(const char* key) const {
    const QJsonValue found = value_or_null(key);
    return found.isDouble() ? std::optional(found.toDouble()) : std::nullopt;
}

double EventFields::number_or_nan(const char* key) const {
    return number(key).value_or(std::numeric_limits<double>::quiet_NaN());
}

QStringList EventFields::texts(const char* key) const {
    const QJsonArray array =
        value(key, QJsonValue::Array,
              QT_TRANSLATE_NOOP("stallscope::app::EventFields", "a list of texts"))
            .toArray();
    QStringList found;
    for (const auto& entry : array) {
        if (!entry.isString()) {
            fail(key, say("\"%2\" of the engine's \"%1\" is not a list of texts")
                          .arg(m_event, QLatin1String(key)));
        }
        found.push_back(entry.toString());
    }
    return found;
}

template <class Number>
std::vector<Number> EventFields::column(const char* key) const {
    const QJsonArray array =
        value(key, QJsonValue::Array,
              QT_TRANSLATE_NOOP("stallscope::app::EventFields", "a list of numbers"))
            .toArray();
    std::vector<Number> found;
    found.reserve(static_cast<std::size_t>(array.size()));
    for (const auto& entry : array) {
        if (!entry.isDouble() && !entry.isNull()) {
            fail(key, say("\"%2\" of the engine's \"%1\" is not a list of numbers")
                          .arg(m_event, QLatin1String(key)));
        }
        found.push_back(entry.isDouble() ? static_cast<Number>(entry.toDouble())
                                         : std::numeric_limits<Number>::quiet_NaN());
    }
    return found;
}
template std::vector<double> EventFields::column(const char* key) const;
template std::vector<float> EventFields::column(const char* key) const;

QJsonObject EventFields::object(const char* key) const {
    return value(key, QJsonValue::Object,
                 QT_TRANSLATE_NOOP("stallscope::app::EventFields", "an object"))
        .toObject();
}

void EventFields::each(const char* key, const std::function<void(const EventFields&)>& take) const {
    const QJsonArray array =
        value(key, QJsonValue::Array,
              QT_TRANSLATE_NOOP("stallscope::app::EventFields", "a list of objects"))
            .toArray();
    for (qsizetype i = 0; i < array.size() && !m_fault; ++i) {
        const QString place = place_of(key) + u'/' + QString::number(i);
        if (!array[i].isObject()) {
            fail_at(place, say("\"%2\" of the engine's \"%1\" is not a list of objects")
                               .arg(m_event, QLatin1String(key)));
            return;
        }
        const QJsonObject entry = array[i].toObject();
        take(EventFields(entry, m_event, m_fault, place));
    }
}

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QJsonValue>
#include <QString>
#include <QStringList>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <vector>

#include "plan/result.h"

namespace stallscope::app {

/// Takes typed values out of one JSON object of an event. The first fault is kept: a missing key
/// or one of another type, named by its JSON pointer in the line; what is taken after it is worth
/// nothing.
class EventFields {
public:
    /// `event`: the kind of line, for the sentence; `fault` outlives this object; `place`: pointer
    /// of the object, empty for the line itself.
    EventFields(const QJsonObject& object, QString event, std::optional<Error>& fault,
                QString place = {});

    bool has(const char* key) const;  ///< for keys that were added later
    QString text(const char* key) const;
    /// One of `words`, anything else is a fault.
    QString word(const char* key, std::initializer_list<const char*> words) const;
    qint64 integer(const char* key, qint64 least = std::numeric_limits<qint64>::min()) const;
    /// As integer(), in the range of an int.
    int small(const char* key, int least = std::numeric_limits<int>::min(),
              int most = std::numeric_limits<int>::max()) const;
    std::optional<int> small_or_null(const char* key) const;
    std::optional<double> number(const char* key) const;  ///< empty: null
    double number_or_nan(const char* key) const;
    QStringList texts(const char* key) const;
    /// Null is NaN.
    template <class Number>
    std::vector<Number> column(const char* key) const;
    QJsonObject object(const char* key) const;

    /// Every object of an array, until the first fault.
    void each(const char* key, const std::function<void(const EventFields&)>& take) const;

    /// For faults that only the caller sees.
    void fail(const char* key, const QString& says) const;

private:
    QJsonValue value(const char* key, QJsonValue::Type type, const char* type_name) const;
    QJsonValue value_or_null(const char* key) const;
    void fail_at(const QString& place, const QString& says) const;
    QString place_of(const char* key) const;

    const QJsonObject& m_object;
    QString m_event;
    std::optional<Error>& m_fault;
    QString m_place;
};

}  // namespace stallscope::app

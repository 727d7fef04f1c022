// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonValue>
#include <QString>

#include "models/cell_columns.h"

namespace stallscope::app {

/// A value in a few words: a text as it is, "opencl, sequence 128, target_ms 12" of an object.
/// Nothing for what is undefined.
QString short_text(const QJsonValue& value);

/// "solo-ane, both" of a list of names.
QString names_text(const QJsonValue& list);
QJsonValue names_value(const QString& text);

/// What somebody typed, as the experiment has it. What is no number where one is expected stays
/// text: the engine says what it expects, and nothing that was typed is lost.
QJsonValue typed_value(const CellColumn& column, const QString& text);
/// A number, true, false, a list or an object where the text is one, else the text.
QJsonValue json_or_text(const QString& text);
QJsonValue number_or_text(const QString& text);

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace stallscope::app {

/// All words a criterion can have, in the engine's spelling and in the order in which they are
/// counted: "met", "not_met", "undecided", "unresolvable", "invalid", "exploratory".
const QStringList& verdict_statuses();

/// As people read it: "not met".
QString verdict_word(const QString& status);

/// A sign beside the word, so that colour is never alone: "✓".
QString verdict_sign(const QString& status);

/// The status that a cell of the engine's tables begins with: "not met (mechanism only)" →
/// "not_met". A control that "passed" is "met". Empty when it begins with none.
QString verdict_status_of(const QString& cell);

/// Whether a column of that title holds such words: "verdict", "control".
bool is_verdict_column(const QString& title);

/// What the word means, a sentence.
QString verdict_meaning(const QString& status);

}  // namespace stallscope::app

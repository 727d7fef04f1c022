// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QComboBox;
class QHBoxLayout;
class QWidget;

namespace stallscope::app {

/// Puts a label and the field into the row; the label's mnemonic leads to the field.
void add_labelled(QHBoxLayout& row, const QString& text, QWidget* field);

/// A new list of choices in the row, with its label, as wide as its entries need.
QComboBox* add_choice(QHBoxLayout& row, const QString& text, const char* name);

/// The names in the list and `current` chosen, without a signal.
void fill(QComboBox& box, const QStringList& names, const QString& current);

/// The same where somebody has chosen already: what is still there stays, else it is `preferred`,
/// else the first.
void offer(QComboBox& box, const QStringList& names, const QString& preferred);

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/choices.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>

namespace stallscope::app {

void add_labelled(QHBoxLayout& row, const QString& text, QWidget* field) {
    auto* label = new QLabel(text);
    label->setBuddy(field);
    row.addWidget(label);
    row.addWidget(field);
}

QComboBox* add_choice(QHBoxLayout& row, const QString& text, const char* name) {
    auto* box = new QComboBox;
    box->setObjectName(QLatin1String(name));
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    add_labelled(row, text, box);
    return box;
}

void fill(QComboBox& box, const QStringList& names, const QString& current) {
    const QSignalBlocker quiet(box);
    QStringList there;
    for (int i = 0; i < box.count(); ++i) there += box.itemText(i);
    // An open list stays open while nothing in it changes.
    if (there != names) {
        box.clear();
        box.addItems(names);
    }
    box.setCurrentIndex(box.findText(current));
}

void offer(QComboBox& box, const QStringList& names, const QString& preferred) {
    const QString before = box.currentText();
    const QString fallback = names.contains(preferred) ? preferred : names.value(0);
    fill(box, names, names.contains(before) ? before : fallback);
}

}  // namespace stallscope::app

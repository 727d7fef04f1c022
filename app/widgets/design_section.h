// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include "core/experiment_document.h"

class QFormLayout;

namespace stallscope::app {

class Field;

/// One tab of the design page: the editors of one part of the experiment.
class DesignSection : public QWidget {
    Q_OBJECT

public:
    const QString& title() const { return m_title; }
    /// Whether what stands at the pointer is edited here.
    bool covers(const QString& pointer) const;
    /// Brings the field of a pointer into view and gives it the focus.
    virtual void show_place(const QString& pointer);

protected:
    /// `places` are the pointers that it covers, with what is below them.
    DesignSection(ExperimentDocument& document, QString title, QStringList places, QWidget* parent);

    ExperimentDocument& document() const { return m_document; }
    const ExperimentTree& tree() const { return m_document.tree(); }
    bool can_edit() const { return !m_document.is_read_only() && m_document.is_readable(); }
    /// The field whose pointer is the longest that leads to the place; nullptr when there is none.
    Field* field_of(const QString& pointer) const;

private:
    ExperimentDocument& m_document;
    QString m_title;
    QStringList m_places;
};

/// No line is longer than can be read at a glance.
inline constexpr int form_width = 760;

/// A form whose labels and fields stand at the top left, and scroll when there is no room.
QWidget* scrolled(QWidget* content);
/// A row of a form: the field's label, and the field.
void add_row(QFormLayout* form, const QString& label, Field* field);
/// A form for fields; fields keep their own width.
QFormLayout* new_form(QWidget* owner = nullptr);

}  // namespace stallscope::app

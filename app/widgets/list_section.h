// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/design_section.h"
#include "widgets/named_list.h"

class QScrollArea;

namespace stallscope::app {

/// A section with a list of named things on the left and the form of the chosen one on the right.
/// The form is made anew when its shape changes, and only then: what is typed keeps its cursor.
class ListSection : public DesignSection {
    Q_OBJECT

public:
    void show_place(const QString& pointer) override;

protected:
    ListSection(ExperimentDocument& document, const QString& title, const QString& place,
                NamedList::Order order, QWidget* parent);

    const QString& place() const { return m_place; }
    NamedList& list() const { return *m_list; }
    void update_all();
    /// Chooses a row as soon as the document has it.
    void choose_next(int row) { m_next = row; }

    virtual QStringList names() const = 0;
    /// The pointer of a row, and the row of a pointer (−1: none).
    virtual QString pointer_of(int row) const = 0;
    virtual int row_of(const QString& pointer) const = 0;
    /// What the choice of fields of the form depends on.
    virtual QString shape_of(int row) const = 0;
    virtual QWidget* new_form_of(int row) = 0;

private:
    void show_form();

    QString m_place;
    NamedList* m_list;
    QScrollArea* m_area;
    QString m_shape;
    int m_next = -1;
};

}  // namespace stallscope::app

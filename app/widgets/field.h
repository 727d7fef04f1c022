// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonValue>
#include <QString>
#include <QVBoxLayout>
#include <QWidget>

#include "core/experiment_document.h"

class QLabel;

namespace stallscope::app {

class FieldMessage;

/// One value of the open experiment: an editor, its unit, and beneath it what is wrong. An empty
/// editor means that the key is not there, and shows what holds then. Editing goes to the document
/// at every keystroke and comes back from it.
class Field : public QWidget {
    Q_OBJECT

public:
    struct Spec {
        QString pointer;   ///< where the value stands
        QString label;     ///< for undo and for screen readers: "Seconds of a window"
        QString fallback;  ///< what holds without the key; may be empty
        QString unit;      ///< behind the editor
        QString help;      ///< a sentence, as tooltip
    };

    const QString& pointer() const { return m_spec.pointer; }
    /// To where an object is in the list now.
    void set_pointer(const QString& pointer);
    QString message() const;
    /// For the fault of a click in the list of problems.
    void focus_editor();

    /// A fault below the pointer is the field's too when no other field has it.
    virtual bool shows(const QString& place) const;

protected:
    Field(ExperimentDocument& document, Spec spec, QWidget* parent);
    /// An editor that goes while it has the focus says that its editing has finished: nobody hears.
    ~Field() override;

    /// The editor takes the value that stands there, without telling anybody.
    virtual void show_value() = 0;

    /// A narrow one keeps its own width and has its unit, or a hint, beside it.
    enum class Width { narrow, wide };
    void set_editor(QWidget* editor, Width width);
    void set_hint(const QString& hint);
    QWidget* editor() const { return m_editor; }
    const Spec& spec() const { return m_spec; }
    const ExperimentTree& tree() const { return m_document.tree(); }
    ExperimentDocument& document() const { return m_document; }
    /// Undefined takes the key away.
    void commit(const QJsonValue& value);
    virtual ExperimentTree edited(const QJsonValue& value) const;
    virtual void set_editable(bool editable);

private:
    void update_all();

    ExperimentDocument& m_document;
    Spec m_spec;
    QWidget* m_editor = nullptr;
    QLabel* m_hint;
    FieldMessage* m_message;
    QVBoxLayout* m_layout;
};

}  // namespace stallscope::app

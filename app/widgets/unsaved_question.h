// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <functional>

class QMessageBox;
class QWidget;

namespace stallscope::app {

/// What would be lost if one went on now.
struct OpenWork {
    bool run_is_active = false;  ///< asked about when the window closes
    QString unsaved;             ///< name of the experiment with unsaved edits; empty: none
    bool is_none() const { return !run_is_active && unsaved.isEmpty(); }
};

/// Asks once, in one box for everything, and never blocks: the answer comes by call.
class UnsavedQuestion final : public QObject {
    Q_OBJECT

public:
    enum class Occasion { closing, opening_another };
    enum class Answer { save, discard, stay };

    explicit UnsavedQuestion(QWidget& window);

    /// `discard` at once when there is nothing to lose. While the question is on the screen a
    /// second one is not asked, and not answered.
    void ask(const OpenWork& work, Occasion occasion, std::function<void(Answer)> answered);
    bool is_open() const { return m_box != nullptr; }

private:
    QWidget& m_window;
    QMessageBox* m_box = nullptr;
};

}  // namespace stallscope::app

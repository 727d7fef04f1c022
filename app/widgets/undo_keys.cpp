// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/undo_keys.h"

#include <QKeyEvent>
#include <QWidget>

namespace stallscope::app {
namespace {

/// Editors claim Ctrl+Z before any action sees it, by accepting this event.
class UndoKeys final : public QObject {
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() != QEvent::ShortcutOverride) return false;
        const auto* key = static_cast<QKeyEvent*>(event);
        if (!key->matches(QKeySequence::Undo) && !key->matches(QKeySequence::Redo)) return false;
        event->ignore();
        return true;
    }
};

}  // namespace

void leave_undo_to_the_window(QWidget* editor) {
    editor->installEventFilter(new UndoKeys(editor));
}

}  // namespace stallscope::app

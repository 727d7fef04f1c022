// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace stallscope::app {

/// Undo and redo in this editor are those of the document, not the editor's own.
void leave_undo_to_the_window(QWidget* editor);

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace stallscope::app {

class ActionRegistry;
class DocumentCommands;
class KeysOverlay;
class MainWindow;
class RunCommands;
class Settings;
class WindowDocks;

// The window's actions, menus and tool bar: what can be done, by which key, and when.

/// Makes the actions and puts them into the menus and the tool bar.
void make_window_actions(MainWindow& window, ActionRegistry& actions, DocumentCommands& documents,
                         RunCommands& runs, WindowDocks& docks, Settings& settings,
                         KeysOverlay& keys);

/// Enables what can be done now.
void update_window_actions(MainWindow& window, ActionRegistry& actions);

}  // namespace stallscope::app

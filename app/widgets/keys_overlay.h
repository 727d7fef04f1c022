// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

namespace stallscope::app {

class ActionRegistry;

/// All keys of the window, laid over it; made anew from the registry each time it opens. Any key
/// or click closes it.
class KeysOverlay final : public QFrame {
    Q_OBJECT

public:
    KeysOverlay(const ActionRegistry& actions, QWidget& window);

    void toggle();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    void place();

    const ActionRegistry& m_actions;
    QWidget& m_window;
};

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAbstractItemModel;

namespace stallscope::app {

/// What the window shows while nothing is open: what the program is for, and the experiments one
/// can start from.
class StartPage final : public QWidget {
    Q_OBJECT

public:
    /// `experiments` outlives the page.
    explicit StartPage(QAbstractItemModel& experiments, QWidget* parent = nullptr);
};

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "core/run_order.h"

class QCheckBox;
class QLineEdit;

namespace stallscope::app {

/// What a run is going to do, before it does: how long it takes, what of the user's own code it
/// executes, its seal, and where it is written. Not blocking.
class RunDialog final : public QDialog {
    Q_OBJECT

public:
    struct Facts {
        QString experiment;
        QString takes;          ///< "28 visits, about 2 min 25 s"
        QString seal;           ///< SHA-256
        QStringList runs_code;  ///< sentences; empty: still unknown
    };

    RunDialog(RunOrder order, const Facts& facts, QWidget* parent = nullptr);

signals:
    void confirmed(const stallscope::app::RunOrder& order);

private:
    void confirm();

    RunOrder m_order;
    QLineEdit* m_output;
    QCheckBox* m_keep_blocked;
};

}  // namespace stallscope::app

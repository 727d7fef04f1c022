// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>

#include "core/run_data.h"

namespace stallscope::app {

/// What the program found about a run that bears on its verdicts: the gravest first, with a symbol
/// and the word of its severity, the place, and what to do.
class FindingsList final : public QListWidget {
    Q_OBJECT

public:
    explicit FindingsList(QWidget* parent = nullptr);

    /// The worst first, then the checks that were made before the first window.
    void show_run(const RunData& run);

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace stallscope::app

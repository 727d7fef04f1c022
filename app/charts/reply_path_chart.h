// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "charts/chart.h"
#include "core/reply_path.h"

namespace stallscope::app {

class TailRows;

/// One cell's figures for the reply's path.
struct ReplyPathCell {
    QString name;
    int colour = 0;                ///< number of its series
    qint64 n = 0;                  ///< counted requests
    std::vector<ReplyStep> steps;  ///< of reply_path_of()
};

/// The steps of a reply after the forward has ended, one row per step and cell: P50 with the tails
/// P95 and P99, which show what a median hides: the later steps drop the lock, too.
class ReplyPathChart final : public Chart {
    Q_OBJECT

public:
    explicit ReplyPathChart(QWidget* parent = nullptr);

    void show_cells(const QString& title, std::vector<ReplyPathCell> cells);

    QString summary() const override;
    QByteArray csv() const override;

protected:
    void fit_axes() override;
    void apply_theme() override;

private:
    std::vector<ReplyPathCell> m_cells;
    TailRows* m_rows;  ///< the plot's
};

}  // namespace stallscope::app

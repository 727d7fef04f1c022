// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gate_result.h"
#include "widgets/page.h"

class QLabel;
class QStackedLayout;

namespace stallscope::app {

class DataTable;
class RoundsChart;
class SaltChart;
class ValuesModel;

/// What `stallscope gate` found in somebody's benchmarks: claims, benchmarks, how far builds of one
/// source differ, and the rounds of one benchmark in time order.
class GatePage final : public Page {
    Q_OBJECT

public:
    explicit GatePage(QWidget* parent = nullptr);

    void show_gate(GateResult gate);
    QList<Chart*> charts() const override;

private:
    void fill_claims();
    void fill_rows();
    void show_rounds();

    GateResult m_gate;
    QStackedLayout* m_stack;
    QLabel* m_headline;
    QLabel* m_details;
    ValuesModel* m_claims;
    ValuesModel* m_rows;
    DataTable* m_claims_table;
    DataTable* m_rows_table;
    SaltChart* m_salts;
    RoundsChart* m_rounds;
};

}  // namespace stallscope::app

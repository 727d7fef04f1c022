// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/requests_model.h"
#include "widgets/explore_tab.h"

class QComboBox;

namespace stallscope::app {

class DataTable;

/// The raw rows of one stream in one visit, every stamp.
class RequestsTab final : public ExploreTab {
    Q_OBJECT

public:
    explicit RequestsTab(QWidget* parent = nullptr);

    void set_run(const ExploredRun& run) override;
    void show_choice(const ExploreChoice& choice) override;
    bool uses_choice() const override { return false; }

    /// Another visit or stream; one that is not there changes nothing.
    void show_rows(qint64 visit, const QString& stream);

private:
    void offer_streams();
    void show_stream();

    ExploredRun m_run;
    QComboBox* m_visit;
    QComboBox* m_stream;
    RequestsModel m_model;
    DataTable* m_table;
    qint64 m_shown_visit = -1;
    QString m_shown_stream;
};

}  // namespace stallscope::app

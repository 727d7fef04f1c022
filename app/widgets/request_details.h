// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "core/timeline.h"

class QLabel;

namespace stallscope::app {

class DataTable;
class ValuesModel;

/// All that was stamped of one request or call: its stamps in the order of time, and its legs.
class RequestDetails final : public QWidget {
    Q_OBJECT

public:
    explicit RequestDetails(QWidget* parent = nullptr);

    void show_request(const Timeline& timeline, const RequestRef& request);
    void clear();

private:
    QLabel* m_title;
    ValuesModel* m_stamps;
    ValuesModel* m_legs;
    DataTable* m_stamp_table;
    DataTable* m_leg_table;
};

}  // namespace stallscope::app

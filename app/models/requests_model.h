// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/run_file.h"
#include "models/table_model.h"

namespace stallscope::app {

/// The raw rows of one stream in one visit: requests with the legs that matter and all stamps, or
/// calls of a loop. Times are ms from the window's start, so a negative arrival is warm-up.
class RequestsModel final : public TableModel {
    Q_OBJECT

public:
    explicit RequestsModel(QObject* parent = nullptr);

    /// nullptr: none.
    void set_stream(std::shared_ptr<const StreamRows> rows);

protected:
    int source_rows() const override;
    double number_at(int source, int column) const override;
    QString text_at(int source, int column) const override;

private:
    bool shows_calls() const { return m_rows && m_rows->requests.empty(); }
    std::shared_ptr<const StreamRows> m_rows;
};

}  // namespace stallscope::app

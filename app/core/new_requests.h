// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>
#include <vector>

#include "core/leg_metric.h"
#include "core/run_data.h"

namespace stallscope::app {

/// Which requests: of one stream in one condition, and which of their times.
struct LiveChoice {
    QString stream, condition;
    LegMetric metric = LegMetric::return_leg;
    bool operator==(const LiveChoice&) const = default;
};

/// Walks over the counted requests of a cell, each once, while more are answered.
class NewRequests {
public:
    using Take = std::function<void(const VisitData& visit, const StreamColumns& columns,
                                    std::size_t place)>;

    /// Calls `take` for what came since the last update. When what was taken no longer stands (a
    /// visit failed or was measured again, the choice is another one) it calls `clear` before and
    /// takes everything. Whether either was called for something.
    bool update(const RunData& data, const QString& cell, const LiveChoice& choice,
                const std::function<void()>& clear, const Take& take);

private:
    struct Taken {
        qint64 visit = 0;
        std::size_t requests = 0;
    };
    bool stands(const std::vector<const VisitData*>& visits) const;
    std::size_t& taken_of(qint64 visit);

    LiveChoice m_choice;
    QString m_cell;
    std::vector<Taken> m_taken;
};

}  // namespace stallscope::app

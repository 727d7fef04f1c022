// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <map>
#include <memory>

#include "core/background_work.h"
#include "core/leg_columns.h"
#include "core/problem.h"

namespace stallscope::app {

/// Reads columns of a run in the background, keeps them and says when they have grown. Asking again
/// costs nothing.
class LegReader final : public QObject {
    Q_OBJECT

public:
    /// Places of fewer requests than this are read once for all legs.
    static constexpr qint64 all_legs_below = 100'000;
    /// Columns that were asked for longest ago go when all are larger than this.
    static constexpr std::size_t kept_bytes = std::size_t{192} << 20;

    LegReader(std::shared_ptr<const RunReader> run, MeasuredPlaces places,
              QObject* parent = nullptr);
    ~LegReader() override;

    const MeasuredPlaces& places() const { return m_places; }

    /// What there is of it, nullptr: nothing yet. Asks for it where it was not asked for before.
    /// A place that was not measured, or has no requests, has no column.
    std::shared_ptr<const LegColumn> legs(const Place& place, AnyLeg leg);
    std::shared_ptr<const WaitColumns> waits(const Place& place, const QString& suspect);

    /// Whether something is still being read.
    bool is_busy() const { return m_work.is_busy(); }
    /// Stops what is being read; what was not finished is forgotten.
    void cancel();

signals:
    void grown();  ///< columns have more than before
    void problem(const stallscope::app::Problem& problem);

private:
    struct Kept {
        std::shared_ptr<const LegColumn> column;
        quint64 used = 0;
    };
    using LegKey = std::pair<Place, AnyLeg>;
    using WaitKey = std::pair<Place, QString>;

    void keep(const Place& place, const std::shared_ptr<const LegColumns>& columns);
    void forget_old();
    void tell(const Error& error);

    std::shared_ptr<const RunReader> m_run;
    MeasuredPlaces m_places;
    std::map<LegKey, Kept> m_legs;  ///< asked for; without a column: nothing was read yet
    std::map<WaitKey, std::shared_ptr<const WaitColumns>> m_waits;
    quint64 m_clock = 0;
    BackgroundWork m_work;
};

}  // namespace stallscope::app

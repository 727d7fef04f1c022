// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "plan/experiment.h"
#include "record/run_file.h"

namespace stallscope::app {

/// One stream in one cell and condition.
struct Place {
    QString cell, condition, stream;
    bool operator==(const Place&) const = default;
    bool operator<(const Place& other) const;
};

/// A place with what was stored of it.
struct MeasuredPlace {
    Place place;
    bool loop = false;       ///< has calls, no requests
    bool measured = true;    ///< false: a mere neighbour of the measured streams
    bool on_thread = false;  ///< served in the host: its replies are not read from a connection
    QStringList suspects;    ///< the other streams that run there, those in the host first
    std::vector<StoredVisit> visits;  ///< those that count: complete, the last attempt of each

    qint64 window_ns(const StoredVisit& visit) const;
};

/// What a run file holds, from its sealed experiment and its visits. Nothing is analysed.
class MeasuredPlaces {
public:
    MeasuredPlaces() = default;
    /// Error: the sealed text cannot be read.
    static Result<MeasuredPlaces> of(const RunReader& run, const std::vector<StoredVisit>& visits);

    /// In the order of the experiment, each once; only what has visits that count.
    QStringList cells() const;
    QStringList conditions() const;
    QStringList streams() const;  ///< those with requests in some place
    const std::vector<MeasuredPlace>& all() const { return m_places; }
    const MeasuredPlace* find(const Place& place) const;  ///< nullptr: not measured

    /// The condition in which most streams run: what one wants to see first.
    QString busiest_condition() const;
    const Experiment& experiment() const { return m_experiment; }
    /// Whether any host stamps a reply's way. Where none does, requests have no legs but `e2e` and
    /// `response_time`.
    bool has_stamps() const;

private:
    Experiment m_experiment;
    std::vector<MeasuredPlace> m_places;
};

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "core/worst_requests.h"

class QAction;
class QComboBox;
class QLabel;

namespace stallscope::app {

/// Walks through the requests of a visit from the worst to the best: by what, forward, back, and
/// where one is.
class WorstBar final : public QWidget {
    Q_OBJECT

public:
    explicit WorstBar(QWidget* parent = nullptr);

    /// The order is made anew; nullptr: none. Goes by something that was stamped.
    void set_timeline(const Timeline* timeline);
    /// Which one is looked at: says its rank, and next and previous go on from there.
    void set_current(std::optional<RequestRef> request);
    std::optional<RequestRef> worst() const;

    QAction* next() const { return m_next; }          ///< N
    QAction* previous() const { return m_previous; }  ///< P

signals:
    void request_wanted(const stallscope::app::RequestRef& request);

private:
    WorstBy metric() const;
    void sort();
    void go(int steps);
    void renew();

    const Timeline* m_timeline = nullptr;
    WorstRequests m_order;
    std::optional<RequestRef> m_current;
    std::optional<int> m_rank;
    QComboBox* m_metric;
    QLabel* m_place;
    QAction* m_next;
    QAction* m_previous;
};

}  // namespace stallscope::app

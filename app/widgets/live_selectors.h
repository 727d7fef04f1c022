// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/new_requests.h"

class QComboBox;

namespace stallscope::app {

/// Which stream, condition and time the live charts show. Until somebody chooses, it goes with the
/// run: the condition that was planned last as soon as it has requests, before that the one that is
/// measured; in it the first stream that runs.
class LiveSelectors final : public QWidget {
    Q_OBJECT

public:
    explicit LiveSelectors(QWidget* parent = nullptr);

    /// Takes over what there is to choose from.
    void offer(const RunData& run);
    /// Another run: choices are forgotten, a metric that was chosen is kept.
    void reset();
    LiveChoice choice() const;

signals:
    void changed();  ///< by the user

private:
    QString fitting_condition(const RunData& run) const;
    QString fitting_stream(const RunData& run, const QString& condition) const;

    QComboBox* m_stream;
    QComboBox* m_condition;
    QComboBox* m_metric;
    bool m_stream_is_chosen = false;
    bool m_condition_is_chosen = false;
    bool m_metric_is_chosen = false;
};

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace stallscope::app {

class ExperimentDocument;
class Field;
class PlanAsker;
class ScheduleStrip;

/// What the experiment is about, and what a run of it would be: name, question, options, schedule,
/// what it can resolve, seal.
class DesignHeader final : public QWidget {
    Q_OBJECT

public:
    /// Both outlive this.
    DesignHeader(ExperimentDocument& document, const PlanAsker& plan, QWidget* parent = nullptr);

    /// The button says why it cannot be pressed.
    void set_run_active(bool active);
    /// The field of "/name" or "/question"; nullptr for other places.
    Field* field_of(const QString& pointer) const;

signals:
    void run_requested();

private:
    void update_all();
    void update_plan();

    ExperimentDocument& m_document;
    const PlanAsker& m_plan;
    QWidget* m_banner;
    QLabel* m_banner_text;
    Field* m_name;
    Field* m_question;
    QPushButton* m_run;
    ScheduleStrip* m_strip;
    QLabel* m_time;
    QLabel* m_says;
    bool m_run_is_active = false;
};

}  // namespace stallscope::app

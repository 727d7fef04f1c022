// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frame_budget.h"

#include <QTest>

using stallscope::app::FrameBudget;

class FrameBudgetTest : public QObject {
    Q_OBJECT

private slots:
    void every_frame_is_due_while_nothing_is_measured();
    void drawing_gets_its_share_while_a_run_is_live();
    void a_very_slow_frame_does_not_stop_the_window();
};

void FrameBudgetTest::every_frame_is_due_while_nothing_is_measured() {
    FrameBudget budget;
    budget.spent(1000, 500);
    QVERIFY(budget.is_due(1001));
}

void FrameBudgetTest::drawing_gets_its_share_while_a_run_is_live() {
    FrameBudget budget;
    budget.set_live(true);
    // Frames of 6 ms, asked for every millisecond for ten seconds.
    double drawn_ms = 0;
    for (qint64 now = 0; now < 10'000; ++now) {
        if (!budget.is_due(now)) continue;
        budget.spent(now, 6);
        drawn_ms += 6;
    }
    QVERIFY(drawn_ms <= 10'000 * FrameBudget::live_share + 6);
    QVERIFY(drawn_ms >= 10'000 * FrameBudget::live_share - 6);
}

void FrameBudgetTest::a_very_slow_frame_does_not_stop_the_window() {
    FrameBudget budget;
    budget.set_live(true);
    budget.spent(0, 10'000);
    QVERIFY(!budget.is_due(FrameBudget::longest_wait_ms - 1));
    QVERIFY(budget.is_due(FrameBudget::longest_wait_ms));
}

QTEST_APPLESS_MAIN(FrameBudgetTest)
#include "frame_budget_test.moc"

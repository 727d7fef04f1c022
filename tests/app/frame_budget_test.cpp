// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frame_budget.h"

#include <QTest>

#include "fixtures/small_run.h"

using namespace stallscope::app;

class FrameBudgetTest : public QObject {
    Q_OBJECT

private slots:
    void every_frame_is_due_while_nothing_is_measured();
    void drawing_gets_its_share_data();
    void drawing_gets_its_share();
    void a_very_slow_frame_does_not_stop_the_window();
    void a_window_is_known_by_the_requests_that_count();
};

void FrameBudgetTest::every_frame_is_due_while_nothing_is_measured() {
    FrameBudget budget;
    budget.spent(1000, 500);
    QVERIFY(budget.is_due(1001));
}

void FrameBudgetTest::drawing_gets_its_share_data() {
    QTest::addColumn<int>("measuring");
    QTest::addColumn<double>("share");
    QTest::newRow("between windows")
        << static_cast<int>(Measuring::between_windows) << FrameBudget::live_share;
    QTest::newRow("in a window") << static_cast<int>(Measuring::window)
                                 << FrameBudget::window_share;
}

void FrameBudgetTest::drawing_gets_its_share() {
    QFETCH(int, measuring);
    QFETCH(double, share);
    FrameBudget budget;
    budget.set_measuring(static_cast<Measuring>(measuring));
    // Frames of 6 ms, asked for every millisecond for a minute and more.
    constexpr qint64 length_ms = 100'000;
    double drawn_ms = 0;
    for (qint64 now = 0; now < length_ms; ++now) {
        if (!budget.is_due(now)) continue;
        budget.spent(now, 6);
        drawn_ms += 6;
    }
    QVERIFY(drawn_ms <= length_ms * share + 6);
    QVERIFY(drawn_ms >= length_ms * share - 6);
}

void FrameBudgetTest::a_very_slow_frame_does_not_stop_the_window() {
    FrameBudget budget;
    budget.set_measuring(Measuring::window);
    budget.spent(0, 10'000);
    QVERIFY(!budget.is_due(FrameBudget::longest_wait_ms - 1));
    QVERIFY(budget.is_due(FrameBudget::longest_wait_ms));
}

void FrameBudgetTest::a_window_is_known_by_the_requests_that_count() {
    SmallRun run;
    QVERIFY(measuring_in(run.data) == Measuring::between_windows);
    run.start(0);
    QVERIFY(measuring_in(run.data) == Measuring::between_windows);
    run.answer(QStringLiteral("gpu"), -0.5, 1, 2, 3);
    QVERIFY(measuring_in(run.data) == Measuring::between_windows);
    run.answer(QStringLiteral("gpu"), 0.5, 1, 2, 3);
    QVERIFY(measuring_in(run.data) == Measuring::window);
    run.answer(QStringLiteral("gpu"), SmallRun::window_s + 0.1, 1, 2, 3);
    QVERIFY(measuring_in(run.data) == Measuring::between_windows);
    run.data.apply(RunFinishedEvent{QStringLiteral("complete"), {}, {}, 0});
    QVERIFY(measuring_in(run.data) == Measuring::nothing);
}

QTEST_APPLESS_MAIN(FrameBudgetTest)
#include "frame_budget_test.moc"

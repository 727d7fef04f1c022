// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/request_reading.h"

#include <QTest>

#include "core/call_ends.h"
#include "fixtures/timeline_rows.h"

using namespace stallscope;
using namespace stallscope::app;

namespace {

/// The first request of waiting_requests(): its forward ends at 13 ms, its reply is read at 13.2.
RequestRow victim(std::int64_t header) {
    return worker_row(1, ms, header - 13'200'000);
}

/// Calls of a loop that run back to back: 0–10, 10–20, 20–30 … ms, with 0.1 ms between.
std::vector<CallRow> back_to_back() {
    std::vector<CallRow> rows;
    for (int n = 0; n < 5; ++n) {
        CallRow row;
        row.call = n + 1;
        row.start = n * 10 * ms;
        row.native_enter = row.start + ms / 20;
        row.native_exit = row.start + 10 * ms - ms / 20;
        row.end = row.start + 10 * ms;
        rows.push_back(row);
    }
    return rows;
}

Timeline beside_calls(const RequestRow& row) {
    return timeline_of(small_frame(),
                       {{"gpu", rows_of({row})}, {"neighbour", rows_of({}, back_to_back())}});
}

QString reading_beside_calls(const RequestRow& row) {
    return reading_of(beside_calls(row), {0, false, 0});
}

}  // namespace

class RequestReadingTest : public QObject {
    Q_OBJECT

private slots:
    void the_end_it_waited_for_may_be_a_later_calls();
    void the_second_read_waits_for_a_call_that_began_meanwhile();
    void a_call_that_ended_before_the_wait_is_not_its_cause();
    void a_wait_that_ends_within_a_call_is_not_laid_at_one();
    void a_missing_end_makes_no_figure_data();
    void a_missing_end_makes_no_figure();
    void where_the_time_went_is_said_when_it_was_not_the_reply();
};

void RequestReadingTest::the_end_it_waited_for_may_be_a_later_calls() {
    // It came during the call that ends at 19.95, missed that end and got the lock at the next.
    const RequestRow row = victim(30 * ms);
    const auto call = call_ended_near(beside_calls(row), 0, row.read_returned, row.header);
    QVERIFY(call);
    QCOMPARE(call->start, 20 * ms + ms / 20);
    QCOMPARE(call->end, 30 * ms - ms / 20);
    QCOMPARE(reading_beside_calls(row),
             QStringLiteral("The forward ended at 0.013 s; the reply was read 17.0 ms later, "
                            "0.0500 ms after the call of neighbour ended: it waited for the "
                            "lock."));
}

void RequestReadingTest::the_second_read_waits_for_a_call_that_began_meanwhile() {
    // At the header it holds the lock, so that no call can be running at that moment.
    RequestRow row = victim(20 * ms);
    row.body = 30 * ms;
    row.decoded = row.body + ms / 100;
    row.received = row.decoded + ms / 100;
    row.response = row.received + ms / 100;
    const QString says = reading_beside_calls(row);
    QVERIFY2(says.endsWith("Its body took another 10.0 ms, until 0.0500 ms after the call of "
                           "neighbour ended: the second read drops the lock and waits for it "
                           "again."),
             qPrintable(says));
}

void RequestReadingTest::a_call_that_ended_before_the_wait_is_not_its_cause() {
    const Timeline timeline = beside_calls(victim(20 * ms));
    const std::int64_t exit = 10 * ms - ms / 20;
    QVERIFY(call_ended_near(timeline, 0, exit, exit + ms / 4));
    QVERIFY(!call_ended_near(timeline, 0, exit + 1, exit + ms / 4));
}

void RequestReadingTest::a_wait_that_ends_within_a_call_is_not_laid_at_one() {
    const QString says = reading_beside_calls(victim(25 * ms));
    QVERIFY2(says.contains("it waited for the lock, and no call of another stream ended then"),
             qPrintable(says));
}

void RequestReadingTest::a_missing_end_makes_no_figure_data() {
    using Stamps = std::vector<std::int64_t RequestRow::*>;
    QTest::addColumn<Stamps>("missing");
    QTest::addColumn<QString>("says");
    QTest::newRow("result and read")
        << Stamps{&RequestRow::received, &RequestRow::read_returned}
        << "The forward ended at 0.013 s; the client had its answer 1.30 ms later. What the "
           "reply waited for in between was not stamped.";
    QTest::newRow("result and receive")
        << Stamps{&RequestRow::received, &RequestRow::recv_enter}
        << "The forward ended at 0.013 s; the client had its answer 1.30 ms later. What the "
           "reply waited for in between was not stamped.";
    QTest::newRow("result, header and response")
        << Stamps{&RequestRow::received, &RequestRow::header, &RequestRow::response}
        << "The forward ended at 0.013 s. When its result was there was not stamped.";
    QTest::newRow("forward and submit")
        << Stamps{&RequestRow::service_end, &RequestRow::submit}
        << "The client had its answer at 0.0143 s. When the forward ended was not stamped, so "
           "what it waited for cannot be told.";
    QTest::newRow("forward and response")
        << Stamps{&RequestRow::service_end, &RequestRow::response}
        << "This request has no response: it was still on its way when the visit ended, or its "
           "record was lost.";
}

void RequestReadingTest::a_missing_end_makes_no_figure() {
    QFETCH(std::vector<std::int64_t RequestRow::*>, missing);
    QFETCH(QString, says);
    RequestRow row = victim(14'200'000);
    for (const auto stamp : missing) row.*stamp = not_taken;
    row.response = row.response == not_taken ? not_taken : 14'300'000;
    QCOMPARE(reading_beside_calls(row), says);
}

void RequestReadingTest::where_the_time_went_is_said_when_it_was_not_the_reply() {
    RequestRow row = victim(13'210'000);
    const QString quick = QStringLiteral(
        "The forward ended at 0.013 s; the reply was read 0.210 ms later: nothing held it up. ");
    QCOMPARE(reading_beside_calls(row),
             quick + "The longest part of its 12.5 ms end to end was the forward: 11.5 ms.");
    row.submit = -20 * ms;
    QCOMPARE(reading_beside_calls(row),
             quick +
                 "The longest part of its 33.3 ms end to end was the wait for its dispatcher: "
                 "21.0 ms.");
    row.submit = ms;
    row.dispatch = ms;
    row.service_start = 9 * ms;
    QCOMPARE(reading_beside_calls(row),
             quick +
                 "The longest part of its 12.3 ms end to end was the way to its forward: "
                 "8.00 ms.");
}

QTEST_GUILESS_MAIN(RequestReadingTest)
#include "request_reading_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline.h"

#include <QTest>
#include <random>

#include "core/call_ends.h"
#include "core/coverage_columns.h"
#include "core/request_reading.h"
#include "core/request_stamps.h"
#include "core/worst_requests.h"
#include "fixtures/timeline_rows.h"

using namespace stallscope;
using namespace stallscope::app;

namespace {

/// "service 0.5–12": milliseconds from `from`.
QStringList in_words(const std::vector<RequestSpan>& spans, LaneRole role, std::int64_t from) {
    QStringList words;
    for (const RequestSpan& span : spans) {
        if (span.role != role) continue;
        words += QStringLiteral("%1 %2–%3")
                     .arg(kind_title(span.kind),
                          QString::number(static_cast<double>(span.start - from) / 1e6),
                          QString::number(static_cast<double>(span.end - from) / 1e6));
    }
    return words;
}

QStringList lane_titles(const Timeline& timeline) {
    QStringList titles;
    for (const TimelineLane& lane : timeline.lanes) titles += lane_title(timeline, lane);
    return titles;
}

struct Plain {
    std::int64_t start, end;
};

std::int64_t covered_in(const std::vector<Plain>& spans, std::int64_t from, std::int64_t to) {
    std::int64_t covered = 0;
    for (std::int64_t at = from; at < to; ++at) {
        covered += std::any_of(spans.begin(), spans.end(), [&](const Plain& span) {
            return span.start <= at && at < span.end;
        });
    }
    return covered;
}

}  // namespace

class TimelineTest : public QObject {
    Q_OBJECT

private slots:
    void stamps_of_a_worker_become_spans_of_four_threads();
    void a_send_that_comes_back_late_is_the_replys_wait();
    void a_thread_serves_on_its_dispatchers_lane();
    void steps_that_were_not_stamped_are_one_leg();
    void a_request_without_stamps_is_its_clients_span();
    void who_waits_stands_above_whom_it_waits_for();
    void clients_and_loop_threads_have_lanes_of_their_own();
    void coverage_is_that_of_every_nanosecond_data();
    void coverage_is_that_of_every_nanosecond();
    void columns_are_what_their_nanoseconds_are();
    void a_range_has_the_spans_that_touch_it();
    void what_somebody_points_at_is_the_inner_span();
    void a_span_thinner_than_the_pointer_is_still_hit();
    void the_worst_come_first_and_only_those_that_count();
    void the_call_that_ended_is_found();
    void a_reply_that_waits_twice_has_two_calls();
    void the_reading_says_what_it_waited_for();
    void the_reading_tells_a_late_send_and_a_second_read();
    void the_reading_is_honest_about_missing_stamps();
    void stamps_stand_in_the_order_of_time();
    void legs_without_their_stamps_have_no_length();
};

void TimelineTest::stamps_of_a_worker_become_spans_of_four_threads() {
    const auto spans = spans_of(worker_row(1, 100 * ms, 5 * ms));
    QCOMPARE(in_words(spans, LaneRole::client, 100 * ms),
             QStringList({"Queued -0.2–0", "Request 0–17.3"}));
    QCOMPARE(in_words(spans, LaneRole::dispatcher, 100 * ms),
             QStringList({"Sends 0–0.2", "Forward runs 0.2–12", "Reply on its way 12–12.2",
                          "Waits for the lock 12.2–17.2", "Reads the body 17.2–17.23",
                          "Decodes 17.23–17.24", "Resolves 17.24–17.26"}));
    QCOMPARE(in_words(spans, LaneRole::worker, 100 * ms),
             QStringList({"Service 0.5–12", "Native call 1–11", "Writes the reply 12–12.15"}));
}

void TimelineTest::a_send_that_comes_back_late_is_the_replys_wait() {
    RequestRow row = worker_row(1, 0, ms);
    row.sent = 13 * ms;
    row.recv_enter = 14 * ms;
    row.read_returned = 14 * ms + ms / 10;
    row.header = 15 * ms;
    const QStringList spans = in_words(spans_of(row), LaneRole::dispatcher, 0);
    QCOMPARE(spans.mid(0, 4),
             QStringList({"Sends 0–12", "Not reading yet 12–14", "Reply on its way 14–14.1",
                          "Waits for the lock 14.1–15"}));
}

void TimelineTest::a_thread_serves_on_its_dispatchers_lane() {
    const auto spans = spans_of(thread_row(1, 10 * ms, 20 * ms));
    QCOMPARE(in_words(spans, LaneRole::dispatcher, 10 * ms),
             QStringList({"Sends 0–0.01", "Service 0.01–10.01", "Native call 0.1–10",
                          "Return leg 10.01–10.1"}));
    QVERIFY(in_words(spans, LaneRole::worker, 0).isEmpty());
}

void TimelineTest::steps_that_were_not_stamped_are_one_leg() {
    RequestRow row = worker_row(1, 0, ms);
    row.read_returned = not_taken;
    QVERIFY(in_words(spans_of(row), LaneRole::dispatcher, 0).contains("Return leg 12–13.26"));
    row = worker_row(1, 0, ms);
    row.recv_enter = not_taken;  // INT64_MIN must not become a length
    QVERIFY(in_words(spans_of(row), LaneRole::dispatcher, 0).contains("Reply on its way 12–12.2"));
}

void TimelineTest::a_request_without_stamps_is_its_clients_span() {
    RequestRow row;
    row.submit = 2 * ms;
    row.response = 9 * ms;
    QCOMPARE(spans_of(row),
             std::vector<RequestSpan>({{LaneRole::client, TimelineKind::request, 2 * ms, 9 * ms}}));
    row.response = not_taken;
    QVERIFY(spans_of(row).empty());
}

void TimelineTest::who_waits_stands_above_whom_it_waits_for() {
    const Timeline timeline = small_timeline();
    QCOMPARE(lane_titles(timeline), QStringList({"gpu · client", "gpu · dispatcher", "gpu · worker",
                                                 "ane · client", "ane · dispatcher"}));
    QCOMPARE(timeline.lanes[1].of(TimelineKind::lock_wait).size(), std::size_t{10});
    QCOMPARE(timeline.lanes[4].of(TimelineKind::native).size(), std::size_t{10});
    QCOMPARE(timeline.first, 0);
    QCOMPARE(timeline.last, 300 * ms);
    const Timeline wide = timeline_of(
        small_frame(),
        {{"gpu", rows_of({worker_row(1, -5 * ms, ms), worker_row(2, 290 * ms, 20 * ms)})}});
    QCOMPARE(wide.first, -5 * ms - 2 * ms / 10);
    QCOMPARE(wide.last, 290 * ms + 12 * ms + 20 * ms + 3 * ms / 10);
}

void TimelineTest::clients_and_loop_threads_have_lanes_of_their_own() {
    std::vector<RequestRow> requests = waiting_requests();
    for (RequestRow& row : requests) row.lane = row.request % 2 == 0 ? 4 : 7;
    std::vector<CallRow> calls(2);
    calls[0] = {3, 1, 0, 5 * ms, ms, 4 * ms, not_taken, not_taken, 0};
    calls[1] = {5, 1, ms, 6 * ms, 2 * ms, 5 * ms, not_taken, not_taken, 0};
    const Timeline timeline =
        timeline_of(small_frame(), {{"loop", rows_of({}, calls)}, {"gpu", rows_of(requests)}});
    QCOMPARE(lane_titles(timeline),
             QStringList({"gpu · client 1", "gpu · client 2", "gpu · dispatcher", "gpu · worker",
                          "loop · calls 1", "loop · calls 2"}));
    QCOMPARE(timeline.lanes[0].of(TimelineKind::request).size(), std::size_t{5});
    QCOMPARE(timeline.lanes[4].of(TimelineKind::call).end(0), 5 * ms);
    QCOMPARE(timeline.lanes[5].of(TimelineKind::native).start(0), 2 * ms);
}

void TimelineTest::coverage_is_that_of_every_nanosecond_data() {
    QTest::addColumn<int>("seed");
    QTest::addColumn<bool>("overlapping");
    for (int seed = 0; seed < 20; ++seed) {
        QTest::addRow("disjoint %d", seed) << seed << false;
        QTest::addRow("overlapping %d", seed) << seed << true;
    }
}

void TimelineTest::coverage_is_that_of_every_nanosecond() {
    QFETCH(int, seed);
    QFETCH(bool, overlapping);
    std::mt19937 draw(static_cast<unsigned>(seed));
    const auto upto = [&](int n) { return static_cast<std::int64_t>(draw() % unsigned(n)); };
    std::vector<Plain> plain;
    std::int64_t at = -200;
    for (int i = 0; i < 40; ++i) {
        at += upto(20);
        const std::int64_t end = at + upto(overlapping ? 60 : 15);
        plain.push_back({at, end});
        if (!overlapping) at = end;
    }
    std::shuffle(plain.begin(), plain.end(), draw);
    SpanList list;
    for (std::size_t i = 0; i < plain.size(); ++i)
        list.add(plain[i].start, plain[i].end, static_cast<std::uint32_t>(i));
    list.seal();
    SpanList::Sweep sweep(list);
    for (std::int64_t from = -230; from < 900; from += 1 + upto(25)) {
        const std::int64_t to = from + 1 + upto(40);
        const std::int64_t expected = covered_in(plain, from, to);
        QCOMPARE(list.covered_before(to) - list.covered_before(from), expected);
        const std::int64_t before = sweep.covered_before(from);
        QCOMPARE(sweep.covered_before(to) - before, expected);
    }
}

void TimelineTest::columns_are_what_their_nanoseconds_are() {
    const Timeline timeline = small_timeline();
    const TimelineLane& lane = timeline.lanes[1];
    const std::int64_t from = 118 * ms, to = 146 * ms;
    const int count = 37;
    const CoverageColumns columns = coverage_columns(lane, from, to, count);
    QCOMPARE(columns.count, count);
    QVERIFY(columns.has(TimelineKind::lock_wait));
    QVERIFY(!columns.has(TimelineKind::service));
    for (std::size_t kind = 0; kind < timeline_kind_count; ++kind) {
        if (!columns.has(static_cast<TimelineKind>(kind))) continue;
        const SpanList& list = lane.spans[kind];
        for (int column = 0; column < count; ++column) {
            const std::int64_t low = from + (to - from) * column / count;
            const std::int64_t high = from + (to - from) * (column + 1) / count;
            std::int64_t covered = 0;
            for (std::size_t i = 0; i < list.size(); ++i)
                covered += std::max<std::int64_t>(
                    0, std::min(high, list.end(i)) - std::max(low, list.start(i)));
            const double share = static_cast<double>(covered) / static_cast<double>(high - low);
            const double drawn = columns.share(static_cast<TimelineKind>(kind), column);
            QVERIFY2(std::abs(share - drawn) < 1e-5, qPrintable(QString::number(column)));
        }
    }
    QCOMPARE(spans_between(lane, from, to), std::size_t{7});  // one request
}

void TimelineTest::a_range_has_the_spans_that_touch_it() {
    SpanList list;
    for (int i = 9; i >= 0; --i) list.add(i * 10, i * 10 + 5, static_cast<std::uint32_t>(i));
    list.seal();
    const auto rows = [&](std::int64_t from, std::int64_t to) {
        QVector<int> found;
        const auto places = list.between(from, to);
        for (auto place = places.first; place < places.last; ++place)
            found += static_cast<int>(list.row(place));
        return found;
    };
    QCOMPARE(rows(12, 31), QVector<int>({1, 2, 3}));
    QCOMPARE(rows(15, 30), QVector<int>({2}));
    QCOMPARE(rows(5, 10), QVector<int>());
    QCOMPARE(rows(-100, 0), QVector<int>());
    QCOMPARE(rows(94, 200), QVector<int>({9}));
    QCOMPARE(list.find(14), std::size_t{1});
    QCOMPARE(list.find(15), list.size());
}

void TimelineTest::what_somebody_points_at_is_the_inner_span() {
    const Timeline timeline = small_timeline();
    const TimelineLane& worker = timeline.lanes[2];
    const std::int64_t dispatch = waiting_requests()[3].dispatch;
    const auto native = span_at(worker, dispatch + 5 * ms, 0);
    QVERIFY(native);
    QCOMPARE(native->kind, TimelineKind::native);
    QCOMPARE(timeline.number(native->request), 4);
    QCOMPARE(span_at(worker, dispatch + ms * 3 / 4, 0)->kind, TimelineKind::service);
    QVERIFY(!span_at(worker, dispatch + 20 * ms, 0));
}

void TimelineTest::a_span_thinner_than_the_pointer_is_still_hit() {
    const Timeline timeline = small_timeline();
    const RequestRow row = waiting_requests()[0];
    const auto hit = span_at(timeline.lanes[1], row.received + ms / 2, ms);
    QVERIFY(hit);
    QCOMPARE(hit->kind, TimelineKind::resolve);
    QVERIFY(!span_at(timeline.lanes[1], row.received + 2 * ms, ms));
}

void TimelineTest::the_worst_come_first_and_only_those_that_count() {
    std::vector<RequestRow> rows = waiting_requests();
    rows[7].arrival = -1;
    rows[8].header = not_taken;
    rows[4].header += 7 * ms;
    const Timeline timeline = timeline_of(small_frame(), {{"gpu", rows_of(rows)}});
    const WorstRequests worst(timeline, WorstBy::lock_wait);
    QCOMPARE(worst.count(), 8);
    QVector<int> numbers;
    for (int rank = 0; rank < worst.count(); ++rank)
        numbers += static_cast<int>(timeline.number(worst.at(rank)));
    QCOMPARE(numbers, QVector<int>({5, 10, 7, 6, 4, 3, 2, 1}));
    QCOMPARE(worst.value_ns(1), 10 * ms);
    QCOMPARE(worst.rank_of(worst.at(3)), std::optional<int>(3));
    QVERIFY(!worst.rank_of({0, false, 7}));
    QCOMPARE(WorstRequests(timeline, WorstBy::e2e).count(), 9);
}

void TimelineTest::the_call_that_ended_is_found() {
    const Timeline timeline = small_timeline();
    const RequestRow victim = waiting_requests()[6];
    const auto call = call_ended_near(timeline, 0, victim.read_returned, victim.header);
    QVERIFY(call);
    QCOMPARE(call->stream, 1);
    QCOMPARE(call->lane, std::size_t{4});
    QCOMPARE(victim.header - call->end, ms * 5 / 100);
    QVERIFY(!call_ended_near(timeline, 0, victim.read_returned, victim.header + ms));
    QVERIFY2(!call_ended_near(timeline, 1, victim.read_returned, victim.header),
             "a stream does not wait for its own calls");
}

void TimelineTest::a_reply_that_waits_twice_has_two_calls() {
    // Its body comes at the end of a second call, right after the one its header waited for.
    std::vector<RequestRow> rows = waiting_requests();
    rows[6].body = rows[6].header + 6 * ms;
    std::vector<RequestRow> calls = calls_they_wait_for();
    calls.push_back(thread_row(11, rows[6].header + ms / 2, rows[6].body - ms / 10));
    const Timeline timeline =
        timeline_of(small_frame(), {{"ane", rows_of(calls)}, {"gpu", rows_of(rows)}});
    const std::vector<AwaitedCall> awaited = awaited_calls(timeline, {0, false, 6});
    QCOMPARE(awaited.size(), std::size_t{2});
    QCOMPARE(awaited[0].until, rows[6].header);
    QCOMPARE(awaited[0].call.end, rows[6].header - ms * 5 / 100);
    QCOMPARE(awaited[1].until, rows[6].body);
    QCOMPARE(awaited[1].call.end, rows[6].body - ms / 10);
    QCOMPARE(awaited_calls(timeline, {0, false, 5}).size(), std::size_t{1});
    QVERIFY(awaited_calls(timeline, {1, false, 0}).empty());
}

void TimelineTest::the_reading_says_what_it_waited_for() {
    const Timeline timeline = small_timeline();
    QCOMPARE(reading_of(timeline, {0, false, 6}),
             QStringLiteral("The forward ended at 0.193 s; the reply was read 7.20 ms later, "
                            "0.0500 ms after the call of ane ended: it waited for the lock."));
    QVERIFY(reading_of(timeline, {1, false, 6}).contains("No reply had to be read"));
    std::vector<RequestRow> free = waiting_requests();
    free[0].header = free[0].read_returned + ms / 100;
    const Timeline alone = timeline_of(small_frame(), {{"gpu", rows_of(free)}});
    QVERIFY(reading_of(alone, {0, false, 0}).contains("nothing held it up"));
    QVERIFY(reading_of(alone, {0, false, 5}).contains("no call of another stream ended then"));
}

void TimelineTest::the_reading_tells_a_late_send_and_a_second_read() {
    std::vector<RequestRow> rows = waiting_requests();
    RequestRow& late = rows[4];
    late.sent = late.recv_enter = late.header - 3 * ms / 100;
    late.read_returned = late.header - 2 * ms / 100;
    RequestRow& twice = rows[6];
    const std::int64_t wait = twice.header - twice.read_returned;
    twice.header = twice.read_returned + ms / 100;
    twice.body = twice.read_returned + wait;
    const Timeline timeline = timeline_of(
        small_frame(), {{"ane", rows_of(calls_they_wait_for())}, {"gpu", rows_of(rows)}});
    const QString of_late = reading_of(timeline, {0, false, 4});
    QVERIFY2(of_late.contains("came back from sending only after 5.17 ms") &&
                 of_late.contains("the send waited for the lock"),
             qPrintable(of_late));
    const QString of_twice = reading_of(timeline, {0, false, 6});
    QVERIFY2(of_twice.contains("Its body took another 6.99 ms, until 0.0500 ms after the call of "
                               "ane ended"),
             qPrintable(of_twice));
}

void TimelineTest::the_reading_is_honest_about_missing_stamps() {
    std::vector<RequestRow> rows = waiting_requests();
    rows[0].read_returned = not_taken;
    rows[1].service_end = not_taken;
    rows[2] = RequestRow();
    const Timeline timeline = timeline_of(small_frame(), {{"gpu", rows_of(rows)}});
    QVERIFY(reading_of(timeline, {0, false, 0}).contains("was not stamped"));
    QVERIFY(reading_of(timeline, {0, false, 1}).contains("cannot be told"));
    QVERIFY(reading_of(timeline, {0, false, 2}).contains("no response"));
}

void TimelineTest::stamps_stand_in_the_order_of_time() {
    RequestRow row = worker_row(1, 0, 5 * ms);
    row.response = row.received - ms / 100;  // the woken client was quicker
    row.device_start = not_taken;
    const QVector<StampFact> stamps = stamps_of(row);
    QCOMPARE(stamps.size(), 20);
    QCOMPARE(stamps[0].id, QStringLiteral("arrival"));
    QVERIFY(!stamps[0].since_last_ns);
    QCOMPARE(stamps[16].id, QStringLiteral("response"));
    QCOMPARE(stamps[17].id, QStringLiteral("received"));
    QCOMPARE(stamps[17].since_last_ns, std::optional<std::int64_t>(ms / 100));
    QCOMPARE(stamps[18].id, QStringLiteral("device_start"));
    QVERIFY(!stamps[18].at_ns);
    for (const StampFact& stamp : stamps) QVERIFY(stamp.definition.endsWith('.'));
}

void TimelineTest::legs_without_their_stamps_have_no_length() {
    RequestRow row = worker_row(1, 0, 5 * ms);
    const auto leg = [&](const char* id) {
        for (const LegFact& fact : legs_of(row)) {
            if (fact.id == QLatin1String(id)) return fact.ns;
        }
        return std::optional<std::int64_t>(-1);
    };
    QCOMPARE(leg("lock_wait"), std::optional<std::int64_t>(5 * ms));
    QCOMPARE(leg("return"), std::optional<std::int64_t>(526 * ms / 100));
    QCOMPARE(leg("header_to_body"), std::optional<std::int64_t>(3 * ms / 100));
    QVERIFY(!leg("device"));
    row.header = not_taken;
    QVERIFY(!leg("lock_wait"));
}

QTEST_GUILESS_MAIN(TimelineTest)
#include "timeline_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/thread_curves.h"

#include <QtTest>

#include "core/crossover_map.h"

using namespace stallscope;
using namespace stallscope::app;

namespace {

BatchRow row_of(const char* cell, int threads, double ms, const char* cap = "bytes") {
    BatchRow row;
    row.cell = cell;
    row.settings.threads = threads;
    row.settings.cap = cap;
    row.p50_ms = ms;
    return row;
}

/// Two sizes, two numbers of mails, one of the four fields not measured.
CrossoverMap map_of() {
    Crossover sweep;
    const auto point = [](int messages, int bytes, int best, double speedup) {
        CrossoverPoint one;
        one.messages = messages;
        one.bytes_each = bytes;
        one.times = {{1, 2.0}, {2, 2.0 / speedup}};
        one.best_workers = best;
        one.best_ms = 2.0 / speedup;
        one.speedup = speedup;
        return one;
    };
    sweep.points = {point(4, 500, 1, 1), point(64, 500, 2, 1.6), point(4, 8000, 2, 1.5)};
    PolicyRegret policy;
    policy.policy = "bytes";
    policy.choices = {{1, 0}, {2, 0}, {1, 0.5}};
    sweep.policies = {policy};
    return crossover_map(sweep);
}

}  // namespace

class ThreadCurvesTest : public QObject {
    Q_OBJECT

private slots:
    void cells_that_differ_in_threads_alone_make_a_curve();
    void one_number_of_threads_is_no_curve();
    void a_policy_is_named_by_what_it_has_of_its_own();
    void a_crossover_lies_in_fields();
    void a_boundary_parts_what_is_shared();
};

void ThreadCurvesTest::cells_that_differ_in_threads_alone_make_a_curve() {
    const auto curves = thread_curves({row_of("b", 8, 3), row_of("a", 1, 2), row_of("c", 2, 1)});
    QCOMPARE(curves.size(), std::size_t{1});
    QCOMPARE(curves[0].points.size(), std::size_t{3});
    QCOMPARE(curves[0].points[0].cell, QStringLiteral("a"));
    QCOMPARE(curves[0].points[2].threads, 8);
    QVERIFY(qIsNaN(curves[0].points[0].p99_ms));
}

void ThreadCurvesTest::one_number_of_threads_is_no_curve() {
    BatchRow all_cpus = row_of("x", 1, 2);
    all_cpus.settings.threads.reset();
    QVERIFY(thread_curves({row_of("a", 1, 2), row_of("a again", 1, 2), all_cpus}).empty());
}

void ThreadCurvesTest::a_policy_is_named_by_what_it_has_of_its_own() {
    const auto curves = thread_curves({row_of("a", 1, 2), row_of("b", 2, 2),
                                       row_of("c", 2, 2, "count"), row_of("d", 4, 2, "count")});
    QCOMPARE(curves.size(), std::size_t{2});
    QCOMPARE(curves[0].name, QStringLiteral("page"));
    QCOMPARE(curves[1].name, QStringLiteral("page, cap count"));
}

void ThreadCurvesTest::a_crossover_lies_in_fields() {
    const CrossoverMap map = map_of();
    QCOMPARE(map.sizes, (std::vector<int>{500, 8000}));
    QCOMPARE(map.counts, (std::vector<int>{4, 64}));
    QCOMPARE(map.measured, 3);
    QCOMPARE(map.fields[map.index(0, 1)].workers, 2);
    QCOMPARE(map.fields[map.index(1, 1)].workers, 0);
}

void ThreadCurvesTest::a_boundary_parts_what_is_shared() {
    const CrossoverMap map = map_of();
    const auto edges = boundary_of(map, map.policies[0]);
    // Between 4 and 64 mails of 500 bytes; nothing is known of the fourth field.
    QCOMPARE(edges.size(), std::size_t{1});
    QCOMPARE(edges[0].x0, 1.0);
    QCOMPARE(edges[0].y1, 1.0);
}

QTEST_GUILESS_MAIN(ThreadCurvesTest)
#include "thread_curves_test.moc"

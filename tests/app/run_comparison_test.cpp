// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run_comparison.h"

#include <QTest>
#include <cmath>

#include "core/method_difference.h"
#include "fixtures/stored_run.h"

using namespace stallscope;
using namespace stallscope::app;

class RunComparisonTest : public QObject {
    Q_OBJECT

private slots:
    void welch_by_hand();
    void one_value_has_no_interval();
    void ratios_are_those_of_the_cycles();
    void a_rate_turns_round();
    void a_run_may_stand_beside_itself();
    void another_method_is_refused_with_what_differs_data();
    void another_method_is_refused_with_what_differs();
    void another_machine_is_a_warning();
};

namespace {

VisitValue value(double raw, bool rate = false) {
    VisitValue one;
    one.raw = raw;
    one.y = rate ? -std::log(raw) : std::log(raw);
    return one;
}

RunResults with_values(const std::string& metric, const std::vector<double>& raws) {
    RunResults results;
    auto& cycles = results.values.streams[{"A", "both", "gpu"}].values[{metric, "typical"}];
    for (std::size_t i = 0; i < raws.size(); ++i) {
        cycles[static_cast<int>(i)] = value(raws[i], metric == "throughput");
    }
    return results;
}

RunResults results_of(const std::string& engine = "0.1.0") {
    RunResults results;
    results.engine = engine;
    results.status = "complete";
    results.environment_json = R"({"cpu_model":"one","kernel":"6.1"})";
    results.facts_json = R"({"interpreters":{"python3":{"version":"3.11.7"}}})";
    return results;
}

std::string changed(const std::string& from, const std::string& to) {
    std::string text = by_hand::experiment_text;
    const auto at = text.find(from);
    if (at == std::string::npos) throw std::runtime_error("not in the experiment: " + from);
    return text.replace(at, from.size(), to);
}

std::string sealed(const std::string& text) {
    return seal_of(by_hand::experiment(text)).text;
}

}  // namespace

void RunComparisonTest::welch_by_hand() {
    // Means 2 and 6, variances 1 and 10/3, n 3 and 4: se² = 1/3 + 10/12.
    const std::vector<double> a = {1, 2, 3};
    const std::vector<double> b = {4, 5, 7, 8};
    const auto interval = welch(a, b);
    QVERIFY(interval);
    const double variance_b = (4.0 + 1 + 1 + 4) / 3;
    const double se2 = 1.0 / 3 + variance_b / 4;
    const double df = se2 * se2 / (1.0 / 18 + std::pow(variance_b / 4, 2) / 3);
    QCOMPARE(interval->difference, 4.0);
    QCOMPARE(interval->df, df);
    QVERIFY(std::abs(df - 4.7419) < 1e-3);
    // t(0.975, 4.742) lies between those of 4 and 5 degrees of freedom.
    const double half = (interval->high - interval->low) / 2;
    QVERIFY(half > 2.5706 * std::sqrt(se2) && half < 2.7764 * std::sqrt(se2));
    QCOMPARE(interval->low + half, 4.0);
}

void RunComparisonTest::one_value_has_no_interval() {
    QVERIFY(!welch(std::vector<double>{1}, std::vector<double>{1, 2}));
    const auto figures = compare_runs(with_values("return", {2}), with_values("return", {4, 4}));
    QCOMPARE(figures.size(), std::size_t{1});
    QCOMPARE(figures[0].ratio, 2.0);
    QVERIFY(!figures[0].low && !figures[0].is_clear());
}

void RunComparisonTest::ratios_are_those_of_the_cycles() {
    const auto figures =
        compare_runs(with_values("return", {1, 4}), with_values("return", {2, 8, 4}));
    QCOMPARE(figures.size(), std::size_t{1});
    const ComparedFigure& figure = figures[0];
    QCOMPARE(figure.place, (Place{"A", "both", "gpu"}));
    QCOMPARE(figure.unit, QStringLiteral("ms"));
    QCOMPARE(figure.base, 2.0);   // √(1·4)
    QCOMPARE(figure.other, 4.0);  // ∛(2·8·4)
    QCOMPARE(figure.ratio, 2.0);
    QCOMPARE(figure.base_cycles, 2);
    QCOMPARE(figure.other_cycles, 3);
    QVERIFY(figure.low && *figure.low < 2 && *figure.high > 2);
    QCOMPARE(*figure.low * *figure.high, 4.0);  // symmetric in logarithms
    QVERIFY(!figure.is_clear());
}

void RunComparisonTest::a_rate_turns_round() {
    const auto figures = compare_runs(with_values("throughput", {100, 101, 99, 100}),
                                      with_values("throughput", {50, 50.5, 49.5, 50}));
    QCOMPARE(figures[0].unit, QStringLiteral("req/s"));
    QCOMPARE(figures[0].ratio, 0.5);
    QVERIFY(*figures[0].low < 0.5 && *figures[0].high > 0.5 && *figures[0].high < 0.52);
    QVERIFY(figures[0].is_clear());
}

void RunComparisonTest::a_run_may_stand_beside_itself() {
    const RunResults results = results_of();
    const std::string text = sealed(by_hand::experiment_text);
    QVERIFY(method_differences({results, text}, {results, text}).isEmpty());
}

void RunComparisonTest::another_method_is_refused_with_what_differs_data() {
    QTest::addColumn<QString>("other");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("base_value");
    QTest::addColumn<QString>("other_value");
    const auto row = [](const char* name, const std::string& other, const char* where,
                        const char* base_value, const char* other_value) {
        QTest::newRow(name) << QString::fromStdString(sealed(other)) << where << base_value
                            << other_value;
    };
    row("window", changed("\"seconds\": 1.6", "\"seconds\": 3.2"), "windows.seconds", "1.6", "3.2");
    row("parts", changed("\"parts\": 5", "\"parts\": 6"), "windows.parts", "5", "6");
    row("load", changed("\"clients\": 1", "\"clients\": 2"), "cell idle, stream gpu.load.clients",
        "1", "2");
    row("binding", changed("\"binding\": \"pydll\"", "\"binding\": \"cdll\""),
        "cell held, stream neighbour.binding", "pydll", "cdll");
    row("stamps",
        changed("\"python\": \"python3\"", "\"python\": \"python3\", \"stamps\": \"stamps\""),
        "cell idle, host.stamps", "native", "stamps");
    row("order", changed("\"order\": \"interleaved\"", "\"order\": \"blocked\""),
        "order of the visits", "interleaved", "blocked");
}

void RunComparisonTest::another_method_is_refused_with_what_differs() {
    QFETCH(QString, other);
    QFETCH(QString, where);
    QFETCH(QString, base_value);
    QFETCH(QString, other_value);
    const RunResults results = results_of();
    const auto found = method_differences({results, sealed(by_hand::experiment_text)},
                                          {results, other.toStdString()});
    QVERIFY(is_refused(found));
    QVERIFY2(found.contains({where, base_value, other_value, true}),
             qPrintable(found.isEmpty() ? QString() : found[0].where + found[0].other));
}

void RunComparisonTest::another_machine_is_a_warning() {
    const std::string text = sealed(by_hand::experiment_text);
    RunResults elsewhere = results_of();
    elsewhere.environment_json = R"({"cpu_model":"another","kernel":"6.1"})";
    const auto found = method_differences({results_of(), text}, {elsewhere, text});
    QCOMPARE(found, (QVector<MethodDifference>{{"machine: cpu_model", "one", "another", false}}));
    QVERIFY(!is_refused(found));

    const auto engines = method_differences({results_of(), text}, {results_of("0.2.0"), text});
    QCOMPARE(engines,
             (QVector<MethodDifference>{{"version of the engine", "0.1.0", "0.2.0", true}}));

    // More criteria and cycles are the same method.
    const auto cycles = method_differences(
        {results_of(), text}, {results_of(), sealed(changed("\"cycles\": 2", "\"cycles\": 3"))});
    QCOMPARE(cycles, (QVector<MethodDifference>{{"cycles", "2", "3", false}}));
}

QTEST_GUILESS_MAIN(RunComparisonTest)
#include "run_comparison_test.moc"

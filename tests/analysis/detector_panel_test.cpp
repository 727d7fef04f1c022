// SPDX-License-Identifier: Apache-2.0
// What the detectors say, and where their rules end. How often they fire: detector_trials_test.
#include "analysis/detector_panel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "analysis/detector_simulation.h"

namespace stallscope {
namespace {

/// The findings of this id.
std::vector<Finding> of(const std::vector<Finding>& all, std::string_view id) {
    std::vector<Finding> found;
    std::copy_if(all.begin(), all.end(), std::back_inserter(found),
                 [&](const Finding& finding) { return finding.id == id; });
    return found;
}

/// Half-visits by hand: `parts` gives ln of the part's mean.
class ByHand {
public:
    template <class F>
    ByHand& add(const std::string& cell, const std::string& stream, const std::string& metric,
                int cycles, int halves, F part) {
        for (int cycle = 0; cycle < cycles; ++cycle) {
            for (int half = 0; half < halves; ++half) {
                DigestedVisit visit{cell, "both",       stream, metric, cycle,
                                    half, m_position++, "",     false,  {}};
                visit.digest.n = 400;
                visit.digest.n_eff = 400;
                visit.digest.rate = metric == "throughput";
                double sum = 0;
                for (int i = 0; i < 10; ++i) {
                    const double log = part(cycle * halves + half, i);
                    visit.digest.part_logs.emplace_back(log);
                    if (!visit.digest.rate) {
                        visit.digest.part_median_logs.emplace_back(log);
                    }
                    sum += log;
                }
                visit.digest.typical_log = sum / 10;
                visit.digest.mean_log = sum / 10;
                m_visits.push_back(std::move(visit));
            }
        }
        return *this;
    }

    DigestedVisit& operator[](std::size_t i) { return m_visits[i]; }
    std::size_t size() const { return m_visits.size(); }

    DetectorInput input() const {
        DetectorInput made;
        made.visits = m_visits;
        return made;
    }

private:
    std::vector<DigestedVisit> m_visits;
    int m_position = 0;
};

/// A little noise that is the same everywhere: ±0.1 % and ±0.2 %.
double jitter(int visit, int part) {
    return 0.001 * ((visit * 7 + part * 3) % 5 - 2);
}

TEST(Detectors, SayNothingAboutNothing) {
    EXPECT_TRUE(detect({}).empty());
    const DigestedVisit empty{"A", "both", "gpu", "e2e", 0, 0, 0, "", false, {}};
    DetectorInput input;
    input.visits = std::span(&empty, 1);
    EXPECT_TRUE(detect(input).empty());
}

TEST(DriftInWindow, SaysSizeStatisticAndAdvice) {
    ByHand run;
    run.add("A", "gpu", "e2e", 5, 2, [](int v, int i) { return 0.003 * i + jitter(v, i); });
    const auto found = of(detect(run.input()), "drift-in-window");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front().severity, "warns");
    EXPECT_EQ(found.front().where, "cell A, condition both, stream gpu");
    EXPECT_NE(found.front().says.find("+3."), std::string::npos) << found.front().says;
    EXPECT_NE(found.front().says.find("t = "), std::string::npos) << found.front().says;
    EXPECT_NE(found.front().says.find("10 half-visits"), std::string::npos);
    EXPECT_FALSE(found.front().advice.empty());
}

TEST(DriftInWindow, MustExceedAQuarterOfTheMargin) {
    ByHand run;
    run.add("A", "gpu", "e2e", 5, 2, [](int v, int i) { return 0.003 * i + jitter(v, i); });
    DetectorInput input = run.input();
    input.margins[{"gpu", "both", "e2e"}] = std::log(1.10);
    EXPECT_EQ(of(detect(input), "drift-in-window").size(), 1U);  // 3 % against 2.4 %
    input.margins[{"gpu", "both", "e2e"}] = -std::log(1.20);
    EXPECT_TRUE(of(detect(input), "drift-in-window").empty());  // against 4.6 %
}

TEST(DriftInWindow, WithFourHalfVisitsLooksAtTheSizeAndSaysSo) {
    ByHand run;
    run.add("A", "gpu", "e2e", 4, 1, [](int v, int i) { return (v % 2 == 0 ? 1 : 5) * 0.001 * i; });
    const auto found = of(detect(run.input()), "drift-in-window");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NE(found.front().says.find("size only"), std::string::npos) << found.front().says;
    // With more of them the same unevenness has its test, and fails it.
    ByHand more;
    more.add("A", "gpu", "e2e", 5, 1,
             [](int v, int i) { return (v % 2 == 0 ? 1 : 5) * 0.001 * i; });
    EXPECT_TRUE(of(detect(more.input()), "drift-in-window").empty());
}

TEST(WarmUp, ComparesTheFirstPartWithTheSecondHalf) {
    ByHand run;
    run.add("A", "gpu", "e2e", 5, 2,
            [](int v, int i) { return (i == 0 ? 0.04 : 0) + jitter(v, i); });
    const auto all = detect(run.input());
    const auto found = of(all, "warm-up");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NE(found.front().says.find("+4."), std::string::npos) << found.front().says;
    EXPECT_NE(found.front().advice.find("warm_up"), std::string::npos);
    EXPECT_TRUE(of(all, "drift-in-window").empty());
}

TEST(ShiftInVisit, NeedsTenPartsAndSaysWhere) {
    const auto step = [](int v, int i) { return (v == 3 && i >= 4 ? 0.05 : 0) + jitter(v, i); };
    ByHand run;
    run.add("A", "gpu", "e2e", 5, 2, step);
    const auto found = of(detect(run.input()), "shift-in-visit");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front().severity, "note");
    EXPECT_NE(found.front().says.find("1 of 10 half-visits"), std::string::npos)
        << found.front().says;
    EXPECT_NE(found.front().says.find("after part 4 of 10"), std::string::npos)
        << found.front().says;
    for (std::size_t i = 0; i < run.size(); ++i) {
        run[i].digest.part_logs.pop_back();
        run[i].digest.part_median_logs.pop_back();
    }
    EXPECT_TRUE(of(detect(run.input()), "shift-in-visit").empty());
}

TEST(ShiftInVisit, OfMeansAloneIsABurst) {
    const auto step = [](int v, int i) { return (v == 3 && i >= 4 ? 0.05 : 0) + jitter(v, i); };
    ByHand run;
    run.add("A", "gpu", "e2e", 5, 2, step);
    for (std::size_t i = 0; i < run.size(); ++i) {
        for (std::size_t part = 0; part < 10; ++part) {
            run[i].digest.part_median_logs[part] = jitter(static_cast<int>(i), 0);
        }
    }
    EXPECT_TRUE(of(detect(run.input()), "shift-in-visit").empty());
}

TEST(ShiftInVisit, OfARateIsSaidWhereNoTimeSaysIt) {
    const auto step = [](int v, int i) { return (v == 3 && i >= 4 ? 0.05 : 0) + jitter(v, i); };
    ByHand loop;
    loop.add("A", "gpu", "throughput", 5, 2, step);
    EXPECT_EQ(of(detect(loop.input()), "shift-in-visit").size(), 1U);
    loop.add("A", "gpu", "e2e", 5, 2, [](int v, int i) { return jitter(v, i); });
    EXPECT_TRUE(of(detect(loop.input()), "shift-in-visit").empty());
}

TEST(OddCycle, IsTheOneOnWhichTheWordHangs) {
    const Margin margin{std::log(1.05), false};
    const auto run_of = [&](int cycles, double odd) {
        ByHand run;
        run.add("A", "gpu", "e2e", cycles, 1, [](int v, int) { return jitter(v, 0); });
        run.add("C", "gpu", "e2e", cycles, 1,
                [&](int v, int) { return jitter(v, 1) + (v == 1 ? odd : 0); });
        return run;
    };
    const auto look = [&](const ByHand& run) {
        DetectorInput input = run.input();
        input.pairs = {{"C", "A", "both", "gpu", "e2e", Statistic::typical, margin, false}};
        return of(detect(input), "odd-cycle");
    };
    const auto found = look(run_of(5, 0.15));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NE(found.front().says.find("cycle 2 of 5"), std::string::npos) << found.front().says;
    EXPECT_NE(found.front().says.find("says met and not undecided"), std::string::npos)
        << found.front().says;
    EXPECT_TRUE(look(run_of(5, 0.02)).empty());  // odd, but the word stands
    // At three cycles a word hangs on each of them: only the estimate's side counts.
    EXPECT_TRUE(look(run_of(3, 0.08)).empty());
    const auto crossed = look(run_of(3, 0.20));
    ASSERT_EQ(crossed.size(), 1U);
    EXPECT_NE(crossed.front().says.find("size only"), std::string::npos);
}

TEST(UnequalLoad, IsTheTrapOfTwoClosedLoops) {
    ByHand run;
    for (const char* cell : {"A", "C"}) {
        const bool released = cell[0] == 'C';
        run.add(cell, "ane", "throughput", 5, 1,
                [&](int v, int) { return std::log(released ? 86.5 : 100.0) + jitter(v, 0); });
        run.add(cell, "gpu", "throughput", 5, 1,
                [&](int v, int) { return std::log(released ? 144.5 : 100.0) + jitter(v, 1); });
    }
    DetectorInput input = run.input();
    const Margin margin{-std::log1p(-0.05), false};
    input.pairs = {{"C", "A", "both", "ane", "throughput", Statistic::typical, margin, false},
                   {"C", "A", "both", "ane", "throughput", Statistic::mean, margin, false}};
    const auto found = of(detect(input), "unequal-load");
    ASSERT_EQ(found.size(), 1U);  // once, however many criteria
    EXPECT_EQ(found.front().where, "cell C, condition both, stream ane");
    EXPECT_NE(found.front().says.find("stream gpu"), std::string::npos) << found.front().says;
    EXPECT_NE(found.front().says.find("+44.5 %"), std::string::npos) << found.front().says;
    EXPECT_NE(found.front().says.find("144.5 against 100.0 req/s"), std::string::npos)
        << found.front().says;
}

TEST(UntouchedLeg, IsOneOfAStreamThatIsDeclaredTheSame) {
    Experiment experiment;
    for (const char* id : {"A", "C"}) {
        Cell cell;
        cell.id = id;
        cell.streams["gpu"];
        cell.streams["ane"].binding = id[0] == 'C' ? Binding::cdll : Binding::pydll;
        experiment.cells.push_back(cell);
    }
    ByHand run;
    for (const char* cell : {"A", "C"}) {
        for (const char* stream : {"gpu", "ane"}) {
            run.add(cell, stream, "service", 5, 1, [&](int v, int) {
                return (cell[0] == 'C' ? 0.08 : 0) + jitter(v, 0) * 0.3 +
                       jitter(v, static_cast<int>(cell[0])) * 0.1;
            });
        }
    }
    DetectorInput input = run.input();
    input.experiment = &experiment;
    input.pairs = {{"C", "A", "both", "gpu", "return", Statistic::typical, std::nullopt, false}};
    const auto found = of(detect(input), "untouched-leg");
    ASSERT_EQ(found.size(), 1U);  // ane is declared different
    EXPECT_EQ(found.front().where, "cell C, condition both, stream gpu");
    EXPECT_NE(found.front().says.find("+8.3 %"), std::string::npos) << found.front().says;
    experiment.cells.back().host.nice = 3;
    EXPECT_TRUE(of(detect(input), "untouched-leg").empty());
}

TEST(UnequalErrors, AreCountedPerCycle) {
    struct Case {
        const char* what;
        std::vector<double> errors_c;
        std::size_t findings;
    };
    const Case table[] = {{"steady", {10, 11, 9, 10, 10}, 1},
                          {"one burst", {50, 0, 0, 0, 0}, 0},
                          {"less than a tenth of a point", {1, 1, 0.9, 1, 0.8}, 0},
                          {"three cycles, size only", {10, 0, 10}, 1},
                          {"three cycles, four requests", {4, 0, 0}, 0}};
    for (const Case& row : table) {
        DetectorInput input;
        input.pairs = {{"C", "A", "both", "gpu", "e2e", Statistic::typical, std::nullopt, false}};
        for (std::size_t k = 0; k < row.errors_c.size(); ++k) {
            input.errors.push_back({"A", "both", "gpu", static_cast<int>(k), 0, 1000});
            input.errors.push_back(
                {"C", "both", "gpu", static_cast<int>(k), row.errors_c[k], 1000});
        }
        EXPECT_EQ(of(detect(input), "unequal-errors").size(), row.findings) << row.what;
    }
}

TEST(HeavyTail, IsATenthOfTheTimeInTheTopPercent) {
    ByHand run;
    run.add("A", "gpu", "e2e", 3, 1, [](int v, int i) { return jitter(v, i); });
    for (std::size_t i = 0; i < run.size(); ++i) {
        run[i].digest.total_ms = 1000;
        run[i].digest.top_ms = 99;
    }
    EXPECT_TRUE(of(detect(run.input()), "heavy-tail").empty());
    run[0].digest.top_ms = 130;
    const auto found = of(detect(run.input()), "heavy-tail");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NE(found.front().says.find("11 %"), std::string::npos) << found.front().says;
    DetectorInput guarded;
    guarded.pairs = {{"C", "A", "both", "gpu", "e2e", Statistic::typical, std::nullopt, true}};
    EXPECT_EQ(of(detect(guarded), "heavy-tail").size(), 1U);
}

TEST(CoarseValues, AreOnesOfTheClockOrOfARounding) {
    ByHand run;
    run.add("A", "gpu", "return", 3, 1, [](int v, int i) { return jitter(v, i); });
    for (std::size_t i = 0; i < run.size(); ++i) {
        run[i].digest.p50_ms = 0.005;
        run[i].digest.ties_at_p50 = 0.19;
    }
    DetectorInput input = run.input();
    input.clock_resolution_ns = 40;
    EXPECT_TRUE(detect(input).empty());
    input.clock_resolution_ns = 1000;
    ASSERT_EQ(of(detect(input), "resolution").size(), 1U);
    EXPECT_NE(of(detect(input), "resolution").front().says.find("20.0 %"), std::string::npos);
    for (std::size_t i = 0; i < run.size(); ++i) {
        run[i].digest.ties_at_p50 = 0.21;
    }
    EXPECT_EQ(of(detect(run.input()), "ties").size(), 1U);
}

TEST(Findings, OfMoreThanFourPlacesAreOneLineWithTheWorst) {
    for (const int cells : {4, 5}) {
        ByHand run;
        for (int cell = 0; cell < cells; ++cell) {
            run.add(std::string(1, static_cast<char>('A' + cell)), "gpu", "e2e", 5, 2,
                    [&](int v, int i) { return (cell == 2 ? 0.006 : 0.003) * i + jitter(v, i); });
        }
        const auto found = of(detect(run.input()), "drift-in-window");
        ASSERT_EQ(found.size(), cells == 4 ? 4U : 1U);
        if (cells == 5) {
            EXPECT_EQ(found.front().where, "5 places, worst: cell C, condition both, stream gpu");
            EXPECT_NE(found.front().says.find("+6."), std::string::npos) << found.front().says;
        }
    }
}

TEST(Findings, OfSeveralMetricsInOnePlaceAreTheWorstOfThem) {
    ByHand run;
    run.add("A", "gpu", "e2e", 5, 2, [](int v, int i) { return 0.003 * i + jitter(v, i); });
    run.add("A", "gpu", "service", 5, 2, [](int v, int i) { return 0.006 * i + jitter(v, i); });
    const auto found = of(detect(run.input()), "drift-in-window");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NE(found.front().says.find("service time"), std::string::npos) << found.front().says;
}

TEST(Findings, WarnFirst) {
    PlantedFault fault;
    fault.drift = 0.05;
    fault.second_mode_sd = 8;
    const SimulatedRun run(RequestNoise::white, fault, 3);
    const auto findings = detect(run.input());
    ASSERT_FALSE(of(findings, "modes").empty());
    EXPECT_TRUE(std::is_partitioned(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.severity == "warns";
    }));
    for (const Finding& finding : findings) {
        EXPECT_NE(finding.severity, "blocks") << finding.id;  // it would judge by the outcome
        EXPECT_FALSE(finding.advice.empty()) << finding.id;
    }
}

TEST(Findings, OfTheWholeRunSayWhatTheOrderDoesAboutThem) {
    PlantedFault fault;
    fault.run_drift = 0.06;
    const SimulatedRun run(RequestNoise::white, fault, 4);
    const auto found = of(detect(run.input()), "drift-over-run");
    ASSERT_FALSE(found.empty());
    EXPECT_NE(found.front().says.find("cancelled by the order"), std::string::npos);
    EXPECT_EQ(found.front().where.substr(0, 6), "stream");
}

TEST(FixedOrder, IsOneThatNeverTurns) {
    Experiment experiment;
    experiment.cells.resize(2);
    const std::pair<Order, std::size_t> table[] = {{Order::mirrored, 0},
                                                   {Order::interleaved, 1},
                                                   {Order::reversed_odd, 0},
                                                   {Order::blocked, 1},
                                                   {Order::random, 0}};
    for (const auto& [order, findings] : table) {
        experiment.order = order;
        DetectorInput input;
        input.experiment = &experiment;
        EXPECT_EQ(of(detect(input), "fixed-order").size(), findings) << to_text(order);
    }
    experiment.order = Order::blocked;
    experiment.cells.resize(1);
    DetectorInput input;
    input.experiment = &experiment;
    EXPECT_TRUE(detect(input).empty());
}

}  // namespace
}  // namespace stallscope

// SPDX-License-Identifier: Apache-2.0
#include "analysis/cost_fit.h"

#include <gtest/gtest.h>

namespace stallscope {
namespace {

constexpr CostModel truth{400, 1.5, 20'000, 3.2, 4};

/// What the model says, times 1 + off for every other sample.
std::vector<CostSample> samples_of(const CostModel& model, double off = 0) {
    std::vector<CostSample> all;
    for (const std::size_t each : {300u, 2'000u, 16'000u, 128'000u}) {
        for (const std::size_t messages : {4u, 16u, 64u}) {
            for (const int workers : {1, 2, 3, 4}) {
                const BatchSize batch{messages, messages * each, each};
                const int started = threads_started(CallerRole::works, workers);
                const double work = static_cast<double>(messages) * model.ns_per_message +
                                    static_cast<double>(batch.bytes) * model.ns_per_byte;
                const double ns =
                    started * model.ns_per_thread + work / shared_work(model, workers, model.cpus);
                all.push_back({batch, workers, started, ns * (all.size() % 2 ? 1 + off : 1)});
            }
        }
    }
    return all;
}

TEST(CostFit, FindsTheModelThatMadeTheSamples) {
    const auto fit = fit_cost(samples_of(truth), 4);
    ASSERT_TRUE(fit);
    EXPECT_NEAR(fit->model.ns_per_message, 400, 1e-6);
    EXPECT_NEAR(fit->model.ns_per_byte, 1.5, 1e-9);
    EXPECT_NEAR(fit->model.ns_per_thread, 20'000, 20);
    EXPECT_NEAR(fit->model.speedup, 3.2, 1e-3);
    EXPECT_EQ(fit->model.cpus, 4);
    EXPECT_EQ(fit->sizes, 12);
    EXPECT_LT(fit->residual, 1e-3);
    EXPECT_LT(*fit->se_speedup, 1e-2);
}

TEST(CostFit, SaysHowUncertainItIs) {
    const auto exact = fit_cost(samples_of(truth), 4), rough = fit_cost(samples_of(truth, 0.2), 4);
    ASSERT_TRUE(exact && rough);
    EXPECT_GT(rough->residual, 0.05);
    EXPECT_GT(*rough->se_thread, 10 * *exact->se_thread);
    EXPECT_NEAR(rough->model.ns_per_thread, 20'000, 10'000);
}

TEST(CostFit, ThreadsThatAreNoHelpHaveASpeedupOfOne) {
    CostModel serial = truth;
    serial.speedup = 1;
    const auto fit = fit_cost(samples_of(serial), 4);
    ASSERT_TRUE(fit);
    EXPECT_NEAR(fit->model.speedup, 1, 1e-3);
    EXPECT_FALSE(pays_from_ns(fit->model));
}

TEST(CostFit, OneCpuNeedsNoThreads) {
    const auto fit = fit_cost(samples_of(truth), 1);
    ASSERT_TRUE(fit);
    EXPECT_EQ(fit->model.ns_per_message, fit_cost(samples_of(truth), 4)->model.ns_per_message);
    EXPECT_EQ(fit->model.cpus, 1);
}

TEST(CostFit, NeedsSamplesOfOneWorkerAndOfSeveral) {
    EXPECT_FALSE(fit_cost({}, 4));
    EXPECT_FALSE(fit_cost({{{16, 12'800, 800}, 2, 1, 50'000}}, 4));
    EXPECT_FALSE(fit_cost({{{16, 12'800, 800}, 1, 0, 50'000}}, 4));
    const auto one_size =
        fit_cost({{{16, 12'800, 800}, 1, 0, 64'000}, {{16, 12'800, 800}, 2, 1, 52'000}}, 2);
    ASSERT_TRUE(one_size);
    EXPECT_DOUBLE_EQ(one_size->model.ns_per_byte, 5) << "messages and bytes cannot be told apart";
    EXPECT_FALSE(one_size->se_byte);
}

TEST(PaysFrom, IsWhereTwoWorkersTakeAsLongAsOne) {
    const double work = pays_from_ns(truth).value();
    EXPECT_NEAR(truth.ns_per_thread + work / shared_work(truth, 2, 4), work, 1e-6);
}

}  // namespace
}  // namespace stallscope

// SPDX-License-Identifier: Apache-2.0
#include "analysis/control.h"
#include "analysis/family.h"
#include "analysis/golden.h"
#include "analysis/resolvability.h"

namespace stallscope {
namespace {

const golden::Section holm_vectors("holm");
const golden::Section noise_floors("noise_floor");
const golden::Section powers("power_one_sided");
const golden::Section controls("control");

TEST(GoldenFamily, Holm) {
    for (const auto& v : holm_vectors.vectors()) {
        const auto adjusted = holm(golden::numbers(v.at("p")));
        const auto expected = golden::numbers(v.at("adjusted"));
        ASSERT_EQ(adjusted.size(), expected.size());
        for (std::size_t i = 0; i < adjusted.size(); ++i) {
            EXPECT_NEAR(adjusted[i], expected[i], golden::tolerance) << v.dump();
            EXPECT_EQ(adjusted[i] <= 0.05, v.at("rejected_at_0_05")[i]) << v.dump();
        }
    }
}

TEST(GoldenFamily, NoiseFloor) {
    for (const auto& v : noise_floors.vectors()) {
        const Resolution found =
            resolution(Bank{v.at("s0"), v.at("df0")}, v.at("M"), v.at("K"), v.at("a"));
        EXPECT_GOLDEN(found.s0u, v, "s0u");
        EXPECT_GOLDEN(found.h0, v, "h0");
        EXPECT_GOLDEN(found.d80, v, "d80");
        std::string state(to_text(found.state));
        std::replace(state.begin(), state.end(), ' ', '_');
        EXPECT_EQ(state, v.at("state")) << v.dump();
    }
}

TEST(GoldenFamily, EffectsSeenWithEightyPercentPower) {
    for (const auto& v : powers.vectors()) {
        EXPECT_GOLDEN(d80_in_s_d(v.at("K"), 0.05), v, "approx_d80_in_s_d");
    }
}

TEST(GoldenFamily, Control) {
    for (const auto& v : controls.vectors()) {
        std::vector<Estimate> contrasts;
        for (const auto& contrast : v.at("contrasts")) {
            Estimate estimate;
            estimate.value = contrast.at("est");
            estimate.se = contrast.at("se");
            estimate.df = contrast.at("df");
            contrasts.push_back(estimate);
        }
        const auto found = control(contrasts, golden::numbers(v.at("margins")));
        const auto& expected = v.at("result");
        ASSERT_EQ(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            EXPECT_GOLDEN(found[i].p, expected[i], "p");
            EXPECT_GOLDEN(found[i].adjusted, expected[i], "adjusted");
            EXPECT_GOLDEN(found[i].widen_by, expected[i], "widen_by");
            EXPECT_EQ(to_text(found[i].state), expected[i].at("state"));
            EXPECT_EQ(found[i].informative, expected[i].at("informative"));
        }
    }
}

}  // namespace
}  // namespace stallscope

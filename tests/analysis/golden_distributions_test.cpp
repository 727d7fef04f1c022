// SPDX-License-Identifier: Apache-2.0
#include "analysis/distributions.h"
#include "analysis/golden.h"

namespace stallscope {
namespace {

const golden::Section t_quantiles("t_quantile");
const golden::Section t_cdfs("t_cdf");
const golden::Section f_quantiles("F");
const golden::Section f_cdfs("F_cdf");

TEST(GoldenDistributions, StudentsT) {
    for (const auto& v : t_quantiles.vectors()) {
        EXPECT_GOLDEN(t_quantile(v.at("p"), v.at("df")), v, "t");
    }
    for (const auto& v : t_cdfs.vectors()) {
        EXPECT_GOLDEN(t_cdf(v.at("t"), v.at("df")), v, "p");
        EXPECT_NEAR(t_above(v.at("t"), v.at("df")), 1 - v.at("p").get<double>(), golden::tolerance);
    }
}

TEST(GoldenDistributions, FishersF) {
    for (const auto& v : f_quantiles.vectors()) {
        EXPECT_GOLDEN(f_quantile(v.at("p"), v.at("df1"), v.at("df2")), v, "x");
    }
    for (const auto& v : f_cdfs.vectors()) {
        EXPECT_GOLDEN(f_cdf(v.at("x"), v.at("df1"), v.at("df2")), v, "p");
    }
}

}  // namespace
}  // namespace stallscope

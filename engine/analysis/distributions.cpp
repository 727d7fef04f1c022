// SPDX-License-Identifier: Apache-2.0
#include "analysis/distributions.h"

#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

namespace stallscope {
namespace {

namespace bm = boost::math;

// A value out of range is NaN, an end of the range is infinite: no exceptions.
using Quiet = bm::policies::policy<bm::policies::domain_error<bm::policies::ignore_error>,
                                   bm::policies::pole_error<bm::policies::ignore_error>,
                                   bm::policies::overflow_error<bm::policies::ignore_error>,
                                   bm::policies::evaluation_error<bm::policies::ignore_error>,
                                   bm::policies::promote_double<false>>;
using StudentT = bm::students_t_distribution<double, Quiet>;
using FisherF = bm::fisher_f_distribution<double, Quiet>;
using ChiSquared = bm::chi_squared_distribution<double, Quiet>;
using Beta = bm::beta_distribution<double, Quiet>;
using Normal = bm::normal_distribution<double, Quiet>;

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr double endless = std::numeric_limits<double>::infinity();

bool is_share(double p) {
    return p >= 0 && p <= 1;
}

}  // namespace

double t_quantile(double p, double df) {
    if (!is_share(p) || !(df > 0)) {
        return nothing;
    }
    if (p == 0 || p == 1) {
        return p == 0 ? -endless : endless;
    }
    return bm::quantile(StudentT(df), p);
}

double t_critical(double a, double df) {
    if (!is_share(a) || !(df > 0)) {
        return nothing;
    }
    if (a == 0 || a == 1) {
        return a == 0 ? endless : -endless;
    }
    return bm::quantile(bm::complement(StudentT(df), a));
}

double t_cdf(double x, double df) {
    if (std::isnan(x) || !(df > 0)) {
        return nothing;
    }
    if (std::isinf(x)) {
        return x < 0 ? 0 : 1;
    }
    return bm::cdf(StudentT(df), x);
}

double t_above(double x, double df) {
    return t_cdf(-x, df);
}

double f_quantile(double p, double df1, double df2) {
    if (!is_share(p) || !(df1 > 0) || !(df2 > 0)) {
        return nothing;
    }
    return p == 1 ? endless : bm::quantile(FisherF(df1, df2), p);
}

double f_cdf(double x, double df1, double df2) {
    if (std::isnan(x) || !(df1 > 0) || !(df2 > 0)) {
        return nothing;
    }
    if (x <= 0 || std::isinf(x)) {
        return x <= 0 ? 0 : 1;
    }
    return bm::cdf(FisherF(df1, df2), x);
}

double chi_squared_quantile(double p, double df) {
    if (!is_share(p) || !(df > 0)) {
        return nothing;
    }
    return p == 1 ? endless : bm::quantile(ChiSquared(df), p);
}

double beta_quantile(double p, double a, double b) {
    if (!is_share(p) || !(a > 0) || !(b > 0)) {
        return nothing;
    }
    return bm::quantile(Beta(a, b), p);
}

double beta_cdf(double x, double a, double b) {
    if (std::isnan(x) || !(a > 0) || !(b > 0)) {
        return nothing;
    }
    if (x <= 0 || x >= 1) {
        return x <= 0 ? 0 : 1;
    }
    return bm::cdf(Beta(a, b), x);
}

double normal_above(double z) {
    return 0.5 * std::erfc(z / std::sqrt(2.0));
}

double normal_critical(double a) {
    if (!is_share(a)) {
        return nothing;
    }
    if (a == 0 || a == 1) {
        return a == 0 ? endless : -endless;
    }
    return bm::quantile(bm::complement(Normal(), a));
}

}  // namespace stallscope

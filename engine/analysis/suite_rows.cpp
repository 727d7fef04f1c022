// SPDX-License-Identifier: Apache-2.0
#include "analysis/suite_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/detector_statistics.h"
#include "analysis/looks.h"

namespace stallscope {
namespace {

/// Median over all processes of one build.
double build_median(const SuiteValues& values, int build) {
    std::vector<double> all;
    for (int r = 0; r < values.rounds(); ++r)
        for (int h = 0; h < values.halves(); ++h) all.push_back(*values.at(build, r, h));
    return median_of(std::move(all));
}

/// Rounds of builds in which one side has no value.
int missing_in(const SuiteRow& row) {
    int missing = 0;
    for (int b = 0; b < row.base.builds(); ++b)
        for (int r = 0; r < row.base.rounds(); ++r)
            missing += !row.base.mean(b, r) || !row.head.mean(b, r);
    return missing;
}

/// head − base, one per build, or with one build one per round.
std::vector<double> differences(const SuiteRow& row) {
    std::vector<double> d;
    const bool several = row.base.builds() > 1;
    for (int b = 0; several && b < row.base.builds(); ++b)
        d.push_back(build_median(row.head, b) - build_median(row.base, b));
    for (int r = 0; !several && r < row.base.rounds(); ++r)
        d.push_back(*row.head.mean(0, r) - *row.base.mean(0, r));
    return d;
}

/// Sums of squares of one side.
struct Squares {
    double builds = 0, rounds = 0, rest = 0, halves = 0;
};

std::optional<Squares> squares_of(const SuiteValues& values) {
    const int builds = values.builds();
    const int rounds = values.rounds();
    std::vector<double> of_build(static_cast<std::size_t>(builds));
    std::vector<double> of_round(static_cast<std::size_t>(rounds));
    double grand = 0;
    Squares squares;
    for (int b = 0; b < builds; ++b) {
        for (int r = 0; r < rounds; ++r) {
            const auto mean = values.mean(b, r);
            if (!mean) return std::nullopt;
            of_build[static_cast<std::size_t>(b)] += *mean / rounds;
            of_round[static_cast<std::size_t>(r)] += *mean / builds;
            grand += *mean / (builds * rounds);
            for (int h = 0; h < values.halves(); ++h)
                squares.halves += (*values.at(b, r, h) - *mean) * (*values.at(b, r, h) - *mean);
        }
    }
    for (int b = 0; b < builds; ++b) {
        const double off = of_build[static_cast<std::size_t>(b)] - grand;
        squares.builds += rounds * off * off;
        for (int r = 0; r < rounds; ++r) {
            const double rest = *values.mean(b, r) - of_build[static_cast<std::size_t>(b)] -
                                of_round[static_cast<std::size_t>(r)] + grand;
            squares.rest += rest * rest;
        }
    }
    for (const double round : of_round)
        squares.rounds += builds * (round - grand) * (round - grand);
    return squares;
}

}  // namespace

SuiteValues::SuiteValues(int builds, int rounds, int halves)
    : m_builds(builds),
      m_rounds(rounds),
      m_halves(halves),
      m_values(static_cast<std::size_t>(builds) * static_cast<std::size_t>(rounds) *
               static_cast<std::size_t>(halves)) {}

std::size_t SuiteValues::index(int build, int round, int half) const {
    return static_cast<std::size_t>((build * m_rounds + round) * m_halves + half);
}

std::optional<double>& SuiteValues::at(int build, int round, int half) {
    return m_values.at(index(build, round, half));
}

const std::optional<double>& SuiteValues::at(int build, int round, int half) const {
    return m_values.at(index(build, round, half));
}

std::optional<double> SuiteValues::mean(int build, int round) const {
    double sum = 0;
    for (int half = 0; half < m_halves; ++half) {
        const auto& value = at(build, round, half);
        if (!value) return std::nullopt;
        sum += *value / m_halves;
    }
    return sum;
}

std::string_view to_text(RowRole role) {
    return role == RowRole::control ? "control" : role == RowRole::ignored ? "ignored" : "judged";
}

SuiteRow twin_row(std::string name, const SuiteRow& full, const SuiteRow& without) {
    const auto difference = [](const SuiteValues& more, const SuiteValues& less) {
        SuiteValues values(more.builds(), more.rounds(), more.halves());
        for (int b = 0; b < values.builds(); ++b)
            for (int r = 0; r < values.rounds(); ++r)
                for (int h = 0; h < values.halves(); ++h) {
                    const auto& one = more.at(b, r, h);
                    const auto& other = less.at(b, r, h);
                    const double ns = one && other ? std::exp(*one) - std::exp(*other) : 0;
                    if (ns > 0) values.at(b, r, h) = std::log(ns);
                }
        return values;
    };
    SuiteRow row;
    row.name = std::move(name);
    row.twin = true;
    row.base = difference(full.base, without.base);
    row.head = difference(full.head, without.head);
    if (!full.base_again.empty()) row.base_again = difference(full.base_again, without.base_again);
    return row;
}

NoiseLevels noise_levels(const SuiteRow& row) {
    NoiseLevels levels;
    const auto base = squares_of(row.base);
    const auto head = squares_of(row.head);
    if (!base || !head) return levels;
    const double builds = row.base.builds();
    const double rounds = row.base.rounds();
    const double halves = row.base.halves();
    // Mean squares over both sides.
    const auto pooled = [](double a, double b, double df) { return (a + b) / (2 * df); };
    const auto sd = [](double variance) { return std::sqrt(std::max(0.0, variance)); };
    std::optional<double> process;  // variance of a process
    std::optional<double> rest;     // of a build in a round
    if (halves > 1) {
        process = pooled(base->halves, head->halves, builds * rounds * (halves - 1));
        rest = *process / halves;
    }
    if (builds > 1 && rounds > 1) {
        const double interaction = pooled(base->rest, head->rest, (builds - 1) * (rounds - 1));
        rest = interaction;
        if (!process) process = interaction;
    }
    if (process) levels.process = sd(*process);
    if (rounds > 1 && rest)
        levels.round = sd((pooled(base->rounds, head->rounds, rounds - 1) - *rest) / builds);
    if (builds > 1) {
        const double between = pooled(base->builds, head->builds, builds - 1);
        levels.build_means = sd(between / rounds);
        levels.build_df = static_cast<int>(2 * (builds - 1));
        if (rest) levels.build = sd((between - *rest) / rounds);
    }
    return levels;
}

std::optional<double> own_spread(const SuiteValues& values) {
    if (values.builds() < 2) return std::nullopt;
    std::vector<double> medians;
    for (int b = 0; b < values.builds(); ++b) {
        for (int r = 0; r < values.rounds(); ++r)
            if (!values.mean(b, r)) return std::nullopt;
        medians.push_back(build_median(values, b));
    }
    const auto [fastest, slowest] = std::minmax_element(medians.begin(), medians.end());
    return std::expm1(*slowest - *fastest);
}

std::optional<double> typical_ns(const SuiteValues& values) {
    std::vector<double> all;
    for (int b = 0; b < values.builds(); ++b)
        for (int r = 0; r < values.rounds(); ++r)
            for (int h = 0; h < values.halves(); ++h)
                if (const auto& value = values.at(b, r, h)) all.push_back(*value);
    return all.empty() ? std::nullopt : std::optional(std::exp(median_of(std::move(all))));
}

std::optional<RowContrast> row_contrast(const SuiteRow& row, const std::optional<Bank>& bank) {
    RowContrast contrast;
    if (const int missing = missing_in(row); missing > 0) {
        contrast.why_no_word = fmt::format("the difference was not positive {} of {} times",
                                           missing, row.base.builds() * row.base.rounds());
        return contrast;
    }
    const auto estimate = paired(differences(row));
    if (!estimate) return std::nullopt;
    contrast.estimate = *estimate;
    const bool several = row.base.builds() > 1;
    if (several) {
        contrast.placement = PlacementSource::builds;
        if (estimate->n < fewest_cycles)
            contrast.why_no_word =
                fmt::format("placement: {} builds, {} are needed", estimate->n, fewest_cycles);
        return contrast;
    }
    if (!bank || bank->df0 < fewest_bank_df) {
        contrast.why_no_word =
            "placement: one build per side, and nothing is known of what builds differ by";
        return contrast;
    }
    contrast.placement = PlacementSource::bank;
    const double of_rounds = estimate->se * estimate->se;
    const double of_builds = 2 * bank->s0 * bank->s0;
    const double sum = of_rounds + of_builds;
    const double parts = of_rounds * of_rounds / estimate->df + of_builds * of_builds / bank->df0;
    contrast.estimate.se = std::sqrt(sum);
    if (parts > 0) contrast.estimate.df = sum * sum / parts;
    if (estimate->n < fewest_cycles)
        contrast.why_no_word = fmt::format("{} rounds, {} are needed", estimate->n, fewest_cycles);
    return contrast;
}

std::optional<Estimate> aa_contrast(const SuiteRow& row) {
    if (row.base_again.empty()) return std::nullopt;
    std::vector<double> d;
    for (int b = 0; b < row.base.builds(); ++b)
        for (int r = 0; r < row.base.rounds(); ++r) {
            const auto once = row.base.mean(b, r);
            const auto again = row.base_again.mean(b, r);
            if (once && again) d.push_back(*again - *once);
        }
    return paired(d);
}

}  // namespace stallscope

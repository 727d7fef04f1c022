// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof_families.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "analysis/distributions.h"
#include "analysis/proof_run.h"
#include "analysis/proof_words.h"

namespace stallscope {
namespace {

constexpr std::array cycle_counts = {3, 5, 10};
constexpr ProofLimit false_words = {0.055, 0.06, false};

ProofShape two_cells(int cycles) {
    ProofShape shape;
    shape.cells = 2;
    shape.cycles = cycles;
    return shape;
}

std::vector<double> difference(const std::vector<double>& b, const std::vector<double>& a) {
    std::vector<double> d(b.size());
    std::transform(b.begin(), b.end(), a.begin(), d.begin(), std::minus<>());
    return d;
}

CycleValues cycles_of(const std::vector<double>& values, double effect = 0) {
    CycleValues cycles;
    for (const double value : values) {
        cycles.emplace_back(value + effect);
    }
    return cycles;
}

Family family_with(Looks looks, int cycles) {
    Family family;
    family.rule.looks = looks;
    family.rule.cycles = cycles;
    return family;
}

void count_family(Looks looks, int cycles, ProofRandom& random, std::int64_t runs,
                  std::span<std::int64_t> hits) {
    constexpr int members = 6;
    ProofRuns simulated(two_cells(cycles));
    ProofJudge screen(looks, cycles);
    Family family = family_with(looks, cycles);
    family.members.resize(members);
    for (std::int64_t run = 0; run < runs; ++run) {
        bool any = false;
        for (Member& member : family.members) {
            const auto& y = simulated.next(random);
            // The first "not met" of six needs a sixth of the level.
            any = any ||
                  screen.may_decide(difference(y[0], y[1]), proof_margin, proof_margin, members);
            ContrastSeries series;
            series.b = cycles_of(y[0], proof_margin);
            series.a = cycles_of(y[1]);
            member.data = std::move(series);
            member.margin.value = proof_margin;
        }
        if (!any) {
            continue;
        }
        const Judgement judgement = judge(family, &screen.critical());
        hits[0] += judgement.any_not_met;
        hits[1] += std::count_if(judgement.verdicts.begin(), judgement.verdicts.end(),
                                 [](const Verdict& v) { return v.word == Word::met; });
    }
}

/// The effect that the planner says is seen with 80 % power, for a bank of standard deviation 1.
double unit_d80(const LookRule& rule, int df0) {
    return resolution(Bank{1, df0}, 1, rule.cycles, planned_level(rule, rule.cycles)).d80;
}

void count_power(Looks looks, int cycles, int df0, ProofRandom& random, std::int64_t runs,
                 std::span<std::int64_t> hits) {
    ProofRuns bank_run(two_cells(df0 + 1));
    ProofRuns simulated(two_cells(cycles));
    ProofJudge judge(looks, cycles);
    const double unit = unit_d80(judge.critical().rule(), df0);
    for (std::int64_t run = 0; run < runs; ++run) {
        const auto& banked = bank_run.next(random);
        const double d80 = unit * paired(difference(banked[1], banked[0]))->s_d;
        hits[0] +=
            judge.word(simulated.next(random), proof_margin - d80, proof_margin) == Word::met;
        hits[1] +=
            judge.word(simulated.next(random), proof_margin + d80, proof_margin) == Word::not_met;
    }
}

/// Three metrics of a run with A (0), A2 (1) and B (2).
void count_control(const ProofShape& shape, double margin, ProofRandom& random, std::int64_t runs,
                   std::span<std::int64_t> hits) {
    constexpr std::array keys = {"one", "two", "three"};
    ProofRuns simulated(shape);
    Family family = family_with(Looks::obf, shape.cycles);
    CriticalValues critical(family.rule);
    family.members.resize(keys.size());
    family.controls.resize(keys.size());
    // Holm's first step; what is not rejected there is not rejected at all.
    const double least = 0.999999 * t_critical(control_level / 2 / static_cast<double>(keys.size()),
                                               shape.cycles - 1);
    for (std::int64_t run = 0; run < runs; ++run) {
        bool any = false;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const auto& y = simulated.next(random);
            const auto found = paired(difference(y[1], y[0]));
            any = any || std::abs(found->value) >= least * found->se;
            Member& member = family.members[i];
            ContrastSeries contrast;
            contrast.b = cycles_of(y[2]);
            contrast.a = cycles_of(y[0]);
            member.data = std::move(contrast);
            member.margin.value = margin;
            member.control = member.scope = keys[i];
            ControlSeries& control = family.controls[i];
            control.key = control.scope = keys[i];
            control.data.b = cycles_of(y[1]);
            control.data.a = cycles_of(y[0]);
        }
        if (any) {
            const auto verdicts = judge(family, &critical).verdicts;
            hits[0] += std::any_of(verdicts.begin(), verdicts.end(),
                                   [](const Verdict& v) { return v.word == Word::invalid; });
        }
    }
}

void count_share(int cycles, int burst, ProofRandom& random, std::int64_t runs,
                 std::span<std::int64_t> hits) {
    constexpr double limit = 0.01;
    constexpr double requests = 2000;
    Family family = family_with(Looks::final, cycles);
    CriticalValues critical(family.rule);
    Member member;
    member.margin.value = limit;
    family.members.push_back(member);
    for (std::int64_t run = 0; run < runs; ++run) {
        std::vector<ShareCount> counts;
        for (int k = 0; k < cycles; ++k) {
            counts.push_back({burst * 1.0 * random.poisson(limit * requests / burst), requests});
        }
        const Bounds interval = ShareEstimate::from(counts)->interval(family.rule.alpha);
        if (interval.high >= limit && interval.low <= limit) {
            continue;  // no word can come of it
        }
        family.members.front().data = ShareSeries{{counts.begin(), counts.end()}};
        const Word word = judge(family, &critical).verdicts.front().word;
        hits[0] += word == Word::met;
        hits[1] += word == Word::not_met;
    }
}

ProofTask task_of(ProofGroup group, std::string name, std::vector<ProofCounter> counters,
                  decltype(ProofTask::block) block) {
    ProofTask task;
    task.group = group;
    task.name = std::move(name);
    task.counters = std::move(counters);
    task.block = std::move(block);
    return task;
}

}  // namespace

std::vector<ProofTask> family_tasks() {
    std::vector<ProofTask> tasks;
    for (const int cycles : cycle_counts) {
        for (const Looks looks : proof_looks) {
            tasks.push_back(
                task_of(ProofGroup::family, fmt::format("K = {}, {}", cycles, to_text(looks)),
                        {{"not met anywhere", false_words}, {"met, each", false_words, 6}},
                        [=](ProofRandom& random, std::int64_t runs, std::span<std::int64_t> hits) {
                            count_family(looks, cycles, random, runs, hits);
                        }));
        }
    }
    return tasks;
}

std::vector<ProofTask> power_tasks() {
    constexpr ProofLimit powered = {0.77, std::nullopt, true};
    std::vector<ProofTask> tasks;
    for (const int cycles : cycle_counts) {
        for (const int df0 : {9, 19, 59}) {
            for (const Looks looks : proof_looks) {
                tasks.push_back(task_of(
                    ProofGroup::power,
                    fmt::format("K = {}, {}, bank of {} degrees of freedom", cycles, to_text(looks),
                                df0),
                    {{"met at margin - d80", powered}, {"not met at margin + d80", powered}},
                    [=](ProofRandom& random, std::int64_t runs, std::span<std::int64_t> hits) {
                        count_power(looks, cycles, df0, random, runs, hits);
                    }));
            }
        }
        tasks.push_back(task_of(
            ProofGroup::power, fmt::format("K = {}, obf, effect +1 %, margin 0, s_d 1 %", cycles),
            {{"not met", {std::nullopt, std::nullopt, true}}},
            [=](ProofRandom& random, std::int64_t runs, std::span<std::int64_t> hits) {
                ProofRuns simulated(two_cells(cycles));
                ProofJudge judge(Looks::obf, cycles);
                for (std::int64_t run = 0; run < runs; ++run) {
                    hits[0] +=
                        judge.word(simulated.next(random), std::log(1.01), 0) == Word::not_met;
                }
            }));
    }
    return tasks;
}

std::vector<ProofTask> control_tasks() {
    std::vector<ProofTask> tasks;
    for (const int cycles : cycle_counts) {
        for (const ProofNoise noise : proof_noises) {
            // The smallest is a tenth of the noise: whatever is rejected is beyond a quarter of it,
            // and the figure is Holm's 1 % itself, which no limit of 1 % can be kept against.
            for (const double percent : {0.1, 1.0, 5.0}) {
                ProofShape shape = two_cells(cycles);
                shape.cells = 3;
                shape.noise = noise;
                const double margin = std::log1p(percent / 100);
                tasks.push_back(task_of(
                    ProofGroup::control,
                    fmt::format("K = {}, {} noise, margin {} %", cycles, to_text(noise), percent),
                    {{"invalid",
                      percent < 1 ? ProofLimit{} : ProofLimit{0.01, std::nullopt, false}}},
                    [=](ProofRandom& random, std::int64_t runs, std::span<std::int64_t> hits) {
                        count_control(shape, margin, random, runs, hits);
                    }));
            }
        }
    }
    return tasks;
}

std::vector<ProofTask> share_tasks() {
    std::vector<ProofTask> tasks;
    for (const int cycles : cycle_counts) {
        for (const int burst : {1, 5}) {
            tasks.push_back(
                task_of(ProofGroup::shares,
                        fmt::format("share 1 % of 2,000 requests, {}, K = {}",
                                    burst == 1 ? std::string("errors one by one")
                                               : fmt::format("errors in bursts of {}", burst),
                                    cycles),
                        {{"false met", false_words}, {"false not met", false_words}},
                        [=](ProofRandom& random, std::int64_t runs, std::span<std::int64_t> hits) {
                            count_share(cycles, burst, random, runs, hits);
                        }));
        }
    }
    return tasks;
}

}  // namespace stallscope

// SPDX-License-Identifier: Apache-2.0
#include "analysis/crossover.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/detector_statistics.h"

namespace stallscope {
namespace {

constexpr std::size_t fewest_points = 4;
constexpr int usual_bytes = 65'536;

/// What the cells of one sweep share.
MailWorkload without_the_sweep(MailWorkload mail) {
    mail.mails = {};
    mail.threads.reset();
    return mail;
}

bool is_swept(const BatchRow& row) {
    const MailWorkload& mail = row.settings;
    return mail.threads && mail.cap == "count" && mail.mails.made.empty() &&
           mail.mails.corpus.empty() && row.quiet_p50_ms && *row.quiet_p50_ms > 0;
}

CallerRole role_of(const MailWorkload& mail) {
    return mail.caller == "joins" ? CallerRole::joins : CallerRole::works;
}

/// Gathers the cells of one sweep and draws the conclusions.
class Sweep {
public:
    explicit Sweep(MailWorkload subject) { m_sweep.subject = std::move(subject); }

    bool takes(const BatchRow& row) const {
        return without_the_sweep(row.settings) == m_sweep.subject;
    }

    void add(const BatchRow& row) {
        const MailBatch& mails = row.settings.mails;
        const int workers = std::min(*row.settings.threads, mails.messages);
        auto& [sum, count] = m_times[{mails.bytes, mails.messages}][workers];
        sum += *row.quiet_p50_ms;
        ++count;
        m_sweep.cells.push_back(row.cell);
        m_sweep.cpus = std::max(m_sweep.cpus, row.cpus);
    }

    std::optional<Crossover> conclude(const std::vector<BatchRow>& rows) {
        for (const auto& [size, times] : m_times) add_point(size.second, size.first, times);
        if (m_sweep.points.size() < fewest_points) return std::nullopt;
        m_sweep.fit = fit_cost(samples(), m_sweep.cpus);
        for (const BatchRow& row : rows)
            if (row.cost && is_of_this(row)) m_sweep.stored = row.cost;
        judge_policies();
        return std::move(m_sweep);
    }

private:
    using Times = std::map<int, std::pair<double, int>>;  // workers → sum of ms, cells

    void add_point(int messages, int bytes_each, const Times& times) {
        if (times.size() < 2 || times.begin()->first != 1) return;
        CrossoverPoint point;
        point.messages = messages;
        point.bytes_each = bytes_each;
        for (const auto& [workers, sum] : times)
            point.times.push_back({workers, sum.first / sum.second});
        const auto best = std::min_element(
            point.times.begin(), point.times.end(),
            [](const WorkersTime& a, const WorkersTime& b) { return a.ms < b.ms; });
        point.best_workers = best->workers;
        point.best_ms = best->ms;
        point.speedup = point.times.front().ms / best->ms;
        m_sweep.points.push_back(std::move(point));
    }

    std::vector<CostSample> samples() const {
        std::vector<CostSample> all;
        const CallerRole role = role_of(m_sweep.subject);
        for (const CrossoverPoint& point : m_sweep.points) {
            for (const WorkersTime& time : point.times) {
                all.push_back({point.size(), time.workers, threads_started(role, time.workers),
                               time.ms * 1e6});
            }
        }
        return all;
    }

    /// Another policy for the same parser and mode.
    bool is_of_this(const BatchRow& row) const {
        MailWorkload other = without_the_sweep(row.settings);
        other.cap = m_sweep.subject.cap;
        other.cost = m_sweep.subject.cost;
        other.bytes_per_worker = m_sweep.subject.bytes_per_worker;
        other.probe = m_sweep.subject.probe;
        return other == m_sweep.subject;
    }

    PolicyRegret regret_of(std::string name, WorkerRule rule) const {
        PolicyRegret policy;
        policy.policy = std::move(name);
        rule.caller = role_of(m_sweep.subject);
        policy.rule = rule;
        std::vector<double> regrets;
        for (const CrossoverPoint& point : m_sweep.points) {
            PolicyChoice choice;
            choice.workers = worker_count(rule, m_sweep.cpus, point.size());
            choice.regret = std::max(0.0, point.ms_of(choice.workers) / point.best_ms - 1);
            regrets.push_back(choice.regret);
            policy.choices.push_back(choice);
        }
        const auto worst = std::max_element(regrets.begin(), regrets.end());
        policy.worst = *worst;
        policy.worst_point = static_cast<int>(worst - regrets.begin());
        policy.median = median_of(regrets);
        return policy;
    }

    static WorkerRule by_bytes(int bytes) {
        WorkerRule rule;
        rule.cap = WorkerCap::bytes;
        rule.bytes_per_worker = static_cast<std::size_t>(bytes);
        return rule;
    }

    double mean_regret(int bytes) const {
        double sum = 0;
        for (const PolicyChoice& choice : regret_of({}, by_bytes(bytes)).choices)
            sum += choice.regret;
        return sum / static_cast<double>(m_sweep.points.size());
    }

    /// Powers of √2 from 1 KiB to 16 MiB; of those that are equally good, the middle one.
    int best_bytes() const {
        constexpr int least_exponent = 20, most_exponent = 48;  // halves
        std::vector<int> best;
        double least = 0;
        for (int half = least_exponent; half <= most_exponent; ++half) {
            const int bytes = static_cast<int>(std::lround(std::exp2(half / 2.0)));
            const double regret = mean_regret(bytes);
            if (best.empty() || regret < least - 1e-9) {
                best.assign(1, bytes);
                least = regret;
            } else if (regret <= least + 1e-9) {
                best.push_back(bytes);
            }
        }
        return best[best.size() / 2];
    }

    void judge_policies() {
        WorkerRule rule;
        rule.cap = WorkerCap::count;
        m_sweep.policies.push_back(regret_of("count", rule));
        m_sweep.policies.push_back(
            regret_of(fmt::format("bytes, {} a worker", usual_bytes), by_bytes(usual_bytes)));
        m_sweep.proposed_bytes = best_bytes();
        m_sweep.policies.push_back(
            regret_of(fmt::format("bytes, {} a worker (proposed)", m_sweep.proposed_bytes),
                      by_bytes(m_sweep.proposed_bytes)));
        rule.cap = WorkerCap::cost;
        if (m_sweep.stored) {
            rule.cost = *m_sweep.stored;
            m_sweep.policies.push_back(regret_of("cost, as stored for this machine", rule));
        }
        if (m_sweep.fit) {
            rule.cost = m_sweep.fit->model;
            m_sweep.policies.push_back(regret_of("cost, as fitted to this sweep", rule));
        }
    }

    Crossover m_sweep;
    std::map<std::pair<int, int>, Times> m_times;  // bytes each, messages
};

}  // namespace

BatchSize CrossoverPoint::size() const {
    const auto each = static_cast<std::size_t>(bytes_each);
    const auto count = static_cast<std::size_t>(messages);
    return {count, count * each, each};
}

double CrossoverPoint::ms_of(int workers) const {
    for (std::size_t i = 0; i < times.size(); ++i) {
        if (times[i].workers < workers) continue;
        if (times[i].workers == workers || i == 0) return times[i].ms;
        const WorkersTime& before = times[i - 1];
        const double share = static_cast<double>(workers - before.workers) /
                             static_cast<double>(times[i].workers - before.workers);
        return before.ms + share * (times[i].ms - before.ms);
    }
    return times.back().ms;
}

std::vector<Crossover> crossovers_of(const std::vector<BatchRow>& rows) {
    std::vector<Sweep> sweeps;
    for (const BatchRow& row : rows) {
        if (!is_swept(row)) continue;
        auto found = std::find_if(sweeps.begin(), sweeps.end(),
                                  [&](const Sweep& sweep) { return sweep.takes(row); });
        if (found == sweeps.end()) {
            sweeps.emplace_back(without_the_sweep(row.settings));
            found = std::prev(sweeps.end());
        }
        found->add(row);
    }
    std::vector<Crossover> all;
    for (Sweep& sweep : sweeps)
        if (auto one = sweep.conclude(rows)) all.push_back(std::move(*one));
    return all;
}

}  // namespace stallscope

// SPDX-License-Identifier: Apache-2.0
#include "analysis/conclusions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/detector_groups.h"
#include "analysis/detector_statistics.h"
#include "analysis/stream_words.h"

namespace stallscope {
namespace {

class Differences {
public:
    void add(std::string what, std::string before, std::string after) {
        if (before != after) {
            m_factors.push_back({std::move(what), std::move(before), std::move(after)});
        }
    }

    void compare(const Host& a, const Host& b) {
        add("host: python", a.python, b.python);
        add("host: lifetime", std::string(to_text(a.lifetime)), std::string(to_text(b.lifetime)));
        add("host: stamps", std::string(to_text(a.stamps)), std::string(to_text(b.stamps)));
        add("host: switch interval", fmt::format("{} ms", a.switch_interval_ms),
            fmt::format("{} ms", b.switch_interval_ms));
        add("host: cpus", cpus_words(a.cpus), cpus_words(b.cpus));
        add("host: nice", std::to_string(a.nice), std::to_string(b.nice));
        add("host: cwd", a.cwd.empty() ? "the engine's" : a.cwd,
            b.cwd.empty() ? "the engine's" : b.cwd);
        std::set<std::string> names;
        for (const auto& [name, value] : a.env) {
            names.insert(name);
        }
        for (const auto& [name, value] : b.env) {
            names.insert(name);
        }
        for (const std::string& name : names) {
            add("host: env " + name, variable(a.env, name), variable(b.env, name));
        }
    }

    void compare(const std::string& name, const Stream* a, const Stream* b) {
        if (a == nullptr || b == nullptr) {
            add("stream " + name, a == nullptr ? "off" : "on", b == nullptr ? "off" : "on");
            return;
        }
        add("placement of " + name, std::string(to_text(a->placement)),
            std::string(to_text(b->placement)));
        add("binding of " + name, std::string(to_text(a->binding)),
            std::string(to_text(b->binding)));
        if (!(a->workload == b->workload)) {
            // Two workloads may read the same in short words.
            const std::string before = workload_words(a->workload);
            const std::string after = workload_words(b->workload);
            add("workload of " + name, before, before == after ? after + " (changed)" : after);
        }
        add("load of " + name, load_words(a->load), load_words(b->load));
        add("inputs of " + name, inputs_words(a->inputs), inputs_words(b->inputs));
    }

    std::vector<Factor> take() { return std::move(m_factors); }

private:
    static std::string cpus_words(const std::vector<int>& cpus) {
        return cpus.empty() ? "all" : fmt::format("{}", fmt::join(cpus, ","));
    }

    static std::string variable(const std::map<std::string, std::string>& env,
                                const std::string& name) {
        const auto found = env.find(name);
        return found == env.end() ? "unset" : "\"" + found->second + "\"";
    }

    static std::string inputs_words(const Inputs& inputs) {
        return fmt::format("{} seeds, answers {}", inputs.seeds,
                           inputs.answers_bits ? "compared" : "not compared");
    }

    std::vector<Factor> m_factors;
};

const Stream* stream_of(const Cell& cell, const std::string& name) {
    const auto found = cell.streams.find(name);
    return found == cell.streams.end() ? nullptr : &found->second;
}

std::string factor_words(const Factor& factor) {
    return fmt::format("{}: {} → {}", factor.what, factor.before, factor.after);
}

std::string joined(const std::vector<std::string>& words) {
    return fmt::format("{}", fmt::join(words, "; "));
}

/// "gpu, both: return time of cell C is −12.0 % against A (met)".
std::string result_words(const JudgedPair& pair) {
    std::string figure;
    if (pair.ratio && *pair.ratio > 0) {
        figure = fmt::format(" changes by {} from cell {} to cell {}",
                             percent_words(std::log(*pair.ratio)), pair.against, pair.cell);
    } else {
        figure = fmt::format(" of cell {} against cell {}", pair.cell, pair.against);
    }
    return fmt::format("{} of {} in condition {}{}: {}", metric_words(pair.metric), pair.stream,
                       pair.condition, figure,
                       pair.word == Word::not_met ? "not met" : to_text(pair.word));
}

class Concluding {
public:
    Concluding(const Experiment& experiment, const JudgedPair& pair)
        : m_experiment(experiment), m_pair(pair) {}

    Conclusion conclude() const {
        Conclusion conclusion{m_pair.criterion, m_pair.condition, ConclusionLabel::observation, {}};
        if (m_pair.against.empty()) {
            conclusion.label =
                m_pair.mechanism_only ? ConclusionLabel::hypothesis : ConclusionLabel::observation;
            conclusion.says = fmt::format(
                "{} of {} in cell {}, condition {}: {}; one cell under the conditions of this run, "
                "no cause is shown{}",
                metric_words(m_pair.metric), m_pair.stream, m_pair.cell, m_pair.condition,
                m_pair.word == Word::not_met ? "not met" : to_text(m_pair.word), emulated());
            return conclusion;
        }
        const auto factors = declared();
        const auto also = rates();
        conclusion.label = label_of(factors, also);
        conclusion.says = result_words(m_pair) + "; " + reason(factors, also) + emulated();
        return conclusion;
    }

private:
    std::vector<std::string> declared() const {
        const Cell* cell = m_experiment.find_cell(m_pair.cell);
        const Cell* against = m_experiment.find_cell(m_pair.against);
        const Condition* condition = m_experiment.find_condition(m_pair.condition);
        std::vector<std::string> words;
        if (cell != nullptr && against != nullptr && condition != nullptr) {
            for (const Factor& factor : factors_between(*against, *cell, *condition)) {
                words.push_back(factor_words(factor));
            }
        }
        return words;
    }

    std::vector<std::string> rates() const {
        std::vector<std::string> words;
        for (const UnequalRate& rate : m_pair.unequal_rates) {
            if (off_by_share(rate.log_ratio, confounding_rate)) {
                words.push_back(fmt::format("the request rate of {} ({})", rate.stream,
                                            percent_words(rate.log_ratio)));
            }
        }
        return words;
    }

    ConclusionLabel label_of(const std::vector<std::string>& factors,
                             const std::vector<std::string>& also) const {
        if (m_pair.mechanism_only) {
            return ConclusionLabel::hypothesis;
        }
        if (factors.size() > 1 || !also.empty()) {
            return ConclusionLabel::confounded;
        }
        return factors.size() == 1 ? ConclusionLabel::one_factor_intervention
                                   : ConclusionLabel::observation;
    }

    static std::string reason(const std::vector<std::string>& factors,
                              const std::vector<std::string>& also) {
        const std::string with =
            also.empty() ? "" : "; not at equal load, confounded with " + joined(also);
        if (factors.empty()) {
            return "nothing that is declared differs between these cells in this condition" + with;
        }
        if (factors.size() == 1) {
            return "the one declared difference is " + factors.front() + with;
        }
        return fmt::format("confounded: {} declared differences, {}", factors.size(),
                           joined(factors)) +
               with;
    }

    std::string emulated() const {
        return m_pair.mechanism_only ? "; the device is emulated: mechanism only" : "";
    }

    const Experiment& m_experiment;
    const JudgedPair& m_pair;
};

}  // namespace

std::string_view to_text(ConclusionLabel label) {
    switch (label) {
        case ConclusionLabel::observation:
            return "observation";
        case ConclusionLabel::one_factor_intervention:
            return "one-factor intervention";
        case ConclusionLabel::confounded:
            return "confounded";
        case ConclusionLabel::hypothesis:
            return "hypothesis";
    }
    return {};
}

std::vector<Factor> factors_between(const Cell& against, const Cell& cell,
                                    const Condition& condition) {
    Differences differences;
    differences.compare(against.host, cell.host);
    for (const std::string& name : condition.streams) {
        const Stream* before = stream_of(against, name);
        const Stream* after = stream_of(cell, name);
        if (before != nullptr || after != nullptr) {
            differences.compare(name, before, after);
        }
    }
    return differences.take();
}

std::vector<Conclusion> conclusions_of(const Experiment& experiment,
                                       std::span<const JudgedPair> pairs) {
    std::vector<Conclusion> conclusions;
    for (const JudgedPair& pair : pairs) {
        conclusions.push_back(Concluding(experiment, pair).conclude());
    }
    return conclusions;
}

}  // namespace stallscope

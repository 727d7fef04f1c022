// SPDX-License-Identifier: Apache-2.0
#include "plan/criteria_codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "plan/criterion_bound.h"
#include "plan/criterion_figure.h"
#include "plan/criterion_places.h"
#include "plan/json_pointer.h"
#include "plan/metrics.h"
#include "plan/object_reader.h"
#include "plan/wording.h"

namespace stallscope {

namespace {

constexpr std::size_t most_criteria = 500;

/// Reads one criterion.
class CriterionReader {
public:
    CriterionReader(const Json& value, const std::string& pointer, const Experiment& experiment,
                    Faults& faults)
        : m_reader(value, pointer, "a criterion", faults),
          m_experiment(experiment),
          m_faults(faults) {}

    Criterion read(bool cells_are_sound) {
        if (!m_reader.is_object()) return m_criterion;
        const std::size_t before = m_faults.count();
        read_id();
        m_criterion.says = m_reader.text("says", {}, {0, 1000});
        m_criterion.margin_from = m_reader.text("margin_from", {}, {1, 200});
        read_metric();
        read_form();
        read_places();
        m_reader.finish();
        if (m_faults.count() == before && cells_are_sound)
            check_figure_exists(m_criterion, m_reader.pointer(), m_experiment, m_faults);
        return m_criterion;
    }

private:
    void read_id() {
        const Json* id = m_reader.need("id");
        if (!id) return;
        m_criterion.id = read_text(*id, m_reader.at("id"), any_length, m_faults).value_or("");
        if (id->text()) check_name(m_criterion.id, m_reader.at("id"), "a criterion's id", m_faults);
    }

    void read_metric() {
        std::vector<std::string> names;
        for (const Metric& metric : all_metrics()) names.emplace_back(metric.name);
        m_reader.need("metric", "The metrics are: " + listed(names) + ".");
        if (const auto found = m_reader.word("metric", names, "a metric")) {
            m_criterion.metric = names[*found];
            m_metric = find_metric(m_criterion.metric);
        }
        if (!m_metric) {
            m_reader.find("statistic");
            return;
        }
        const std::vector<std::string> statistics = statistics_of(m_metric->kind);
        if (statistics.empty()) {
            if (m_reader.find("statistic"))
                m_faults.add(
                    m_reader.at("statistic"),
                    fmt::format("{} is counted and has no statistic", in_quotes(m_metric->name)),
                    "Leave the key out.");
            return;
        }
        m_criterion.statistic = statistics.front();
        const std::string noun = fmt::format("a statistic of {}", in_quotes(m_metric->name));
        if (const auto found = m_reader.word("statistic", statistics, noun))
            m_criterion.statistic = statistics[*found];
    }

    void read_form() {
        std::vector<Form> given;
        for (const Word<Form>& word : form_words)
            if (m_reader.find(word.text)) given.push_back(word.value);
        std::vector<std::string> fitting;
        if (m_metric)
            for (const Form form : forms_of(m_metric->kind)) fitting.emplace_back(to_text(form));
        const std::string hint =
            fitting.empty() ? "" : fmt::format("Here fits one of {}.", listed(fitting));
        if (given.size() != 1) {
            m_faults.add(
                m_reader.pointer(),
                fmt::format("a criterion has exactly one bound, this one has {}", given.size()),
                hint);
            return;
        }
        m_form = given.front();
        m_criterion.form = *m_form;
        const std::string key(to_text(*m_form));
        if (m_metric && std::find(fitting.begin(), fitting.end(), key) == fitting.end()) {
            m_faults.add(
                m_reader.at(key),
                fmt::format("{} cannot bound {}", in_quotes(key), in_quotes(m_metric->name)), hint);
            return;
        }
        // A gap's cells are read with the other places.
        if (m_metric && *m_form != Form::gap_closed)
            read_bound(*m_reader.find(key), m_reader.at(key), m_metric->kind, m_criterion,
                       m_faults);
    }

    void read_places() {
        PlacesReader places(m_reader, m_experiment, m_criterion);
        places.read(m_metric && (is_measured(m_metric->kind) || m_criterion.share));
        places.read_against(m_form ? &*m_form : nullptr);
        if (m_form != Form::gap_closed) return;
        ObjectReader gap(*m_reader.find("gap_closed"), m_reader.at("gap_closed"), "a gap",
                         m_faults);
        if (gap.is_object()) places.read_gap(gap);
    }

    ObjectReader m_reader;
    const Experiment& m_experiment;
    Faults& m_faults;
    Criterion m_criterion;
    const Metric* m_metric = nullptr;
    std::optional<Form> m_form;
};

/// How many cells measure the stream in this condition.
std::ptrdiff_t cells_with(const Experiment& experiment, const std::string& stream,
                          const std::string& condition) {
    return std::count_if(experiment.cells.begin(), experiment.cells.end(), [&](const Cell& cell) {
        const auto& named = cell.conditions;
        const auto found = cell.streams.find(stream);
        return std::find(named.begin(), named.end(), condition) != named.end() &&
               found != cell.streams.end() && found->second.measured;
    });
}

}  // namespace

void check_pooled(const std::vector<Criterion>& criteria, const Experiment& experiment,
                  Faults& faults) {
    constexpr std::ptrdiff_t fewest_cells = 3;
    if (experiment.interval != IntervalKind::pooled) return;
    for (std::size_t i = 0; i < criteria.size(); ++i) {
        const Criterion& criterion = criteria[i];
        // The difference of two shares is always judged from its own cycles.
        if (!is_comparative(criterion.form) || criterion.share) continue;
        for (const std::string& id : criterion.conditions) {
            const auto cells = cells_with(experiment, criterion.stream, id);
            if (cells >= fewest_cells) continue;
            faults.add(pointer_to("/criteria", i),
                       fmt::format("a pooled interval takes the noise of {} cells or more, stream "
                                   "{} is measured in {} in condition {}",
                                   fewest_cells, in_quotes(criterion.stream), cells, in_quotes(id)),
                       "Measure further cells there, or write \"interval\": \"paired\".");
        }
    }
}

std::vector<Criterion> read_criteria(const Json& criteria, const Experiment& experiment,
                                     bool cells_are_sound, Faults& faults) {
    std::vector<Criterion> read;
    const Json::Array* items = criteria.array();
    if (!items || items->size() > most_criteria) {
        faults.add("/criteria", items
                                    ? fmt::format("at most {} criteria are expected, not {}",
                                                  most_criteria, items->size())
                                    : "a list of criteria is expected, not " + described(criteria));
        return read;
    }
    std::set<std::string> ids;
    for (std::size_t i = 0; i < items->size(); ++i) {
        const std::string place = pointer_to("/criteria", i);
        read.push_back(
            CriterionReader((*items)[i], place, experiment, faults).read(cells_are_sound));
        const std::string& id = read.back().id;
        if (!id.empty() && !ids.insert(id).second)
            faults.add(pointer_to(place, "id"),
                       fmt::format("there are two criteria {}", in_quotes(id)),
                       "Give each criterion an id of its own.");
    }
    return read;
}

}  // namespace stallscope

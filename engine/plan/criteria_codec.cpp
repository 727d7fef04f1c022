// SPDX-License-Identifier: Apache-2.0
#include "plan/criteria_codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "plan/criterion_figure.h"
#include "plan/json_pointer.h"
#include "plan/metrics.h"
#include "plan/object_reader.h"
#include "plan/wording.h"

namespace stallscope {

namespace {

constexpr std::size_t most_criteria = 500;
constexpr Range percent_range{0, 1000, "%"};

Range bound_range(Form form) {
    switch (form) {
        case Form::at_most_ms:
        case Form::at_least_ms:
            return {0, 86'400'000, "ms"};
        case Form::at_least_times:
            return {1, 1'000'000};
        default:
            return {0, 1'000'000'000};
    }
}

/// "5%" as 0.05.
std::optional<double> read_percent(const Json& value, const std::string& pointer, Faults& faults) {
    const std::string* text = value.text();
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const bool looks_right = text && text->size() > 1 && text->size() < 32 && text->back() == '%' &&
                             is_digit(text->front());
    double percent = 0;
    if (looks_right) {
        const char* const end = text->data() + text->size() - 1;
        const auto read = std::from_chars(text->data(), end, percent, std::chars_format::fixed);
        if (read.ec == std::errc{} && read.ptr == end && is_digit(end[-1]) &&
            percent <= percent_range.most)
            return percent / 100;
    }
    faults.add(
        pointer,
        fmt::format("a percentage from 0 % to 1,000 % is expected, not {}", described(value)),
        "Write it as a text like \"5%\".");
    return std::nullopt;
}

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
                    fmt::format("{} is a count and has no statistic", in_quotes(m_metric->name)),
                    "Leave the key out.");
            return;
        }
        m_reader.need("statistic", "Write one of " + listed(statistics) + ".");
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
        read_bound(key);
    }

    void read_bound(const std::string& key) {
        const Json& value = *m_reader.find(key);
        const std::string place = m_reader.at(key);
        if (*m_form == Form::worse_by_less_than || *m_form == Form::better_by_at_least) {
            m_criterion.bound = read_percent(value, place, m_faults).value_or(0);
        } else if (*m_form == Form::at_most) {
            m_criterion.bound =
                read_whole(value, place, bound_range(*m_form), m_faults).value_or(0);
        } else {
            m_criterion.bound = read_number(value, place, 0, bound_range(*m_form), m_faults);
        }
    }

    void read_places() {
        const bool needed = m_metric && m_metric->kind != MetricKind::count;
        const bool comparative = m_form && is_comparative(*m_form);
        std::vector<std::string> streams, cells, conditions;
        for (const auto& [name, stream] : m_experiment.streams) streams.push_back(name);
        for (const Cell& cell : m_experiment.cells) cells.push_back(cell.id);
        for (const Condition& one : m_experiment.conditions) conditions.push_back(one.id);
        m_criterion.stream = read_place("stream", "stream", streams, needed);
        m_criterion.cell = read_place("cell", "cell", cells, needed);
        if (const std::string one = read_place("condition", "condition", conditions, needed);
            !one.empty())
            m_criterion.conditions = {one};
        if (m_form && !comparative && m_reader.find("against")) {
            m_faults.add(m_reader.at("against"),
                         fmt::format("{} compares with nothing", in_quotes(to_text(*m_form))),
                         "Leave \"against\" out, or write a bound that compares: "
                         "\"worse_by_less_than\", \"better_by_at_least\" or \"at_least_times\".");
            return;
        }
        m_criterion.against = read_place("against", "cell", cells, comparative);
        if (!m_criterion.against.empty() && m_criterion.against == m_criterion.cell) {
            m_faults.add(m_reader.at("against"), "a cell is compared with itself",
                         "Name another cell.");
        }
    }

    std::string read_place(std::string_view key, std::string_view noun,
                           const std::vector<std::string>& known, bool needed) {
        const std::string hint = fmt::format("The {}s are: {}.", noun, listed(known));
        const Json* value = needed ? m_reader.need(key, hint) : m_reader.find(key);
        // Where there are none at all, that is the fault, and it has been noted.
        if (!value || known.empty()) return {};
        const std::string place = m_reader.at(key);
        const auto name = read_text(*value, place, {1, 4096}, m_faults);
        if (!name) return {};
        if (std::find(known.begin(), known.end(), *name) != known.end()) return *name;
        m_faults.add(place, fmt::format("there is no {} {}", noun, in_quotes(*name)),
                     suggestion(*name, known, fmt::format("The {}s are", noun)));
        return {};
    }

    ObjectReader m_reader;
    const Experiment& m_experiment;
    Faults& m_faults;
    Criterion m_criterion;
    const Metric* m_metric = nullptr;
    std::optional<Form> m_form;
};

}  // namespace

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

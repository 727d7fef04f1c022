// SPDX-License-Identifier: Apache-2.0
#include "plan/criterion_places.h"

#include <fmt/format.h>

#include <algorithm>

#include "plan/criterion_bound.h"
#include "plan/json_pointer.h"
#include "plan/metrics.h"
#include "plan/wording.h"

namespace stallscope {

namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// The name at `place`, when it is one of those `known`.
std::string known_name(const Json& value, const std::string& place, std::string_view noun,
                       const std::vector<std::string>& known, Faults& faults) {
    const auto name = read_text(value, place, {1, 4096}, faults);
    if (!name || contains(known, *name)) return name.value_or("");
    faults.add(place, fmt::format("there is no {} {}", noun, in_quotes(*name)),
               suggestion(*name, known, fmt::format("The {}s are", noun)));
    return {};
}

}  // namespace

PlacesReader::PlacesReader(ObjectReader& criterion, const Experiment& experiment, Criterion& read)
    : m_reader(criterion), m_criterion(read) {
    for (const auto& [name, stream] : experiment.streams) m_streams.push_back(name);
    for (const Cell& cell : experiment.cells) m_cells.push_back(cell.id);
    for (const Condition& one : experiment.conditions) m_conditions.push_back(one.id);
}

void PlacesReader::read(bool needed) {
    m_criterion.stream = read_place(m_reader, "stream", "stream", m_streams, needed);
    m_criterion.cell = read_place(m_reader, "cell", "cell", m_cells, needed);
    read_conditions(needed);
}

void PlacesReader::read_conditions(bool needed) {
    const Json* several = m_reader.find("conditions");
    if (!several) {
        const std::string one =
            read_place(m_reader, "condition", "condition", m_conditions, needed);
        if (!one.empty()) m_criterion.conditions = {one};
        return;
    }
    Faults& faults = m_reader.faults();
    const std::string place = m_reader.at("conditions");
    if (m_reader.find("condition")) {
        faults.add(place, "a criterion names its condition or its conditions, not both",
                   "Keep one of the two keys.");
        return;
    }
    const Json::Array* items = several->array();
    if (!items || items->empty()) {
        faults.add(place,
                   items ? "a criterion in no condition judges nothing"
                         : "a list of conditions is expected, not " + described(*several),
                   fmt::format("The conditions are: {}.", listed(m_conditions)));
        return;
    }
    for (std::size_t i = 0; i < items->size(); ++i) {
        // What a null means, or a condition where there are none, has been noted.
        if ((*items)[i].is_null() || m_conditions.empty()) continue;
        const std::string here = pointer_to(place, i);
        const std::string name = known_name((*items)[i], here, "condition", m_conditions, faults);
        if (name.empty()) continue;
        if (contains(m_criterion.conditions, name)) {
            faults.add(here, fmt::format("condition {} stands here twice", in_quotes(name)),
                       "Keep one of them.");
        } else {
            m_criterion.conditions.push_back(name);
        }
    }
}

void PlacesReader::read_against(const Form* form) {
    Faults& faults = m_reader.faults();
    const bool comparative = form && is_comparative(*form);
    if (form && !comparative && m_reader.find("against")) {
        faults.add(m_reader.at("against"),
                   fmt::format("{} compares with nothing", in_quotes(to_text(*form))),
                   *form == Form::gap_closed
                       ? "Leave \"against\" out: its cells are \"from\" and \"to\"."
                       : "Leave \"against\" out, or write a bound that compares: "
                         "\"worse_by_less_than\", \"better_by_at_least\", \"at_least_times\" or "
                         "\"within\".");
        return;
    }
    m_criterion.against = read_place(m_reader, "against", "cell", m_cells, comparative);
    if (!m_criterion.against.empty() && m_criterion.against == m_criterion.cell)
        faults.add(m_reader.at("against"), "a cell is compared with itself", "Name another cell.");
}

void PlacesReader::read_gap(ObjectReader& gap) {
    Faults& faults = m_reader.faults();
    m_criterion.gap_from = read_place(gap, "from", "cell", m_cells, true);
    m_criterion.gap_to = read_place(gap, "to", "cell", m_cells, true);
    if (const Json* bound = gap.need("at_least", "Write it as a text like \"90%\"."))
        read_gap_bound(*bound, gap.at("at_least"), m_criterion, faults);
    gap.finish();
    if (m_criterion.gap_from.empty() || m_criterion.gap_to.empty()) return;
    if (m_criterion.gap_from == m_criterion.gap_to) {
        faults.add(gap.at("to"), "there is no gap from a cell to itself", "Name another cell.");
    } else if (m_criterion.cell == m_criterion.gap_from) {
        faults.add(gap.at("from"), "a cell at one end of the gap closes none or all of it",
                   "Name the cell the gap was measured in before it was closed.");
    } else if (m_criterion.cell == m_criterion.gap_to) {
        faults.add(gap.at("to"), "a cell at one end of the gap closes none or all of it",
                   "Name the cell that shows how far the gap could be closed.");
    }
}

std::string PlacesReader::read_place(ObjectReader& reader, std::string_view key,
                                     std::string_view noun, const std::vector<std::string>& known,
                                     bool needed) {
    const std::string hint = fmt::format("The {}s are: {}.", noun, listed(known));
    const Json* value = needed ? reader.need(key, hint) : reader.find(key);
    // Where there are none at all, that is the fault, and it has been noted.
    if (!value || known.empty()) return {};
    return known_name(*value, reader.at(key), noun, known, reader.faults());
}

}  // namespace stallscope

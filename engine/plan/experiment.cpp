// SPDX-License-Identifier: Apache-2.0
#include "plan/experiment.h"

#include <algorithm>

#include "plan/cells_from.h"
#include "plan/experiment_codec.h"
#include "plan/json_text.h"
#include "plan/options.h"
#include "plan/wording.h"

namespace stallscope {

namespace {

template <class T>
const T* find_id(const std::vector<T>& all, std::string_view id) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const T& one) { return one.id == id; });
    return found == all.end() ? nullptr : &*found;
}

/// The document as it is written, with every preset it has.
void check_as_written(const Json& document, Faults& faults) {
    read_document(document, faults);
    const Json* presets = document.member("presets");
    if (!presets || !presets->object()) return;
    Faults in_presets;
    for (const auto& [name, preset] : *presets->object())
        check_preset(document, name, faults, in_presets);
    faults.absorb(in_presets, "");
}

}  // namespace

const Cell* Experiment::find_cell(std::string_view id) const {
    return find_id(cells, id);
}

const Condition* Experiment::find_condition(std::string_view id) const {
    return find_id(conditions, id);
}

std::vector<std::string> Experiment::interpreters() const {
    std::vector<std::string> names;
    const auto add = [&](const Host& one) {
        const bool known = std::find(names.begin(), names.end(), one.python) != names.end();
        if (one.kind != HostKind::native && !known) names.push_back(one.python);
    };
    add(host);
    for (const Cell& cell : cells) add(cell.host);
    return names;
}

std::string Experiment::interpreter_path(const std::string& named) const {
    const std::filesystem::path path = named;
    if (named.find('/') == named.npos || path.is_absolute() || directory.empty()) return named;
    return (directory / path).lexically_normal().string();
}

std::vector<std::string> Experiment::running(const Cell& cell, const Condition& condition) const {
    std::vector<std::string> names;
    for (const std::string& stream : condition.streams)
        if (cell.streams.contains(stream)) names.push_back(stream);
    return names;
}

Result<Experiment> parse_experiment(std::string_view json, const Options& options) {
    Faults faults;
    auto document = parse_json(json, faults);
    if (!document) return faults.as_error();
    if (!document->object()) {
        faults.add("", "an experiment is an object in braces { }, this is " + described(*document),
                   "Copy one from experiments/ to start with.");
        return faults.as_error();
    }
    check_as_written(*document, faults);
    if (!faults.empty()) return faults.as_error();
    apply_options(*document, options, faults);
    if (!faults.empty()) return faults.as_error();
    // What is sealed names every cell.
    *document = with_crossed_cells(*document, faults);
    if (!faults.empty()) return faults.as_error();
    Experiment experiment = read_document(*document, faults);
    if (!faults.empty()) return faults.as_error();
    experiment.canonical = canonical_json(*document);
    return experiment;
}

}  // namespace stallscope

// SPDX-License-Identifier: Apache-2.0
#include "analysis/criteria_family.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "plan/metrics.h"

namespace stallscope {
namespace {

bool contains(const std::vector<std::string>& all, const std::string& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
}

/// Builds the members of one experiment.
class Builder {
public:
    Builder(const Experiment& experiment, const RunValues& values, const NoiseBank& bank,
            const std::vector<Finding>& blocking)
        : m_experiment(experiment), m_values(values), m_bank(bank), m_blocking(blocking) {
        m_cycles = static_cast<std::size_t>(experiment.cycles);
        for (const auto& [place, stream] : values.streams) {
            if (!stream.tallies.empty()) {
                m_cycles = std::max(m_cycles,
                                    static_cast<std::size_t>(stream.tallies.rbegin()->first) + 1);
            }
        }
    }

    CriteriaFamily build() {
        m_out.family.rule.looks = m_experiment.looks;
        m_out.family.rule.cycles = m_experiment.cycles;
        m_out.family.interval = m_experiment.interval;
        for (std::size_t i = 0; i < m_experiment.criteria.size(); ++i) {
            m_criterion = &m_experiment.criteria[i];
            m_index = i;
            add_criterion();
        }
        return std::move(m_out);
    }

private:
    void add_criterion() {
        if (is_census(*m_criterion)) {
            add_census();
            return;
        }
        for (const std::string& condition : m_criterion->conditions) {
            if (m_criterion->share) {
                add_share(condition);
            } else if (m_criterion->form == Form::gap_closed) {
                add_gap(condition);
            } else if (is_comparative(m_criterion->form)) {
                add_comparison(condition);
            } else {
                add_absolute(condition);
            }
        }
    }

    Member member_for(const std::string& condition) const {
        Member member;
        member.id = m_criterion->id;
        member.kind = scale_of(m_criterion->metric);
        member.exploratory = m_criterion->exploratory;
        member.invalid = blocked(condition);
        return member;
    }

    void add(Member member, const std::string& condition, bool lower = false) {
        m_out.family.members.push_back(std::move(member));
        m_out.members.push_back({m_index, condition, lower});
    }

    bool concerns(const Finding& finding, const std::string& condition) const {
        const std::vector<std::string> mine = {m_criterion->cell, m_criterion->against,
                                               m_criterion->gap_from, m_criterion->gap_to};
        const bool here =
            finding.condition.empty() || condition.empty() || finding.condition == condition;
        const bool all_cells =
            finding.cells.empty() || m_criterion->cell.empty() ||
            std::all_of(finding.cells.begin(), finding.cells.end(),
                        [&](const std::string& cell) { return contains(mine, cell); });
        return finding.severity == "blocks" && here && all_cells;
    }

    /// The finding that makes this comparison meaningless; one about the whole run says most.
    std::string blocked(const std::string& condition) const {
        const Finding* worst = nullptr;
        for (const Finding& finding : m_blocking) {
            if (concerns(finding, condition) &&
                (worst == nullptr || (!worst->where.empty() && finding.where.empty()))) {
                worst = &finding;
            }
        }
        return worst == nullptr ? std::string() : fmt::format("{}: {}", worst->id, worst->says);
    }

    const StreamValues* stream_in(const std::string& cell, const std::string& condition) const {
        return m_values.find({cell, condition, m_criterion->stream});
    }

    Figure figure() const { return {m_criterion->metric, m_criterion->statistic}; }

    const std::map<int, VisitValue>* values_in(const std::string& cell,
                                               const std::string& condition) const {
        const StreamValues* stream = stream_in(cell, condition);
        if (stream == nullptr) {
            return nullptr;
        }
        const auto found = stream->values.find(figure());
        return found == stream->values.end() ? nullptr : &found->second;
    }

    /// y or raw of a cell by cycle, and into `member` what step 1 had to say of it.
    template <class Get>
    CycleValues series(const std::string& cell, const std::string& condition, Member* member,
                       Get get) const {
        CycleValues out(m_cycles);
        const auto* values = values_in(cell, condition);
        if (values == nullptr) {
            if (member != nullptr) {
                note(*member, fmt::format("no complete visit of cell {} in condition {} has "
                                          "stream {}",
                                          cell, condition, m_criterion->stream));
            }
            return out;
        }
        for (const auto& [cycle, value] : *values) {
            if (cycle >= 0 && static_cast<std::size_t>(cycle) < m_cycles) {
                out[static_cast<std::size_t>(cycle)] = get(value);
            }
            if (member != nullptr) {
                heed(*member, value, get(value).has_value(), cell);
            }
        }
        return out;
    }

    static void note(Member& member, std::string text) {
        if (std::find(member.notes.begin(), member.notes.end(), text) == member.notes.end()) {
            member.notes.push_back(std::move(text));
        }
    }

    static void heed(Member& member, const VisitValue& value, bool has_value,
                     const std::string& cell) {
        if (value.too_few) {
            if (member.unresolvable.empty()) {
                member.unresolvable = value.why;
            }
        } else if (!has_value && !value.why.empty()) {
            note(member, fmt::format("cell {}: {}", cell, value.why));
        }
        if (value.thin) {
            note(member, "thin: fewer than 20 requests of a half-visit lie beyond the quantile");
        }
        if (value.pooled) {
            note(member, "one quantile over both halves: a half alone has too few requests");
        }
        if (value.open_end) {
            note(member, "a rate was closed by the window's end, no arrival came after it");
        }
    }

    static std::optional<double> y_of(const VisitValue& value) { return value.y; }
    static std::optional<double> raw_of(const VisitValue& value) { return value.raw; }

    std::vector<std::optional<CostTotal>> totals(const std::string& cell,
                                                 const std::string& condition) const {
        std::vector<std::optional<CostTotal>> out(m_cycles);
        const StreamValues* stream = stream_in(cell, condition);
        const auto found = stream != nullptr
                               ? stream->totals.find(m_criterion->metric)
                               : std::map<std::string, std::map<int, CostTotal>>::const_iterator{};
        if (stream == nullptr || found == stream->totals.end()) {
            return out;
        }
        for (const auto& [cycle, total] : found->second) {
            if (cycle >= 0 && static_cast<std::size_t>(cycle) < m_cycles) {
                out[static_cast<std::size_t>(cycle)] = total;
            }
        }
        return out;
    }

    ContrastSeries contrast(const std::string& b, const std::string& a,
                            const std::string& condition, Member* member) const {
        ContrastSeries out;
        out.b = series(b, condition, member, y_of);
        out.a = series(a, condition, member, y_of);
        if (m_experiment.interval == IntervalKind::pooled) {
            for (const Cell& other : m_experiment.cells) {
                if (other.id != b && other.id != a && values_in(other.id, condition) != nullptr) {
                    out.others.push_back(series(other.id, condition, nullptr, y_of));
                }
            }
        }
        if (m_criterion->statistic == "typical") {
            out.total_b = totals(b, condition);
            out.total_a = totals(a, condition);
        }
        return out;
    }

    /// Mean raw value of the cell it is compared with, for the clock's share of it.
    double resolution_in(const std::string& cell, const std::string& condition) const {
        const auto* values = values_in(cell, condition);
        if (values == nullptr || scale_of(m_criterion->metric) == CostScale::rate) {
            return 0;
        }
        double sum = 0;
        double count = 0;
        for (const auto& [cycle, value] : *values) {
            if (value.raw && *value.raw > 0) {
                sum += *value.raw;
                ++count;
            }
        }
        return count > 0 ? m_values.clock_resolution_ms / (sum / count) : 0;
    }

    std::string scope_in(const std::string& condition) const {
        return fmt::format("{}/{}/{}", m_criterion->stream, condition, m_criterion->metric);
    }

    /// The duplicate that watches over a comparison: of the cell compared with, else of the cell
    /// itself, else any in the condition.
    std::string control_for(const std::string& condition) {
        std::vector<const Cell*> originals;
        for (const std::string* id : {&m_criterion->against, &m_criterion->gap_from,
                                      &m_criterion->cell, &m_criterion->gap_to}) {
            if (const Cell* cell = m_experiment.find_cell(*id)) {
                originals.push_back(cell);
            }
        }
        for (const Cell& cell : m_experiment.cells) {
            originals.push_back(&cell);
        }
        for (const Cell* original : originals) {
            const Cell* duplicate = duplicate_of(m_experiment, *original, condition);
            if (duplicate != nullptr && contains(original->conditions, condition)) {
                return add_control(*original, *duplicate, condition);
            }
        }
        return {};
    }

    std::string add_control(const Cell& original, const Cell& duplicate,
                            const std::string& condition) {
        const std::string key = fmt::format("{}/{}/{}/{}", scope_in(condition),
                                            m_criterion->statistic, original.id, duplicate.id);
        const auto& known = m_out.family.controls;
        if (std::none_of(known.begin(), known.end(),
                         [&](const ControlSeries& one) { return one.key == key; })) {
            ControlSeries control;
            control.key = key;
            control.scope = scope_in(condition);
            control.data = contrast(duplicate.id, original.id, condition, nullptr);
            m_out.family.controls.push_back(std::move(control));
            m_out.controls.push_back(
                {m_criterion->stream, condition, original.id, duplicate.id, figure()});
        }
        return key;
    }

    void watch(Member& member, const std::string& condition) {
        member.scope = scope_in(condition);
        member.control = control_for(condition);
        if (member.control.empty()) {
            note(member, "no control: no pure duplicate of a cell is measured in this condition");
        }
    }

    void add_comparison(const std::string& condition) {
        Member member = member_for(condition);
        member.data = contrast(m_criterion->cell, m_criterion->against, condition, &member);
        member.resolution = resolution_in(m_criterion->against, condition);
        member.bank =
            m_bank.find(m_criterion->stream, condition, figure(), m_experiment.windows.seconds);
        watch(member, condition);
        const auto sides = m_criterion->form == Form::within
                               ? std::vector{MarginForm::within_upper, MarginForm::within_lower}
                               : std::vector{margin_form_of(m_criterion->form)};
        for (const MarginForm side : sides) {
            if (const auto limit = margin(side, member.kind, m_criterion->bound)) {
                member.margin = *limit;
                add(member, condition, side == MarginForm::within_lower);
            }
        }
    }

    void add_absolute(const std::string& condition) {
        Member member = member_for(condition);
        AbsoluteSeries absolute;
        absolute.z = series(m_criterion->cell, condition, &member, raw_of);
        const StreamValues* stream = stream_in(m_criterion->cell, condition);
        const bool by_device_timer =
            m_criterion->metric == "device" || m_criterion->metric == "off_device";
        if (stream != nullptr && by_device_timer) {
            absolute.systematic = stream->device_error_ms;
        }
        member.data = std::move(absolute);
        if (const auto limit =
                margin(margin_form_of(m_criterion->form), member.kind, m_criterion->bound)) {
            member.margin = *limit;
        }
        add(std::move(member), condition);
    }

    void add_gap(const std::string& condition) {
        Member member = member_for(condition);
        const auto from = series(m_criterion->gap_from, condition, &member, raw_of);
        const auto to = series(m_criterion->gap_to, condition, &member, raw_of);
        const auto cell = series(m_criterion->cell, condition, &member, raw_of);
        AbsoluteSeries absolute;
        absolute.z.resize(m_cycles);
        for (std::size_t k = 0; k < m_cycles; ++k) {
            if (from[k] && to[k] && cell[k]) {
                absolute.z[k] = gap_closed(*from[k], *to[k], *cell[k]);
            }
        }
        member.data = std::move(absolute);
        member.margin = *margin(MarginForm::gap_closed_at_least, member.kind, m_criterion->bound);
        // Closing 90 % of a gap down to almost nothing is becoming 90 % better.
        if (m_criterion->bound < 1) {
            member.control_margin = std::abs(std::log1p(-m_criterion->bound));
        }
        watch(member, condition);
        add(std::move(member), condition);
    }

    std::vector<std::optional<ShareCount>> shares(const std::string& cell,
                                                  const std::string& condition) const {
        std::vector<std::optional<ShareCount>> out(m_cycles);
        const StreamValues* stream = stream_in(cell, condition);
        if (stream == nullptr) {
            return out;
        }
        for (const auto& [cycle, tally] : stream->tallies) {
            if (static_cast<std::size_t>(cycle) < m_cycles && tally.requests > 0) {
                out[static_cast<std::size_t>(cycle)] = ShareCount{
                    static_cast<double>(tally.errors), static_cast<double>(tally.requests)};
            }
        }
        return out;
    }

    void add_share(const std::string& condition) {
        Member member = member_for(condition);
        member.kind = CostScale::raw;
        if (!is_comparative(m_criterion->form)) {
            member.data = ShareSeries{shares(m_criterion->cell, condition)};
            member.margin = {m_criterion->bound, false};
            add(std::move(member), condition);
            return;
        }
        const auto per_cycle = [&](const std::string& cell) {
            CycleValues out;
            for (const auto& count : shares(cell, condition)) {
                out.push_back(count ? std::optional(count->failed / count->requests)
                                    : std::nullopt);
            }
            return out;
        };
        ContrastSeries series;
        series.b = per_cycle(m_criterion->cell);
        series.a = per_cycle(m_criterion->against);
        member.data = std::move(series);
        if (const auto limit =
                margin(margin_form_of(m_criterion->form), CostScale::raw, m_criterion->bound)) {
            member.margin = *limit;
            add(std::move(member), condition);
        }
    }

    void add_census() {
        CensusCount census;
        census.complete = m_values.complete;
        for (const auto& [place, stream] : m_values.streams) {
            const bool named =
                (m_criterion->stream.empty() || place.stream == m_criterion->stream) &&
                (m_criterion->cell.empty() || place.cell == m_criterion->cell) &&
                (m_criterion->conditions.empty() ||
                 contains(m_criterion->conditions, place.condition));
            if (!named) {
                continue;
            }
            for (const auto& [cycle, tally] : stream.tallies) {
                if (m_criterion->metric == "mismatches") {
                    census.count += tally.mismatches;
                    census.of += tally.answers_checked;
                } else if (m_criterion->metric == "errors") {
                    census.count += tally.errors;
                    census.of += tally.requests;
                } else {
                    census.count += tally.served_elsewhere;
                    census.of += tally.served_known;
                }
            }
        }
        // "served_as_declared at least 100 %" counts the requests that were not.
        census.at_most = m_criterion->metric == "served_as_declared"
                             ? 0
                             : static_cast<std::int64_t>(m_criterion->bound);
        Member member = member_for({});
        if (census.of == 0 && m_values.complete) {
            member.invalid = m_criterion->metric == "mismatches"
                                 ? "no answer was compared with a reference"
                             : m_criterion->metric == "errors"
                                 ? "no request was counted"
                                 : "no request has the stamps that tell where it was served";
        }
        // What was seen was seen, whatever else went wrong.
        if (census.count > census.at_most) {
            member.invalid.clear();
        }
        member.data = census;
        add(std::move(member), {});
    }

    const Experiment& m_experiment;
    const RunValues& m_values;
    const NoiseBank& m_bank;
    const std::vector<Finding>& m_blocking;
    std::size_t m_cycles = 0;
    const Criterion* m_criterion = nullptr;
    std::size_t m_index = 0;
    CriteriaFamily m_out;
};

}  // namespace

CriteriaFamily family_of(const Experiment& experiment, const RunValues& values,
                         const NoiseBank& bank, const std::vector<Finding>& blocking) {
    return Builder(experiment, values, bank, blocking).build();
}

MarginForm margin_form_of(Form form) {
    switch (form) {
        case Form::worse_by_less_than:
            return MarginForm::worse_by_less_than;
        case Form::better_by_at_least:
            return MarginForm::better_by_at_least;
        case Form::at_least_times:
            return MarginForm::at_least_times;
        case Form::within:
            return MarginForm::within_upper;
        case Form::gap_closed:
            return MarginForm::gap_closed_at_least;
        case Form::at_least:
        case Form::at_least_ms:
            return MarginForm::at_least;
        case Form::at_most:
        case Form::at_most_ms:
            break;
    }
    return MarginForm::at_most;
}

std::string_view unit_of(const Criterion& criterion) {
    if (is_census(criterion)) {
        return "count";
    }
    if (criterion.share) {
        return is_comparative(criterion.form) ? "points" : "share";
    }
    if (criterion.form == Form::gap_closed) {
        return "share";
    }
    if (criterion.form == Form::at_least_times) {
        return "times";
    }
    if (is_comparative(criterion.form)) {
        return "ratio";
    }
    return criterion.metric == "throughput" ? "req/s" : "ms";
}

bool is_census(const Criterion& criterion) {
    return !criterion.share && (criterion.metric == "mismatches" || criterion.metric == "errors" ||
                                criterion.metric == "served_as_declared");
}

bool is_device_made(const Criterion& criterion) {
    for (const char* metric : {"throughput", "device", "off_device", "service"}) {
        if (criterion.metric == metric) {
            return true;
        }
    }
    return false;
}

}  // namespace stallscope

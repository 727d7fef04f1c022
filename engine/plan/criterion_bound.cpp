// SPDX-License-Identifier: Apache-2.0
#include "plan/criterion_bound.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "plan/object_reader.h"
#include "plan/wording.h"

namespace stallscope {

namespace {

constexpr double most_change = 1000;  // %
constexpr double most_share = 100;    // % and points

Range number_range(Form form) {
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

/// The number before `unit` in a text like "5%".
std::optional<double> number_before(std::string_view unit, const Json& value) {
    const std::string* text = value.text();
    if (!text || text->size() <= unit.size() || text->size() >= 40 || !text->ends_with(unit))
        return std::nullopt;
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const char* const end = text->data() + text->size() - unit.size();
    if (!is_digit(text->front()) || !is_digit(end[-1])) return std::nullopt;
    double number = 0;
    const auto read = std::from_chars(text->data(), end, number, std::chars_format::fixed);
    if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
    return number;
}

/// "5%" as 0.05.
std::optional<double> read_percent(const Json& value, const std::string& pointer, double most,
                                   Faults& faults) {
    const auto percent = number_before("%", value);
    if (percent && *percent <= most) return *percent / 100;
    faults.add(pointer,
               fmt::format("a percentage from 0 % to {} % is expected, not {}", number_text(most),
                           described(value)),
               "Write it as a text like \"5%\".");
    return std::nullopt;
}

/// "0.1 points" as 0.001.
std::optional<double> read_points(const Json& value, const std::string& pointer, Faults& faults) {
    const auto points = number_before(" points", value);
    if (points && *points <= most_share) return *points / 100;
    faults.add(pointer,
               fmt::format("a difference of shares from 0 to {} percentage points is expected, "
                           "not {}",
                           number_text(most_share), described(value)),
               "Write it as a text like \"0.1 points\": from 0.2 % to 0.3 % is 0.1 points.");
    return std::nullopt;
}

/// Whether the bound has a margin: what would lie beyond nothing has none.
bool has_margin(Form form, MetricKind kind, double bound) {
    if (bound < 1) return true;
    const bool rate = kind == MetricKind::rate;
    return !(form == Form::within || (form == Form::better_by_at_least && !rate) ||
             (form == Form::worse_by_less_than && rate));
}

void refuse_without_margin(const Json& value, const std::string& pointer,
                           const Criterion& criterion, MetricKind kind, Faults& faults) {
    if (has_margin(criterion.form, kind, criterion.bound)) return;
    const std::string given = in_quotes(*value.text());
    if (criterion.form == Form::within) {
        faults.add(pointer,
                   fmt::format("within {} has no lower end: nothing at all lies in it", given),
                   "Take less than 100 %.");
    } else if (criterion.form == Form::better_by_at_least) {
        faults.add(pointer,
                   fmt::format("no time can be better by {}: nothing would be left of it", given),
                   "Take less than 100 %, or say by which factor: \"at_least_times\".");
    } else {
        faults.add(pointer,
                   fmt::format("no rate can be worse by {}: this would always be met", given),
                   "Take less than 100 %.");
    }
}

void read_count(const Json& value, const std::string& pointer, MetricKind kind,
                Criterion& criterion, Faults& faults) {
    if (kind == MetricKind::errors && value.text()) {
        criterion.share = true;
        criterion.bound = read_percent(value, pointer, most_share, faults).value_or(0);
        return;
    }
    criterion.bound = read_whole(value, pointer, number_range(Form::at_most), faults).value_or(0);
}

void read_census(const Json& value, const std::string& pointer, Criterion& criterion,
                 Faults& faults) {
    const auto percent = number_before("%", value);
    criterion.bound = 1;
    if (percent && *percent == 100) return;
    faults.add(pointer,
               fmt::format("{} is a census: all of it, or it is not met; \"100%\" is expected, "
                           "not {}",
                           in_quotes(criterion.metric), described(value)),
               "Write \"at_least\": \"100%\".");
}

}  // namespace

void read_bound(const Json& value, const std::string& pointer, MetricKind kind,
                Criterion& criterion, Faults& faults) {
    switch (criterion.form) {
        case Form::worse_by_less_than:
            if (kind == MetricKind::errors) {
                criterion.share = true;
                criterion.bound = read_points(value, pointer, faults).value_or(0);
                return;
            }
            [[fallthrough]];
        case Form::better_by_at_least:
        case Form::within:
            criterion.bound = read_percent(value, pointer, most_change, faults).value_or(0);
            refuse_without_margin(value, pointer, criterion, kind, faults);
            return;
        case Form::at_most:
            read_count(value, pointer, kind, criterion, faults);
            return;
        case Form::at_least:
            if (kind == MetricKind::census) {
                read_census(value, pointer, criterion, faults);
                return;
            }
            break;
        case Form::at_most_ms:
        case Form::at_least_ms:
        case Form::at_least_times:
        case Form::gap_closed:
            break;
    }
    criterion.bound = read_number(value, pointer, 0, number_range(criterion.form), faults);
}

void read_gap_bound(const Json& value, const std::string& pointer, Criterion& criterion,
                    Faults& faults) {
    criterion.bound = read_percent(value, pointer, most_change, faults).value_or(0);
}

}  // namespace stallscope

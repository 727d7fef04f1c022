// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "plan/json_pointer.h"
#include "suite/bench_output.h"
#include "suite/json_access.h"

namespace stallscope {

namespace {

constexpr double second = 1e9;

/// The command as the user named it (--command-name), with the values of its parameters.
Result<BenchRow> row_of(const Json& result, const std::string& place) {
    BenchRow row;
    const auto command = text_at(result, place, "command");
    if (!command) return tl::unexpected(command.error());
    row.name = *command;
    const Json* times = result.member("times");
    if (const Json::Array* items = times ? times->array() : nullptr) {
        for (std::size_t i = 0; i < items->size(); ++i) {
            const auto time =
                time_of((*items)[i], pointer_to(pointer_to(place, "times"), i), second);
            if (!time) return tl::unexpected(time.error());
            row.times_ns.push_back(*time);
        }
    }
    const Json* codes = result.member("exit_codes");
    if (const Json::Array* items = codes ? codes->array() : nullptr) {
        for (const Json& code : *items) {
            const double* number = code.number();
            if (!number) {
                row.trouble = "was ended by a signal";
            } else if (*number != 0) {
                row.trouble = fmt::format("exited with code {:g}", *number);
            }
        }
    }
    if (!row.times_ns.empty()) {
        summarise(row);
        row.min_s = *times->array()->front().number();
        for (const Json& time : *times->array()) row.min_s = std::min(row.min_s, *time.number());
        return row;
    }
    const struct {
        std::string_view key;
        double BenchRow::*value;
    } wanted[] = {
        {"min", &BenchRow::min_ns}, {"median", &BenchRow::median_ns}, {"mean", &BenchRow::mean_ns}};
    for (const auto& [key, value] : wanted) {
        const auto time = time_at(result, place, key, second);
        if (!time) return tl::unexpected(time.error());
        row.*value = *time;
    }
    row.min_s = *result.member("min")->number();
    return row;
}

}  // namespace

Result<BenchOutput> import_hyperfine(std::string_view json) {
    const auto document = parse_output(json, "the hyperfine output");
    if (!document) return tl::unexpected(document.error());
    const auto results = list_at(*document, "", "results");
    if (!results) return tl::unexpected(results.error());
    BenchOutput output;
    for (std::size_t i = 0; i < (*results)->size(); ++i) {
        const std::string place = pointer_to("/results", i);
        auto row = row_of((**results)[i], place);
        if (!row) return tl::unexpected(row.error());
        output.rows.push_back(std::move(*row));
    }
    if (const auto again = repeated_row(output)) {
        Error error = repeated(output, *again);
        error.where = pointer_to("/results", *again);
        error.hint = "Give each command a name of its own: --command-name.";
        return tl::unexpected(std::move(error));
    }
    if (output.rows.empty())
        return fail(ErrorKind::measurement, "there is no command in the output", "/results");
    return output;
}

}  // namespace stallscope

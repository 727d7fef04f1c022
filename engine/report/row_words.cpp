// SPDX-License-Identifier: Apache-2.0
#include "report/row_words.h"

#include <algorithm>
#include <map>

#include "analysis/quantile.h"
#include "report/numbers.h"

namespace stallscope {
namespace {

std::string reason_for(const std::string& path, const std::map<std::string, std::string>& why_null,
                       std::string_view statistic) {
    for (const std::string& key : {path, path + "." + std::string(statistic)}) {
        if (const auto found = why_null.find(key); found != why_null.end()) {
            return found->second;
        }
    }
    return "it was not measured";
}

}  // namespace

std::string stream_name(const Row& row) {
    return row.emulated ? row.device : row.stream;
}
std::string stream_name(const Neighbour& neighbour) {
    return neighbour.emulated ? neighbour.device : neighbour.stream;
}

LockBeside lock_beside(const Row& row) {
    bool in_host = false;
    bool callable = false;
    for (const Neighbour& neighbour : row.neighbours) {
        if (neighbour.placement != "thread") {
            continue;
        }
        if (neighbour.binding == "pydll") {
            return LockBeside::held;
        }
        in_host = true;
        callable = callable || neighbour.binding == "callable";
    }
    if (row.neighbours.empty()) {
        return LockBeside::alone;
    }
    return callable ? LockBeside::callable : in_host ? LockBeside::released : LockBeside::process;
}

std::string_view to_text(LockBeside lock) {
    switch (lock) {
        case LockBeside::alone:
            return "alone";
        case LockBeside::held:
            return "held";
        case LockBeside::released:
            return "released";
        case LockBeside::callable:
            return "callable";
        case LockBeside::process:
            return "own process";
    }
    return "";
}

std::vector<const Row*> victim_rows(const RunResults& results) {
    std::vector<const Row*> closed;
    std::vector<const Row*> in_process;
    for (const Row& row : results.rows) {
        if (row.loop) {
            continue;
        }
        closed.push_back(&row);
        // A stream that changes its placement between cells is the one that disturbs.
        const bool always =
            std::none_of(results.rows.begin(), results.rows.end(), [&](const Row& other) {
                return other.stream == row.stream && other.placement != "process";
            });
        if (always) {
            in_process.push_back(&row);
        }
    }
    return in_process.empty() ? closed : in_process;
}

std::vector<const Row*> busiest(const std::vector<const Row*>& rows) {
    std::vector<const Row*> kept;
    for (const Row* row : rows) {
        const auto known = std::find_if(kept.begin(), kept.end(), [&](const Row* other) {
            return other->cell == row->cell && other->stream == row->stream;
        });
        if (known == kept.end()) {
            kept.push_back(row);
        } else if (row->neighbours.size() > (*known)->neighbours.size()) {
            *known = row;
        }
    }
    return kept;
}

std::string figure(const std::optional<double>& value, const std::string& path,
                   const std::map<std::string, std::string>& why_null, Footnotes& notes) {
    return value ? ms_text(*value) : notes.mark(reason_for(path, why_null, ""));
}

std::string statistic(const Summary& summary, std::string_view which, const std::string& path,
                      const std::map<std::string, std::string>& why_null, Footnotes& notes) {
    const std::optional<double>& value = which == "mean"  ? summary.mean
                                         : which == "p5"  ? summary.p5
                                         : which == "p50" ? summary.p50
                                         : which == "p95" ? summary.p95
                                                          : summary.p99;
    if (!value) {
        return notes.mark(reason_for(path, why_null, which));
    }
    return ms_text(*value) + (which == "p99" && summary.n < thin_below ? "†" : "");
}

std::string p50_p95_p99(const Summary& summary, const std::string& path,
                        const std::map<std::string, std::string>& why_null, Footnotes& notes) {
    if (summary.n == 0) {
        return notes.mark(reason_for(path, why_null, ""));
    }
    std::string text;
    for (const char* which : {"p50", "p95", "p99"}) {
        text += (text.empty() ? "" : " / ") + statistic(summary, which, path, why_null, notes);
    }
    return text;
}

}  // namespace stallscope

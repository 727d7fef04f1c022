// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/results.h"
#include "report/markdown.h"

namespace stallscope {

/// The stream's name for a table, not escaped: an emulated device says so by name.
std::string stream_name(const Row& row);
std::string stream_name(const Neighbour& neighbour);

/// How the interpreter lock stands during the calls of the streams beside this row's, from what
/// the cell declares.
enum class LockBeside {
    alone,     ///< no other stream runs
    held,      ///< one in the host calls through pydll
    released,  ///< those in the host call through cdll
    callable,  ///< a callable in the host does whatever it does
    process,   ///< the others run in workers of their own
};
LockBeside lock_beside(const Row& row);
std::string_view to_text(LockBeside lock);

/// The rows of the streams whose replies are looked at: closed streams in a worker process, else
/// every closed stream.
std::vector<const Row*> victim_rows(const RunResults& results);

/// Of `rows`, those of the condition in which most streams run, one per (cell, stream).
std::vector<const Row*> busiest(const std::vector<const Row*>& rows);

/// A figure or its footnote's mark. `path` is the key of Row::why_null: "legs_ms.return".
std::string figure(const std::optional<double>& value, const std::string& path,
                   const std::map<std::string, std::string>& why_null, Footnotes& notes);

/// "P50 / P95 / P99" of a summary in ms, a thin P99 with a dagger, what is missing as a mark.
std::string p50_p95_p99(const Summary& summary, const std::string& path,
                        const std::map<std::string, std::string>& why_null, Footnotes& notes);
/// One statistic: "mean", "p50", "p99".
std::string statistic(const Summary& summary, std::string_view which, const std::string& path,
                      const std::map<std::string, std::string>& why_null, Footnotes& notes);

}  // namespace stallscope

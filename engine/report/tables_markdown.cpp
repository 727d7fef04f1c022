// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "analysis/quantile.h"
#include "report/markdown.h"
#include "report/numbers.h"
#include "report/report.h"
#include "report/tables.h"

namespace stallscope {
namespace {

std::string head(const RunResults& results) {
    std::string text = fmt::format("# {}\n\n", escaped(results.name));
    if (!results.question.empty()) {
        text += escaped(results.question) + "\n\n";
    }
    text += fmt::format(
        "- run: {}{}; {} of {} planned visits complete", escaped(results.status),
        results.status_reason.empty() ? "" : " (" + escaped(results.status_reason) + ")",
        results.visits_complete, results.visits_planned);
    if (results.visits_partial > 0) {
        text += fmt::format(", {} partial", results.visits_partial);
    }
    if (results.visits_failed > 0) {
        text += fmt::format(", {} failed or discarded", results.visits_failed);
    }
    text += fmt::format("\n- started {}, {} s; engine {}\n", escaped(results.started),
                        rate_text(results.seconds), escaped(results.engine));
    text += fmt::format("- sealed {}: `{}`\n", escaped(results.sealed_at),
                        escaped(results.sealed_sha256));
    text += fmt::format(
        "- quantiles: {}; † a P99 from fewer than {} requests is thin, below {} it is not given; – "
        "not measured\n",
        quantile_name, thin_below, fewest_for_p99);
    for (const std::string& name : results.emulated_streams) {
        text += fmt::format("- **emulated**: {}\n", escaped(name));
    }
    return text;
}

std::string limits(const RunResults& results) {
    std::string text =
        "## Limits\n\n"
        "- One run on one machine: an interval says what the cycles of this run allow, nothing of "
        "other machines or other days.\n";
    if (results.batch_rows.empty()) {
        text +=
            "- The Python host is a reference runtime: client threads, a dispatcher thread per "
            "stream, futures, pickled frames. Another runtime's own work is not in these "
            "figures.\n"
            "- No stacks were taken (table 7), and the price of a process (table 8) and the legs' "
            "differences (table 5) are not worked out.\n";
    } else {
        text +=
            "- Calls come back to back on warm caches, nothing else runs in the process. A call "
            "that comes once in a while pays more for its threads.\n";
    }
    if (!results.emulated_streams.empty()) {
        text +=
            "- On an emulated device the streams and the host share CPU cores: service times and "
            "throughput are artefacts of that, lock waits are not.\n";
    }
    return text;
}

}  // namespace

std::string tables_markdown(const RunResults& results) {
    std::string text = head(results);
    const auto add = [&](std::initializer_list<std::string (*)(const RunResults&)> parts) {
        for (const auto part : parts) {
            const std::string section = part(results);
            if (!section.empty()) text += "\n" + section;
        }
    };
    // Batches have no reply's path.
    if (results.batch_rows.empty()) {
        add({streams_table, second_stream_table, all_at_once_table, reply_path_table, probe_table});
    } else {
        add({batch_table, crossover_table});
    }
    add({differences_table, criteria_table, conclusions_list, findings_list, checks_list, limits});
    return text;
}

}  // namespace stallscope

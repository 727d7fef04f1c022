// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "report/markdown.h"
#include "report/numbers.h"
#include "report/tables.h"

namespace stallscope {
namespace {

std::string subject_words(const MailWorkload& mail) {
    return fmt::format("{}, {}, {}", mail.parser, mail.mode, mail.structure);
}

const CrossoverPoint* point_at(const Crossover& sweep, int bytes_each, int messages) {
    for (const CrossoverPoint& point : sweep.points)
        if (point.bytes_each == bytes_each && point.messages == messages) return &point;
    return nullptr;
}

std::string map_of(const Crossover& sweep) {
    std::set<int> sizes, counts;
    for (const CrossoverPoint& point : sweep.points) {
        sizes.insert(point.bytes_each);
        counts.insert(point.messages);
    }
    MarkdownTable table;
    table.column("bytes a mail");
    for (const int count : counts) table.column(fmt::format("{} mails", count));
    for (const int size : sizes) {
        std::vector<std::string> cells{std::to_string(size)};
        for (const int count : counts) {
            const CrossoverPoint* point = point_at(sweep, size, count);
            cells.push_back(point ? best_words(*point) : "–");
        }
        table.row(std::move(cells));
    }
    return table.text() +
           "\nThe number of workers that takes least, and how many times faster they are than one. "
           "A time is the P50 of its quietest visit: what else runs on the machine only adds.\n";
}

std::string with_error(double value, const std::optional<double>& error, int digits) {
    return error ? fmt::format("{} ± {}", fixed_text(value, digits), fixed_text(*error, digits))
                 : fixed_text(value, digits);
}

std::string costs_of(const Crossover& sweep) {
    if (!sweep.fit) return "\nNo cost model: no size was measured with several workers.\n";
    const CostFit& fit = *sweep.fit;
    MarkdownTable table;
    table.column("costs", false);
    for (const char* title :
         {"ns a mail", "ns a byte", "ns a thread", "CPUs", "do the work of", "a worker pays from"})
        table.column(title);
    const auto row = [&](const std::string& name, const CostModel& model, const CostFit& errors) {
        const auto pays = pays_from_ns(model);
        table.row({name, with_error(model.ns_per_message, errors.se_message, 0),
                   with_error(model.ns_per_byte, errors.se_byte, 3),
                   with_error(model.ns_per_thread, errors.se_thread, 0), std::to_string(model.cpus),
                   with_error(model.speedup, errors.se_speedup, 2),
                   pays ? time_text(*pays / 1e6) : "never"});
    };
    row("fitted to this sweep", fit.model, fit);
    if (sweep.stored) row("stored for this machine", *sweep.stored, {});
    return "\n" + table.text() +
           fmt::format(
               "\n± standard error, by leaving out one size at a time; the fit misses a "
               "time by {} (root mean square). A second worker pays from that much work in "
               "a batch on.\n",
               percent_text(fit.residual));
}

std::string policies_of(const Crossover& sweep) {
    MarkdownTable table;
    table.column("policy", false);
    for (const char* title : {"median regret", "worst regret"}) table.column(title);
    table.column("worst at", false);
    table.column("not the best");
    for (const PolicyRegret& policy : sweep.policies) {
        const CrossoverPoint& worst = sweep.points[static_cast<std::size_t>(policy.worst_point)];
        const auto off =
            std::count_if(policy.choices.begin(), policy.choices.end(),
                          [](const PolicyChoice& choice) { return choice.regret > 0; });
        table.row({policy.policy, percent_text(policy.median), percent_text(policy.worst),
                   policy.worst > 0 ? fmt::format("{} × {} bytes", worst.messages, worst.bytes_each)
                                    : "–",
                   fmt::format("{} of {}", off, sweep.points.size())});
    }
    return "\n" + table.text() +
           fmt::format(
               "\nRegret: the time with the workers a policy takes there ({} CPUs allowed) over "
               "the best time, − 1. Proposed for cap bytes: {} bytes a worker.\n",
               sweep.cpus, sweep.proposed_bytes);
}

}  // namespace

std::string best_words(const CrossoverPoint& point) {
    if (point.best_workers == 1) return "1";
    return fmt::format("{} ({})", point.best_workers, ratio_text(point.speedup));
}

std::string crossover_table(const RunResults& results) {
    std::string text;
    for (const Crossover& sweep : results.crossovers) {
        text += (text.empty() ? "" : "\n") +
                fmt::format("## Crossover: {}\n\n", escaped(subject_words(sweep.subject))) +
                map_of(sweep) + costs_of(sweep) + policies_of(sweep);
    }
    return text;
}

}  // namespace stallscope

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "report/markdown.h"
#include "report/numbers.h"
#include "report/tables.h"

namespace stallscope {
namespace {

std::string megabytes(double per_second) {
    return fixed_text(per_second / 1e6, 1);
}

std::string policy_words(const MailWorkload& mail) {
    std::string words = mail.cap == "bytes" ? fmt::format("cap {} bytes", mail.bytes_per_worker)
                                            : "cap " + mail.cap;
    words += fmt::format(", caller {}, probe {}, claiming {}, {}", mail.caller, mail.probe,
                         mail.claiming, mail.workers);
    return words;
}

std::string threads_words(const MailWorkload& mail) {
    if (mail.threads) return fmt::format("{}", *mail.threads);
    return mail.assumed_cpus ? fmt::format("CPUs, taken as {}", *mail.assumed_cpus) : "CPUs";
}

}  // namespace

std::string mails_words(const BatchRow& row) {
    if (!row.settings.mails.made.empty()) {
        return fmt::format("{}: {} × {} bytes", row.settings.mails.made, row.messages,
                           row.messages > 0 ? row.bytes / row.messages : 0);
    }
    return fmt::format("{} × {} bytes{}", row.messages,
                       row.messages > 0 ? row.bytes / row.messages : 0,
                       row.settings.mails.corpus.empty() ? "" : " of a corpus");
}

std::string batch_table(const RunResults& results) {
    if (results.batch_rows.empty()) return {};
    MarkdownTable table;
    table.column("cell", false);
    table.column("batch", false);
    table.column("parser", false);
    table.column("policy", false);
    for (const char* title :
         {"threads allowed", "workers", "threads started / call", "switches / call", "calls",
          "least", "P50", "P99", "MB/s", "× one thread"}) {
        table.column(title);
    }
    for (const BatchRow& row : results.batch_rows) {
        table.row({escaped(row.cell), escaped(mails_words(row)),
                   escaped(row.settings.parser + " " + row.parser_version),
                   escaped(policy_words(row.settings)), threads_words(row.settings),
                   std::to_string(row.most_workers), or_dash(row.threads_per_call, two_digits),
                   or_dash(row.switches_per_call, two_digits), std::to_string(row.calls),
                   or_dash(row.least_ms, time_text), or_dash(row.p50_ms, time_text),
                   or_dash(row.p99_ms, time_text), or_dash(row.bytes_per_s, megabytes),
                   or_dash(row.to_one_thread, two_digits)});
    }
    return "## Batches\n\n" + table.text() +
           "\nA call parses one batch. Least: of each visit, a process of its own, its least call; "
           "their median. P99 from 299 calls on. × one thread: least over that of the cell with "
           "one thread and the same work. Every slot was compared with what one worker makes of "
           "it.\n";
}

}  // namespace stallscope

// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "suite/bench_output.h"
#include "suite/ledger.h"
#include "suite/suite_file.h"

namespace {

using namespace stallscope;

void check(const Error& error) {
    if (error.kind != ErrorKind::measurement || to_text(error).empty()) std::abort();
}

/// A row has a time that is one, or says why it has none.
void check(const BenchRow& row) {
    if (row.name.empty()) std::abort();
    if (!row.trouble.empty()) return;
    for (const double ns : {row.min_ns, row.median_ns, row.mean_ns})
        if (!std::isfinite(ns) || ns < 0) std::abort();
    if (!std::isfinite(row.min_s) || row.min_s < 0) std::abort();
}

void check(const Result<BenchOutput>& output) {
    if (!output) return check(output.error());
    if (output->rows.empty() || repeated_row(*output)) std::abort();
    for (const BenchRow& row : output->rows) check(row);
}

}  // namespace

// Whatever the bytes are: an error that can be printed, or rows that can be judged. The first byte
// chooses the reader.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
    switch (data[0] % 6) {
        case 0:
            check(import_pytest_benchmark(text));
            break;
        case 1:
            check(import_google_benchmark(text));
            break;
        case 2:
            check(import_hyperfine(text));
            break;
        case 3: {
            const auto first = text.find('\n');
            const auto second = first == text.npos ? text.npos : text.find('\n', first + 1);
            if (second == text.npos) break;
            const auto row =
                import_criterion(text.substr(0, first), text.substr(first + 1, second - first - 1),
                                 text.substr(second + 1));
            if (row) {
                check(*row);
            } else {
                check(row.error());
            }
            break;
        }
        case 4: {
            const auto suite = parse_suite(text);
            if (!suite) {
                if (to_text(suite.error()).empty()) std::abort();
                break;
            }
            const auto again = parse_suite(suite->canonical);
            if (!again || again->canonical != suite->canonical || suite->claims.empty())
                std::abort();
            break;
        }
        default: {
            const Ledger ledger = parse_ledger(text);
            for (const LedgerEntry& entry : ledger.entries) {
                const Ledger again = parse_ledger(ledger_line(entry));
                if (again.entries.size() != 1 || again.damaged != 0) std::abort();
                flips_of(ledger, entry);
                machine_sd(ledger, entry);
                placement_bank(ledger, entry.suite, entry.cpu);
            }
        }
    }
    return 0;
}

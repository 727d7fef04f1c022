// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "plan/result.h"

namespace stallscope::app {

/// ns by build, round and half; NaN: that process gave none.
using GateValues = std::vector<std::vector<std::vector<double>>>;

struct GateClaim {
    QString id, says, must_be;
    QString word;  ///< "met", "not_met", "undecided", …
    QString worst, why;
    int rows = 0;
    double change = 0;  ///< of the worst row, head / base; NaN: none
};

/// One benchmark. Ratios are head / base, spreads and floors fractions; NaN: none.
struct GateRow {
    QString name, role, state, why;
    double base_ns = 0, head_ns = 0, ratio = 0, low95 = 0, high95 = 0;
    double base_spread = 0, head_spread = 0, aa_ratio = 0;
    GateValues base, head, base_again;
};

/// What `stallscope gate` found, as it wrote it to gate.json.
struct GateResult {
    QString file, name, question, headline, outcome, started, cpu, salted_by;
    int exit_code = 0, builds = 1, rounds = 0, processes = 0;
    double noise_floor = 0, spread_floor = 0;
    QStringList reasons, notes;
    std::vector<GateClaim> claims;
    std::vector<GateRow> rows;
};

/// Reads the file; runs nothing. Error (kind experiment): it cannot be read, is larger than 64 MiB,
/// or is no gate's result.
Result<GateResult> read_gate_result(const QString& file);

/// Median over a build's processes, ns; NaN: it has none.
double build_median_ns(const GateValues& values, std::size_t build);

/// One process of a row: round after round, of a round one half after the other. Within a half they
/// are by build; in which order these ran is not in the file.
struct GateProcess {
    int build = 0, round = 0, half = 0;
    double ns = 0;
};
std::vector<GateProcess> in_time_order(const GateValues& values);

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>
#include <optional>

#include "analysis/results.h"

namespace stallscope::app {

/// A figure of a criterion with its unit, as in the engine's tables: "×0.021", "7.672 ms",
/// "91.1 %"; "–" for none.
QString amount_text(const std::optional<double>& value, const std::string& unit);
/// "×0.018 … ×0.024"
QString interval_text(const std::optional<double>& low, const std::optional<double>& high,
                      const std::string& unit);

/// What would have to be measured for a word, a sentence; empty where there is one.
QString to_decide(const CriterionFigures& figures);

struct DetailLine {
    QString what, value;
    bool operator==(const DetailLine&) const = default;
};

/// Everything the program knows of one criterion, in the order in which one asks: what was sealed,
/// the value against its bound, what is behind the word, what it amounts to.
QVector<DetailLine> criterion_details(const CriterionResult& criterion, const RunResults& results);

}  // namespace stallscope::app

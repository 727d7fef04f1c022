// SPDX-License-Identifier: Apache-2.0
#include "report/proof_summary.h"

#include <fmt/format.h>

#include <array>
#include <limits>

namespace stallscope {
namespace {

struct Titled {
    ProofGroup group;
    const char* title;
};
constexpr std::array titles = {
    Titled{ProofGroup::grid, "false words at the margin, paired intervals"},
    Titled{ProofGroup::pooled, "false words at the margin, pooled intervals"},
    Titled{ProofGroup::recordings, "false words on recordings of identical code"},
    Titled{ProofGroup::family, "six criteria at their margins"},
    Titled{ProofGroup::power, "power at the planner's d80"},
    Titled{ProofGroup::coverage, "coverage of low95 … high95"},
    Titled{ProofGroup::control, "good runs that the control makes invalid"},
    Titled{ProofGroup::shares, "false words of a share"},
    Titled{ProofGroup::orders, "false words of other orders, drift of 10 %"},
    Titled{ProofGroup::screen, "words lost by not judging every run"},
};

/// How far beyond its limit a figure is; what has none is the farthest from it.
double beyond(const ProofRow& row) {
    const ProofFigure& figure = row.counts();
    const double sign = row.limit.at_least ? -1 : 1;
    double farthest = -std::numeric_limits<double>::infinity();
    if (row.limit.figure) {
        farthest = std::max(farthest, sign * (figure.share - *row.limit.figure));
    }
    if (row.limit.bound) {
        farthest = std::max(farthest, sign * (figure.bound - *row.limit.bound));
    }
    return farthest;
}

ProofSummary summary_of(const Titled& titled, const std::vector<const ProofRow*>& rows) {
    ProofSummary summary{titled.group, titled.title, nullptr, 0, 0, 0};
    for (const ProofRow* row : rows) {
        summary.again += row->again ? 1 : 0;
        if (!row->has_limit()) {
            continue;
        }
        ++summary.figures;
        summary.kept += row->holds() ? 1 : 0;
        if (summary.worst == nullptr || beyond(*row) > beyond(*summary.worst)) {
            summary.worst = row;
        }
    }
    if (summary.worst == nullptr) {  // nothing in this group has a limit: the largest is shown
        summary.figures = static_cast<int>(rows.size());
        for (const ProofRow* row : rows) {
            if (summary.worst == nullptr || row->counts().share > summary.worst->counts().share) {
                summary.worst = row;
            }
        }
    }
    return summary;
}

}  // namespace

std::vector<ProofSummary> summaries_of(const ProofResult& result) {
    std::vector<ProofSummary> summaries;
    for (const Titled& titled : titles) {
        const auto rows = result.of(titled.group);
        if (!rows.empty()) {
            summaries.push_back(summary_of(titled, rows));
        }
    }
    return summaries;
}

std::string limit_text(const ProofLimit& limit) {
    const char* sign = limit.at_least ? "≥" : "≤";
    std::string text;
    if (limit.figure) {
        text = fmt::format("{} {:.1f} %", sign, *limit.figure * 100);
    }
    if (limit.bound) {
        text +=
            fmt::format("{}bound {} {:.1f} %", text.empty() ? "" : ", ", sign, *limit.bound * 100);
    }
    return text.empty() ? "–" : text;
}

std::string share_text(double share) {
    return fmt::format("{:.2f} %", share * 100);
}

std::string holds_text(const ProofRow& row) {
    return !row.has_limit() ? "–" : row.holds() ? "yes" : "no";
}

}  // namespace stallscope

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "report/calibration_page.h"
#include "report/proof_summary.h"

namespace stallscope {
namespace {

constexpr std::size_t widest = 100;

std::string detector_line(const DetectorRow& row) {
    const ProofFigure figure = figure_of(row);
    const ProofLimit limit = limit_of(row);
    return fmt::format("  {:<3}  {}, {}: {} ({})\n", keeps(figure, limit) ? "yes" : "no", row.name,
                       row.planted.empty() ? "clean runs" : row.planted, share_text(figure.share),
                       limit_text(limit));
}

/// In lines of at most `widest` columns, the further ones set in. Text is ASCII but for signs that
/// take one column each, so bytes only ever make a line too short.
std::string wrapped(const std::string& text, std::size_t indent) {
    std::string out;
    std::string line = std::string(indent, ' ');
    bool empty = true;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        if (!empty && line.size() + 1 + word.size() > widest) {
            out += line + "\n";
            line = std::string(indent + 2, ' ');
            empty = true;
        }
        line += (empty ? "" : " ") + word;
        empty = false;
        at = end + 1;
    }
    return out + line + "\n";
}

}  // namespace

std::string proof_text(const ProofResult& result) {
    std::string text = fmt::format("{:<48}  {:>8}  {:>8}  {:>5}  {}\n", "to show", "worst", "bound",
                                   "holds", "limit");
    std::string beyond;
    for (const ProofSummary& summary : summaries_of(result)) {
        const ProofFigure& figure = summary.worst->counts();
        const bool limited = summary.worst->has_limit();
        text += fmt::format("{:<48}  {:>8}  {:>8}  {:>5}  {}\n", summary.title,
                            share_text(figure.share), share_text(figure.bound),
                            !limited                          ? "–"
                            : summary.kept == summary.figures ? "yes"
                                                              : "no",
                            limit_text(summary.worst->limit));
        for (const ProofRow* row : result.of(summary.group)) {
            if (!row->holds()) {
                beyond += wrapped(
                    fmt::format("{}: {}, bound {} ({})", row->name, share_text(row->counts().share),
                                share_text(row->counts().bound), limit_text(row->limit)),
                    2);
            }
        }
    }
    if (!beyond.empty()) {
        text += "\nBeyond their limits:\n" + beyond;
    }
    if (!result.detectors.empty()) {
        text += "\nDetectors:\n";
        for (const DetectorRow& row : result.detectors) {
            text += detector_line(row);
        }
    }
    return text;
}

}  // namespace stallscope

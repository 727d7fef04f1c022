// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/numbers.h"
#include "report/suite_report.h"
#include "report/suite_tables.h"
#include "report/xml_text.h"

namespace stallscope {
namespace {

constexpr std::string_view style = R"(
:root { color-scheme: light dark; --text: #1b1f24; --back: #fff; --line: #d0d7de; --dim: #59636e;
  --base: #0969da; --head: #bc4c00; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --back: #0d1117; --line: #3d444d;
  --dim: #9198a1; --base: #58a6ff; --head: #ffa657; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back);
  max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .6rem; text-align: left;
  vertical-align: top; }
th { color: var(--dim); font-weight: 600; } .n { text-align: right; white-space: nowrap; }
svg { display: block; width: 100%; height: 5rem; } text { fill: var(--dim); font-size: 11px; }
.base { fill: var(--base); } .head { fill: var(--head); } .again { fill: none;
  stroke: var(--base); } line { stroke: var(--line); } li { margin: .2rem 0; }
)";

std::string html_table(const SuiteTable& table) {
    std::string text = "<div class=\"wide\"><table><thead><tr>";
    for (const auto& column : table.columns)
        text += fmt::format("<th{}>{}</th>", column.number ? " class=\"n\"" : "",
                            xml_text(column.title));
    text += "</tr></thead><tbody>\n";
    for (const auto& row : table.rows) {
        text += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i)
            text += fmt::format("<td{}>{}</td>", table.columns[i].number ? " class=\"n\"" : "",
                                xml_text(row[i]));
        text += "</tr>\n";
    }
    return text + "</tbody></table></div>\n";
}

/// Every process as a dot: across in the order build, round, half; up in time.
std::string drawing(const SuiteRow& row) {
    constexpr double width = 1000, height = 80, left = 80;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    int count = 0;
    const auto each = [&](const SuiteValues& values, const auto& take) {
        int place = 0;
        for (int b = 0; b < values.builds(); ++b)
            for (int r = 0; r < values.rounds(); ++r)
                for (int h = 0; h < values.halves(); ++h, ++place)
                    if (const auto& value = values.at(b, r, h)) take(place, *value);
        count = std::max(count, place);
    };
    for (const SuiteValues* values : {&row.base, &row.head, &row.base_again})
        each(*values, [&](int, double value) {
            low = std::min(low, value);
            high = std::max(high, value);
        });
    if (!(low <= high)) return {};
    if (high - low < 1e-9) {
        low -= 0.01;
        high += 0.01;
    }
    std::string text = fmt::format(
        "<svg viewBox=\"0 0 {0:g} {1:g}\" role=\"img\" aria-label=\"times of {2}\">"
        "<line x1=\"{3:g}\" y1=\"10\" x2=\"{0:g}\" y2=\"10\"/><line x1=\"{3:g}\" y1=\"70\" "
        "x2=\"{0:g}\" y2=\"70\"/><text x=\"0\" y=\"14\">{4}</text><text x=\"0\" "
        "y=\"74\">{5}</text>",
        width, height, xml_text(row.name), left, time_text(std::exp(high) / 1e6),
        time_text(std::exp(low) / 1e6));
    const struct {
        const SuiteValues* values;
        const char* name;
        double shift;
    } sides[] = {{&row.base, "base", 0}, {&row.head, "head", 0.3}, {&row.base_again, "again", 0.6}};
    for (const auto& side : sides)
        each(*side.values, [&](int place, double value) {
            const double x = left + 10 + (width - left - 20) * (place + side.shift) / count;
            const double y = 70 - 60 * (value - low) / (high - low);
            text += fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>",
                                side.name, x, y);
        });
    return text + "</svg>\n";
}

}  // namespace

std::string suite_html(const SuiteReport& report) {
    std::string text =
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width\">"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
        "'unsafe-inline'\"><title>";
    text += xml_text(suite_headline(report)) + "</title><style>" + std::string(style) +
            "</style></head><body>\n<h1>" + xml_text(suite_headline(report)) + "</h1>\n";
    if (!report.question.empty()) text += "<p>" + xml_text(report.question) + "</p>\n";
    if (!report.nothing_to_compare) {
        text += "<h2>Claims</h2>\n" + html_table(claims_table(report));
        text += "<h2>Rows</h2>\n" + html_table(rows_table(report));
    }
    text += "<h2>How it was measured</h2>\n<ul>\n";
    for (const std::string& sentence : suite_sentences(report))
        text += "<li>" + xml_text(sentence) + "</li>\n";
    text += "</ul>\n";
    if (!report.nothing_to_compare) {
        if (const SuiteTable spread = spread_table(report); !spread.rows.empty())
            text += "<h2>Placement: slowest build / fastest − 1</h2>\n" + html_table(spread);
        text += "<h2>Noise by level</h2>\n" + html_table(levels_table(report));
        text +=
            "<h2>Every process</h2>\n<p>From left to right build by build and in each round by "
            "round: <span style=\"color: var(--base)\">●</span> base, <span style=\"color: "
            "var(--head)\">●</span> head, ○ base again.</p>\n";
        for (const SuiteRow& row : report.rows)
            text += "<h3>" + xml_text(row.name) + "</h3>\n" + drawing(row);
    }
    return text + "</body></html>\n";
}

}  // namespace stallscope

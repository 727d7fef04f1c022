// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "plan/text_guard.h"
#include "report/numbers.h"
#include "report/report.h"
#include "report/row_words.h"

namespace stallscope {
namespace {

constexpr std::size_t widest = 100;
constexpr std::size_t widest_cell = 22;

/// One line without what a terminal would act on, at most `most` characters long.
std::string cut(std::string_view text, std::size_t most) {
    std::string out;
    std::size_t characters = 0;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t bytes = std::max<std::size_t>(1, utf8_length(text, i));
        const bool control = static_cast<unsigned char>(text[i]) < 0x20 || text[i] == 0x7f ||
                             utf8_length(text, i) == 0 ||
                             (bytes == 2 && static_cast<unsigned char>(text[i]) == 0xc2 &&
                              static_cast<unsigned char>(text[i + 1]) < 0xa0);
        if (characters + 1 == most && i + bytes < text.size()) {
            return out + "…";
        }
        out += control ? "?" : std::string(text.substr(i, bytes));
        ++characters;
        i += bytes;
    }
    return out;
}

std::string padded(const std::string& text, std::size_t width, bool right) {
    const std::size_t characters = characters_in(text);
    const std::string space(width > characters ? width - characters : 0, ' ');
    return right ? space + text : text + space;
}

std::string or_dash(const std::optional<double>& value, std::string (*words)(double)) {
    return value ? words(*value) : "–";
}

using Cells = std::vector<std::string>;

Cells cells_of(const Row& row, bool with_stream) {
    const Figures& figures = row.figures;
    const std::string name = with_stream ? row.cell + " " + row.stream : row.cell;
    const Alignment* alignment = figures.alignments.empty() ? nullptr : &figures.alignments.front();
    const Neighbour* other = row.neighbours.empty() ? nullptr : &row.neighbours.front();
    return {cut(name, widest_cell),
            or_dash(figures.legs_ms.at("return").p50, ms_text),
            or_dash(figures.legs_ms.at("return").p95, ms_text),
            or_dash(figures.legs_ms.at("lock_wait").p50, ms_text),
            or_dash(figures.path_ms.at("header_to_body").p50, ms_text),
            alignment ? or_dash(alignment->header_share, percent_text) : "–",
            or_dash(figures.throughput_rps, rate_text),
            other ? or_dash(other->calls_ms.p50, ms_text) : "–"};
}

std::string laid_out(const std::vector<Cells>& lines) {
    std::vector<std::size_t> widths(lines.front().size(), 0);
    for (const Cells& line : lines) {
        for (std::size_t i = 0; i < line.size(); ++i) {
            widths[i] = std::max(widths[i], characters_in(line[i]));
        }
    }
    std::string text;
    for (const Cells& line : lines) {
        std::string one;
        for (std::size_t i = 0; i < line.size(); ++i) {
            one += (i == 0 ? "" : "  ") + padded(line[i], widths[i], i > 0);
        }
        one.erase(one.find_last_not_of(' ') + 1);
        text += cut(one, widest) + "\n";
    }
    return text;
}

/// What the columns speak of, one line for each stream.
std::string legend(const std::vector<const Row*>& rows) {
    std::string text;
    std::vector<std::string> said;
    const auto say = [&](std::string line) {
        if (std::find(said.begin(), said.end(), line) == said.end()) {
            text += cut(line, widest) + "\n";
            said.push_back(std::move(line));
        }
    };
    for (const Row* row : rows) {
        say(row->emulated ? row->device
                          : row->stream + (row->device.empty() ? "" : ": " + row->device));
    }
    for (const Row* row : rows) {
        for (const Neighbour& neighbour : row->neighbours) {
            if (neighbour.emulated) {
                say(neighbour.device);
            }
        }
    }
    return text;
}

}  // namespace

std::string short_table(const RunResults& results) {
    std::string text;
    if (results.status != "complete") {
        text += cut(fmt::format("This run is {}: {} of {} planned visits are complete.",
                                results.status, results.visits_complete, results.visits_planned),
                    widest) +
                "\n";
    }
    const std::vector<const Row*> rows = busiest(victim_rows(results));
    if (rows.empty()) {
        return text + "No complete visit has requests: there is nothing to show.\n";
    }
    const bool several = std::any_of(rows.begin(), rows.end(), [&](const Row* row) {
        return row->stream != rows.front()->stream;
    });
    std::vector<Cells> lines = {
        {"", "return", "return", "lock wait", "2nd read", "read at a", "requests",
         "its neighbour's"},
        {"cell", "P50 ms", "P95 ms", "P50 ms", "P50 ms", "call's end", "per s", "calls P50 ms"}};
    for (const Row* row : rows) {
        lines.push_back(cells_of(*row, several));
    }
    return text + laid_out(lines) +
           "return: service end → received; lock wait: read returned → header; 2nd read: header → "
           "body\n" +
           legend(rows);
}

}  // namespace stallscope

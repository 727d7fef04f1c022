// SPDX-License-Identifier: Apache-2.0
#include "cli/progress_bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/words.h"

namespace stallscope::cli {
namespace {

double clamped(double fraction) {
    return std::isfinite(fraction) ? std::clamp(fraction, 0.0, 1.0) : 0.0;
}

/// Bars narrower than this say nothing, wider ones say nothing more.
constexpr int narrowest_bar = 10;
constexpr int widest_bar = 40;

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const auto& part : parts) {
        if (part.empty()) continue;
        if (!text.empty()) text += "  ";
        text += part;
    }
    return text;
}

}  // namespace

std::string bar(double fraction, int columns, bool utf8) {
    const int inside = std::max(columns, 3) - 2;
    const double filled = clamped(fraction) * inside;
    const int whole = static_cast<int>(filled);
    std::string text = "[";
    for (int i = 0; i < whole; ++i) text += utf8 ? "█" : "#";
    int used = whole;
    if (used < inside && utf8) {
        // Eighths of a column: the bar moves although a visit lasts longer than a column.
        constexpr const char* eighths[] = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
        text += eighths[static_cast<int>((filled - whole) * 8)];
        ++used;
    }
    text.append(static_cast<std::size_t>(inside - used), utf8 ? ' ' : '-');
    return text + "]";
}

std::string progress_line(const ProgressLine& line, int columns, bool utf8) {
    const auto room = static_cast<std::size_t>(std::max(columns - 1, 1));
    // Never 100 % before it is done.
    const std::string percent =
        fmt::format("{:>3} %", static_cast<int>(clamped(line.fraction) * 100));
    const std::string left = !line.state.empty() ? line.state
                             : line.left_s < 0   ? ""
                                                 : time_left_in_words(line.left_s) + " left";
    const std::string cycle = line.cycles > 0 && line.cycle > 0
                                  ? fmt::format("cycle {}/{}", line.cycle, line.cycles)
                                  : "";
    const auto width = [](const std::string& text) { return display_width(text); };

    auto text = joined({percent, left, cycle, line.now, line.figure});
    if (width(text) + narrowest_bar + 2 > room) text = joined({percent, left, cycle, line.now});
    if (width(text) + narrowest_bar + 2 <= room) {
        const int columns_left = static_cast<int>(room - width(text)) - 2;
        text = bar(line.fraction, std::min(columns_left, widest_bar), utf8) + "  " + text;
    }
    if (width(text) > room) text = joined({percent, left, line.now});
    return clipped(text, room, utf8);
}

}  // namespace stallscope::cli

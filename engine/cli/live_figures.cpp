// SPDX-License-Identifier: Apache-2.0
#include "cli/live_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/words.h"

namespace stallscope::cli {

void LiveFigures::begin(std::int64_t visit, double window_s) {
    m_visit = visit;
    m_window_s = window_s;
    m_streams.clear();
}

void LiveFigures::add(const events::Samples& samples) {
    if (samples.visit != m_visit) return;
    auto& series = m_streams[samples.stream];
    for (std::size_t i = 0; i < samples.at_s.size(); ++i) {
        const double at = samples.at_s[i];
        if (at < 0 || (m_window_s > 0 && at >= m_window_s)) continue;
        const auto keep = [i](const std::vector<double>& from, std::vector<float>& to) {
            if (i < from.size() && std::isfinite(from[i]))
                to.push_back(static_cast<float>(from[i]));
        };
        keep(samples.return_ms, series.return_ms);
        keep(samples.e2e_ms, series.length_ms);
    }
}

std::vector<std::string> LiveFigures::parts() const {
    std::vector<std::string> replies, calls;
    for (const auto& [name, series] : m_streams) {
        // A loop has no reply: what there is to see is how long its calls really take.
        const bool replied = !series.return_ms.empty();
        if (const auto median = median_of(replied ? series.return_ms : series.length_ms)) {
            (replied ? replies : calls)
                .push_back(fmt::format("{} {} P50 {} ms", printable(name),
                                       replied ? "return" : "call", short_number(*median)));
        }
    }
    replies.insert(replies.end(), calls.begin(), calls.end());
    return replies;
}

std::string LiveFigures::in_words() const {
    std::string text;
    for (const auto& part : parts()) text += (text.empty() ? "" : ", ") + part;
    return text;
}

std::string LiveFigures::shortest_in_words() const {
    const auto all = parts();
    return all.empty() ? std::string() : all.front();
}

std::optional<double> median_of(std::vector<float> values) {
    if (values.empty()) return std::nullopt;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) return *middle;
    const double below = *std::max_element(values.begin(), middle);
    return (below + *middle) / 2;
}

}  // namespace stallscope::cli

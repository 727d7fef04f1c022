// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "run/events.h"

namespace stallscope::cli {

/// Figures of the visit that is being measured, from what the events say. They are for watching:
/// the results come from the stored rows.
class LiveFigures {
public:
    /// Forgets the last visit. Samples outside 0 … `window_s` are not counted (0: no upper end).
    void begin(std::int64_t visit, double window_s);
    void add(const events::Samples& samples);

    /// "gpu return P50 7.41 ms, neighbour call P50 9.63 ms"; empty when nothing came yet.
    std::string in_words() const;
    /// The same of one stream that has replies, or of any.
    std::string shortest_in_words() const;

private:
    struct Series {
        std::vector<float> return_ms, length_ms;
    };
    /// One per stream, those with replies first.
    std::vector<std::string> parts() const;

    std::int64_t m_visit = 0;
    double m_window_s = 0;
    std::map<std::string, Series> m_streams;
};

/// Median by linear interpolation between order statistics (type 7); none for no values.
std::optional<double> median_of(std::vector<float> values);

}  // namespace stallscope::cli

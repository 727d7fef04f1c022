// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/span_list.h"

#include <algorithm>
#include <numeric>

namespace stallscope::app {
namespace {

template <class Value>
void put_in_order(std::vector<Value>& values, const std::vector<std::uint32_t>& order) {
    std::vector<Value> sorted;
    sorted.reserve(values.size());
    for (const std::uint32_t place : order) sorted.push_back(values[place]);
    values = std::move(sorted);
}

std::size_t first_after(std::span<const std::int64_t> starts, std::int64_t at) {
    return static_cast<std::size_t>(std::upper_bound(starts.begin(), starts.end(), at) -
                                    starts.begin());
}

}  // namespace

void SpanList::add(std::int64_t start, std::int64_t end, std::uint32_t row) {
    if (end < start) return;
    m_start.push_back(start);
    m_end.push_back(end);
    m_row.push_back(row);
}

void SpanList::reserve(std::size_t spans) {
    m_start.reserve(spans);
    m_end.reserve(spans);
    m_row.reserve(spans);
}

void SpanList::seal() {
    if (!std::is_sorted(m_start.begin(), m_start.end())) {
        std::vector<std::uint32_t> order(size());
        std::iota(order.begin(), order.end(), std::uint32_t{0});
        std::stable_sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
            return m_start[a] < m_start[b];
        });
        put_in_order(m_start, order);
        put_in_order(m_end, order);
        put_in_order(m_row, order);
    }
    bool overlap = false;
    for (std::size_t i = 0; i < size(); ++i) {
        m_longest = std::max(m_longest, m_end[i] - m_start[i]);
        overlap = overlap || (i > 0 && m_start[i] < m_end[i - 1]);
    }
    if (overlap) {
        for (std::size_t i = 0; i < size(); ++i) {
            if (!m_union_end.empty() && m_start[i] <= m_union_end.back()) {
                m_union_end.back() = std::max(m_union_end.back(), m_end[i]);
            } else {
                m_union_start.push_back(m_start[i]);
                m_union_end.push_back(m_end[i]);
            }
        }
    }
    const auto starts = cover_start();
    const auto ends = cover_end();
    m_before.resize(starts.size());
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < starts.size(); ++i) {
        m_before[i] = sum;
        sum += ends[i] - starts[i];
    }
}

std::span<const std::int64_t> SpanList::cover_start() const {
    return m_union_start.empty() ? m_start : m_union_start;
}

std::span<const std::int64_t> SpanList::cover_end() const {
    return m_union_end.empty() ? m_end : m_union_end;
}

std::int64_t SpanList::last_end() const {
    return cover_end().back();
}

SpanList::Places SpanList::between(std::int64_t from, std::int64_t to) const {
    if (to <= from) return {};
    std::size_t first = 0;
    if (m_union_start.empty()) {
        first = first_after(m_start, from);
        if (first > 0 && m_end[first - 1] > from) --first;
    } else {
        first = first_after(m_start, from - m_longest);
        while (first < size() && m_start[first] < to && m_end[first] <= from) ++first;
    }
    const std::size_t last = first_after(m_start, to - 1);
    return {std::min(first, last), last};
}

std::size_t SpanList::find(std::int64_t at) const {
    const Places near = between(at, at + 1);
    for (std::size_t place = near.last; place-- > near.first;) {
        if (m_start[place] <= at && at < m_end[place]) return place;
    }
    return size();
}

std::int64_t SpanList::covered(std::size_t after, std::int64_t at) const {
    if (after == 0) return 0;
    const std::size_t place = after - 1;
    return m_before[place] + std::min(at, cover_end()[place]) - cover_start()[place];
}

std::int64_t SpanList::covered_before(std::int64_t at) const {
    return covered(first_after(cover_start(), at), at);
}

std::int64_t SpanList::Sweep::covered_before(std::int64_t at) {
    const auto starts = m_list.cover_start();
    if (m_place > 0 && starts[m_place - 1] > at) m_place = 0;
    std::size_t step = 1;
    while (m_place + step <= starts.size() && starts[m_place + step - 1] <= at) {
        m_place += step;
        step *= 2;
    }
    const auto rest = starts.subspan(m_place, std::min(step, starts.size() - m_place));
    m_place += first_after(rest, at);
    return m_list.covered(m_place, at);
}

}  // namespace stallscope::app

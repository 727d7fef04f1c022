// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace stallscope::app {

/// Spans of one kind in one lane, sorted by start: parallel columns of nanoseconds from the visit's
/// origin, and the row each belongs to. How much of any stretch of time they cover is answered from
/// running sums, so a drawing costs the pixels it has and not the spans that lie in them.
class SpanList {
public:
    /// In any order; before seal(). A span that ends before it starts is none.
    void add(std::int64_t start, std::int64_t end, std::uint32_t row);
    void reserve(std::size_t spans);
    /// Sorts and sums; nothing is added afterwards.
    void seal();

    std::size_t size() const { return m_start.size(); }
    bool empty() const { return m_start.empty(); }
    std::int64_t start(std::size_t place) const { return m_start[place]; }
    std::int64_t end(std::size_t place) const { return m_end[place]; }
    std::uint32_t row(std::size_t place) const { return m_row[place]; }
    std::int64_t last_end() const;  ///< of a list that is not empty

    struct Places {
        std::size_t first = 0, last = 0;  ///< [first, last)
        std::size_t count() const { return last - first; }
    };
    /// The spans that touch [from, to), by binary search. Where spans of the list overlap each
    /// other, a few in front of them may be among the places.
    Places between(std::int64_t from, std::int64_t to) const;
    /// One that contains `at` (start ≤ at < end); size() when there is none.
    std::size_t find(std::int64_t at) const;

    /// Nanoseconds that are covered before `at`, each counted once however many spans lie there.
    std::int64_t covered_before(std::int64_t at) const;

    /// covered_before() for times that mostly ascend: looks on from where it was, which makes a
    /// sweep over the pixels of a view cheap.
    class Sweep {
    public:
        explicit Sweep(const SpanList& list) : m_list(list) {}
        std::int64_t covered_before(std::int64_t at);

    private:
        const SpanList& m_list;
        std::size_t m_place = 0;
    };

private:
    std::span<const std::int64_t> cover_start() const;
    std::span<const std::int64_t> cover_end() const;
    std::int64_t covered(std::size_t first_after, std::int64_t at) const;

    std::vector<std::int64_t> m_start, m_end;
    std::vector<std::uint32_t> m_row;
    std::vector<std::int64_t> m_union_start, m_union_end;  ///< only where spans overlap
    std::vector<std::int64_t> m_before;  ///< covered in front of each stretch of the union
    std::int64_t m_longest = 0;
};

}  // namespace stallscope::app

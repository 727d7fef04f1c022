// SPDX-License-Identifier: Apache-2.0
#include "analysis/durations.h"

#include <algorithm>
#include <iterator>

namespace stallscope {
namespace {

/// With fewer values than this, sorting them costs less than the tables of counts.
constexpr std::size_t fewest_to_count = 8192;

constexpr unsigned half_bits = 16;
constexpr std::size_t half_range = std::size_t{1} << half_bits;

/// Keeps the order, starts at 0.
std::uint32_t key_of(std::int32_t value) {
    return static_cast<std::uint32_t>(value) ^ 0x8000'0000U;
}
std::int32_t value_of(std::size_t high, std::size_t low) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>((high << half_bits) | low) ^
                                     0x8000'0000U);
}

/// Walks through counts towards ascending ranks.
class Walk {
public:
    explicit Walk(const std::uint32_t* counts) : m_counts(counts) {}
    std::size_t to(std::size_t rank) {
        while (m_before + m_counts[m_at] <= rank) {
            m_before += m_counts[m_at++];
        }
        return m_at;
    }
    std::size_t before() const { return m_before; }  ///< values in front of this place

private:
    const std::uint32_t* m_counts;
    std::size_t m_at = 0, m_before = 0;
};

}  // namespace

void Durations::reserve(std::size_t more) {
    if (m_blocks.empty()) {
        m_blocks.emplace_back();
    }
    auto& narrow = m_blocks.back().narrow;
    narrow.reserve(narrow.size() + more);
}

void Durations::append(Durations&& other) {
    for (Block& block : other.m_blocks) {
        if (block.narrow.empty()) {
            continue;
        }
        if (block.narrow.size() < block.narrow.capacity() / 2) {
            block.narrow.shrink_to_fit();
        }
        m_blocks.push_back(std::move(block));
    }
    other.m_blocks.clear();
}

std::size_t Durations::size() const {
    std::size_t n = 0;
    for (const Block& block : m_blocks) {
        n += block.narrow.size();
    }
    return n;
}

std::int64_t Durations::Reader::next() {
    while (m_narrow == m_blocks.front().narrow.size()) {
        m_blocks = m_blocks.subspan(1);
        m_narrow = m_wide = 0;
    }
    const std::int32_t value = m_blocks.front().narrow[m_narrow++];
    return value == elsewhere ? m_blocks.front().wide[m_wide++] : value;
}

long double Durations::sum() const {
    long double sum = 0;
    for (const Block& block : m_blocks) {
        std::int64_t narrow = 0;
        for (const std::int32_t value : block.narrow) {
            narrow += value;
        }
        narrow -= static_cast<std::int64_t>(block.wide.size()) * elsewhere;
        sum += static_cast<long double>(narrow);
        for (const std::int64_t value : block.wide) {
            sum += static_cast<long double>(value);
        }
    }
    return sum;
}

std::vector<std::int64_t> Durations::in_order_at(std::span<const std::size_t> ranks) const {
    const std::size_t n = size();
    std::vector<std::int64_t> found;
    if (n < fewest_to_count) {
        std::vector<std::int64_t> sorted;
        sorted.reserve(n);
        for_each([&](std::int64_t ns) { sorted.push_back(ns); });
        std::sort(sorted.begin(), sorted.end());
        std::transform(ranks.begin(), ranks.end(), std::back_inserter(found),
                       [&](std::size_t rank) { return sorted[rank]; });
        return found;
    }
    // The wide ones lie in front of all others or behind them. Their stand-ins are the smallest
    // four-byte value, so among the four-byte values everything else comes after those.
    std::vector<std::int64_t> wide;
    for (const Block& block : m_blocks) {
        wide.insert(wide.end(), block.wide.begin(), block.wide.end());
    }
    std::sort(wide.begin(), wide.end());
    const auto below = static_cast<std::size_t>(
        std::lower_bound(wide.begin(), wide.end(), std::int64_t{0}) - wide.begin());
    const std::size_t narrow = n - wide.size();
    std::vector<std::size_t> narrow_ranks;
    for (const std::size_t rank : ranks) {
        if (rank >= below && rank < below + narrow) {
            narrow_ranks.push_back(rank - below + wide.size());
        }
    }
    const std::vector<std::int64_t> values = narrow_at(narrow_ranks);
    auto value = values.begin();
    for (const std::size_t rank : ranks) {
        if (rank < below) {
            found.push_back(wide[rank]);
        } else if (rank < below + narrow) {
            found.push_back(*value++);
        } else {
            found.push_back(wide[rank - narrow]);
        }
    }
    return found;
}

std::vector<std::int64_t> Durations::narrow_at(std::span<const std::size_t> ranks) const {
    // Count by the upper half of the bits, then, only where a rank lies, by the lower half.
    std::vector<std::uint32_t> by_high(half_range);
    for (const Block& block : m_blocks) {
        for (const std::int32_t value : block.narrow) {
            ++by_high[key_of(value) >> half_bits];
        }
    }
    struct Place {
        std::size_t high, rank;  ///< rank within those with this upper half
        std::uint16_t table;
    };
    std::vector<Place> places;
    std::vector<std::uint16_t> table_of(half_range);  ///< from 1; 0: no rank lies there
    std::uint16_t tables = 0;
    Walk high(by_high.data());
    for (const std::size_t rank : ranks) {
        const std::size_t at = high.to(rank);
        if (table_of[at] == 0) {
            table_of[at] = ++tables;
        }
        places.push_back({at, rank - high.before(), table_of[at]});
    }
    std::vector<std::uint32_t> by_low(half_range * tables);
    for (const Block& block : m_blocks) {
        for (const std::int32_t value : block.narrow) {
            const std::uint32_t key = key_of(value);
            if (const std::size_t table = table_of[key >> half_bits]; table != 0) {
                ++by_low[(table - 1) * half_range + (key & (half_range - 1))];
            }
        }
    }
    std::vector<std::int64_t> found;
    for (const Place& place : places) {
        Walk low(&by_low[(place.table - std::size_t{1}) * half_range]);
        found.push_back(value_of(place.high, low.to(place.rank)));
    }
    return found;
}

}  // namespace stallscope

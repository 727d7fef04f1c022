// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

namespace stallscope {

/// A set of numbers that come nearly in order: kept as intervals, so that a million consecutive
/// ones take the room of one.
class NumberSet {
public:
    /// False when it was there already.
    bool insert(std::uint64_t number);
    bool contains(std::uint64_t number) const;
    std::size_t intervals() const { return m_last_of.size(); }

private:
    std::map<std::uint64_t, std::uint64_t> m_last_of;  ///< first → last of each interval
};

}  // namespace stallscope

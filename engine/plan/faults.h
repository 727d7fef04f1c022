// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "plan/json_value.h"
#include "plan/result.h"

namespace stallscope {

/// One thing that is wrong in a document.
struct Fault {
    std::string pointer;  ///< where it stands, or where it should
    std::string says;
    std::string hint;
};

/// All that is wrong, in the order in which it was found.
class Faults {
public:
    void add(std::string pointer, std::string says, std::string hint = {});

    /// Takes the others over; their pointers start at `prefix`.
    void absorb(const Faults& others, std::string_view prefix);

    /// Takes over the faults of a merged document that its override brought about. `parent` are
    /// those of the document that was overridden: they are reported there and not again.
    /// `place_of` turns a pointer into the override into one into the file.
    void absorb_override(const Faults& merged, const Faults& parent, const Json& override_document,
                         const std::function<std::string(const std::string&)>& place_of);

    /// Whether further faults are only counted: what a file can make us remember has an end.
    bool is_full() const { return m_faults.size() >= most_kept; }

    bool empty() const { return m_faults.empty(); }
    std::size_t count() const { return m_faults.size() + m_left_out; }
    const std::vector<Fault>& all() const { return m_faults; }

    /// The first fault as the error, the others in `also` (the first hundred; then how many more).
    tl::unexpected<Error> as_error() const;

private:
    static constexpr std::size_t most_kept = 1000;

    bool contains(const Fault& fault) const;

    std::vector<Fault> m_faults;
    std::size_t m_left_out = 0;
};

}  // namespace stallscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/experiment.h"
#include "plan/object_reader.h"

namespace stallscope {

/// Reads where a criterion looks: its stream, its cell, its condition or conditions, the cell it is
/// compared with, and the cells at the two ends of a gap. Names must refer to something in
/// `experiment`.
class PlacesReader {
public:
    PlacesReader(ObjectReader& criterion, const Experiment& experiment, Criterion& read);

    /// `needed`: the figure exists in one place at a time, so it has to be named.
    void read(bool needed);
    /// The cell it is compared with; `form` is empty when the criterion's could not be read.
    void read_against(const Form* form);
    /// The members of `gap_closed`.
    void read_gap(ObjectReader& gap);

private:
    void read_conditions(bool needed);
    std::string read_place(ObjectReader& reader, std::string_view key, std::string_view noun,
                           const std::vector<std::string>& known, bool needed);

    ObjectReader& m_reader;
    Criterion& m_criterion;
    std::vector<std::string> m_streams, m_cells, m_conditions;
};

}  // namespace stallscope

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/faults.h"
#include "plan/json_value.h"

namespace stallscope {

/// Writes out "cells_from": {"cross": {POINTER: LEVELS, …}}, the product of factors, as cells that
/// follow the written ones. A factor is a place in a cell, as a JSON pointer, and its levels: a
/// list of texts, numbers and flags that are written there, or an object of named values that are
/// merged into what stands there. A cell is called after its levels, "bytes=512 threads=2" or by
/// their names; the first factor, in the order of the pointers, changes slowest. At most 256 cells.
/// Notes what is wrong with the factors; without "cells_from" the document stays as it is.
Json with_crossed_cells(const Json& document, Faults& faults);

/// Whether a fault's place lies in a cell that only stands there written out, `written` being the
/// number of those that stand in the file: then "/cells_from", else the place itself.
std::string place_of_crossed(const std::string& pointer, std::size_t written);

}  // namespace stallscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include "core/experiment_tree.h"

namespace stallscope::app {

// Edits of an experiment that touch more than one place. Each gives the changed tree.

/// `wish`, or with a number behind it when it is taken: "A", "A2", "A3".
QString free_name(const QString& wish, const QStringList& taken);

/// The ids of a list of objects: "/cells", "/conditions", "/criteria".
QStringList ids_in(const ExperimentTree& tree, const QString& list);

/// A cell without overrides, as number `row`.
ExperimentTree with_new_cell(const ExperimentTree& tree, qsizetype row);
/// A cell with the same overrides and an id of its own, below the one at `row`.
ExperimentTree with_copied_cell(const ExperimentTree& tree, qsizetype row);
/// A cell that measures the one at `row` once more, for the noise floor, below it.
ExperimentTree with_repeated_cell(const ExperimentTree& tree, qsizetype row);

// Names may be referred to from other places (duplicates, conditions, criteria, measured lengths,
// the same in presets): those follow. Where the new name is taken already only the name itself
// changes, so that nothing is mixed up.
ExperimentTree with_cell_named(const ExperimentTree& tree, qsizetype row, const QString& id);
ExperimentTree with_condition_named(const ExperimentTree& tree, qsizetype row, const QString& id);
/// A name that is taken changes nothing: two streams cannot share a key.
ExperimentTree with_stream_named(const ExperimentTree& tree, const QString& from,
                                 const QString& to);

}  // namespace stallscope::app

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

/// Without the stream, and without it in cells and conditions. Criteria about it stay, and are
/// faults until somebody decides about them.
ExperimentTree without_stream(const ExperimentTree& tree, const QString& name);

/// What a workload of that kind starts with: the least that is valid.
ExperimentTree with_workload_kind(const ExperimentTree& tree, const QString& stream,
                                  const QString& kind);
/// The criterion with a bound of that form; another form's bound goes, and so do the places that
/// only the other form has.
ExperimentTree with_criterion_form(const ExperimentTree& tree, const QString& criterion,
                                   const QString& form);
/// The form whose bound the criterion has; empty when it has none.
QString criterion_form(const ExperimentTree& tree, const QString& criterion);

}  // namespace stallscope::app

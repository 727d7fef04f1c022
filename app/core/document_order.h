// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/run_order.h"
#include "plan/result.h"

namespace stallscope::app {

class ExperimentDocument;

/// Where runs of this document are written unless the user says otherwise: beside its own file,
/// or in the user's data folder where it has none or comes with Stallscope.
QString folder_for_runs(const ExperimentDocument& document);

/// The document as an order for the engine. One with edits that are not saved is written to a copy
/// in the user's data folder and run from there, so that pressing Run never changes a user's file.
/// Error: it has problems, or the copy cannot be written.
Result<RunOrder> order_of(const ExperimentDocument& document);

}  // namespace stallscope::app

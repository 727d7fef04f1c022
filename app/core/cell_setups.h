// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QJsonValue>
#include <QMap>
#include <QString>
#include <QVector>

#include "core/experiment_tree.h"

namespace stallscope::app {

/// Host and streams as they are in one cell, defaults written out.
struct CellSetup {
    QJsonObject host;
    QMap<QString, QJsonObject> streams;  ///< without those that are switched off

    /// What holds at a place inside a cell: "/host/lock/kind", "/streams/ane/placement". Undefined
    /// for what nothing says, and for a stream that is switched off.
    QJsonValue at(const QString& place) const;
};

/// What every cell inherits and what becomes of it, whether or not the experiment is valid. Merged
/// as the engine does it.
struct CellSetups {
    CellSetup top;              ///< as written above the cells
    QVector<CellSetup> cells;   ///< merged
    QVector<int> inherit_from;  ///< the row of the cell that one duplicates; −1: the top

    const CellSetup& parent_of(int row) const {
        return inherit_from.at(row) < 0 ? top : cells.at(inherit_from.at(row));
    }
};

CellSetups cell_setups(const ExperimentTree& tree);

}  // namespace stallscope::app

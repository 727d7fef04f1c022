// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>

#include "core/experiment_tree.h"
#include "core/experiment_words.h"

namespace stallscope::app {

/// What one column of the cells table shows and edits.
struct CellColumn {
    enum class Kind {
        id,
        says,
        word,        ///< one of `words`
        number,      ///< typed as a number
        value,       ///< typed as JSON, or as bare text
        members,     ///< an object in short, typed as JSON
        conditions,  ///< a list of names
        original,    ///< the cell that is duplicated
    };
    Kind kind = Kind::value;
    QString title;
    QString place;   ///< inside the cell: "/streams/ane/placement"
    QString stream;  ///< empty: not about a stream
    QString help;
    QVector<ExperimentWord> words;
    bool operator==(const CellColumn& other) const {
        return kind == other.kind && title == other.title && place == other.place;
    }
};

/// The word for a stream that a cell switches off, in its placement column.
QString switched_off();

/// Placement and binding of each stream, lock, interpreter, duplicates and conditions, load and
/// workload of each stream, and whatever else some cell overrides.
QVector<CellColumn> cell_columns(const ExperimentTree& tree);

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>

namespace stallscope::app {

/// A word that an experiment may have at a place, and what it means, for lists to choose from.
struct ExperimentWord {
    QString word;
    QString means;  ///< half a sentence
};

/// Which words are meant.
enum class WordSet {
    placement,
    binding,
    lock,
    lifetime,
    stamps,
    workload,
    wait_mode,
    load,
    answers,
    length_statistic,
    order,
    interval,
    looks,
    check,
    metric,
    form,
};

/// All that the engine knows, in its order; the first one is the default where there is one.
QVector<ExperimentWord> words_for(WordSet set);
QStringList texts_for(WordSet set);

/// The statistics of a metric, the default first; none for what is counted, or is no metric.
QVector<ExperimentWord> statistics_for(const QString& metric);
/// The forms that can bound a metric; all of them for what is no metric.
QVector<ExperimentWord> forms_for(const QString& metric);
/// Whether a criterion of that form compares its cell with another one.
bool compares(const QString& form);

}  // namespace stallscope::app

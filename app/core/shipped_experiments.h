// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>

namespace stallscope::app {

/// One line of the list of experiments that come with Stallscope.
struct ShippedExperiment {
    QString name;      ///< as the file says; the file's name if it cannot be read
    QString question;  ///< what it answers; empty if the file cannot be read
    QString file;      ///< absolute path
    QString fault;     ///< a sentence: why the file cannot be read; empty if it can
};

/// share/stallscope beside the running program: `../share/stallscope`, seen from its folder. Holds
/// in the build tree and where it is installed.
QString share_folder();

/// All *.json of a folder, by file name. An experiment that cannot be read is listed with its
/// fault. Only name and question are looked at: whether the experiment is valid, the engine says.
QVector<ShippedExperiment> shipped_experiments(const QString& folder);

}  // namespace stallscope::app

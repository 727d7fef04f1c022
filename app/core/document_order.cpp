// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/document_order.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

#include "core/experiment_document.h"

namespace stallscope::app {
namespace {

QString data_folder(const QString& name) {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QLatin1Char('/') +
           name;
}

tl::unexpected<Error> cannot_write(const QString& file, const QString& why) {
    return fail(ErrorKind::measurement,
                QCoreApplication::translate("DocumentOrder",
                                            "a copy of the experiment cannot be written: %1")
                    .arg(why)
                    .toStdString(),
                file.toStdString(),
                QCoreApplication::translate("DocumentOrder",
                                            "Save the experiment in a folder of yours and run it "
                                            "from there.")
                    .toStdString());
}

/// Named after the text, so that the same text is the same file.
Result<QString> working_copy(const ExperimentDocument& document) {
    const QString folder = data_folder(QStringLiteral("experiments"));
    const QString file = QStringLiteral("%1/%2.json").arg(folder, document.seal().left(16));
    if (!QDir().mkpath(folder)) return cannot_write(file, folder);
    QSaveFile copy(file);
    if (!copy.open(QIODevice::WriteOnly) || copy.write(document.text()) < 0 || !copy.commit())
        return cannot_write(file, copy.errorString());
    return file;
}

}  // namespace

QString folder_for_runs(const ExperimentDocument& document) {
    if (!document.file().isEmpty() && !document.needs_a_file())
        return QFileInfo(document.file()).absolutePath();
    return data_folder(QStringLiteral("runs"));
}

Result<RunOrder> order_of(const ExperimentDocument& document) {
    if (!document.problems().isEmpty()) {
        const Problem& first = document.problems().front();
        return fail(ErrorKind::experiment, first.says.toStdString(), first.where.toStdString(),
                    first.hint.toStdString());
    }
    RunOrder order;
    order.experiment = document.file();
    if (document.file().isEmpty() || document.is_modified() || document.is_read_only()) {
        const auto copy = working_copy(document);
        if (!copy) return tl::unexpected<Error>(copy.error());
        order.experiment = *copy;
        order.directory = document.folder();
    }
    const RunOptions& options = document.options();
    order.preset = options.preset;
    order.seconds = options.seconds;
    order.cycles = options.cycles;
    const QString folder = folder_for_runs(document);
    if (!QDir().mkpath(folder)) return cannot_write(folder, folder);
    order.output = new_run_file(folder, document.name(), QDateTime::currentDateTime());
    return order;
}

}  // namespace stallscope::app

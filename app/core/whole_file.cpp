// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/whole_file.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSaveFile>

namespace stallscope::app {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("WholeFile", text);
}

tl::unexpected<Error> cannot_write(const QString& says, const QString& where, const QString& hint) {
    return fail(ErrorKind::measurement, says.toStdString(), where.toStdString(),
                hint.toStdString());
}

}  // namespace

Result<void> write_whole_file(const QString& file, const std::function<void(QIODevice&)>& write) {
    if (!QFileInfo(file).absoluteDir().exists()) {
        return cannot_write(tr("the folder does not exist"), file, tr("choose another folder"));
    }
    QSaveFile out(file);
    // Without this a folder that may not be written would let the old file be overwritten in place.
    out.setDirectWriteFallback(false);
    const auto failed = [&] {
        return cannot_write(tr("the file cannot be written: %1").arg(out.errorString()), file,
                            tr("check the folder's rights and the space left on the disk"));
    };
    if (!out.open(QIODevice::WriteOnly)) return failed();
    write(out);
    if (!out.commit()) return failed();
    return {};
}

Result<void> make_folder(const QString& folder) {
    if (QDir().mkpath(folder)) return {};
    return cannot_write(tr("the folder cannot be made"), folder,
                        tr("check whether a file has that name, and the rights of the folder "
                           "above it"));
}

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run_order.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

namespace stallscope::app {
namespace {

constexpr qint64 largest_experiment = qint64{16} << 20;

QString name_in(const QString& experiment) {
    QFile file(experiment);
    if (!file.open(QIODevice::ReadOnly)) return {};
    return QJsonDocument::fromJson(file.read(largest_experiment)).object()["name"].toString();
}

}  // namespace

QStringList arguments_of(const RunOrder& order) {
    QStringList arguments;
    if (!order.resume.isEmpty()) {
        arguments << "resume"
                  << "--events" << order.resume;
    } else {
        arguments << "run"
                  << "--events" << order.experiment;
        const auto add = [&](const char* option, const QString& value) {
            if (!value.isEmpty()) arguments << option << value;
        };
        add("--directory", order.directory);
        add("--output", order.output);
        add("--preset", order.preset);
        if (order.seconds) add("--seconds", QString::number(*order.seconds, 'g', 17));
        if (order.cycles) add("--cycles", QString::number(*order.cycles));
        add("--seal", order.seal);
    }
    if (order.keep_blocked) arguments << "--keep-blocked";
    return arguments;
}

QString working_directory_of(const RunOrder& order) {
    if (!order.directory.isEmpty()) return order.directory;
    return QFileInfo(order.resume.isEmpty() ? order.experiment : order.resume).absolutePath();
}

QString name_of(const RunOrder& order) {
    if (!order.resume.isEmpty()) return QFileInfo(order.resume).completeBaseName();
    const QString name = name_in(order.experiment);
    return name.isEmpty() ? QFileInfo(order.experiment).completeBaseName() : name;
}

QString new_run_file(const QString& folder, const QString& name, const QDateTime& now,
                     const QStringList& taken) {
    static const QRegularExpression no_file_name("[/\\x00-\\x1f]");
    const QString stem = QDir(folder).absoluteFilePath(QString(name).replace(no_file_name, "_") +
                                                       now.toString("-yyyyMMdd'T'HHmmss"));
    QString file = stem + ".stallscope";
    for (int n = 2; QFileInfo::exists(file) || taken.contains(file); ++n) {
        file = QString("%1-%2.stallscope").arg(stem).arg(n);
    }
    return file;
}

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shipped_experiments.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

namespace stallscope::app {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("ShippedExperiments", text);
}

ShippedExperiment read(const QFileInfo& info) {
    ShippedExperiment shipped;
    shipped.file = info.absoluteFilePath();
    shipped.name = info.completeBaseName();

    QFile file(shipped.file);
    if (!file.open(QIODevice::ReadOnly)) {
        shipped.fault = tr("Cannot be opened: %1.").arg(file.errorString());
        return shipped;
    }
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(file.readAll(), &error);
    if (error.error != QJsonParseError::NoError) {
        shipped.fault = tr("Not JSON: %1, at byte %2.").arg(error.errorString()).arg(error.offset);
        return shipped;
    }
    if (!document.isObject()) {
        shipped.fault = tr("Not an experiment: the file holds no JSON object.");
        return shipped;
    }
    const QJsonObject experiment = document.object();
    shipped.name = experiment.value(QLatin1String("name")).toString(shipped.name);
    shipped.question = experiment.value(QLatin1String("question")).toString();
    return shipped;
}

}  // namespace

QString share_folder() {
    return QDir::cleanPath(QCoreApplication::applicationDirPath() +
                           QStringLiteral("/../share/stallscope"));
}

QVector<ShippedExperiment> shipped_experiments(const QString& folder) {
    QVector<ShippedExperiment> all;
    const QDir dir(folder);
    const QFileInfoList files =
        dir.entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Name);
    all.reserve(files.size());
    for (const QFileInfo& info : files) all.append(read(info));
    return all;
}

}  // namespace stallscope::app

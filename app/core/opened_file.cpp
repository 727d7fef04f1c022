// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/opened_file.h"

#include <QFile>
#include <QMimeData>
#include <QUrl>

namespace stallscope::app {

OpenedFile kind_of_file(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return OpenedFile::unknown;
    const QByteArray head = file.read(4096);
    if (head.startsWith("SQLite format 3")) return OpenedFile::run;
    const QByteArray text = head.trimmed();
    if (!text.startsWith('{')) return OpenedFile::unknown;
    if (text.contains("\"stallscope_gate\"")) return OpenedFile::gate;
    const qsizetype line_end = text.indexOf('\n');
    const QByteArray first_line = line_end < 0 ? text : text.left(line_end);
    const bool says_hello = first_line.contains("\"event\"") && first_line.contains("\"hello\"");
    return says_hello ? OpenedFile::events : OpenedFile::experiment;
}

QStringList local_files(const QMimeData& data) {
    QStringList files;
    for (const QUrl& url : data.urls())
        if (url.isLocalFile()) files.append(url.toLocalFile());
    return files;
}

}  // namespace stallscope::app

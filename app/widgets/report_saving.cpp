// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report_saving.h"

#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QPointer>
#include <QStatusBar>
#include <QTimer>

#include "core/run_file.h"
#include "core/run_session.h"
#include "core/session_list.h"
#include "report/report.h"
#include "widgets/main_window.h"
#include "widgets/report_export.h"

namespace stallscope::app {
namespace {

const QStringList& drawn_formats() {
    static const QStringList formats{QStringLiteral("html"), QStringLiteral("pdf")};
    return formats;
}

/// HTML and PDF are drawn here; the rest is the engine's.
Result<QStringList> write_all(const RunFile& run, const QString& folder) {
    auto files = export_report(run.path(), folder, drawn_formats());
    if (!files) return files;
    const auto plain = export_run(*run.reader(), folder.toStdString(), {"json", "md", "csv"});
    if (!plain) return tl::unexpected<Error>(plain.error());
    for (const auto& file : *plain) files->append(QString::fromStdString(file.string()));
    return files;
}

}  // namespace

void save_report(MainWindow& window) {
    const QPointer<RunSession> session = window.sessions().current();
    if (!session || !session->file()) return;
    const QFileInfo run(session->file()->path());
    auto* dialog =
        new QFileDialog(&window, MainWindow::tr("A folder for the report"), run.absolutePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    dialog->setLabelText(QFileDialog::Accept, MainWindow::tr("Save the report here"));
    QObject::connect(
        dialog, &QFileDialog::fileSelected, &window,
        [&window, session, name = run.completeBaseName()](const QString& chosen) {
            if (!session || !session->file()) return;
            // The file stays open even if its run is closed while the report is drawn.
            const auto file = session->shared_file();
            const QString folder = QStringLiteral("%1/%2-report").arg(chosen, name);
            QApplication::setOverrideCursor(Qt::WaitCursor);
            const auto files = write_all(*file, folder);
            QApplication::restoreOverrideCursor();
            if (files) {
                window.statusBar()->showMessage(MainWindow::tr("The report is in %1").arg(folder));
                return;
            }
            for (const Problem& problem : problems_of(files.error())) window.tell(problem);
        });
    dialog->open();
}

}  // namespace stallscope::app

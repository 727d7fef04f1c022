// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/file_dialogs.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>

namespace stallscope::app {

void choose_files_to_open(QWidget& window, const QString& folder,
                          std::function<void(const QStringList&)> chosen) {
    auto* dialog = new QFileDialog(
        &window, QCoreApplication::translate("FileDialogs", "Open"), folder,
        QCoreApplication::translate("FileDialogs",
                                    "Experiments, runs and recorded events "
                                    "(*.json *.stallscope *.jsonl);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    QObject::connect(dialog, &QFileDialog::filesSelected, &window, std::move(chosen));
    dialog->open();
}

void choose_file_to_save(QWidget& window, const QString& title, const QString& proposed,
                         const QString& filter, std::function<void(const QString&)> chosen) {
    auto* dialog = new QFileDialog(&window, title, proposed, filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setFileMode(QFileDialog::AnyFile);
    // Before it asks whether to overwrite: what it asks about is what will be written.
    dialog->setDefaultSuffix(QFileInfo(proposed).suffix());
    dialog->selectFile(proposed);
    QObject::connect(dialog, &QFileDialog::fileSelected, &window, std::move(chosen));
    dialog->open();
}

}  // namespace stallscope::app

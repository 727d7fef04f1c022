// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QString>
#include <QTimer>
#include <QVector>
#include <memory>

#include "core/experiment_document.h"

namespace stallscope::app {

/// What a workbench that ended without asking had not saved.
struct Draft {
    QString draft;     ///< the draft itself
    QString file;      ///< what the experiment is saved in; empty: never saved
    QString name;      ///< the experiment's
    QDateTime edited;  ///< local time
    QByteArray text;
};

/// Keeps the unsaved edits of a document in a draft beside the user's data, a moment after each
/// edit. The draft goes when the document is saved, changed back, replaced by another, or closed
/// with this object; so one that is found at the next start was left by a crash. Several
/// workbenches have a draft each.
class Autosave final : public QObject {
    Q_OBJECT

public:
    /// `document` outlives this.
    explicit Autosave(ExperimentDocument& document, QString folder = default_folder(),
                      int after_ms = 1500, QObject* parent = nullptr);
    ~Autosave() override;

    static QString default_folder();
    /// Drafts whose workbench is no longer running, the newest first.
    static QVector<Draft> left_behind(const QString& folder = default_folder());
    static void discard(const Draft& draft);

signals:
    void problem(const stallscope::app::Problem& problem);  ///< the draft cannot be written

private:
    void note();
    void store();
    void remove();

    ExperimentDocument& m_document;
    QString m_draft;
    std::unique_ptr<QLockFile> m_lock;
    QTimer m_timer;
    bool m_has_failed = false;  ///< said once, not at every edit
};

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QSettings>
#include <QString>
#include <QStringList>
#include <optional>
#include <utility>

namespace stallscope::app {

/// What the workbench remembers from one start to the next: files that were open, where windows and
/// docks stood, ranges of charts. A file that cannot be written is not an error: then nothing is
/// remembered.
class Settings final : public QObject {
    Q_OBJECT

public:
    /// What a recent file is: they are offered in lists of their own.
    enum class Recent { experiments, runs };
    static constexpr int most_recent = 12;  ///< files kept in each list

    /// Of this user, at the place the platform has for it.
    explicit Settings(QObject* parent = nullptr);
    /// In an INI file, for tests and for a second workbench beside the first.
    explicit Settings(const QString& file, QObject* parent = nullptr);

    /// Absolute paths, the one used last first. Files that are gone are not in it, but they come
    /// back when the disk they are on does.
    QStringList recent(Recent kind) const;
    void add_recent(Recent kind, const QString& file);
    void remove_recent(Recent kind, const QString& file);
    void clear_recent(Recent kind);

    /// Bytes of QMainWindow::saveState(), QHeaderView::saveState()…; empty: none.
    QByteArray layout(const QString& name) const;
    void set_layout(const QString& name, const QByteArray& bytes);
    /// All layouts go back to how they are shipped.
    void forget_layouts();

    /// The range of an axis, low before high.
    std::optional<std::pair<double, double>> range(const QString& name) const;
    void set_range(const QString& name, double low, double high);
    void forget_range(const QString& name);

    bool flag(const QString& name, bool fallback) const;
    void set_flag(const QString& name, bool on);
    QString text(const QString& name, const QString& fallback = {}) const;
    void set_text(const QString& name, const QString& text);

signals:
    void recent_changed();

private:
    QStringList stored_recent(Recent kind) const;
    void store_recent(Recent kind, const QStringList& files);

    QSettings m_settings;
};

}  // namespace stallscope::app

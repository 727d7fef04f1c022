// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/settings.h"

#include <QFileInfo>
#include <cmath>

namespace stallscope::app {
namespace {

QString recent_key(Settings::Recent kind) {
    return kind == Settings::Recent::experiments ? QStringLiteral("recent/experiments")
                                                 : QStringLiteral("recent/runs");
}

QString absolute(const QString& file) {
    return QFileInfo(file).absoluteFilePath();
}

}  // namespace

Settings::Settings(QObject* parent)
    : QObject(parent),
      m_settings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("stallscope"),
                 QStringLiteral("workbench")) {}

Settings::Settings(const QString& file, QObject* parent)
    : QObject(parent), m_settings(file, QSettings::IniFormat) {}

QStringList Settings::stored_recent(Recent kind) const {
    return m_settings.value(recent_key(kind)).toStringList();
}

void Settings::store_recent(Recent kind, const QStringList& files) {
    if (files == stored_recent(kind)) return;
    m_settings.setValue(recent_key(kind), files);
    emit recent_changed();
}

QStringList Settings::recent(Recent kind) const {
    QStringList there;
    const QStringList stored = stored_recent(kind);
    for (const QString& file : stored) {
        if (QFileInfo::exists(file)) there.append(file);
    }
    return there;
}

void Settings::add_recent(Recent kind, const QString& file) {
    QStringList files = stored_recent(kind);
    files.removeAll(absolute(file));
    files.prepend(absolute(file));
    if (files.size() > most_recent) files.erase(files.begin() + most_recent, files.end());
    store_recent(kind, files);
}

void Settings::remove_recent(Recent kind, const QString& file) {
    QStringList files = stored_recent(kind);
    files.removeAll(absolute(file));
    store_recent(kind, files);
}

void Settings::clear_recent(Recent kind) {
    store_recent(kind, {});
}

QByteArray Settings::layout(const QString& name) const {
    return m_settings.value(QStringLiteral("layout/") + name).toByteArray();
}

void Settings::set_layout(const QString& name, const QByteArray& bytes) {
    m_settings.setValue(QStringLiteral("layout/") + name, bytes);
}

void Settings::forget_layouts() {
    m_settings.remove(QStringLiteral("layout"));
}

std::optional<std::pair<double, double>> Settings::range(const QString& name) const {
    const QVariantList ends = m_settings.value(QStringLiteral("range/") + name).toList();
    if (ends.size() != 2) return std::nullopt;
    bool low_is_number = false, high_is_number = false;
    const double low = ends.at(0).toDouble(&low_is_number);
    const double high = ends.at(1).toDouble(&high_is_number);
    if (!low_is_number || !high_is_number || !std::isfinite(low) || !std::isfinite(high) ||
        low >= high)
        return std::nullopt;
    return std::pair{low, high};
}

void Settings::set_range(const QString& name, double low, double high) {
    m_settings.setValue(QStringLiteral("range/") + name, QVariantList{low, high});
}

void Settings::forget_range(const QString& name) {
    m_settings.remove(QStringLiteral("range/") + name);
}

bool Settings::flag(const QString& name, bool fallback) const {
    return m_settings.value(QStringLiteral("flags/") + name, fallback).toBool();
}

void Settings::set_flag(const QString& name, bool on) {
    m_settings.setValue(QStringLiteral("flags/") + name, on);
}

QString Settings::text(const QString& name, const QString& fallback) const {
    return m_settings.value(QStringLiteral("texts/") + name, fallback).toString();
}

void Settings::set_text(const QString& name, const QString& text) {
    m_settings.setValue(QStringLiteral("texts/") + name, text);
}

}  // namespace stallscope::app

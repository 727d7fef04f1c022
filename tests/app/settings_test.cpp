// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/settings.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using stallscope::app::Settings;
using Recent = Settings::Recent;

class SettingsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void the_file_used_last_comes_first_and_stands_once();
    void at_most_twelve_files_are_kept();
    void files_that_are_gone_are_not_offered();
    void experiments_and_runs_have_lists_of_their_own();
    void everything_is_there_at_the_next_start();
    void a_range_that_makes_no_sense_is_none();
    void forgotten_layouts_leave_the_rest();

private:
    QString file(const QString& name) const { return m_folder->filePath(name); }
    QString touched(const QString& name) const {
        QFile made(file(name));
        return made.open(QIODevice::WriteOnly) ? made.fileName() : QString();
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void SettingsTest::the_file_used_last_comes_first_and_stands_once() {
    Settings settings(file("s.ini"));
    const QSignalSpy changes(&settings, &Settings::recent_changed);
    const QString a = touched("a.json"), b = touched("b.json");
    settings.add_recent(Recent::experiments, a);
    settings.add_recent(Recent::experiments, b);
    settings.add_recent(Recent::experiments, a);
    QCOMPARE(settings.recent(Recent::experiments), QStringList({a, b}));
    QCOMPARE(changes.count(), 3);
    settings.add_recent(Recent::experiments, a);  // where it stands already
    QCOMPARE(changes.count(), 3);
    settings.remove_recent(Recent::experiments, a);
    QCOMPARE(settings.recent(Recent::experiments), QStringList{b});
    settings.clear_recent(Recent::experiments);
    QVERIFY(settings.recent(Recent::experiments).isEmpty());
}

void SettingsTest::at_most_twelve_files_are_kept() {
    Settings settings(file("s.ini"));
    for (int i = 0; i < 15; ++i)
        settings.add_recent(Recent::runs, touched(QStringLiteral("%1.stallscope").arg(i)));
    QCOMPARE(settings.recent(Recent::runs).size(), 12);
    QCOMPARE(settings.recent(Recent::runs).first(), file("14.stallscope"));
    QCOMPARE(settings.recent(Recent::runs).last(), file("3.stallscope"));
}

void SettingsTest::files_that_are_gone_are_not_offered() {
    Settings settings(file("s.ini"));
    settings.add_recent(Recent::experiments, touched("here.json"));
    settings.add_recent(Recent::experiments, file("gone.json"));
    QCOMPARE(settings.recent(Recent::experiments), QStringList{file("here.json")});
    touched("gone.json");
    QCOMPARE(settings.recent(Recent::experiments).size(), 2);
}

void SettingsTest::experiments_and_runs_have_lists_of_their_own() {
    Settings settings(file("s.ini"));
    settings.add_recent(Recent::experiments, touched("a.json"));
    QVERIFY(settings.recent(Recent::runs).isEmpty());
}

void SettingsTest::everything_is_there_at_the_next_start() {
    {
        Settings settings(file("s.ini"));
        settings.add_recent(Recent::experiments, touched("a.json"));
        settings.set_layout("window", QByteArray("\0\1\xff", 3));
        settings.set_range("return", 0.25, 12);
        settings.set_flag("quiet", true);
        settings.set_text("preset", "quick");
    }
    const Settings settings(file("s.ini"));
    QCOMPARE(settings.recent(Recent::experiments), QStringList{file("a.json")});
    QCOMPARE(settings.layout("window"), QByteArray("\0\1\xff", 3));
    QCOMPARE(settings.range("return").value(), std::pair(0.25, 12.0));
    QVERIFY(settings.flag("quiet", false));
    QVERIFY(settings.flag("never written", true));
    QCOMPARE(settings.text("preset"), QStringLiteral("quick"));
}

void SettingsTest::a_range_that_makes_no_sense_is_none() {
    Settings settings(file("s.ini"));
    QVERIFY(!settings.range("never written"));
    settings.set_range("backwards", 2, 1);
    QVERIFY(!settings.range("backwards"));
    settings.set_range("nan", qQNaN(), 1);
    QVERIFY(!settings.range("nan"));
    settings.set_range("good", 1, 2);
    settings.forget_range("good");
    QVERIFY(!settings.range("good"));
}

void SettingsTest::forgotten_layouts_leave_the_rest() {
    Settings settings(file("s.ini"));
    settings.set_layout("window", "bytes");
    settings.set_text("preset", "quick");
    settings.forget_layouts();
    QVERIFY(settings.layout("window").isEmpty());
    QCOMPARE(settings.text("preset"), QStringLiteral("quick"));
}

QTEST_GUILESS_MAIN(SettingsTest)
#include "settings_test.moc"

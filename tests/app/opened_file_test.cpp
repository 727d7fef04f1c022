// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/opened_file.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace stallscope::app;

class OpenedFileTest : public QObject {
    Q_OBJECT

private slots:
    void kinds_data();
    void kinds();
    void what_cannot_be_read_is_unknown();
};

void OpenedFileTest::kinds_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("kind");
    const auto row = [](const char* name, const QByteArray& bytes, OpenedFile kind) {
        QTest::newRow(name) << bytes << static_cast<int>(kind);
    };
    row("an experiment", "{ \"stallscope\": 1 }", OpenedFile::experiment);
    row("one after white space", "\n\n  {\"stallscope\": 1}", OpenedFile::experiment);
    row("one that speaks of an event", "{\n\"name\": \"\\\"event\\\" and \\\"hello\\\"\"}",
        OpenedFile::experiment);
    row("a run", QByteArray("SQLite format 3\0abc", 19), OpenedFile::run);
    row("recorded events", "{\"event\":\"hello\",\"schema\":1}\n{\"event\":\"plan\"}\n",
        OpenedFile::events);
    row("a list", "[1, 2]", OpenedFile::unknown);
    row("nothing", "", OpenedFile::unknown);
    row("a picture", "\x89PNG\r\n", OpenedFile::unknown);
}

void OpenedFileTest::kinds() {
    QFETCH(QByteArray, bytes);
    QFETCH(int, kind);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("renamed.txt"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
    file.close();
    QCOMPARE(static_cast<int>(kind_of_file(path)), kind);
}

void OpenedFileTest::what_cannot_be_read_is_unknown() {
    QTemporaryDir folder;
    QVERIFY(kind_of_file(folder.filePath(QStringLiteral("gone"))) == OpenedFile::unknown);
    QVERIFY(kind_of_file(folder.path()) == OpenedFile::unknown);
}

QTEST_APPLESS_MAIN(OpenedFileTest)
#include "opened_file_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/autosave.h"

#include <QDir>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using stallscope::app::Autosave;
using stallscope::app::Draft;
using stallscope::app::ExperimentDocument;

class AutosaveTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void an_edit_is_drafted_a_moment_later();
    void a_running_workbench_keeps_its_draft_to_itself();
    void what_a_crash_left_is_offered_and_restored();
    void the_draft_goes_with_saving_undoing_and_closing();
    void a_draft_that_cannot_be_written_is_said_once();

private:
    QString drafts() const { return m_folder->filePath(QStringLiteral("drafts")); }
    QStringList files() const {
        return QDir(drafts()).entryList({QStringLiteral("*.json")}, QDir::Files);
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

void edit(ExperimentDocument& document, int seed) {
    document.edit(QStringLiteral("seed"), document.tree().with(QStringLiteral("/seed"), seed));
}

}  // namespace

void AutosaveTest::an_edit_is_drafted_a_moment_later() {
    ExperimentDocument document;
    const Autosave autosave(document, drafts(), 1);
    edit(document, 2);
    QVERIFY2(files().isEmpty(), "not at every keystroke");
    QTRY_COMPARE(files().size(), 1);
}

void AutosaveTest::a_running_workbench_keeps_its_draft_to_itself() {
    ExperimentDocument document;
    const Autosave autosave(document, drafts(), 1);
    edit(document, 2);
    QTRY_COMPARE(files().size(), 1);
    QVERIFY(Autosave::left_behind(drafts()).isEmpty());
}

void AutosaveTest::what_a_crash_left_is_offered_and_restored() {
    const QString file = m_folder->filePath(QStringLiteral("mine.json"));
    QByteArray text;
    {
        ExperimentDocument document;
        QVERIFY(document.save_as(file).has_value());
        const Autosave autosave(document, drafts(), 1);
        edit(document, 5);
        text = document.text();
        QTRY_COMPARE(files().size(), 1);
        // A crash leaves the draft, and a lock whose process is gone.
        QVERIFY(QFile::copy(drafts() + '/' + files().first(), m_folder->filePath("kept")));
    }
    QVERIFY(QFile::copy(m_folder->filePath("kept"), drafts() + "/draft-1.json"));
    QFile lock(drafts() + "/draft-1.json.lock");
    QVERIFY(lock.open(QIODevice::WriteOnly));
    QProcess gone;
    gone.start(QStringLiteral("true"), {});
    const qint64 pid = gone.processId();
    QVERIFY(gone.waitForFinished());
    lock.write(QByteArray::number(pid) + "\nworkbench\n" + QSysInfo::machineHostName().toUtf8() +
               '\n');
    lock.close();

    const QVector<Draft> left = Autosave::left_behind(drafts());
    QCOMPARE(left.size(), 1);
    QCOMPARE(left.first().file, file);
    QCOMPARE(left.first().name, QStringLiteral("untitled"));
    QVERIFY(left.first().edited.isValid());
    ExperimentDocument document;
    document.restore(left.first().text, left.first().file);
    QCOMPARE(document.text(), text);
    QVERIFY(document.is_modified());
    Autosave::discard(left.first());
    QVERIFY(Autosave::left_behind(drafts()).isEmpty());
    QVERIFY(files().isEmpty());
}

void AutosaveTest::the_draft_goes_with_saving_undoing_and_closing() {
    ExperimentDocument document;
    auto autosave = std::make_unique<Autosave>(document, drafts(), 1);
    edit(document, 2);
    QTRY_COMPARE(files().size(), 1);
    QVERIFY(document.save_as(m_folder->filePath("a.json")).has_value());
    QVERIFY(files().isEmpty());
    edit(document, 3);
    QTRY_COMPARE(files().size(), 1);
    document.undo();
    QVERIFY(files().isEmpty());
    document.redo();
    QTRY_COMPARE(files().size(), 1);
    autosave.reset();
    QVERIFY(files().isEmpty());
    QVERIFY(QDir(drafts()).entryList(QDir::Files).isEmpty());
}

void AutosaveTest::a_draft_that_cannot_be_written_is_said_once() {
    QFile in_the_way(drafts());
    QVERIFY(in_the_way.open(QIODevice::WriteOnly));
    ExperimentDocument document;
    const Autosave autosave(document, drafts(), 1);
    QSignalSpy problems(&autosave, &Autosave::problem);
    edit(document, 2);
    QTRY_COMPARE(problems.count(), 1);
    edit(document, 3);
    QTest::qWait(50);
    QCOMPARE(problems.count(), 1);
}

QTEST_GUILESS_MAIN(AutosaveTest)
#include "autosave_test.moc"

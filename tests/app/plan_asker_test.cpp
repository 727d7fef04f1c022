// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_asker.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace stallscope::app;

class PlanAskerTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void the_answer_is_read();
    void what_is_no_plan_is_an_error();
    void the_sentence_fits_the_comparisons_data();
    void the_sentence_fits_the_comparisons();
    void the_document_as_it_stands_is_asked_about();
    void keystrokes_are_one_question();
    void an_answer_to_what_is_gone_is_dropped();
    void saved_in_another_folder_it_is_asked_about_again();
    void nothing_is_asked_of_a_faulty_experiment();
    void nothing_is_asked_while_a_run_is_measured();
    void a_pause_ends_the_question_that_is_open_data();
    void a_pause_ends_the_question_that_is_open();
    void an_engine_that_fails_is_named();

private:
    /// A program that logs how it was called, waits and answers.
    QString engine(const QByteArray& answer, const QByteArray& before = {}) const {
        QFile script(m_folder->filePath("engine"));
        if (!script.open(QIODevice::WriteOnly)) return {};
        script.write("#!/bin/sh\necho \"$@\" >> '" + log().toUtf8() + "'\n" + before +
                     "\ncp \"$2\" '" + m_folder->filePath("asked.json").toUtf8() +
                     "'\ncat <<'END'\n" + answer + "\nEND\n");
        script.close();
        script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return script.fileName();
    }
    QString log() const { return m_folder->filePath("log"); }
    QStringList calls() const {
        QFile file(log());
        if (!file.open(QIODevice::ReadOnly)) return {};
        return QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

constexpr const char* answer = R"json({ "schema": 1, "seconds": 10,
  "interpreters": [{ "named": "python3", "path": "/usr/bin/python3", "version": "3.13.1",
                     "implementation": "cpython", "gil": false }],
  "runs_code": ["the interpreter python3", "mine:work (stream a)"],
  "resolution": [
    { "criterion": "price", "condition": "both", "state": "ok", "says": "fine" },
    { "criterion": "tail", "condition": "solo", "state": "unresolvable", "says": "too few" }]
})json";

void edit(ExperimentDocument& document, int seed) {
    document.edit("seed", document.tree().with("/seed", seed));
}

}  // namespace

void PlanAskerTest::the_answer_is_read() {
    const auto read = plan_answer_of(answer);
    QVERIFY(read.has_value());
    QCOMPARE(read->runs_code, QStringList({"the interpreter python3", "mine:work (stream a)"}));
    QCOMPARE(read->resolution.size(), 2);
    QCOMPARE(read->resolution.at(1).state, QStringLiteral("unresolvable"));
    QCOMPARE(read->interpreters.first(),
             QStringLiteral("python3 is cpython 3.13.1 without an interpreter lock "
                            "(/usr/bin/python3)"));
}

void PlanAskerTest::what_is_no_plan_is_an_error() {
    for (const char* wrong : {"", "{}", "[]", R"({"schema": 2, "resolution": []})", "{\"schema\""})
        QVERIFY2(!plan_answer_of(wrong).has_value(), wrong);
}

void PlanAskerTest::the_sentence_fits_the_comparisons_data() {
    QTest::addColumn<QStringList>("states");
    QTest::addColumn<QStringList>("words");
    QTest::newRow("none") << QStringList{} << QStringList{"no effect to resolve"};
    QTest::newRow("fine") << QStringList{"ok"} << QStringList{"resolve 1 comparison at"};
    QTest::newRow("several") << QStringList{"ok", "ok"} << QStringList{"resolve 2 comparisons"};
    QTest::newRow("weak") << QStringList{"low power"}
                          << QStringList{"1 cannot be counted on: c0 in both: s0."};
    QTest::newRow("mixed") << QStringList{"ok", "unresolvable", "low power", "no bank"}
                           << QStringList{"resolve 1 comparison",
                                          "2 cannot be counted on, the first", "c1 in both",
                                          "noise of 1 is not known"};
    QTest::newRow("unknown") << QStringList{"no bank", "no bank"} << QStringList{"calibrate"};
}

void PlanAskerTest::the_sentence_fits_the_comparisons() {
    QFETCH(QStringList, states);
    QFETCH(QStringList, words);
    PlanAnswer plan;
    for (int i = 0; i < states.size(); ++i)
        plan.resolution.append(
            {QStringLiteral("c%1").arg(i), "both", states.at(i), QStringLiteral("s%1").arg(i)});
    const QString says = resolution_in_words(plan);
    for (const QString& word : words) QVERIFY2(says.contains(word), qPrintable(says));
}

void PlanAskerTest::the_document_as_it_stands_is_asked_about() {
    ExperimentDocument document;
    edit(document, 77);
    document.set_options({{}, 3.5, 2});
    const PlanAsker plan(document, engine(answer), 1);
    QVERIFY(plan.is_asking());
    QTRY_VERIFY(plan.answer().has_value());
    QVERIFY(!plan.is_asking());
    QVERIFY(calls().first().startsWith("plan "));
    QVERIFY(calls().first().endsWith("--json --seconds 3.5 --cycles 2"));
    QFile asked(m_folder->filePath("asked.json"));
    QVERIFY(asked.open(QIODevice::ReadOnly));
    QCOMPARE(asked.readAll(), document.text());
}

void PlanAskerTest::keystrokes_are_one_question() {
    ExperimentDocument document;
    const PlanAsker plan(document, engine(answer), 50);
    for (int seed = 2; seed < 12; ++seed) edit(document, seed);
    QTRY_VERIFY(plan.answer().has_value());
    QCOMPARE(calls().size(), 1);
    document.end_merging();
    emit document.changed();  // nothing that the answer depends on
    QVERIFY(plan.answer().has_value());
}

void PlanAskerTest::an_answer_to_what_is_gone_is_dropped() {
    ExperimentDocument document;
    // The first question is never answered; the second one at once.
    const QByteArray once = "if [ ! -e '" + m_folder->filePath("once").toUtf8() +
                            "' ]; then : > '" + m_folder->filePath("once").toUtf8() +
                            "'; exec sleep 600; fi";
    const PlanAsker plan(document, engine(answer, once), 1);
    QTRY_COMPARE(calls().size(), 1);
    edit(document, 2);
    QTRY_VERIFY(plan.answer().has_value());
    QCOMPARE(calls().size(), 2);
}

/// Relative paths in it, an interpreter's for example, mean other files there.
void PlanAskerTest::saved_in_another_folder_it_is_asked_about_again() {
    const QString here = m_folder->filePath("here"), there = m_folder->filePath("there");
    QVERIFY(QDir().mkpath(here) && QDir().mkpath(there));
    ExperimentDocument document;
    QVERIFY(document.save_as(here + "/one.json"));
    const QByteArray folders = m_folder->filePath("folders").toUtf8();
    const PlanAsker plan(document, engine(answer, "pwd >> '" + folders + "'"), 1);
    QTRY_VERIFY(plan.answer().has_value());
    QVERIFY(document.save());  // nothing that the answer depends on
    QVERIFY(plan.answer().has_value());
    QVERIFY(document.save_as(there + "/one.json"));
    QVERIFY(!plan.answer().has_value());
    QTRY_VERIFY(plan.answer().has_value());
    QFile asked(folders);
    QVERIFY(asked.open(QIODevice::ReadOnly));
    QCOMPARE(
        QString::fromUtf8(asked.readAll()).split('\n', Qt::SkipEmptyParts),
        QStringList({QFileInfo(here).canonicalFilePath(), QFileInfo(there).canonicalFilePath()}));
}

void PlanAskerTest::nothing_is_asked_of_a_faulty_experiment() {
    ExperimentDocument document;
    const PlanAsker plan(document, engine(answer), 1);
    QTRY_VERIFY(plan.answer().has_value());
    document.edit("cycles", document.tree().with("/cycles", 0));
    QVERIFY(!plan.answer().has_value());
    QVERIFY(!plan.is_asking());
    QTest::qWait(50);
    QCOMPARE(calls().size(), 1);
}

void PlanAskerTest::nothing_is_asked_while_a_run_is_measured() {
    ExperimentDocument document;
    PlanAsker plan(document, engine(answer), 1);
    QTRY_VERIFY(plan.answer().has_value());
    plan.set_paused(true);
    edit(document, 2);
    QTest::qWait(50);
    QCOMPARE(calls().size(), 1);
    plan.set_paused(false);
    QTRY_VERIFY(plan.answer().has_value());
    QCOMPARE(calls().size(), 2);
}

void PlanAskerTest::a_pause_ends_the_question_that_is_open_data() {
    QTest::addColumn<int>("after_ms");
    QTest::newRow("about to be asked") << 60'000;
    QTest::newRow("asked") << 1;
}

void PlanAskerTest::a_pause_ends_the_question_that_is_open() {
    QFETCH(int, after_ms);
    ExperimentDocument document;
    PlanAsker plan(document, engine(answer, "exec sleep 600"), after_ms);
    QVERIFY(plan.is_asking());
    if (after_ms == 1) QTRY_COMPARE(calls().size(), 1);
    const QSignalSpy changed(&plan, &PlanAsker::changed);
    plan.set_paused(true);
    QVERIFY(!plan.is_asking());
    QCOMPARE(changed.size(), 1);
    plan.set_paused(false);
    QVERIFY(plan.is_asking());
}

void PlanAskerTest::an_engine_that_fails_is_named() {
    ExperimentDocument document;
    const PlanAsker none(document, m_folder->filePath("none"), 1);
    QTRY_VERIFY(none.failure().contains("cannot be started"));
    const PlanAsker broken(document, engine(answer, "echo 'no interpreter' >&2; exit 5"), 1);
    QTRY_COMPARE(broken.failure(), QStringLiteral("no interpreter"));
    const PlanAsker babbling(document, engine("hello"), 1);
    QTRY_VERIFY(babbling.failure().contains("different versions"));
    QVERIFY(!babbling.answer().has_value());
}

QTEST_GUILESS_MAIN(PlanAskerTest)
#include "plan_asker_test.moc"

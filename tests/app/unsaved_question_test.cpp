// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/unsaved_question.h"

#include <QAbstractButton>
#include <QMessageBox>
#include <QTest>
#include <QWidget>
#include <optional>

using namespace stallscope::app;
using Answer = UnsavedQuestion::Answer;
using Occasion = UnsavedQuestion::Occasion;

class UnsavedQuestionTest : public QObject {
    Q_OBJECT

private slots:
    void nothing_to_lose_needs_no_question();
    void one_box_asks_for_everything();
    void every_button_has_its_answer_data();
    void every_button_has_its_answer();
    void escape_stays();
    void a_second_question_is_not_asked();
};

namespace {

const QMessageBox* box_of(const QWidget& window) {
    return window.findChild<QMessageBox*>(QStringLiteral("unsaved_question"));
}

QStringList buttons_of(const QMessageBox& box) {
    QStringList texts;
    for (const QAbstractButton* button : box.buttons()) texts.append(button->text());
    texts.sort();
    return texts;
}

}  // namespace

void UnsavedQuestionTest::nothing_to_lose_needs_no_question() {
    QWidget window;
    UnsavedQuestion question(window);
    std::optional<Answer> given;
    question.ask({}, Occasion::closing, [&](Answer answer) { given = answer; });
    QVERIFY(given == Answer::discard);
    QVERIFY(!box_of(window));
}

void UnsavedQuestionTest::one_box_asks_for_everything() {
    QWidget window;
    UnsavedQuestion question(window);
    question.ask({true, QStringLiteral("mine")}, Occasion::closing, [](Answer) {});
    const QMessageBox* box = box_of(window);
    QVERIFY(box);
    QVERIFY(box->text().contains(QStringLiteral("A run is being measured")));
    QVERIFY(box->text().contains(QStringLiteral("mine")));
    QCOMPARE(buttons_of(*box),
             QStringList({QStringLiteral("Close without saving"), QStringLiteral("Keep open"),
                          QStringLiteral("Save, cancel the run and close")}));
}

void UnsavedQuestionTest::every_button_has_its_answer_data() {
    QTest::addColumn<bool>("run");
    QTest::addColumn<QString>("unsaved");
    QTest::addColumn<int>("occasion");
    QTest::addColumn<QString>("button");
    QTest::addColumn<int>("answer");
    const auto row = [](bool run, const char* unsaved, Occasion occasion, const char* button,
                        Answer answer) {
        QTest::newRow(button) << run << QString::fromLatin1(unsaved) << static_cast<int>(occasion)
                              << QString::fromLatin1(button) << static_cast<int>(answer);
    };
    row(true, "", Occasion::closing, "Cancel the run and close", Answer::discard);
    row(true, "", Occasion::closing, "Keep open", Answer::stay);
    row(false, "mine", Occasion::closing, "Save and close", Answer::save);
    row(false, "mine", Occasion::closing, "Close without saving", Answer::discard);
    row(false, "mine", Occasion::opening_another, "Save", Answer::save);
    row(false, "mine", Occasion::opening_another, "Discard the edits", Answer::discard);
    row(false, "mine", Occasion::opening_another, "Stay here", Answer::stay);
}

void UnsavedQuestionTest::every_button_has_its_answer() {
    QFETCH(bool, run);
    QFETCH(QString, unsaved);
    QFETCH(int, occasion);
    QFETCH(QString, button);
    QFETCH(int, answer);
    QWidget window;
    UnsavedQuestion question(window);
    std::optional<Answer> given;
    question.ask({run, unsaved}, static_cast<Occasion>(occasion), [&](Answer a) { given = a; });
    const QMessageBox* box = box_of(window);
    QVERIFY(box);
    for (QAbstractButton* each : box->buttons())
        if (each->text() == button) each->click();
    QVERIFY(given.has_value());
    QCOMPARE(static_cast<int>(*given), answer);
    QVERIFY(!question.is_open());
}

void UnsavedQuestionTest::escape_stays() {
    QWidget window;
    UnsavedQuestion question(window);
    std::optional<Answer> given;
    question.ask({true, {}}, Occasion::closing, [&](Answer answer) { given = answer; });
    QTest::keyClick(window.findChild<QMessageBox*>(), Qt::Key_Escape);
    QVERIFY(given == Answer::stay);
}

void UnsavedQuestionTest::a_second_question_is_not_asked() {
    QWidget window;
    UnsavedQuestion question(window);
    int answers = 0;
    question.ask({true, {}}, Occasion::closing, [&](Answer) { ++answers; });
    question.ask({true, {}}, Occasion::closing, [&](Answer) { ++answers; });
    QCOMPARE(window.findChildren<QMessageBox*>().size(), 1);
    QTest::keyClick(window.findChild<QMessageBox*>(), Qt::Key_Escape);
    QCOMPARE(answers, 1);
}

QTEST_MAIN(UnsavedQuestionTest)
#include "unsaved_question_test.moc"

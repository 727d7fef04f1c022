// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run_dialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QTest>
#include <optional>

#include "core/time_text.h"

using namespace stallscope::app;

class RunDialogTest : public QObject {
    Q_OBJECT

private slots:
    void it_says_which_code_runs_before_it_does();
    void confirming_gives_the_order_as_it_was_changed();
    void nothing_runs_when_it_is_cancelled();
    void a_run_needs_a_file();
    void durations_data();
    void durations();
};

namespace {

RunOrder order() {
    RunOrder order;
    order.experiment = QStringLiteral("/there/mine.json");
    order.output = QStringLiteral("/there/mine-1.stallscope");
    order.cycles = 3;
    return order;
}

RunDialog::Facts facts() {
    return {QStringLiteral("mine"),
            QStringLiteral("6 visits, about 1 min"),
            QString(64, QLatin1Char('a')),
            {QStringLiteral("the interpreter python3"), QStringLiteral("<b>own.py</b>:call")}};
}

}  // namespace

void RunDialogTest::it_says_which_code_runs_before_it_does() {
    auto* dialog = new RunDialog(order(), facts());
    const auto* code = dialog->findChild<QLabel*>(QStringLiteral("runs_code"));
    QVERIFY(code->text().contains(QStringLiteral("the interpreter python3")));
    QVERIFY(code->text().contains(QStringLiteral("<b>own.py</b>:call")));
    QCOMPARE(code->textFormat(), Qt::PlainText);
    delete dialog;
}

void RunDialogTest::confirming_gives_the_order_as_it_was_changed() {
    const QPointer<RunDialog> dialog = new RunDialog(order(), facts());
    std::optional<RunOrder> given;
    connect(dialog, &RunDialog::confirmed, this, [&](const RunOrder& o) { given = o; });
    dialog->open();
    dialog->findChild<QLineEdit*>(QStringLiteral("output"))
        ->setText(QStringLiteral("/elsewhere/b.stallscope"));
    dialog->findChild<QCheckBox*>(QStringLiteral("keep_blocked"))->setChecked(true);
    dialog->findChild<QPushButton*>(QStringLiteral("start"))->click();
    QVERIFY(given.has_value());
    QCOMPARE(given->output, QStringLiteral("/elsewhere/b.stallscope"));
    QVERIFY(given->keep_blocked);
    QCOMPARE(given->experiment, order().experiment);
    QCOMPARE(given->cycles, order().cycles);
}

void RunDialogTest::nothing_runs_when_it_is_cancelled() {
    auto* dialog = new RunDialog(order(), facts());
    int confirmed = 0;
    connect(dialog, &RunDialog::confirmed, this, [&] { ++confirmed; });
    dialog->open();
    QTest::keyClick(dialog, Qt::Key_Escape);
    QCOMPARE(confirmed, 0);
}

void RunDialogTest::a_run_needs_a_file() {
    auto* dialog = new RunDialog(order(), facts());
    dialog->findChild<QLineEdit*>(QStringLiteral("output"))->setText(QStringLiteral("  "));
    QVERIFY(!dialog->findChild<QPushButton*>(QStringLiteral("start"))->isEnabled());
    delete dialog;
}

void RunDialogTest::durations_data() {
    QTest::addColumn<double>("seconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("seconds") << 45.4 << QStringLiteral("45 s");
    QTest::newRow("a minute") << 59.6 << QStringLiteral("1 min 0 s");
    QTest::newRow("minutes") << 125.0 << QStringLiteral("2 min 5 s");
    QTest::newRow("an hour") << 3600.0 << QStringLiteral("1 h 0 min");
    QTest::newRow("hours") << 7.0 * 3600 + 29 * 60 + 40 << QStringLiteral("7 h 30 min");
    QTest::newRow("none") << -1.0 << QString();
}

void RunDialogTest::durations() {
    QFETCH(double, seconds);
    QFETCH(QString, text);
    QCOMPARE(duration_text(seconds), text);
}

QTEST_MAIN(RunDialogTest)
#include "run_dialog_test.moc"

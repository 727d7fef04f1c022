// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/criteria_page.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QTextBrowser>

#include "charts/criteria_forest.h"
#include "core/criterion_details.h"
#include "fixtures/stored_run.h"

using namespace stallscope;
using namespace stallscope::app;

class CriteriaPageTest : public QObject {
    Q_OBJECT

private slots:
    void amounts_have_their_units();
    void what_would_decide_it();
    void shows_the_words_of_the_analysis();
    void a_criterion_tells_what_is_behind_it();
    void rows_are_copied_as_tsv();
    void findings_are_counted_in_their_tab();
    void without_a_run_it_says_what_it_is_for();
    void a_run_that_cannot_be_analysed_says_why();
    void hostile_names_are_text();
};

void CriteriaPageTest::amounts_have_their_units() {
    QCOMPARE(amount_text(0.0214, "ratio"), QStringLiteral("×0.021"));
    QCOMPARE(amount_text(7.6721, "ms"), QStringLiteral("7.672 ms"));
    QCOMPARE(amount_text(0.911, "share"), QStringLiteral("91.1 %"));
    QCOMPARE(amount_text(0.0123, "points"), QStringLiteral("1.23 points"));
    QCOMPARE(amount_text(3, "count"), QStringLiteral("3"));
    QCOMPARE(amount_text(std::nullopt, "ms"), QStringLiteral("–"));
    QCOMPARE(interval_text(1, 2, "times"), QStringLiteral("×1.000 … ×2.000"));
    QCOMPARE(interval_text(1, std::nullopt, "ms"), QStringLiteral("–"));
}

void CriteriaPageTest::what_would_decide_it() {
    CriterionFigures figures;
    figures.status = "undecided";
    figures.cycles_needed = 12;
    QVERIFY(to_decide(figures).contains("12 cycles"));
    figures.cycles_needed = std::nullopt;
    figures.more_than_200 = true;
    QVERIFY(to_decide(figures).contains("More than 200 cycles"));
    figures.status = "met";
    QVERIFY(to_decide(figures).isEmpty());
}

void CriteriaPageTest::shows_the_words_of_the_analysis() {
    const StoredRun run;
    const auto session = run.session();
    const auto results = session->file()->results();
    CriteriaPage page;
    page.resize(1280, 800);
    page.show();
    page.set_session(session.get());
    QCOMPARE(page.charts().size(), 1);
    auto* tables = page.findChild<QTabWidget*>("tables");
    const auto* model = tables->widget(0)->findChild<QTableView*>("rows")->model();
    QCOMPARE(model->rowCount(), static_cast<int>(results->criteria.size()));
    for (int i = 0; i < model->rowCount(); ++i) {
        const CriterionResult& criterion = results->criteria[static_cast<std::size_t>(i)];
        QCOMPARE(model->index(i, 0).data().toString(), QString::fromStdString(criterion.id));
        QVERIFY(model->index(i, 1).data().toString().contains(
            QString::fromStdString(criterion.status).replace('_', ' ')));
        QCOMPARE(model->index(i, 2).data().toString(),
                 amount_text(criterion.value, criterion.unit));
    }
    const auto met = std::count_if(results->criteria.begin(), results->criteria.end(),
                                   [](const auto& one) { return one.status == "met"; });
    const auto headline = page.findChild<QLabel*>("headline")->text();
    QCOMPARE(headline.contains(QStringLiteral("%1 ✓ met").arg(met)), met > 0);
    QVERIFY(page.charts()[0]->summary().contains("ten times sooner"));
}

void CriteriaPageTest::a_criterion_tells_what_is_behind_it() {
    const StoredRun run;
    const auto session = run.session();
    CriteriaPage page;
    page.set_session(session.get());
    page.show_criterion("effect");
    const QString text = page.findChild<QTextBrowser*>("details")->toPlainText();
    QVERIFY(text.startsWith("effect: "));
    QVERIFY(text.contains("ten times sooner"));
    QVERIFY(text.contains("×10.000"));
    const auto& criteria = session->file()->results()->criteria;
    const auto effect = std::find_if(criteria.begin(), criteria.end(),
                                     [](const auto& one) { return one.id == "effect"; });
    QVERIFY(text.contains(amount_text(effect->value, "times")));
    QVERIFY(text.contains(interval_text(effect->low95, effect->high95, "times")));
    page.show_criterion("nobody");
    QVERIFY(page.findChild<QTextBrowser*>("details")->toPlainText().startsWith("effect: "));
}

void CriteriaPageTest::rows_are_copied_as_tsv() {
    const StoredRun run;
    const auto session = run.session();
    CriteriaPage page;
    page.set_session(session.get());
    page.show();
    auto* rows = page.findChild<QTabWidget*>("tables")->widget(0)->findChild<QTableView*>("rows");
    rows->selectRow(1);
    rows->setFocus();
    QTest::keyClick(rows, Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines[0].startsWith("criterion\tverdict\tvalue\tinterval\tbound"));
    QVERIFY(lines[1].startsWith("released-lock\t"));
}

void CriteriaPageTest::findings_are_counted_in_their_tab() {
    const StoredRun run;
    const auto session = run.session();
    CriteriaPage page;
    page.set_session(session.get());
    auto* tables = page.findChild<QTabWidget*>("tables");
    const auto findings = session->file()->results()->findings.size();
    QVERIFY(findings > 0);
    QCOMPARE(tables->tabText(3), QStringLiteral("Findings (%1)").arg(findings));
    const auto* model = tables->widget(3)->findChild<QTableView*>("rows")->model();
    QCOMPARE(model->rowCount(), static_cast<int>(findings));
    // No duplicate cell: the table says so instead of being empty without a word.
    QVERIFY(tables->widget(1)->findChild<QLabel*>("empty_text")->text().contains("duplicate"));
}

void CriteriaPageTest::without_a_run_it_says_what_it_is_for() {
    CriteriaPage page;
    page.show();
    QVERIFY(page.charts().isEmpty());
    QVERIFY(page.findChild<QLabel*>("empty_text", Qt::FindDirectChildrenOnly)->isVisible());
    RunSession live;
    page.set_session(&live);
    CriteriaEvent event;
    CriterionState state;
    state.id = "effect";
    state.status = "undecided";
    event.criteria = {state};
    live.apply(event);
    page.refresh();
    QCOMPARE(page.charts().size(), 1);
    QVERIFY(page.charts()[0]->summary().contains("effect"));
    page.set_session(nullptr);
    QVERIFY(page.charts().isEmpty());
}

void CriteriaPageTest::a_run_that_cannot_be_analysed_says_why() {
    const StoredRun run;
    QFile file(run.path());
    QVERIFY(file.open(QIODevice::ReadWrite));
    QByteArray bytes = file.readAll();
    const auto at = bytes.indexOf("Does the reply wait for the lock?");
    QVERIFY(at > 0);
    bytes[at] = 'd';
    file.seek(0);
    file.write(bytes);
    file.close();
    RunSession session;
    QSignalSpy ended(&session, &RunSession::ended);
    CriteriaPage page;
    page.show();
    page.set_session(&session);
    session.open(run.path());
    QVERIFY(ended.wait());
    auto* empty = page.findChild<QLabel*>("empty_text", Qt::FindDirectChildrenOnly);
    QTRY_VERIFY2(empty->text().contains("SHA-256"), qPrintable(empty->text()));
    page.set_session(nullptr);
}

void CriteriaPageTest::hostile_names_are_text() {
    std::string text = by_hand::experiment_text;
    const std::string from = "ten times sooner";
    text.replace(text.find(from), from.size(), "<img src=x><b>bold</b>");
    const StoredRun run(text);
    const auto session = run.session();
    CriteriaPage page;
    page.set_session(session.get());
    page.show_criterion("effect");
    QVERIFY(
        page.findChild<QTextBrowser*>("details")->toPlainText().contains("<img src=x><b>bold</b>"));
}

QTEST_MAIN(CriteriaPageTest)
#include "criteria_page_test.moc"

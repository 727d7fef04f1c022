// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gate_page.h"

#include <QLabel>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

#include "charts/rounds_chart.h"
#include "charts/salt_chart.h"
#include "core/opened_file.h"
#include "widgets/data_table.h"

using namespace stallscope;
using namespace stallscope::app;

namespace {

constexpr const char* gate_json = R"({
  "stallscope_gate": 1, "schema": 1, "name": "<b>loops</b>", "headline": "Gate loops: green",
  "question": "Is it faster?", "outcome": "green", "exit_code": 0, "started": "2026-12-01T10:00:00Z",
  "cpu": "a CPU", "salted_by": "build", "builds": 2, "rounds": 2, "processes": 24,
  "noise_floor": 0.004, "spread_floor": 0.01, "reasons": [], "notes": ["a note"],
  "claims": [{"id": "c", "says": "no slower", "must_be": "less than 10 % slower", "word": "met",
              "why": "", "worst": "strip", "points": [{"row": "strip"}, {"row": "strip"}]}],
  "rows": [
    {"name": "strip", "role": "judged", "state": "moved_faster", "why": "", "base_ns": 10000,
     "head_ns": 9000, "ratio": 0.9, "low95": 0.88, "high95": 0.92, "own_spread": 0.5,
     "head_spread": 0.01, "aa_ratio": 1.002,
     "values_ns": {"base": [[[10000, 10100], [10050, null]], [[15000, 15000], [15000, 15000]]],
                   "head": [[[9000, 9000], [9000, 9000]], [[9090, 9090], [9090, 9090]]],
                   "base_again": [[[10000, 10000], [10000, 10000]], [[15000, 15000], [15000, 15000]]]}},
    {"name": "copy", "role": "control", "state": "control", "base_ns": 2500, "head_ns": 2500,
     "ratio": 1.0, "low95": null, "high95": null, "own_spread": 0.01, "head_spread": null,
     "aa_ratio": null, "values_ns": {"base": [], "head": [], "base_again": []}}]})";

}  // namespace

class GatePageTest : public QObject {
    Q_OBJECT

private slots:
    void a_result_is_told_from_an_experiment();
    void what_is_no_result_is_refused_with_advice();
    void says_what_it_is_for_without_a_result();
    void shows_claims_and_benchmarks();
    void a_dot_for_every_build();
    void the_rounds_of_the_chosen_benchmark();
    void one_build_a_side_has_no_placement_to_show();

private:
    QString write(const QByteArray& text) {
        const QString path = m_folder.filePath(QStringLiteral("%1.json").arg(++m_files));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            throw std::runtime_error("no file");
        return path;
    }
    GateResult result(const QByteArray& text = gate_json) {
        auto read = read_gate_result(write(text));
        if (!read) throw std::runtime_error(read.error().says);
        return std::move(*read);
    }

    QTemporaryDir m_folder;
    int m_files = 0;
};

void GatePageTest::a_result_is_told_from_an_experiment() {
    QCOMPARE(kind_of_file(write(gate_json)), OpenedFile::gate);
    QCOMPARE(kind_of_file(write(R"({"stallscope": 1, "name": "x"})")), OpenedFile::experiment);
}

void GatePageTest::what_is_no_result_is_refused_with_advice() {
    for (const QByteArray& text :
         {QByteArray("{"), QByteArray("[]"), QByteArray(R"({"stallscope": 1})"),
          QByteArray(R"({"stallscope_gate": "1"})"), QByteArray(R"({"stallscope_gate": 2})")}) {
        const auto read = read_gate_result(write(text));
        QVERIFY2(!read, text.constData());
        QVERIFY(read.error().hint.find("gate.json") != std::string::npos);
    }
    QVERIFY(!read_gate_result(m_folder.filePath("none.json")));
    // Values of other types are values that are not there.
    const GateResult odd = result(R"({"stallscope_gate": 1, "rows": [1, {"name": 3, "base_ns": "x",
        "values_ns": {"base": [[1, [null, -4, "a"]]]}}], "claims": "none"})");
    QCOMPARE(odd.rows.size(), std::size_t{2});
    QVERIFY(std::isnan(odd.rows[1].base_ns));
    QVERIFY(odd.claims.empty());
    GatePage page;
    page.show_gate(odd);
    QCOMPARE(page.charts().size(), 2);
}

void GatePageTest::says_what_it_is_for_without_a_result() {
    GatePage page;
    page.show();
    auto* empty = page.findChild<QLabel*>("empty_text", Qt::FindDirectChildrenOnly);
    QVERIFY(empty->isVisible() && empty->text().contains("stallscope gate"));
    QVERIFY(page.charts().isEmpty());
}

void GatePageTest::shows_claims_and_benchmarks() {
    GatePage page;
    page.resize(1200, 800);
    page.show();
    page.show_gate(result());
    QCOMPARE(page.findChild<QLabel*>("headline")->text(), QStringLiteral("Gate loops: green"));
    QVERIFY(page.findChild<QLabel*>("details")->text().contains("a note"));
    auto* claims = page.findChild<DataTable*>("claims")->view().model();
    QCOMPARE(claims->rowCount(), 1);
    QVERIFY(claims->index(0, 3).data().toString().contains("met"));
    QCOMPARE(claims->index(0, 2).data().toString(), QStringLiteral("1"));
    auto* rows = page.findChild<DataTable*>("benchmarks")->view().model();
    QCOMPARE(rows->rowCount(), 2);
    QVERIFY(rows->index(0, 3).data().toString().contains("10.0"));
    QCOMPARE(rows->index(0, 9).data().toString(), QStringLiteral("moved faster"));
}

void GatePageTest::a_dot_for_every_build() {
    SaltChart chart;
    chart.resize(600, 300);
    chart.show();
    chart.show_gate(result());
    QVERIFY2(chart.summary().contains("strip: spread 49."), qPrintable(chart.summary()));
    QVERIFY(chart.summary().contains("1.0 % of head"));
    QVERIFY(chart.summary().contains("Controls: at most 1.0 %"));
    QCOMPARE(chart.csv().count('\n'), 5);  // the control has no values of its own here
    QVERIFY(!chart.image(1).isNull());
}

void GatePageTest::the_rounds_of_the_chosen_benchmark() {
    GatePage page;
    page.resize(1200, 800);
    page.show();
    page.show_gate(result());
    auto* rounds = page.findChild<RoundsChart*>("rounds_chart");
    QVERIFY2(rounds->summary().contains("base: 8 processes from"), qPrintable(rounds->summary()));
    QVERIFY(rounds->values_at(1.2).contains("head: mean"));
    QVERIFY(rounds->title().contains("strip"));
    page.findChild<DataTable*>("benchmarks")->view().selectRow(1);
    QVERIFY(rounds->title().contains("copy"));
    QVERIFY(rounds->values_at(1).isEmpty());
    // Half after half, and of a half the builds.
    const auto order = in_time_order(result().rows[0].base);
    QCOMPARE(order.size(), std::size_t{8});
    QCOMPARE(order[1].build, 1);
    QCOMPARE(order[2].half, 1);
    QCOMPARE(order[4].round, 1);
}

void GatePageTest::one_build_a_side_has_no_placement_to_show() {
    QByteArray text = gate_json;
    text.replace("\"builds\": 2", "\"builds\": 1");
    SaltChart chart;
    chart.show_gate(result(text));
    QVERIFY(chart.summary().isEmpty());
}

QTEST_MAIN(GatePageTest)
#include "gate_page_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/conditions_model.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QTest>

using namespace stallscope::app;

class ConditionsModelTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void there_is_a_check_for_every_stream();
    void streams_come_and_go_in_their_order();
    void a_name_that_is_no_stream_is_kept_and_named();
    void renaming_a_condition_is_followed();
    void rows_are_added_moved_and_removed();
    void a_new_stream_is_a_new_column();

private:
    QString line(int row) const {
        return m_document->tree().line_at(json_place("/conditions", row));
    }
    void check(int row, int column, Qt::CheckState state) {
        QVERIFY(m_model->setData(m_model->index(row, column), state, Qt::CheckStateRole));
    }
    std::unique_ptr<ExperimentDocument> m_document;
    std::unique_ptr<ConditionsModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void ConditionsModelTest::init() {
    m_document = std::make_unique<ExperimentDocument>();
    const QDir shipped(QStringLiteral(STALLSCOPE_SHIPPED_EXPERIMENTS));
    QVERIFY(m_document->open(shipped.filePath("completion-path.json")).has_value());
    m_model = std::make_unique<ConditionsModel>(*m_document);
    m_tester = std::make_unique<QAbstractItemModelTester>(
        m_model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
}

void ConditionsModelTest::cleanup() {
    m_tester.reset();
    m_model.reset();
    m_document.reset();
}

void ConditionsModelTest::there_is_a_check_for_every_stream() {
    QCOMPARE(m_model->rowCount(), 3);
    QCOMPARE(m_model->columnCount(), 3);
    QCOMPARE(m_model->headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(),
             QStringLiteral("gpu"));
    QCOMPARE(m_model->index(0, 0).data().toString(), QStringLiteral("solo-gpu"));
    QCOMPARE(m_model->index(0, 1).data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    QCOMPARE(m_model->index(0, 2).data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
    QCOMPARE(m_model->index(0, 2).data().toString(), QStringLiteral("does not run"));
}

void ConditionsModelTest::streams_come_and_go_in_their_order() {
    check(1, 1, Qt::Checked);
    QCOMPARE(line(1), QStringLiteral("{ \"id\": \"solo-ane\", \"streams\": [\"gpu\", \"ane\"] }"));
    check(1, 2, Qt::Unchecked);
    QCOMPARE(line(1), QStringLiteral("{ \"id\": \"solo-ane\", \"streams\": [\"gpu\"] }"));
    check(1, 1, Qt::Unchecked);
    QVERIFY(m_model->index(1, 0)
                .data(ConditionsModel::problem_role)
                .toString()
                .contains("measures nothing"));
}

void ConditionsModelTest::a_name_that_is_no_stream_is_kept_and_named() {
    m_document->edit("x", m_document->tree().with("/conditions/0/streams/1", "tpu"));
    QVERIFY(m_model->index(0, 0).data(ConditionsModel::problem_role).toString().contains("tpu"));
    check(0, 2, Qt::Checked);
    QVERIFY(line(0).endsWith("[\"gpu\", \"ane\", \"tpu\"] }"));
    QCOMPARE(m_model->row_of("/conditions/0/streams/1"), 0);
    QCOMPARE(m_model->row_of("/conditions/9"), -1);
    QCOMPARE(m_model->row_of("/cells/0"), -1);
}

void ConditionsModelTest::renaming_a_condition_is_followed() {
    QVERIFY(m_model->setData(m_model->index(2, 0), "at once", Qt::EditRole));
    QVERIFY(m_document->problems().isEmpty());
    QCOMPARE(m_document->tree().shown("/criteria/0/condition"), QStringLiteral("at once"));
}

void ConditionsModelTest::rows_are_added_moved_and_removed() {
    QCOMPARE(m_model->add(), 3);
    QCOMPARE(line(3), QStringLiteral("{ \"id\": \"condition\", \"streams\": [\"gpu\", \"ane\"] }"));
    QVERIFY(m_document->problems().isEmpty());
    QCOMPARE(m_model->move(3, -1), 2);
    QCOMPARE(m_model->index(2, 0).data().toString(), QStringLiteral("condition"));
    QCOMPARE(m_model->move(0, -1), -1);
    QCOMPARE(m_model->remove(2), 2);
    QCOMPARE(m_model->rowCount(), 3);
    QCOMPARE(m_model->remove(7), -1);
}

void ConditionsModelTest::a_new_stream_is_a_new_column() {
    m_document->edit("stream",
                     m_document->tree()
                         .with_text("/streams/tpu", R"({"workload": {"kind": "wait", "ms": 1}})")
                         .value());
    QCOMPARE(m_model->columnCount(), 4);
    check(2, 3, Qt::Checked);
    QVERIFY(line(2).endsWith("[\"gpu\", \"ane\", \"tpu\"] }"));
}

QTEST_MAIN(ConditionsModelTest)
#include "conditions_model_test.moc"

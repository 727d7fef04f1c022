// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/experiments_model.h"

#include <QAbstractItemModelTester>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTest>

using stallscope::app::ExperimentsModel;
using stallscope::app::shipped_experiments;

class ExperimentsModelTest : public QObject {
    Q_OBJECT

private slots:
    void keeps_the_rules_of_item_models();
    void every_experiment_is_a_row_with_name_question_and_file();
    void a_broken_file_is_listed_with_its_fault();
    void an_index_from_outside_holds_nothing();
};

namespace {

QString folder() {
    return QStringLiteral(STALLSCOPE_TEST_EXPERIMENTS);
}

}  // namespace

void ExperimentsModelTest::keeps_the_rules_of_item_models() {
    ExperimentsModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    model.set_experiments(shipped_experiments(folder()));
    QCOMPARE(resets.count(), 1);
    QCOMPARE(model.rowCount(), 2);
    model.set_experiments({});
    QCOMPARE(model.rowCount(), 0);
}

void ExperimentsModelTest::every_experiment_is_a_row_with_name_question_and_file() {
    ExperimentsModel model;
    model.set_experiments(shipped_experiments(folder()));
    const QModelIndex name = model.index(0, ExperimentsModel::name_column);
    QCOMPARE(name.data().toString(), QStringLiteral("first"));
    QCOMPARE(model.index(0, ExperimentsModel::question_column).data().toString(),
             QStringLiteral("Does it wait?"));
    QCOMPARE(QFileInfo(name.data(ExperimentsModel::file_role).toString()).fileName(),
             QStringLiteral("a-first.json"));
    QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(),
             QStringLiteral("Question"));
}

void ExperimentsModelTest::a_broken_file_is_listed_with_its_fault() {
    ExperimentsModel model;
    model.set_experiments(shipped_experiments(folder()));
    QCOMPARE(model.index(1, ExperimentsModel::name_column).data().toString(),
             QStringLiteral("b-broken"));
    QVERIFY(model.index(1, ExperimentsModel::question_column)
                .data()
                .toString()
                .startsWith(QStringLiteral("Not JSON:")));
}

void ExperimentsModelTest::an_index_from_outside_holds_nothing() {
    ExperimentsModel model;
    model.set_experiments(shipped_experiments(folder()));
    QVERIFY(!model.index(7, 0).isValid());
    QVERIFY(!model.data(QModelIndex(), Qt::DisplayRole).isValid());
    QCOMPARE(model.rowCount(model.index(0, 0)), 0);
}

QTEST_GUILESS_MAIN(ExperimentsModelTest)
#include "experiments_model_test.moc"

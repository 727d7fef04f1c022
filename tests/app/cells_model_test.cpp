// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/cells_model.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFont>
#include <QSignalSpy>
#include <QTest>

#include "core/experiment_edits.h"
#include "plan/words.h"

using namespace stallscope::app;

class CellsModelTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void there_is_a_column_for_everything_a_cell_may_override();
    void overrides_are_bold_and_what_is_inherited_is_dimmed();
    void an_override_is_written_into_the_cell();
    void clearing_inherits_again_and_leaves_nothing_behind();
    void a_duplicate_inherits_from_its_original();
    void a_stream_can_be_switched_off_and_on();
    void the_interpreter_is_written_short_and_read_either_way();
    void conditions_are_names_with_commas();
    void load_and_workload_are_read_short_and_typed_as_json();
    void a_workload_of_another_kind_replaces_the_old_one_whole();
    void what_is_no_number_stays_as_it_was_typed_and_is_named();
    void faults_are_placed_at_their_fields();
    void rows_are_added_copied_repeated_moved_and_removed();
    void renaming_a_cell_is_followed();
    void a_run_cannot_be_edited();
    void further_overrides_get_columns_of_their_own();
    void a_list_that_is_no_list_of_cells_does_no_harm();
    void the_words_are_the_engines();

private:
    QModelIndex at(int row, const char* place) const {
        return m_model->index(row, m_model->column_of(QLatin1String(place)));
    }
    QString shown(int row, const char* place) const { return at(row, place).data().toString(); }
    void set(int row, const char* place, const char* text) {
        QVERIFY(m_model->setData(at(row, place), QLatin1String(text), Qt::EditRole));
    }
    QString cell(int row) const { return m_document->tree().line_at(json_place("/cells", row)); }

    std::unique_ptr<ExperimentDocument> m_document;
    std::unique_ptr<CellsModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

namespace {

constexpr const char* ane_placement = "/streams/ane/placement";
constexpr const char* ane_binding = "/streams/ane/binding";
constexpr const char* ane_workload = "/streams/ane/workload";
constexpr int a = 0, a2 = 1, b = 2, c = 3;

}  // namespace

void CellsModelTest::init() {
    m_document = std::make_unique<ExperimentDocument>();
    const QDir shipped(QStringLiteral(STALLSCOPE_SHIPPED_EXPERIMENTS));
    QVERIFY(m_document->open(shipped.filePath("completion-path.json")).has_value());
    m_model = std::make_unique<CellsModel>(*m_document);
    // Every test below changes the model under the eyes of the tester.
    m_tester = std::make_unique<QAbstractItemModelTester>(
        m_model.get(), QAbstractItemModelTester::FailureReportingMode::QtTest);
}

void CellsModelTest::cleanup() {
    m_tester.reset();
    m_model.reset();
    m_document.reset();
}

void CellsModelTest::there_is_a_column_for_everything_a_cell_may_override() {
    QStringList titles;
    for (int i = 0; i < m_model->columnCount(); ++i)
        titles.append(m_model->headerData(i, Qt::Horizontal, Qt::DisplayRole).toString());
    QCOMPARE(titles.join('|'),
             QStringLiteral("Cell|Says|gpu placement|gpu binding|ane placement|ane binding|Lock|"
                            "Switch interval (ms)|Python|Duplicate of|Conditions|gpu load|"
                            "gpu workload|ane load|ane workload"));
    QCOMPARE(m_model->rowCount(), 4);
    QCOMPARE(at(b, ane_placement).data(CellsModel::words_role).toStringList(),
             QStringList({"thread", "process", "off"}));
    QCOMPARE(at(b, "/duplicate_of").data(CellsModel::words_role).toStringList(),
             QStringList({"A", "A2", "C"}));
}

void CellsModelTest::overrides_are_bold_and_what_is_inherited_is_dimmed() {
    const auto is_bold = [&](int row, const char* place) {
        return at(row, place).data(Qt::FontRole).value<QFont>().bold();
    };
    QCOMPARE(shown(b, ane_placement), QStringLiteral("process"));
    QVERIFY(is_bold(b, ane_placement));
    QVERIFY(!at(b, ane_placement).data(Qt::ForegroundRole).isValid());
    QVERIFY(at(b, ane_placement).data(CellsModel::overridden_role).toBool());
    QCOMPARE(at(b, ane_placement).data(CellsModel::inherited_role).toString(),
             QStringLiteral("thread"));
    QCOMPARE(shown(c, ane_placement), QStringLiteral("thread"));
    QVERIFY(!is_bold(c, ane_placement));
    QVERIFY(at(c, ane_placement).data(Qt::ForegroundRole).isValid());
    QVERIFY(at(c, ane_placement).data(Qt::ToolTipRole).toString().contains("Inherited"));
    // Not colour alone, and not for the eye alone.
    QVERIFY(at(c, ane_placement).data(Qt::AccessibleTextRole).toString().contains("inherited"));
    QCOMPARE(shown(a, "/host/lock/switch_interval_ms"), QStringLiteral("5"));
    QCOMPARE(shown(a, "/host/python"), QStringLiteral("python3"));
}

void CellsModelTest::an_override_is_written_into_the_cell() {
    set(a, ane_placement, "process");
    set(a, "/host/lock/switch_interval_ms", "0.5");
    set(a, "/says", "moved");
    QCOMPARE(cell(a),
             QStringLiteral("{ \"id\": \"A\", \"says\": \"moved\", \"streams\": { \"ane\": "
                            "{ \"placement\": \"process\" } }, \"host\": { \"lock\": { "
                            "\"switch_interval_ms\": 0.5 } } }"));
    QVERIFY(m_document->problems().isEmpty());
    QCOMPARE(m_document->undo_label(), QStringLiteral("Says in A"));
    m_document->undo();
    m_document->undo();
    m_document->undo();
    QVERIFY(!m_document->is_modified());
    QCOMPARE(shown(a, ane_placement), QStringLiteral("thread"));
    const QByteArray before = m_document->text();
    set(b, ane_placement, "process");  // as it is
    QCOMPARE(m_document->text(), before);
}

void CellsModelTest::clearing_inherits_again_and_leaves_nothing_behind() {
    m_model->clear(at(b, ane_placement));
    QCOMPARE(cell(b), QStringLiteral("{ \"id\": \"B\", \"says\": \"own process\" }"));
    QCOMPARE(shown(b, ane_placement), QStringLiteral("thread"));
    m_model->clear(at(b, "/id"));
    QCOMPARE(shown(b, "/id"), QStringLiteral("B"));
}

void CellsModelTest::a_duplicate_inherits_from_its_original() {
    set(a2, "/duplicate_of", "C");
    QCOMPARE(shown(a2, ane_binding), QStringLiteral("cdll"));
    QVERIFY(!at(a2, ane_binding).data(CellsModel::overridden_role).toBool());
    QVERIFY(at(a2, ane_binding).data(Qt::ToolTipRole).toString().contains("cell C"));
    set(a2, ane_binding, "pydll");
    QCOMPARE(at(a2, ane_binding).data(CellsModel::inherited_role).toString(),
             QStringLiteral("cdll"));
    // Round in a circle is a fault, not a hang.
    set(c, "/duplicate_of", "A2");
    QVERIFY(!m_document->problems().isEmpty());
    QVERIFY(!at(c, "/duplicate_of").data(CellsModel::problem_role).toString().isEmpty() ||
            !at(a2, "/duplicate_of").data(CellsModel::problem_role).toString().isEmpty());
}

void CellsModelTest::a_stream_can_be_switched_off_and_on() {
    set(b, ane_placement, "off");
    QVERIFY(m_document->tree().value("/cells/2/streams/ane").isNull());
    QCOMPARE(shown(b, ane_placement), QStringLiteral("off"));
    QVERIFY(shown(b, ane_binding).isEmpty());
    QVERIFY(at(b, ane_placement).data(CellsModel::overridden_role).toBool());
    set(b, ane_placement, "process");
    QCOMPARE(m_document->tree().line_at("/cells/2/streams"),
             QStringLiteral("{ \"ane\": { \"placement\": \"process\" } }"));
    set(b, ane_placement, "off");
    m_model->clear(at(b, ane_placement));
    QVERIFY(!m_document->tree().has("/cells/2/streams"));
}

void CellsModelTest::the_interpreter_is_written_short_and_read_either_way() {
    set(a, "/host/python", "python3.12");
    QCOMPARE(m_document->tree().shown("/cells/0/python"), QStringLiteral("python3.12"));
    m_document->edit("host", m_document->tree().with("/cells/2/host/python", "python3.13"));
    QCOMPARE(shown(b, "/host/python"), QStringLiteral("python3.13"));
    set(b, "/host/python", "python3.14");
    QCOMPARE(m_document->tree().shown("/cells/2/host/python"), QStringLiteral("python3.14"));
    QVERIFY(m_document->problems().isEmpty());
    QCOMPARE(m_model->column_of("/python"), -1);
}

void CellsModelTest::conditions_are_names_with_commas() {
    QCOMPARE(shown(a, "/conditions"), QStringLiteral("all"));
    QCOMPARE(shown(a2, "/conditions"), QStringLiteral("solo-ane, both"));
    set(a, "/conditions", " both ,solo-gpu,");
    QCOMPARE(m_document->tree().line_at("/cells/0/conditions"),
             QStringLiteral("[\"both\", \"solo-gpu\"]"));
    set(a, "/conditions", "bothe");
    QVERIFY(at(a, "/conditions").data(CellsModel::problem_role).toString().contains("bothe"));
}

void CellsModelTest::load_and_workload_are_read_short_and_typed_as_json() {
    QCOMPARE(shown(a, ane_workload), QStringLiteral("opencl, sequence 128, target_ms 9.5, unit 1"));
    QCOMPARE(at(a, ane_workload).data(Qt::EditRole).toString(), QString());
    set(a, ane_workload, "{\"target_ms\": 5}");
    QCOMPARE(shown(a, ane_workload), QStringLiteral("opencl, sequence 128, target_ms 5, unit 1"));
    QCOMPARE(at(a, ane_workload).data(Qt::EditRole).toString(),
             QStringLiteral("{ \"target_ms\": 5 }"));
    QVERIFY(m_document->problems().isEmpty());
    set(a, ane_workload, "5 ms");
    QCOMPARE(m_document->tree().shown("/cells/0/streams/ane/workload"), QStringLiteral("5 ms"));
    QVERIFY(!at(a, ane_workload).data(CellsModel::problem_role).toString().isEmpty());
}

void CellsModelTest::a_workload_of_another_kind_replaces_the_old_one_whole() {
    set(a, ane_workload, R"({"kind": "wait", "ms": 3})");
    QCOMPARE(shown(a, ane_workload), QStringLiteral("wait, ms 3"));
    QVERIFY(m_document->problems().isEmpty());
    set(a, "/streams/ane/load", R"({"kind": "loop"})");
    QCOMPARE(shown(a, "/streams/ane/load"), QStringLiteral("loop, threads 1"));
}

void CellsModelTest::what_is_no_number_stays_as_it_was_typed_and_is_named() {
    set(a, "/host/lock/switch_interval_ms", "five");
    QCOMPARE(shown(a, "/host/lock/switch_interval_ms"), QStringLiteral("five"));
    QVERIFY(at(a, "/host/lock/switch_interval_ms")
                .data(CellsModel::problem_role)
                .toString()
                .contains("\"five\""));
    set(a, "/host/lock/kind", "mutexx");
    QVERIFY(!at(a, "/host/lock/kind").data(CellsModel::problem_role).toString().isEmpty());
    QCOMPARE(m_document->problems().size(), 2);
}

void CellsModelTest::faults_are_placed_at_their_fields() {
    const auto place = [&](const char* pointer) {
        const QModelIndex index = m_model->index_of(QLatin1String(pointer));
        return index.isValid()
                   ? QString::number(index.row()) + m_model->column(index.column()).place
                   : QString();
    };
    QCOMPARE(place("/cells/2/streams/ane/binding"), QStringLiteral("2/streams/ane/binding"));
    QCOMPARE(place("/cells/0/conditions/1"), QStringLiteral("0/conditions"));
    QCOMPARE(place("/cells/0/streams/ane"), QStringLiteral("0/streams/ane/placement"));
    QCOMPARE(place("/cells/0/streams/ane/load/clients"), QStringLiteral("0/streams/ane/load"));
    QCOMPARE(place("/cells/0/host/lock"), QStringLiteral("0/host/lock/kind"));
    QCOMPARE(place("/cells/0/python"), QStringLiteral("0/host/python"));
    QCOMPARE(place("/cells/0/unknown"), QStringLiteral("0/id"));
    QCOMPARE(place("/cells/0"), QStringLiteral("0/id"));
    for (const char* elsewhere : {"/cells", "/cells/9", "/cells/x", "/streams/ane", ""})
        QVERIFY2(place(elsewhere).isEmpty(), elsewhere);
    // A loop cannot run in a process: the fault is one of the whole override.
    set(b, "/streams/ane/load", R"({"kind": "loop"})");
    QVERIFY(!at(b, ane_placement).data(CellsModel::problem_role).toString().isEmpty());
}

void CellsModelTest::rows_are_added_copied_repeated_moved_and_removed() {
    QSignalSpy resets(m_model.get(), &QAbstractItemModel::modelReset);
    QCOMPARE(m_model->duplicate(c), 4);
    QCOMPARE(cell(4), QStringLiteral("{ \"id\": \"C2\", \"says\": \"thread, lock released\", "
                                     "\"streams\": { \"ane\": { \"binding\": \"cdll\" } } }"));
    QCOMPARE(m_model->repeat(b), 3);
    QCOMPARE(cell(3), QStringLiteral("{ \"id\": \"B2\", \"says\": \"B again (noise floor)\", "
                                     "\"duplicate_of\": \"B\" }"));
    QCOMPARE(m_model->add(-1), 6);
    QCOMPARE(cell(6), QStringLiteral("{ \"id\": \"D\" }"));
    QCOMPARE(m_model->add(a), 1);
    QCOMPARE(shown(1, "/id"), QStringLiteral("E"));
    QVERIFY2(m_document->problems().isEmpty(), "whatever is added can be run");
    QCOMPARE(m_model->remove(1), 1);
    QCOMPARE(m_model->move(a, 2), 2);
    QCOMPARE(shown(2, "/id"), QStringLiteral("A"));
    QCOMPARE(m_model->move(a, -1), -1);
    QCOMPARE(m_model->rowCount(), 7);
    QVERIFY2(resets.isEmpty(), "views keep their selection");
    while (m_document->can_undo()) m_document->undo();
    QVERIFY(!m_document->is_modified());
    QCOMPARE(m_model->rowCount(), 4);
    for (int i = 0; i < 4; ++i) m_model->remove(0);
    QCOMPARE(m_model->rowCount(), 0);
    QCOMPARE(m_model->remove(0), -1);
    QVERIFY(m_document->problem_at("/cells") != nullptr);
    QCOMPARE(m_model->add(0), 0);
}

void CellsModelTest::renaming_a_cell_is_followed() {
    set(a, "/id", "held");
    QVERIFY(m_document->problems().isEmpty());
    QCOMPARE(shown(a2, "/duplicate_of"), QStringLiteral("held"));
    QCOMPARE(m_document->tree().shown("/criteria/1/against"), QStringLiteral("held"));
    QCOMPARE(m_document->tree().shown("/criteria/2/gap_closed/from"), QStringLiteral("held"));
    // A name that is taken is a fault, and nothing is mixed up.
    set(b, "/id", "C");
    QCOMPARE(m_document->tree().shown("/criteria/2/gap_closed/to"), QStringLiteral("B"));
    QVERIFY(!m_document->problems().isEmpty());
    set(b, "/id", "B");
    QVERIFY(m_document->problems().isEmpty());
    QCOMPARE(m_document->tree().shown("/criteria/0/cell"), QStringLiteral("C"));

    m_document->edit("stream", with_stream_named(m_document->tree(), "ane", "npu"));
    QVERIFY(m_document->problems().isEmpty());
    QCOMPARE(shown(b, "/streams/npu/placement"), QStringLiteral("process"));
    m_document->edit("condition", with_condition_named(m_document->tree(), 2, "all at once"));
    QVERIFY(m_document->problems().isEmpty());
    QCOMPARE(shown(a2, "/conditions"), QStringLiteral("solo-ane, all at once"));
}

void CellsModelTest::a_run_cannot_be_edited() {
    QVERIFY(at(a, "/id").flags().testFlag(Qt::ItemIsEditable));
    m_document->edit_text("{");
    QVERIFY(!at(a, "/id").flags().testFlag(Qt::ItemIsEditable));
    QVERIFY(!m_model->setData(at(a, "/id"), "Z", Qt::EditRole));
    QCOMPARE(m_model->add(0), -1);
    QCOMPARE(m_model->rowCount(), 4);
}

void CellsModelTest::further_overrides_get_columns_of_their_own() {
    auto tree = m_document->tree().with("/cells/0/host/env/OMP_NUM_THREADS", "4");
    tree = tree.with("/cells/0/nice", 5).with("/cells/1/streams/ane/inputs/seeds", 3);
    m_document->edit("further", tree);
    QCOMPARE(shown(a, "/host/env/OMP_NUM_THREADS"), QStringLiteral("4"));
    QCOMPARE(shown(a, "/host/nice"), QStringLiteral("5"));
    QCOMPARE(shown(b, "/host/nice"), QStringLiteral("0"));
    QCOMPARE(shown(a2, "/streams/ane/inputs/seeds"), QStringLiteral("3"));
    QCOMPARE(shown(b, "/streams/ane/inputs/seeds"), QStringLiteral("8"));
    set(b, "/host/nice", "7");
    QCOMPARE(m_document->tree().value("/cells/2/nice").toInt(), 7);
    QVERIFY(m_document->problems().isEmpty());
}

void CellsModelTest::a_list_that_is_no_list_of_cells_does_no_harm() {
    for (const char* text :
         {R"({"cells": 1})", R"({"cells": {"a": 1}})", R"({"cells": [1, [], null, "x"]})",
          R"({"cells": [{"streams": 1, "host": [], "id": {}}], "streams": {"s": 2}})", "[]"}) {
        m_document->edit_text(text);
        QVERIFY(m_document->is_readable());
        for (int row = 0; row < m_model->rowCount(); ++row)
            for (int column = 0; column < m_model->columnCount(); ++column)
                m_model->index(row, column).data(Qt::ToolTipRole);
    }
}

void CellsModelTest::the_words_are_the_engines() {
    const auto same = [](WordSet set, const auto& words) {
        QStringList engine, ours = texts_for(set);
        for (const auto& word : words)
            engine.append(QString::fromUtf8(word.text.data(), qsizetype(word.text.size())));
        engine.sort();
        ours.sort();
        return engine == ours;
    };
    QVERIFY(same(WordSet::placement, stallscope::placement_words));
    QVERIFY(same(WordSet::binding, stallscope::binding_words));
    QVERIFY(same(WordSet::lifetime, stallscope::lifetime_words));
    QVERIFY(same(WordSet::stamps, stallscope::instrumentation_words));
    QVERIFY(same(WordSet::order, stallscope::order_words));
    QVERIFY(same(WordSet::wait_mode, stallscope::wait_mode_words));
    QVERIFY(same(WordSet::interval, stallscope::interval_words));
    QVERIFY(same(WordSet::looks, stallscope::looks_words));
    for (const ExperimentWord& metric : words_for(WordSet::metric))
        QVERIFY2(!metric.means.isEmpty(), qPrintable(metric.word));
}

QTEST_MAIN(CellsModelTest)
#include "cells_model_test.moc"

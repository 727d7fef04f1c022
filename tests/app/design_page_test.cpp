// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/design_page.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "core/experiment_document.h"
#include "models/cells_model.h"
#include "plan/seal.h"
#include "record/run_file.h"
#include "widgets/field.h"
#include "widgets/schedule_strip.h"

using namespace stallscope::app;

class DesignPageTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void a_cell_is_changed_in_the_table();
    void a_wrong_value_is_named_at_its_field_and_in_the_list();
    void typing_changes_the_document_and_undo_is_the_documents();
    void an_emptied_field_takes_its_key_away();
    void rows_are_added_and_moved_by_their_actions();
    void streams_change_their_kind_and_their_name();
    void criteria_change_their_form();
    void conditions_are_checked();
    void checks_are_ticked_and_probes_are_shown();
    void a_preset_is_edited_as_json();
    void the_whole_is_edited_as_json();
    void options_change_the_schedule();
    void the_schedule_tells_its_visits();
    void the_seal_is_copied();
    void a_run_is_read_only_until_it_is_copied();
    void every_field_has_a_name_for_a_screen_reader();

private:
    template <class T>
    T* find(const char* name) const {
        return m_page->findChild<T*>(QLatin1String(name));
    }
    Field* field(const char* pointer) const {
        return m_page->findChild<Field*>(QStringLiteral("field ") + QLatin1String(pointer));
    }
    template <class T>
    T* editor(const char* pointer) const {
        return field(pointer) ? field(pointer)->findChild<T*>() : nullptr;
    }
    void show_tab(int tab) const { find<QTabWidget>("sections")->setCurrentIndex(tab); }
    void choose(QComboBox* box, const char* word) const;
    QString shown(const char* pointer) const { return m_document->tree().shown(pointer); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ExperimentDocument> m_document;
    std::unique_ptr<DesignPage> m_page;
};

namespace {

enum Tab { cells, streams, host, conditions, windows, criteria, checks, presets, json };

}  // namespace

void DesignPageTest::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_document = std::make_unique<ExperimentDocument>();
    const QDir shipped(QStringLiteral(STALLSCOPE_SHIPPED_EXPERIMENTS));
    QVERIFY(m_document->open(shipped.filePath("completion-path.json")).has_value());
    m_page = std::make_unique<DesignPage>(*m_document, QStringLiteral("/no/engine"));
    m_page->resize(1280, 760);
    m_page->show();
    m_page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
}

void DesignPageTest::cleanup() {
    m_page.reset();
    m_document.reset();
}

void DesignPageTest::choose(QComboBox* box, const char* word) const {
    QVERIFY(box != nullptr);
    const int index = box->findData(QLatin1String(word));
    QVERIFY2(index >= 0, word);
    box->setCurrentIndex(index);
    emit box->activated(index);
}

void DesignPageTest::a_cell_is_changed_in_the_table() {
    auto* table = find<QTableView>("cells");
    const auto* model = qobject_cast<CellsModel*>(table->model());
    const auto edit = [&](int row, const char* place) {
        const QModelIndex index = model->index(row, model->column_of(QLatin1String(place)));
        table->setCurrentIndex(index);
        table->scrollTo(index);
        table->setFocus();
        QTest::keyClick(table, Qt::Key_F2);
        return table->viewport()->findChild<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
    };
    const auto is_closed = [&] {
        return table->viewport()->findChild<QWidget*>(QString(), Qt::FindDirectChildrenOnly) ==
               nullptr;
    };
    // The first letter chooses a word of the list.
    QTest::keyClick(edit(0, "/streams/ane/placement"), Qt::Key_P);
    QCOMPARE(shown("/cells/0/streams/ane/placement"), QStringLiteral("process"));
    QTRY_VERIFY(is_closed());
    QTest::keyClick(edit(0, "/streams/ane/binding"), Qt::Key_C);
    QCOMPARE(shown("/cells/0/streams/ane/binding"), QStringLiteral("cdll"));
    QTRY_VERIFY(is_closed());
    QWidget* interval = edit(0, "/host/lock/switch_interval_ms");
    QTest::keyClicks(interval, "0.5");
    QTest::keyClick(interval, Qt::Key_Return);
    QTRY_COMPARE(m_document->tree().value("/cells/0/host/lock/switch_interval_ms").toDouble(), 0.5);
    QTRY_VERIFY(is_closed());
    QTest::keyClick(edit(0, "/host/lock/kind"), Qt::Key_I);
    QCOMPARE(shown("/cells/0/host/lock/kind"), QStringLiteral("interpreter"));
    QVERIFY(m_document->problems().isEmpty());

    // Delete inherits again.
    table->setCurrentIndex(model->index(0, model->column_of("/streams/ane/placement")));
    find<QAction>("inherit")->trigger();
    QVERIFY(!m_document->tree().has("/cells/0/streams/ane/placement"));
    QVERIFY(m_document->tree().has("/cells/0/streams/ane/binding"));
    QVERIFY(!find<QAction>("inherit")->isEnabled());
}

void DesignPageTest::a_wrong_value_is_named_at_its_field_and_in_the_list() {
    auto* list = find<QListWidget>("experiment_problems");
    QVERIFY(!list->isVisible());
    QVERIFY(find<QPushButton>("run_experiment")->isEnabled());
    show_tab(windows);
    auto* cycles = editor<QLineEdit>("/cycles");
    cycles->setFocus();
    cycles->selectAll();
    QTest::keyClicks(cycles, "many");
    QVERIFY2(field("/cycles")->message().contains("\"many\""),
             qPrintable(field("/cycles")->message()));
    const auto* words = field("/cycles")->findChild<QLabel*>("message_text");
    QVERIFY(words->isVisible());
    QVERIFY(words->palette().color(QPalette::WindowText).red() > 150);
    QVERIFY2(field("/seed")->message().isEmpty(), "only where it is wrong");
    QVERIFY(list->isVisible());
    QCOMPARE(list->count(), 1);
    QVERIFY(!find<QPushButton>("run_experiment")->isEnabled());
    QVERIFY(find<QTabWidget>("sections")->tabText(windows).contains("1"));

    auto* table = find<QTableView>("cells");
    const auto* model = qobject_cast<CellsModel*>(table->model());
    m_document->edit("binding",
                     m_document->tree().with("/cells/3/streams/ane/binding", "nonsense"));
    QCOMPARE(list->count(), 2);
    show_tab(json);
    const QString first = list->item(0)->data(Qt::UserRole).toString();
    QCOMPARE(first, QStringLiteral("/cells/3/streams/ane/binding"));
    emit list->itemClicked(list->item(0));
    QCOMPARE(find<QTabWidget>("sections")->currentIndex(), int(cells));
    QCOMPARE(table->currentIndex(), model->index_of(first));
    bool is_said = false;
    for (const QLabel* label : table->parentWidget()->findChildren<QLabel*>("message_text"))
        is_said = is_said || (label->isVisible() && label->text().contains("\"nonsense\""));
    QVERIFY2(is_said, "beneath the table");
    emit list->itemClicked(list->item(1));
    QCOMPARE(find<QTabWidget>("sections")->currentIndex(), int(windows));
    QVERIFY(editor<QLineEdit>("/cycles")->hasFocus());
}

void DesignPageTest::typing_changes_the_document_and_undo_is_the_documents() {
    show_tab(windows);
    auto* seconds = editor<QLineEdit>("/windows/seconds");
    seconds->setFocus();
    seconds->selectAll();
    QTest::keyClicks(seconds, "7.25");
    QCOMPARE(m_document->tree().value("/windows/seconds").toDouble(), 7.25);
    QCOMPARE(seconds->text(), QStringLiteral("7.25"));
    // Typed in the middle of a number: the cursor stays where it is.
    QTest::keyClick(seconds, Qt::Key_Home);
    QTest::keyClicks(seconds, "1");
    QCOMPARE(seconds->text(), QStringLiteral("17.25"));
    QCOMPARE(seconds->cursorPosition(), 1);
    QCOMPARE(find<QAction>("undo")->text(), QStringLiteral("&Undo: Window"));
    QTest::keyClick(seconds, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(shown("/windows/seconds"), QStringLiteral("20"));
    QCOMPARE(seconds->text(), QStringLiteral("20"));
    QVERIFY(!m_document->is_modified());
    QVERIFY(!find<QAction>("undo")->isEnabled());
    find<QAction>("redo")->trigger();
    QCOMPARE(shown("/windows/seconds"), QStringLiteral("17.25"));
}

void DesignPageTest::an_emptied_field_takes_its_key_away() {
    show_tab(windows);
    auto* guard = editor<QLineEdit>("/windows/guard");
    guard->setFocus();
    guard->selectAll();
    QTest::keyClick(guard, Qt::Key_Delete);
    QVERIFY(!m_document->tree().has("/windows/guard"));
    QCOMPARE(guard->placeholderText(), QStringLiteral("0.4"));
    choose(editor<QComboBox>("/order"), "");
    QVERIFY(!m_document->tree().has("/order"));
    QVERIFY(m_document->problems().isEmpty());
}

void DesignPageTest::rows_are_added_and_moved_by_their_actions() {
    auto* table = find<QTableView>("cells");
    table->setCurrentIndex(table->model()->index(3, 2));
    find<QAction>("duplicate_cell")->trigger();
    QCOMPARE(shown("/cells/4/id"), QStringLiteral("C2"));
    QCOMPARE(table->currentIndex().row(), 4);
    QVERIFY(!find<QAction>("cell_down")->isEnabled());
    find<QAction>("cell_up")->trigger();
    QCOMPARE(shown("/cells/3/id"), QStringLiteral("C2"));
    QCOMPARE(table->currentIndex().row(), 3);
    find<QAction>("remove_cell")->trigger();
    QCOMPARE(m_document->tree().size("/cells"), 4);
    find<QAction>("add_cell")->trigger();
    QCOMPARE(m_document->tree().size("/cells"), 5);
    for (int i = 0; i < 4; ++i) find<QAction>("undo")->trigger();
    QVERIFY(!m_document->is_modified());
    show_tab(streams);
    QVERIFY2(!find<QAction>("add_cell")->isEnabled(), "not where no cells are shown");
    QStringList offered;
    for (const QAction* action : m_page->actions()) offered.append(action->objectName());
    for (const char* id : {"undo", "redo", "add_cell", "duplicate_cell", "remove_cell", "cell_up"})
        QVERIFY2(offered.contains(id), id);
}

void DesignPageTest::streams_change_their_kind_and_their_name() {
    show_tab(streams);
    QVERIFY(editor<QLineEdit>("/streams/gpu/workload/sequence") != nullptr);
    choose(editor<QComboBox>("/streams/gpu/workload/kind"), "wait");
    QCOMPARE(m_document->tree().line_at("/streams/gpu/workload"),
             QStringLiteral("{ \"kind\": \"wait\", \"ms\": 5 }"));
    QTRY_VERIFY(editor<QLineEdit>("/streams/gpu/workload/sequence") == nullptr);
    auto* length = editor<QLineEdit>("/streams/gpu/workload/ms");
    length->setFocus();
    length->selectAll();
    QTest::keyClicks(length, "6");
    QCOMPARE(m_document->tree().value("/streams/gpu/workload/ms").toInt(), 6);
    QVERIFY2(length == editor<QLineEdit>("/streams/gpu/workload/ms"),
             "a keystroke does not make the form anew");
    choose(editor<QComboBox>("/streams/gpu/workload/kind"), "python");
    QCOMPARE(shown("/streams/gpu/binding"), QStringLiteral("callable"));
    find<QAction>("undo")->trigger();

    auto* name = editor<QLineEdit>("/streams/gpu");
    name->setFocus();
    name->selectAll();
    QTest::keyClicks(name, "tpu");
    QVERIFY2(m_document->tree().has("/streams/gpu"), "not while it is half typed");
    QTest::keyClick(name, Qt::Key_Return);
    QVERIFY(m_document->tree().has("/streams/tpu"));
    QCOMPARE(shown("/conditions/0/streams/0"), QStringLiteral("tpu"));
    QCOMPARE(shown("/criteria/0/stream"), QStringLiteral("tpu"));
}

void DesignPageTest::criteria_change_their_form() {
    show_tab(criteria);
    m_page->show_place("/criteria/1/metric");
    choose(editor<QComboBox>("/criteria/1"), "at_most_ms");
    QVERIFY(!m_document->tree().has("/criteria/1/worse_by_less_than"));
    QVERIFY(!m_document->tree().has("/criteria/1/against"));
    QCOMPARE(m_document->tree().value("/criteria/1/at_most_ms").toInt(), 1);
    QVERIFY(m_document->problems().isEmpty());
    choose(editor<QComboBox>("/criteria/1"), "gap_closed");
    QCOMPARE(shown("/criteria/1/gap_closed/from"), QStringLiteral("A"));
    auto* where = editor<QLineEdit>("/criteria/1/condition");
    where->setFocus();
    where->selectAll();
    QTest::keyClicks(where, "both, solo-gpu");
    QCOMPARE(m_document->tree().line_at("/criteria/1/conditions"),
             QStringLiteral("[\"both\", \"solo-gpu\"]"));
    QVERIFY(!m_document->tree().has("/criteria/1/condition"));
}

void DesignPageTest::conditions_are_checked() {
    show_tab(conditions);
    QAbstractItemModel* model = find<QTableView>("conditions")->model();
    QVERIFY(model->setData(model->index(0, 2), Qt::Checked, Qt::CheckStateRole));
    QCOMPARE(m_document->tree().line_at("/conditions/0/streams"),
             QStringLiteral("[\"gpu\", \"ane\"]"));
    QVERIFY(model->setData(model->index(0, 1), Qt::Unchecked, Qt::CheckStateRole));
    QVERIFY(model->setData(model->index(0, 2), Qt::Unchecked, Qt::CheckStateRole));
    QVERIFY(m_document->problem_at("/conditions/0/streams") != nullptr);
    bool is_said = false;
    for (const QLabel* label : m_page->findChildren<QLabel*>("message_text"))
        is_said = is_said || (label->isVisible() && label->text().startsWith("solo-gpu:"));
    QVERIFY(is_said);
}

void DesignPageTest::checks_are_ticked_and_probes_are_shown() {
    show_tab(checks);
    QTest::mouseClick(find<QCheckBox>("check stamps"), Qt::LeftButton, {}, QPoint(8, 8));
    QCOMPARE(m_document->tree().line_at("/checks"),
             QStringLiteral("[\"clock\", \"bit-identity\", \"wake-lateness\"]"));
    QVERIFY(find<QLabel>("probes")->text().contains("no probes yet"));
    m_document->edit("probes", m_document->tree().inserted("/probes", 0, QStringLiteral("stacks")));
    QVERIFY(find<QLabel>("probes")->text().contains("\"stacks\""));
    QVERIFY(m_document->problem_at("/probes") != nullptr);
}

void DesignPageTest::a_preset_is_edited_as_json() {
    show_tab(presets);
    QPlainTextEdit* text = nullptr;
    for (auto* one : m_page->findChildren<Field*>("field /presets/quick"))
        if (one->findChild<QPlainTextEdit*>()) text = one->findChild<QPlainTextEdit*>();
    QVERIFY(text != nullptr);
    text->setFocus();
    text->setPlainText("{ \"cycles\": ");
    QCOMPARE(shown("/presets/quick/windows/seconds"), QStringLiteral("1.8"));
    QCOMPARE(text->toPlainText(), QStringLiteral("{ \"cycles\": "));
    text->setPlainText("{ \"cycles\": 2 }");
    QCOMPARE(m_document->tree().line_at("/presets/quick"), QStringLiteral("{ \"cycles\": 2 }"));
}

void DesignPageTest::the_whole_is_edited_as_json() {
    show_tab(json);
    auto* text = find<QPlainTextEdit>("json");
    QCOMPARE(text->toPlainText().toUtf8(), m_document->text());
    const QString before = text->toPlainText();
    text->setPlainText(before.chopped(4));
    QVERIFY(!m_document->is_readable());
    show_tab(windows);
    QVERIFY(editor<QLineEdit>("/cycles")->isReadOnly());
    auto* list = find<QListWidget>("experiment_problems");
    QCOMPARE(list->count(), 1);
    emit list->itemClicked(list->item(0));
    QCOMPARE(find<QTabWidget>("sections")->currentIndex(), int(json));
    text->setPlainText(QString(before).replace("\"cycles\": 5", "\"cycles\": 4"));
    QVERIFY(m_document->is_readable());
    QCOMPARE(editor<QLineEdit>("/cycles")->text(), QStringLiteral("4"));
    QVERIFY(!editor<QLineEdit>("/cycles")->isReadOnly());
}

void DesignPageTest::options_change_the_schedule() {
    const auto* strip = find<ScheduleStrip>("schedule");
    const QString before = find<QLabel>("time")->text();
    QVERIFY2(before.startsWith("110 visits in 4 cells, 3 conditions and 5 cycles"),
             qPrintable(before));
    choose(find<QComboBox>("preset"), "quick");
    QVERIFY(find<QLabel>("time")->text().startsWith("66 visits"));
    auto* cycles = find<QLineEdit>("run_cycles");
    QCOMPARE(cycles->placeholderText(), QStringLiteral("3"));
    cycles->setFocus();
    QTest::keyClicks(cycles, "1");
    QVERIFY(find<QLabel>("time")->text().startsWith("22 visits"));
    QVERIFY(strip->accessibleDescription().startsWith("22 visits"));
    QVERIFY(!m_document->is_modified());
    QSignalSpy asked(m_page.get(), &DesignPage::run_requested);
    find<QPushButton>("run_experiment")->click();
    QCOMPARE(asked.count(), 1);
}

void DesignPageTest::the_schedule_tells_its_visits() {
    auto* strip = find<ScheduleStrip>("schedule");
    const auto& schedule = m_document->schedule();
    for (int visit : {0, 57, 109}) {
        const QRectF place = strip->place_of(visit);
        QVERIFY(place.isValid());
        QCOMPARE(strip->visit_at(place.center().toPoint()), visit);
        const QString says = strip->visit_text(visit);
        const auto& planned = schedule[static_cast<std::size_t>(visit)];
        QVERIFY(says.contains("cell " + QString::fromStdString(planned.cell)));
        QVERIFY(says.contains("condition " + QString::fromStdString(planned.condition)));
    }
    QCOMPARE(strip->visit_at(QPoint(1, 1)), -1);
    // The lanes are the conditions: what is measured together stands on one line.
    for (std::size_t i = 1; i < schedule.size(); ++i) {
        const bool same = schedule[i].condition == schedule[0].condition;
        QCOMPARE(strip->place_of(static_cast<int>(i)).top() == strip->place_of(0).top(), same);
    }
    strip->setFocus();
    QTest::keyClick(strip, Qt::Key_Right);
    QTest::keyClick(strip, Qt::Key_Right);
    QCOMPARE(strip->accessibleDescription(), strip->visit_text(1));
    m_document->edit("cycles", m_document->tree().with("/cycles", 0));
    QCOMPARE(strip->visit_at(strip->rect().center()), -1);
    QVERIFY(strip->accessibleDescription().startsWith("No visits"));
}

void DesignPageTest::the_seal_is_copied() {
    QCOMPARE(find<QLabel>("seal")->text(), m_document->seal());
    find<QToolButton>("copy_seal")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), m_document->seal());
    m_document->edit("cycles", m_document->tree().with("/cycles", 0));
    QVERIFY(!find<QToolButton>("copy_seal")->isEnabled());
}

void DesignPageTest::a_run_is_read_only_until_it_is_copied() {
    const QString path = m_folder->filePath("path.stallscope");
    auto run = stallscope::RunWriter::create(
        path.toStdString(), stallscope::seal_of(*m_document->experiment()), "{}", "{}");
    QVERIFY(run && run->close());
    const QString seal = m_document->seal();
    QVERIFY(!find<QPushButton>("make_copy")->isVisible());
    QVERIFY(m_document->open_run(path).has_value());
    QVERIFY(find<QPushButton>("make_copy")->isVisible());
    QVERIFY(find<QLabel>("banner")->text().contains("path.stallscope"));
    QVERIFY(!find<QPushButton>("run_experiment")->isVisible());
    QVERIFY(editor<QLineEdit>("/name")->isReadOnly());
    QVERIFY(!find<QAction>("add_cell")->isEnabled());
    QVERIFY(!find<QTableView>("cells")->model()->index(0, 1).flags().testFlag(Qt::ItemIsEditable));
    QCOMPARE(find<QLabel>("seal")->text(), seal);
    find<QPushButton>("make_copy")->click();
    QVERIFY(!find<QPushButton>("make_copy")->isVisible());
    QVERIFY(!editor<QLineEdit>("/name")->isReadOnly());
    QVERIFY(find<QAction>("add_cell")->isEnabled());
    QVERIFY(m_document->needs_a_file());
}

void DesignPageTest::every_field_has_a_name_for_a_screen_reader() {
    const QList<Field*> fields = m_page->findChildren<Field*>();
    QVERIFY(fields.size() > 30);
    for (const Field* one : fields) {
        QVERIFY(one->focusProxy() != nullptr);
        QVERIFY2(!one->focusProxy()->accessibleName().isEmpty(), qPrintable(one->pointer()));
    }
}

QTEST_MAIN(DesignPageTest)
#include "design_page_test.moc"

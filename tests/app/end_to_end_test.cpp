// SPDX-License-Identifier: GPL-3.0-or-later
// The whole way in a real window with the real engine: open an experiment, change a cell in the
// table, run it, and hold what the charts show against the results.json that the engine exports.
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QPushButton>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "charts/leg_ecdf_chart.h"
#include "charts/stacked_legs_chart.h"
#include "charts/throughput_chart.h"
#include "core/engine_client.h"
#include "core/experiment_document.h"
#include "core/run_file.h"
#include "core/run_queue.h"
#include "core/run_session.h"
#include "core/session_list.h"
#include "core/settings.h"
#include "models/cells_model.h"
#include "widgets/action_registry.h"
#include "widgets/main_window.h"
#include "widgets/page.h"
#include "widgets/page_stack.h"
#include "widgets/problems_panel.h"
#include "widgets/run_dialog.h"

using namespace stallscope::app;

class EndToEndTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void a_cell_is_changed_measured_and_shown_as_the_file_says();

private:
    void open_the_experiment();
    void release_the_lock_in_cell_b();
    void press_run();
    QJsonObject exported();

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

namespace {

// Four seconds of windows a cell: hundreds of replies, short enough for a test.
constexpr const char* experiment = R"({ "stallscope": 1, "name": "end-to-end", "kind": "requests",
  "host": { "kind": "python", "python": "python3" },
  "streams": {
    "gpu": { "workload": { "kind": "wait", "ms": 1 }, "placement": "process", "binding": "cdll",
             "load": { "kind": "closed", "clients": 1 } },
    "neighbour": { "workload": { "kind": "wait", "ms": 4 }, "placement": "thread",
                   "binding": "pydll", "measured": false,
                   "load": { "kind": "loop", "threads": 1 } } },
  "cells": [ { "id": "A", "says": "lock held" }, { "id": "B", "says": "lock released" } ],
  "conditions": [ { "id": "both", "streams": ["gpu", "neighbour"] } ],
  "windows": { "seconds": 4, "settle": 0.1, "lead": 0.05, "warm_up": 0.1, "guard": 0.1,
               "parts": 5 },
  "cycles": 1, "order": "mirrored", "seed": 1, "criteria": [], "checks": ["clock"] })";

QJsonObject row_of(const QJsonObject& results, const QString& cell) {
    for (const QJsonValue& row : results.value(QLatin1String("rows")).toArray())
        if (row[QLatin1String("cell")].toString() == cell) return row.toObject();
    return {};
}

double figure(const QJsonObject& row, const char* leg, const char* statistic) {
    return row[QLatin1String("legs_ms")][QLatin1String(leg)][QLatin1String(statistic)].toDouble(
        std::nan(""));
}

template <class C>
C* chart_of(const Page& page) {
    for (Chart* chart : page.charts())
        if (auto* found = qobject_cast<C*>(chart)) return found;
    return nullptr;
}

/// Charts keep single precision: seven digits.
bool agree(double shown, double exported) {
    return std::abs(shown - exported) <= 1e-5 * std::abs(exported) + 1e-6;
}

}  // namespace

void EndToEndTest::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QVERIFY(m_folder.isValid());
    m_settings = std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings.ini")));
    m_window = std::make_unique<MainWindow>(*m_settings, m_folder.path());
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void EndToEndTest::open_the_experiment() {
    const QString path = m_folder.filePath(QStringLiteral("mine.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(experiment);
    file.close();
    m_window->open({path});
    QCOMPARE(m_window->pages().current_id(), QStringLiteral("design"));
    QVERIFY(m_window->document().problems().isEmpty());
}

void EndToEndTest::release_the_lock_in_cell_b() {
    auto* table = m_window->findChild<QTableView*>(QStringLiteral("cells"));
    QVERIFY(table);
    auto* model = qobject_cast<CellsModel*>(table->model());
    QVERIFY(model);
    const QModelIndex binding =
        model->index(1, model->column_of(QStringLiteral("/streams/neighbour/binding")));
    QVERIFY(binding.isValid());
    table->setCurrentIndex(binding);
    table->edit(binding);
    auto* choice = table->viewport()->findChild<QComboBox*>();
    QVERIFY(choice);
    const int released = choice->findText(QStringLiteral("cdll"), Qt::MatchStartsWith);
    QVERIFY(released >= 0);
    choice->setCurrentIndex(released);
    QTest::keyClick(choice, Qt::Key_Return);
    const QString place = QStringLiteral("/cells/1/streams/neighbour/binding");
    QTRY_COMPARE(m_window->document().tree().value(place).toString(), QStringLiteral("cdll"));
    m_window->actions().find(QStringLiteral("save"))->trigger();
    QVERIFY(!m_window->document().is_modified());
}

void EndToEndTest::press_run() {
    m_window->actions().find(QStringLiteral("run"))->trigger();
    auto* dialog = m_window->findChild<RunDialog*>();
    QVERIFY(dialog);
    // Other programs of the machine are not this test's business.
    dialog->findChild<QCheckBox*>(QStringLiteral("keep_blocked"))->setChecked(true);
    dialog->findChild<QPushButton*>(QStringLiteral("start"))->click();
    QCOMPARE(m_window->pages().current_id(), QStringLiteral("live"));
    QTRY_VERIFY_WITH_TIMEOUT(m_window->queue().is_busy(), 10'000);
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->queue().is_busy(), 120'000);
    const RunSession* session = m_window->sessions().current();
    QVERIFY(session && session->data().finished());
    QVERIFY2(session->data().finished()->status == QLatin1String("complete"),
             qPrintable(session->data().finished()->reason + m_window->problems().text()));
    QTRY_VERIFY_WITH_TIMEOUT(session->file() != nullptr, 10'000);
}

QJsonObject EndToEndTest::exported() {
    const QString folder = m_folder.filePath(QStringLiteral("export"));
    QProcess engine;
    engine.start(
        engine_program(),
        {QStringLiteral("export"), m_window->sessions().current()->file()->path(),
         QStringLiteral("--to"), folder, QStringLiteral("--format"), QStringLiteral("json")});
    engine.waitForFinished(60'000);
    QFile file(folder + QStringLiteral("/results.json"));
    if (!file.open(QIODevice::ReadOnly)) return {};
    return QJsonDocument::fromJson(file.readAll()).object();
}

void EndToEndTest::a_cell_is_changed_measured_and_shown_as_the_file_says() {
    open_the_experiment();
    if (QTest::currentTestFailed()) return;
    release_the_lock_in_cell_b();
    if (QTest::currentTestFailed()) return;
    press_run();
    if (QTest::currentTestFailed()) return;

    const QJsonObject results = exported();
    QVERIFY(!results.isEmpty());
    m_window->refresh();
    const Page& page = *m_window->pages().current();
    auto* legs = chart_of<LegEcdfChart>(page);
    auto* stacked = chart_of<StackedLegsChart>(page);
    auto* throughput = chart_of<ThroughputChart>(page);
    QVERIFY(legs && stacked && throughput);
    for (const QString& cell : {QStringLiteral("A"), QStringLiteral("B")}) {
        const QJsonObject row = row_of(results, cell);
        QVERIFY(!row.isEmpty());
        QVERIFY(row[QLatin1String("n")].toInteger() > 60);
        QCOMPARE(legs->count(cell), row[QLatin1String("n")].toInteger());
        for (const auto& [p, name] : {std::pair{0.50, "p50"}, std::pair{0.95, "p95"}})
            QVERIFY2(agree(legs->quantile_ms(cell, p).value_or(-1), figure(row, "return", name)),
                     name);
        const auto means = stacked->means(cell);
        QVERIFY(means.has_value());
        QVERIFY(agree(means->service_ms, figure(row, "service", "mean")));
        QVERIFY(agree(means->return_ms, figure(row, "return", "mean")));
        // The chart counts arrivals in parts of a window, the table between renewal points.
        const double rate = row[QLatin1String("throughput_rps")].toDouble();
        QVERIFY(std::abs(throughput->mean_rate_hz(cell).value_or(0) / rate - 1) < 0.1);
    }
    // What the edit was made for: B's replies do not wait, A's do.
    QVERIFY(*legs->quantile_ms(QStringLiteral("A"), 0.5) >
            3 * *legs->quantile_ms(QStringLiteral("B"), 0.5));
}

QTEST_MAIN(EndToEndTest)
#include "end_to_end_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine_client.h"

#include <sys/resource.h>

#include <QElapsedTimer>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>

#include "core/run_data.h"

using namespace stallscope::app;
using namespace std::chrono_literals;

namespace {

const QString fake_engine =
    QFileInfo(STALLSCOPE_TEST_EXPERIMENTS "/../fixtures/fake_engine.py").absoluteFilePath();
constexpr int patience_ms = 30'000;

/// A client of the fake engine that keeps what it hears.
struct Heard {
    explicit Heard(const char* behaviour, EngineClient::Limits limits = {})
        : client(limits, nullptr) {
        qputenv("FAKE_ENGINE", behaviour);
        QObject::connect(&client, &EngineClient::event, [this](const EngineEvent& event) {
            data.apply(event);
            if (const auto* step = std::get_if<StepEvent>(&event)) steps.push_back(step->says);
            if (std::holds_alternative<UnknownEvent>(event)) ++unknown;
        });
        QObject::connect(&client, &EngineClient::problem,
                         [this](const Problem& problem) { problems.push_back(problem); });
        QObject::connect(&client, &EngineClient::state_changed,
                         [this](EngineState state) { states.push_back(state); });
        QObject::connect(&client, &EngineClient::ended,
                         [this](const QString& says) { sentence = says; });
    }

    bool run(const RunOrder& order = {}) {
        client.start(order);
        return wait_for_end();
    }
    bool wait_for_end() {
        return QTest::qWaitFor([this] { return client.end().has_value(); }, patience_ms);
    }
    bool wait_for_plan() {
        return QTest::qWaitFor([this] { return !data.plan().visits.isEmpty(); }, patience_ms);
    }

    EngineClient client;
    RunData data;
    QStringList steps;
    QVector<Problem> problems;
    QVector<EngineState> states;
    QString sentence;
    int unknown = 0;
};

EngineClient::Limits short_steps() {
    EngineClient::Limits limits;
    limits.step = 200ms;
    limits.last_step = 200ms;
    return limits;
}

/// What the behaviours that send a whole run send.
void compare_whole_run(const Heard& heard) {
    QCOMPARE(heard.data.engine(), "0.0-fake");
    QCOMPARE(heard.data.plan().experiment, "fake");
    QCOMPARE(heard.data.visits().size(), std::size_t{1});
    const VisitData& visit = heard.data.visits().front();
    QVERIFY(visit.state == VisitState::complete);
    QCOMPARE(visit.window_s, 2.0);
    QCOMPARE(visit.streams.at("gpu").e2e_ms, (std::vector<float>{3.25, 3.25}));
    QCOMPARE(heard.unknown, 1);
    QVERIFY(heard.data.finished().has_value());
    QVERIFY(heard.problems.isEmpty());
    QVERIFY(heard.client.end()->said_finished);
    QCOMPARE(heard.sentence, "The run is complete.");
}

}  // namespace

class EngineClientTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { qputenv("STALLSCOPE", fake_engine.toUtf8()); }

    void a_whole_run_is_heard_data();
    void a_whole_run_is_heard();
    void the_order_becomes_arguments();
    void exit_codes_have_sentences_data();
    void exit_codes_have_sentences();
    void another_schema_is_refused_and_cancelled();
    void a_stream_without_hello_is_refused();
    void the_end_without_run_finished_is_said();
    void a_crash_is_said_and_what_came_stays();
    void what_cannot_start_is_said();
    void pause_resume_and_cancel_are_told();
    void the_ladder_goes_as_far_as_it_must_data();
    void the_ladder_goes_as_far_as_it_must();
    void a_flood_leaves_memory_and_the_loop_alone();
    void a_line_without_an_end_is_dropped();
    void garbage_is_told_with_measure();
    void the_log_keeps_its_last_lines();
    void an_engine_that_only_closes_its_output_is_ended();
    void the_destructor_does_not_hang_data();
    void the_destructor_does_not_hang();
};

void EngineClientTest::a_whole_run_is_heard_data() {
    QTest::addColumn<QByteArray>("behaviour");
    QTest::newRow("at once") << QByteArray("good");
    QTest::newRow("byte by byte") << QByteArray("bytewise");
    QTest::newRow("without the last newline") << QByteArray("without_last_newline");
}

void EngineClientTest::a_whole_run_is_heard() {
    QFETCH(QByteArray, behaviour);
    Heard heard(behaviour);
    QVERIFY(heard.run());
    compare_whole_run(heard);
    QCOMPARE(heard.states, (QVector<EngineState>{EngineState::starting, EngineState::running,
                                                 EngineState::ended}));
}

void EngineClientTest::the_order_becomes_arguments() {
    const QTemporaryDir folder;
    RunOrder order;
    order.experiment = "/tmp/e x.json";
    order.directory = folder.path();
    order.output = "/tmp/r.stallscope";
    order.preset = "quick";
    order.seconds = 0.1;
    order.cycles = 3;
    order.seal = "ab";
    order.keep_blocked = true;
    Heard heard("arguments");
    QVERIFY(heard.run(order));
    QCOMPARE(heard.steps.size(), 2);
    const QStringList expected{"run",
                               "--events",
                               "/tmp/e x.json",
                               "--directory",
                               folder.path(),
                               "--output",
                               "/tmp/r.stallscope",
                               "--preset",
                               "quick",
                               "--seconds",
                               "0.10000000000000001",
                               "--cycles",
                               "3",
                               "--seal",
                               "ab",
                               "--keep-blocked"};
    QCOMPARE(QJsonDocument::fromJson(heard.steps[0].toUtf8()).array().toVariantList(),
             QVariantList(expected.begin(), expected.end()));
    QCOMPARE(QFileInfo(heard.steps[1]).canonicalFilePath(),
             QFileInfo(folder.path()).canonicalFilePath());

    RunOrder resumed;
    resumed.resume = folder.path() + "/r.stallscope";
    resumed.keep_blocked = true;
    QCOMPARE(arguments_of(resumed),
             (QStringList{"resume", "--events", resumed.resume, "--keep-blocked"}));
}

void EngineClientTest::exit_codes_have_sentences_data() {
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("part");
    QTest::newRow("0") << 0 << "is complete";
    QTest::newRow("1") << 1 << "different versions";
    QTest::newRow("2") << 2 << "experiment has faults";
    QTest::newRow("3") << 3 << "Measuring failed";
    QTest::newRow("5") << 5 << "not fit";
    QTest::newRow("7") << 7 << "seal";
    QTest::newRow("130") << 130 << "was cancelled";
    QTest::newRow("42") << 42 << "code 42";
}

void EngineClientTest::exit_codes_have_sentences() {
    QFETCH(int, code);
    QFETCH(QString, part);
    qputenv("FAKE_ENGINE_CODE", QByteArray::number(code));
    Heard heard("exits");
    QVERIFY(heard.run());
    QCOMPARE(heard.client.end()->code, code);
    QVERIFY2(heard.sentence.contains(part), qPrintable(heard.sentence));
    QCOMPARE(heard.sentence.count('.'), 1);
}

void EngineClientTest::another_schema_is_refused_and_cancelled() {
    Heard heard("other_schema");
    QVERIFY(heard.run());
    QCOMPARE(heard.problems.size(), 1);
    QVERIFY(heard.problems[0].says.contains("schema 2"));
    QVERIFY(heard.problems[0].hint.contains("same version"));
    QCOMPARE(heard.problems[0].where, fake_engine);
    QVERIFY(heard.states.contains(EngineState::cancelling));
    QCOMPARE(heard.client.end()->code, 130);
    QCOMPARE(heard.data.revision(), quint64{0});  // nothing of it was taken
}

void EngineClientTest::a_stream_without_hello_is_refused() {
    Heard heard("no_hello");
    QVERIFY(heard.run());
    QCOMPARE(heard.problems.size(), 1);
    QVERIFY(heard.problems[0].says.contains("hello"));
    QCOMPARE(heard.data.revision(), quint64{0});
}

void EngineClientTest::the_end_without_run_finished_is_said() {
    Heard heard("unfinished");
    QVERIFY(heard.run());
    QVERIFY(!heard.client.end()->said_finished);
    QVERIFY2(heard.sentence.contains("without saying"), qPrintable(heard.sentence));
}

void EngineClientTest::a_crash_is_said_and_what_came_stays() {
    Heard heard("crash");
    QVERIFY(heard.run());
    QVERIFY(heard.client.end()->kind == EngineEnd::Kind::crashed);
    QCOMPARE(heard.client.end()->code, SIGSEGV);
    QVERIFY2(heard.sentence.contains("crashed (signal 11)"), qPrintable(heard.sentence));
    QCOMPARE(heard.data.visits().front().streams.at("gpu").size(), std::size_t{2});
}

void EngineClientTest::what_cannot_start_is_said() {
    qputenv("STALLSCOPE", "/nowhere/stallscope");
    Heard heard("good");
    const bool ended = heard.run();
    qputenv("STALLSCOPE", fake_engine.toUtf8());
    QVERIFY(ended);
    QVERIFY(heard.client.end()->kind == EngineEnd::Kind::not_started);
    QVERIFY2(heard.sentence.contains("/nowhere/stallscope"), qPrintable(heard.sentence));
    QVERIFY(!heard.client.is_active());
}

void EngineClientTest::pause_resume_and_cancel_are_told() {
    Heard heard("obedient");
    heard.client.start({});
    QVERIFY(heard.wait_for_plan());
    heard.client.resume();  // it runs: nothing to resume
    heard.client.pause();
    QVERIFY(heard.client.state() == EngineState::paused);
    heard.client.resume();
    QVERIFY(heard.client.state() == EngineState::running);
    heard.client.cancel();
    heard.client.cancel();
    QVERIFY(heard.wait_for_end());
    QCOMPARE(heard.steps, (QStringList{"pause", "resume", "cancel"}));
    QCOMPARE(heard.data.finished()->status, "cancelled");
    QVERIFY(heard.sentence.contains("was cancelled"));
}

void EngineClientTest::the_ladder_goes_as_far_as_it_must_data() {
    using enum EngineState;
    QTest::addColumn<QByteArray>("behaviour");
    QTest::addColumn<QVector<EngineState>>("states");
    QTest::addColumn<bool>("by_force");
    QTest::newRow("told") << QByteArray("obedient") << QVector{cancelling} << false;
    QTest::newRow("end of input") << QByteArray("deaf") << QVector{cancelling, closing_input}
                                  << false;
    QTest::newRow("SIGTERM") << QByteArray("stubborn")
                             << QVector{cancelling, closing_input, terminating} << false;
    QTest::newRow("SIGKILL") << QByteArray("immortal")
                             << QVector{cancelling, closing_input, terminating, killing} << true;
}

void EngineClientTest::the_ladder_goes_as_far_as_it_must() {
    QFETCH(QByteArray, behaviour);
    QFETCH(QVector<EngineState>, states);
    QFETCH(bool, by_force);
    EngineClient::Limits limits;
    limits.step = 1500ms;  // a Python program on a busy machine needs some to end
    Heard heard(behaviour, limits);
    heard.client.start({});
    QVERIFY(heard.wait_for_plan());
    heard.states.clear();
    heard.client.cancel();
    QVERIFY(heard.wait_for_end());
    states.push_back(EngineState::ended);
    QCOMPARE(heard.states, states);
    QCOMPARE(heard.client.end()->was_killed, by_force);
    QVERIFY2(heard.sentence.contains(by_force ? "by force" : "was cancelled"),
             qPrintable(heard.sentence));
    for (const EngineState state : states) QVERIFY(!text_of(state).isEmpty());
}

void EngineClientTest::a_flood_leaves_memory_and_the_loop_alone() {
    EngineClient::Limits limits = short_steps();
    limits.queue = {.waiting_bytes = 4 << 20, .bytes_per_turn = 64 << 10};
    // Who listens keeps nothing: what grows is the client.
    qputenv("FAKE_ENGINE", "flood");
    EngineClient client(limits, nullptr);
    int samples = 0, ticks = 0;
    connect(&client, &EngineClient::event, [&](const EngineEvent& event) {
        samples += std::holds_alternative<SamplesEvent>(event) ? 1 : 0;
    });
    QTimer tick;
    connect(&tick, &QTimer::timeout, [&] { ++ticks; });
    tick.start(0);
    const auto peak_kib = [] {
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        return usage.ru_maxrss;
    };
    client.start({});
    QVERIFY(QTest::qWaitFor([&] { return samples > 100; }, patience_ms));
    const auto before_kib = peak_kib();
    ticks = 0;
    QVERIFY(QTest::qWaitFor([&] { return samples > 10'000; }, patience_ms));
    // Some hundred turns of the loop for 10,000 lines of 6 KB, 64 KiB each.
    QVERIFY2(ticks > 200, qPrintable(QString::number(ticks)));
#if !defined(__SANITIZE_ADDRESS__)  // which keeps freed memory for a while
    QVERIFY2(peak_kib() - before_kib < 64 << 10, qPrintable(QString::number(peak_kib())));
#else
    Q_UNUSED(before_kib);
#endif
    client.cancel();
    QVERIFY(QTest::qWaitFor([&] { return client.end().has_value(); }, patience_ms));
    QVERIFY(client.end()->was_killed);
}

void EngineClientTest::a_line_without_an_end_is_dropped() {
    Heard heard("long_line");
    QVERIFY(heard.run());
    QCOMPARE(heard.problems.size(), 1);
    QVERIFY(heard.problems[0].says.contains("1 further line"));
    QVERIFY(heard.client.end()->said_finished);
}

void EngineClientTest::garbage_is_told_with_measure() {
    Heard heard("garbage");
    QVERIFY(heard.run());
    QCOMPARE(heard.problems.size(), 11);
    QVERIFY(heard.problems.back().says.contains("90 further line"));
    QCOMPARE(heard.sentence, "The run is complete.");
}

void EngineClientTest::the_log_keeps_its_last_lines() {
    Heard heard("logs");
    const QSignalSpy lines(&heard.client, &EngineClient::log_line);
    QVERIFY(heard.run());
    QCOMPARE(lines.size(), 3000);
    QCOMPARE(heard.client.log().size(), EngineClient::log_lines);
    QCOMPARE(heard.client.log().front(), "log line 1000");
    QCOMPARE(heard.client.log().back(), "log line 2999");
    compare_whole_run(heard);
}

void EngineClientTest::an_engine_that_only_closes_its_output_is_ended() {
    Heard heard("closes_output", short_steps());
    QVERIFY(heard.run());
    QVERIFY(heard.states.contains(EngineState::closing_input));
    QVERIFY(heard.client.end()->said_finished);
}

void EngineClientTest::the_destructor_does_not_hang_data() {
    QTest::addColumn<QByteArray>("behaviour");
    for (const char* behaviour : {"obedient", "stubborn", "immortal", "flood"}) {
        QTest::newRow(behaviour) << QByteArray(behaviour);
    }
}

void EngineClientTest::the_destructor_does_not_hang() {
    QFETCH(QByteArray, behaviour);
    auto heard = std::make_unique<Heard>(behaviour, short_steps());
    heard->client.start({});
    QVERIFY(heard->wait_for_plan());
    heard.reset();  // the test's own time limit is what it would run into
}

QTEST_GUILESS_MAIN(EngineClientTest)
#include "engine_client_test.moc"

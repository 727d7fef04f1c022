// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/command_line.h"

#include <QDir>
#include <QTest>

#include "plan/exit_code.h"

using namespace stallscope::app;

class CommandLineTest : public QObject {
    Q_OBJECT

private slots:
    void files_are_opened_in_a_window();
    void a_report_has_formats_a_folder_and_a_run();
    void pictures_need_a_folder_and_may_have_runs();
    void a_run_is_measured_at_once_where_it_is_told_to();
    void what_makes_no_sense_is_refused_with_the_way_out_data();
    void what_makes_no_sense_is_refused_with_the_way_out();
    void help_names_every_option();
    void only_a_window_needs_a_screen_data();
    void only_a_window_needs_a_screen();
};

namespace {

stallscope::Result<CommandLine> parse(const QStringList& arguments) {
    return parse_command_line(QStringList{QStringLiteral("stallscope-workbench")} + arguments);
}

}  // namespace

void CommandLineTest::files_are_opened_in_a_window() {
    const auto asked = parse({"a.stallscope", "b.json"});
    QVERIFY(asked.has_value());
    QCOMPARE(asked->task, CommandLine::Task::window);
    QCOMPARE(asked->files, QStringList({"a.stallscope", "b.json"}));
    QCOMPARE(parse({})->task, CommandLine::Task::window);
}

void CommandLineTest::a_report_has_formats_a_folder_and_a_run() {
    const auto asked = parse({"--export", "pdf,html,pdf", "--to", "out", "--", "-run.stallscope"});
    QVERIFY(asked.has_value());
    QCOMPARE(asked->task, CommandLine::Task::report);
    QCOMPARE(asked->formats, QStringList({"pdf", "html"}));
    QCOMPARE(asked->folder, QStringLiteral("out"));
    QCOMPARE(asked->files, QStringList({"-run.stallscope"}));
}

void CommandLineTest::pictures_need_a_folder_and_may_have_runs() {
    const auto asked = parse({"--grab", "pictures", "a.stallscope"});
    QVERIFY(asked.has_value());
    QCOMPARE(asked->task, CommandLine::Task::pictures);
    QCOMPARE(asked->folder, QStringLiteral("pictures"));
    QCOMPARE(asked->files, QStringList({"a.stallscope"}));
}

void CommandLineTest::a_run_is_measured_at_once_where_it_is_told_to() {
    const auto asked = parse({"--run", "mine.json", "--preset", "quick", "--output",
                              "/there/mine.stallscope", "--keep-blocked", "--close-when-done"});
    QVERIFY(asked.has_value());
    QCOMPARE(asked->task, CommandLine::Task::run);
    QCOMPARE(asked->run.experiment, QDir::current().absoluteFilePath("mine.json"));
    QCOMPARE(asked->run.preset, QStringLiteral("quick"));
    QCOMPARE(asked->run.output, QStringLiteral("/there/mine.stallscope"));
    QVERIFY(asked->run.keep_blocked);
    QVERIFY(asked->close_when_done);
    const auto plain = parse({"--run", "mine.json"});
    QVERIFY(plain->run.output.startsWith(QDir::currentPath() + "/mine-"));
    QVERIFY(!plain->close_when_done);
}

void CommandLineTest::what_makes_no_sense_is_refused_with_the_way_out_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    QTest::newRow("format") << QStringList{"--export", "docx", "--to", "x", "r"}
                            << "there is no report format \"docx\"";
    QTest::newRow("empty format") << QStringList{"--export", "", "--to", "x", "r"}
                                  << "there is no report format \"\"";
    QTest::newRow("no folder") << QStringList{"--export", "html", "r"} << "a report needs a folder";
    QTest::newRow("no run") << QStringList{"--export", "html", "--to", "x"}
                            << "a report is of one run, not of 0";
    QTest::newRow("two runs") << QStringList{"--export", "html", "--to", "x", "a", "b"}
                              << "a report is of one run, not of 2";
    QTest::newRow("folder alone") << QStringList{"--to", "x", "a"} << "a folder alone says nothing";
    QTest::newRow("no pictures") << QStringList{"--grab", ""} << "pictures need a folder";
    QTest::newRow("no experiment") << QStringList{"--run", ""} << "there is no experiment to run";
    QTest::newRow("preset alone") << QStringList{"--preset", "quick"}
                                  << "this goes with --run only";
    QTest::newRow("two tasks") << QStringList{"--run", "a", "--grab", "b"}
                               << "--export, --grab and --run do not go together";
    QTest::newRow("no value") << QStringList{"--export"} << "Missing value after '--export'";
    QTest::newRow("unknown") << QStringList{"--exprt"} << "Unknown option 'exprt'";
}

void CommandLineTest::what_makes_no_sense_is_refused_with_the_way_out() {
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const auto asked = parse(arguments);
    QVERIFY(!asked.has_value());
    QCOMPARE(QString::fromStdString(asked.error().says), says);
    QVERIFY(!asked.error().hint.empty());
    QCOMPARE(exit_code_of(asked.error().kind), 1);
}

void CommandLineTest::help_names_every_option() {
    QCOMPARE(parse({"--help"})->task, CommandLine::Task::help);
    QCOMPARE(parse({"-v"})->task, CommandLine::Task::version);
    const QString help = command_line_help();
    for (const auto* word :
         {"--export", "--to", "--grab", "--run", "FOLDER", "html", "pdf", "FILE"}) {
        QVERIFY2(help.contains(QLatin1String(word)), word);
    }
}

void CommandLineTest::only_a_window_needs_a_screen_data() {
    QTest::addColumn<QList<QByteArray>>("arguments");
    QTest::addColumn<int>("screen");
    const auto row = [](const char* name, const QList<QByteArray>& arguments, Screen screen) {
        QTest::newRow(name) << arguments << static_cast<int>(screen);
    };
    row("nothing", {}, Screen::window);
    row("file", {"a.stallscope"}, Screen::window);
    row("help", {"x", "--help"}, Screen::none);
    row("export", {"--export", "html"}, Screen::offscreen);
    row("export with equals", {"--export=html"}, Screen::offscreen);
    row("pictures", {"--grab", "x"}, Screen::offscreen);
    row("run", {"--run", "x"}, Screen::window);
    row("help of export", {"--export", "html", "-h"}, Screen::none);
    row("a file called so", {"--", "--export"}, Screen::window);
}

void CommandLineTest::only_a_window_needs_a_screen() {
    QFETCH(QList<QByteArray>, arguments);
    QFETCH(int, screen);
    std::vector<const char*> words = {"stallscope-workbench"};
    for (const QByteArray& argument : arguments) words.push_back(argument.constData());
    QCOMPARE(static_cast<int>(screen_needed(static_cast<int>(words.size()), words.data())), screen);
}

QTEST_GUILESS_MAIN(CommandLineTest)
#include "command_line_test.moc"

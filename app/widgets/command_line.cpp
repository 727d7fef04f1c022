// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/command_line.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QTextStream>
#include <optional>
#include <string_view>

#include "plan/exit_code.h"

namespace stallscope::app {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("CommandLine", text);
}

const QString report_option = QStringLiteral("export");
const QString folder_option = QStringLiteral("to");
const QString pictures_option = QStringLiteral("grab");
const QString run_option = QStringLiteral("run");
const QString preset_option = QStringLiteral("preset");
const QString output_option = QStringLiteral("output");
const QString keep_option = QStringLiteral("keep-blocked");
const QString close_option = QStringLiteral("close-when-done");

void prepare(QCommandLineParser& parser) {
    parser.setApplicationDescription(
        tr("The desktop app of Stallscope, which finds the lock, binding or placement that makes "
           "requests wait."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOption({report_option,
                      tr("Write a report of the run FILE and open no window. FORMATS: html, pdf "
                         "or html,pdf."),
                      QStringLiteral("FORMATS")});
    parser.addOption({folder_option, tr("The folder for the report, made when it is not there."),
                      QStringLiteral("FOLDER")});
    parser.addOption({pictures_option,
                      tr("Write a picture of every page, in light and in dark, with the given runs "
                         "open, and open no window on the screen."),
                      QStringLiteral("FOLDER")});
    parser.addOption({run_option,
                      tr("Measure this experiment at once. That runs the code it names."),
                      QStringLiteral("EXPERIMENT")});
    parser.addOption(
        {preset_option, tr("With --run: a preset of the experiment."), QStringLiteral("NAME")});
    parser.addOption(
        {output_option, tr("With --run: where the run is written."), QStringLiteral("FILE")});
    parser.addOption(
        {keep_option, tr("With --run: keep windows in which other programs were busy.")});
    parser.addOption({close_option,
                      tr("With --run: close the window when it is measured, and exit as stallscope "
                         "run does.")});
    parser.addPositionalArgument(QStringLiteral("FILE"), tr("Runs and experiments to open."),
                                 QStringLiteral("[FILE...]"));
}

tl::unexpected<Error> refused(const QString& says, const QString& where, const QString& hint) {
    return fail(ErrorKind::usage, says.toStdString(), where.toStdString(), hint.toStdString());
}

Result<QStringList> formats_in(const QString& text) {
    QStringList formats;
    for (const QString& word : text.split(QLatin1Char(','))) {
        const QString format = word.trimmed();
        if (format != QLatin1String("html") && format != QLatin1String("pdf")) {
            return refused(tr("there is no report format \"%1\"").arg(format),
                           QStringLiteral("--export"),
                           tr("write html, pdf or html,pdf; json, md and csv come from stallscope "
                              "export"));
        }
        if (!formats.contains(format)) formats << format;
    }
    return formats;
}

Result<CommandLine> report_in(const QCommandLineParser& parser, CommandLine asked) {
    const auto formats = formats_in(parser.value(report_option));
    if (!formats) return tl::unexpected(formats.error());
    asked.task = CommandLine::Task::report;
    asked.formats = *formats;
    asked.folder = parser.value(folder_option);
    if (asked.folder.isEmpty()) {
        return refused(tr("a report needs a folder"), QStringLiteral("--export"),
                       tr("add --to FOLDER"));
    }
    if (asked.files.size() != 1) {
        return refused(tr("a report is of one run, not of %1").arg(asked.files.size()),
                       QStringLiteral("--export"), tr("name one run file"));
    }
    return asked;
}

Result<CommandLine> run_in(const QCommandLineParser& parser, CommandLine asked) {
    asked.task = CommandLine::Task::run;
    const QFileInfo experiment(parser.value(run_option));
    if (parser.value(run_option).isEmpty()) {
        return refused(tr("there is no experiment to run"), QStringLiteral("--run"),
                       tr("name an experiment file"));
    }
    asked.run.experiment = experiment.absoluteFilePath();
    asked.run.preset = parser.value(preset_option);
    asked.run.keep_blocked = parser.isSet(keep_option);
    asked.run.output =
        parser.isSet(output_option)
            ? QFileInfo(parser.value(output_option)).absoluteFilePath()
            : new_run_file(QDir::currentPath(), name_of(asked.run), QDateTime::currentDateTime());
    asked.close_when_done = parser.isSet(close_option);
    return asked;
}

Result<CommandLine> pictures_in(const QCommandLineParser& parser, CommandLine asked) {
    asked.task = CommandLine::Task::pictures;
    asked.folder = parser.value(pictures_option);
    if (asked.folder.isEmpty()) {
        return refused(tr("pictures need a folder"), QStringLiteral("--grab"),
                       tr("write --grab FOLDER"));
    }
    return asked;
}

/// The first option that only goes with another one, while that one is missing.
std::optional<Error> lonely_option(const QCommandLineParser& parser) {
    const auto lonely = [&](const QString& option, const QString& needed) {
        return parser.isSet(option) && !parser.isSet(needed);
    };
    if (lonely(folder_option, report_option)) {
        return refused(tr("a folder alone says nothing"), QStringLiteral("--to"),
                       tr("add --export FORMATS"))
            .value();
    }
    for (const QString& option : {preset_option, output_option, keep_option, close_option}) {
        if (lonely(option, run_option)) {
            return refused(tr("this goes with --run only"), QStringLiteral("--") + option,
                           tr("add --run EXPERIMENT"))
                .value();
        }
    }
    return std::nullopt;
}

}  // namespace

Result<CommandLine> parse_command_line(const QStringList& arguments) {
    QCommandLineParser parser;
    prepare(parser);
    if (!parser.parse(arguments)) {
        return refused(parser.errorText().chopped(parser.errorText().endsWith(QLatin1Char('.'))),
                       {}, tr("stallscope-workbench --help lists what there is"));
    }
    CommandLine asked;
    asked.files = parser.positionalArguments();
    if (parser.isSet(QStringLiteral("help")) || parser.isSet(QStringLiteral("help-all"))) {
        asked.task = CommandLine::Task::help;
        return asked;
    }
    if (parser.isSet(QStringLiteral("version"))) {
        asked.task = CommandLine::Task::version;
        return asked;
    }
    if (const auto error = lonely_option(parser)) return tl::unexpected(*error);
    const auto tasks = static_cast<int>(parser.isSet(report_option)) +
                       static_cast<int>(parser.isSet(pictures_option)) +
                       static_cast<int>(parser.isSet(run_option));
    if (tasks > 1) {
        return refused(tr("--export, --grab and --run do not go together"), {},
                       tr("name one of them"));
    }
    if (parser.isSet(report_option)) return report_in(parser, std::move(asked));
    if (parser.isSet(pictures_option)) return pictures_in(parser, std::move(asked));
    if (parser.isSet(run_option)) return run_in(parser, std::move(asked));
    return asked;
}

QString command_line_help() {
    QCommandLineParser parser;
    prepare(parser);
    return parser.helpText();
}

int complain(const Error& error) {
    QTextStream(stderr) << "stallscope-workbench: " << QString::fromStdString(to_text(error))
                        << '\n';
    return exit_code_of(error.kind);
}

Screen screen_needed(int argc, const char* const* argv) {
    Screen needed = Screen::window;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--") break;
        if (word == "-h" || word == "--help" || word == "--help-all" || word == "-v" ||
            word == "--version") {
            return Screen::none;
        }
        const auto option = word.substr(0, word.find('='));
        if (option == "--export" || option == "--grab") needed = Screen::offscreen;
    }
    return needed;
}

}  // namespace stallscope::app

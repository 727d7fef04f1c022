// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/command_line.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <string_view>

namespace stallscope::app {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("CommandLine", text);
}

const QString report_option = QStringLiteral("export");
const QString folder_option = QStringLiteral("to");

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
    if (parser.isSet(report_option)) return report_in(parser, std::move(asked));
    if (parser.isSet(folder_option)) {
        return refused(tr("a folder alone says nothing"), QStringLiteral("--to"),
                       tr("add --export FORMATS"));
    }
    return asked;
}

QString command_line_help() {
    QCommandLineParser parser;
    prepare(parser);
    return parser.helpText();
}

int exit_code_of(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::usage:
            return 1;
        case ErrorKind::experiment:
            return 2;
        case ErrorKind::measurement:
            return 3;
        case ErrorKind::environment:
            return 5;
        case ErrorKind::stale:
            return 7;
        case ErrorKind::cancelled:
            return 130;
    }
    return 3;
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
        if (word.substr(0, word.find('=')) == "--export") needed = Screen::offscreen;
    }
    return needed;
}

}  // namespace stallscope::app

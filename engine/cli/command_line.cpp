// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.h"

#include <fmt/format.h>

#include <exception>

#include "cli/commands.h"
#include "cli/help.h"
#include "cli/words.h"
#include "plan/exit_code.h"
#include "plan/wording.h"

namespace stallscope::cli {
namespace {

constexpr const char* what_it_is =
    "Finds the lock, binding or placement that makes requests wait, and shows whether a fix is "
    "really better: the same requests under several configurations, interleaved, with a stamp at "
    "every step of each reply.";

constexpr const char* exit_codes =
    "Exit codes:\n"
    "    0  done\n"
    "    1  the command was not understood\n"
    "    2  the experiment file is broken\n"
    "    3  a measurement failed\n"
    "    4  a claim is not met (gate)\n"
    "    5  the machine is not fit to measure on\n"
    "    6  undecided (gate)\n"
    "    7  stale or altered (verify)\n"
    "  130  cancelled\n";

constexpr const char* first_steps =
    "Begin with:\n"
    "  stallscope plan experiments/completion-probe.json --preset quick\n"
    "      what would be measured, how long it takes, what of your code it would run\n"
    "  stallscope run experiments/completion-probe.json --preset quick\n"
    "      measure it; the table comes at the end\n"
    "  stallscope show completion-probe-20260131T120000.stallscope\n"
    "      read the result again, whenever\n";

void describe(CLI::App& app, Session& session) {
    app.name("stallscope");
    app.formatter(std::make_shared<HelpText>());
    app.set_help_flag("-h,--help", "Show this help");
    app.set_version_flag("--version", std::string("stallscope ") + STALLSCOPE_VERSION,
                         "Show the version");
    app.require_subcommand(0, 1);
    add_plan_command(app, session);
    add_seal_command(app, session);
    add_run_command(app, session);
    add_resume_command(app, session);
    add_show_command(app, session);
    add_export_command(app, session);
    add_verify_command(app, session);
    add_calibrate_command(app, session);
    add_addendum_command(app, session);
    add_gate_command(app, session);
    add_devices_command(app, session);
    add_probe_devices_command(app, session);
    add_batch_host_command(app, session);
    // After the subcommands: a footer is inherited by those that are added later.
    app.footer(std::string(first_steps) + "\n" + exit_codes);
}

std::vector<std::string> names_in(const CLI::App& app) {
    std::vector<std::string> names;
    for (const auto* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (!sub->get_group().empty()) names.push_back(sub->get_name());
    }
    return names;
}

std::vector<std::string> options_in(const CLI::App& app) {
    std::vector<std::string> names;
    for (const auto* option : app.get_options([](const CLI::Option*) { return true; })) {
        for (const auto& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
}

/// CLI11 says "The following argument was not expected: X"; a person wants to know what X was
/// taken for.
std::string unexpected_argument(const CLI::App& app, const std::string& argument) {
    const auto chosen = app.get_subcommands();
    const bool is_option = argument.rfind('-', 0) == 0;
    const auto known =
        is_option ? options_in(chosen.empty() ? app : *chosen.front()) : names_in(app);
    std::string text = is_option ? fmt::format("there is no option {}", printable(argument))
                       : chosen.empty()
                           ? fmt::format("there is no command \"{}\"", printable(argument))
                           : fmt::format("\"{}\" is one argument too many", printable(argument));
    if (is_option || chosen.empty()) {
        const auto near = nearest_word(argument.substr(0, argument.find('=')), known);
        if (!near.empty()) text += fmt::format(". Did you mean {}?", near);
    }
    return text;
}

int usage_error(const CLI::App& app, const CLI::ParseError& error, Console& console) {
    const auto chosen = app.get_subcommands();
    std::string says = error.what();
    if (const auto left = app.remaining(true);
        dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !left.empty()) {
        says = unexpected_argument(app, left.front());
    }
    const auto help = chosen.empty() ? std::string("stallscope --help")
                                     : "stallscope " + chosen.front()->get_name() + " --help";
    console.err << "stallscope: " << with_full_stop(says) << " `" << help
                << "` shows how it is used.\n";
    return ExitCode::usage;
}

int parse_and_run(std::span<const std::string> args, Console& console) {
    CLI::App app{what_it_is};
    Session session{console, nullptr};
    describe(app, session);
    if (args.empty()) {
        console.err << app.help();
        return ExitCode::usage;
    }
    try {
        app.parse(std::vector<std::string>(args.rbegin(), args.rend()));
    } catch (const CLI::CallForHelp&) {
        console.out << app.help();
        return ExitCode::done;
    } catch (const CLI::CallForVersion& version) {
        console.out << version.what() << "\n";
        return ExitCode::done;
    } catch (const CLI::ParseError& error) {
        return usage_error(app, error, console);
    }
    return session.command ? session.command() : int{ExitCode::usage};
}

}  // namespace

int run_command_line(std::span<const std::string> args, Console& console) {
    try {
        return parse_and_run(args, console);
    } catch (const std::exception& error) {
        console.err << "stallscope: this is a fault of Stallscope, not yours: " << error.what()
                    << ". Please report it with the command you gave.\n";
        return ExitCode::measurement_failed;
    }
}

}  // namespace stallscope::cli

// SPDX-License-Identifier: Apache-2.0
#include "cli/run_session.h"

#include <mutex>
#include <optional>

#include "cli/control_lines.h"
#include "cli/display.h"
#include "cli/error_text.h"
#include "cli/interrupts.h"
#include "cli/run_summary.h"
#include "cli/words.h"
#include "plan/exit_code.h"

namespace stallscope::cli {
namespace {

std::unique_ptr<Display> display_for(Console& console, const DisplayFlags& flags) {
    if (flags.events) return event_lines(console);
    if (flags.quiet) return quiet_display(console);
    return console.err_is_terminal ? terminal_display(console) : plain_display(console);
}

/// Takes turns for whoever speaks at the same time: the conductor and the reader of control lines.
class SharedDisplay {
public:
    SharedDisplay(Console& console, const DisplayFlags& flags, Control& control)
        : m_console(console), m_flags(flags), m_control(control) {
        m_display = display_for(console, flags);
    }

    void hear(const events::Event& event) {
        const std::lock_guard turn(m_turn);
        if (const auto* plan = std::get_if<events::Plan>(&event)) m_file = plan->file;
        m_finished = m_finished || std::holds_alternative<events::RunFinished>(event);
        m_failed = m_failed || std::holds_alternative<events::Failure>(event);
        m_display->hear(event);
        // Whoever asked for the events does not read them any more.
        if (m_flags.events && !m_console.out) m_control.cancel = true;
    }

    void say(const std::string& line) {
        const std::lock_guard turn(m_turn);
        m_display->say(line);
    }

    /// Every stream of events ends with run_finished, whatever happened.
    void end(const Result<std::filesystem::path>& outcome) {
        if (m_flags.events && !m_finished) {
            if (!outcome && !m_failed) hear(events::Failure{outcome.error()});
            hear(outcome ? events::RunFinished{"complete", "", outcome->string(), ExitCode::done}
                         : events::RunFinished{"failed", outcome.error().says, m_file,
                                               exit_code_of(outcome.error().kind)});
        }
        m_display->end();
    }

    const std::string& file() const { return m_file; }

private:
    Console& m_console;
    const DisplayFlags& m_flags;
    Control& m_control;
    std::mutex m_turn;
    std::unique_ptr<Display> m_display;
    std::string m_file;
    bool m_finished = false, m_failed = false;
};

void say_what_runs(SharedDisplay& display, const std::vector<std::string>& runs_code) {
    display.say(runs_code.empty()
                    ? std::string("This run executes nothing of your own.")
                    : "This run executes, of your own: " + printable(listed(runs_code)) + ".");
}

int end_without_result(Console& console, const Error& error, const std::string& path) {
    const auto file = short_path(path).string();
    if (error.kind == ErrorKind::cancelled) {
        console.err << "stallscope: cancelled";
        if (file.empty()) {
            console.err << " before anything was measured.\n";
        } else {
            console.err << "; what was measured is in " << printable(file)
                        << ". The rest: stallscope resume " << shell_word(file) << "\n";
        }
    } else {
        console.err << error_lines(error);
        std::error_code ignored;
        if (!file.empty() && std::filesystem::exists(file, ignored)) {
            console.err << "What was measured until then: stallscope show " << shell_word(file)
                        << "\n";
        }
    }
    return exit_code_of(error.kind);
}

}  // namespace

std::shared_ptr<DisplayFlags> add_display_flags(CLI::App& command) {
    auto flags = std::make_shared<DisplayFlags>();
    command.add_flag("--events", flags->events,
                     "Print what happens as JSON lines on standard output and nothing else "
                     "(keys: schema/events.schema.json); control lines are read from standard "
                     "input: {\"cmd\":\"pause\"}, resume, cancel; its end cancels");
    command.add_flag("--quiet", flags->quiet, "No progress, only trouble and the result");
    return flags;
}

int measure_and_show(Console& console, const DisplayFlags& flags,
                     const std::vector<std::string>& runs_code, const Measure& measure) {
    Control control;
    std::optional<Interrupts> interrupts;
    if (console.handles_signals) interrupts.emplace(control);
    SharedDisplay display(console, flags, control);
    say_what_runs(display, runs_code);
    std::optional<ControlReader> reader;
    if (flags.events && console.input >= 0) {
        reader.emplace(console.input, control, [&](const std::string& line) { display.say(line); });
    }
    const auto outcome = measure([&](const events::Event& event) { display.hear(event); }, control);
    reader.reset();
    display.end(outcome);
    if (!outcome) return end_without_result(console, outcome.error(), display.file());
    return flags.events ? int{ExitCode::done} : print_summary(*outcome, console);
}

void tell_refusal(Console& console, const DisplayFlags& flags, const Error& error) {
    if (!flags.events) return;
    auto display = event_lines(console);
    display->hear(events::Failure{error});
    display->hear(events::RunFinished{"failed", error.says, "", exit_code_of(error.kind)});
}

}  // namespace stallscope::cli

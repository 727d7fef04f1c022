// SPDX-License-Identifier: Apache-2.0
#include "cli/interrupts.h"

#include <unistd.h>

#include <atomic>
#include <string_view>

#include "plan/exit_code.h"

namespace stallscope::cli {
namespace {

constexpr std::array<int, 4> numbers = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};

std::atomic<Control*> the_control{nullptr};
std::atomic<int> times_asked{0};
static_assert(std::atomic<Control*>::is_always_lock_free);

void tell(std::string_view text) {
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

void interrupted(int) {
    Control* control = the_control.load();
    if (control == nullptr) return;
    control->cancel = true;
    if (times_asked.fetch_add(1) > 0) {
        tell("\nstallscope: stopped at once.\n");
        ::_exit(ExitCode::cancelled);
    }
    tell("\nstallscope: cancelling, what is stored stays. Once more stops at once.\n");
}

void nothing(int) {}

}  // namespace

Interrupts::Interrupts(Control& control) {
    times_asked = 0;
    the_control = &control;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        struct sigaction action {};
        // A handler and not SIG_IGN: children would inherit that.
        action.sa_handler = numbers[i] == SIGPIPE ? nothing : interrupted;
        action.sa_flags = SA_RESTART;
        ::sigemptyset(&action.sa_mask);
        ::sigaction(numbers[i], &action, &m_before[i]);
    }
}

Interrupts::~Interrupts() {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        ::sigaction(numbers[i], &m_before[i], nullptr);
    }
    the_control = nullptr;
}

}  // namespace stallscope::cli

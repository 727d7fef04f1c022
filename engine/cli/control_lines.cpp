// SPDX-License-Identifier: Apache-2.0
#include "cli/control_lines.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <nlohmann/json.hpp>

#include "cli/words.h"

namespace stallscope::cli {
namespace {

/// A control line is a few dozen bytes; what is longer is no control line.
constexpr std::size_t longest_line = 4096;

}  // namespace

Result<Command> parse_control_line(std::string_view line) {
    const std::string hint = R"(write {"cmd":"pause"}, {"cmd":"resume"} or {"cmd":"cancel"})";
    const auto parsed = nlohmann::json::parse(line, nullptr, false);
    const bool names_one =
        parsed.is_object() && parsed.contains("cmd") && parsed["cmd"].is_string();
    const auto name = names_one ? parsed["cmd"].get<std::string>() : std::string();
    if (name == "pause") return Command::pause;
    if (name == "resume") return Command::resume;
    if (name == "cancel") return Command::cancel;
    return fail(ErrorKind::usage,
                fmt::format("\"{}\" is no control line", printable(line.substr(0, 60))), "stdin",
                hint);
}

void apply(Command command, Control& control) {
    switch (command) {
        case Command::pause:
            control.pause = true;
            break;
        case Command::resume:
            control.pause = false;
            break;
        case Command::cancel:
            control.cancel = true;
            break;
    }
}

ControlReader::ControlReader(int descriptor, Control& control,
                             std::function<void(const std::string&)> complain)
    : m_control(control), m_complain(std::move(complain)) {
    int ends[2];
    if (::pipe(ends) != 0) {
        // Without it the thread could not be ended; a run without control lines still runs.
        m_complain("control lines are not read: no pipe could be made");
        return;
    }
    for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
    m_stop_read = FileDescriptor(ends[0]);
    m_stop_write = FileDescriptor(ends[1]);
    m_thread = std::thread([this, descriptor] { read_until_stopped(descriptor); });
}

ControlReader::~ControlReader() {
    m_stop_write.reset();  // the other end hangs up, poll returns
    if (m_thread.joinable()) m_thread.join();
}

void ControlReader::read_until_stopped(int descriptor) {
    std::string line;
    bool too_long = false;
    while (true) {
        pollfd waiting[2] = {{descriptor, POLLIN, 0}, {m_stop_read.get(), POLLIN, 0}};
        if (::poll(waiting, 2, -1) < 0) {
            if (errno == EINTR) continue;
            break;
        }
        if (waiting[1].revents != 0) return;
        char buffer[512];
        const auto got = ::read(descriptor, buffer, sizeof buffer);
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got <= 0) break;
        for (const char letter : std::string_view(buffer, static_cast<std::size_t>(got))) {
            if (letter != '\n') {
                too_long = too_long || line.size() >= longest_line;
                if (!too_long) line += letter;
                continue;
            }
            take(too_long ? std::string_view("(a line of more than 4096 bytes)") : line);
            line.clear();
            too_long = false;
        }
    }
    m_control.cancel = true;
}

void ControlReader::take(std::string_view line) {
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
    if (const auto command = parse_control_line(line)) {
        apply(*command, m_control);
    } else {
        m_complain(to_text(command.error()));
    }
}

}  // namespace stallscope::cli

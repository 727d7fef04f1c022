// SPDX-License-Identifier: Apache-2.0
#include "python_host.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "host/c_abi.h"

namespace stallscope {
namespace {

const std::string script = STALLSCOPE_SOURCE_DIR "/resources/python/stallscope_host.py";
const std::string library = STALLSCOPE_BUILD_DIR "/lib/libstallscope_host.so";
constexpr int silence_limit_ms = 20'000;

Arena arena_of(std::uint32_t rings) {
    auto arena = Arena::create(rings, 16384);
    if (!arena) std::abort();
    return std::move(*arena);
}

}  // namespace

std::string python3() {
    static const std::string found = [] {
        const std::string check =
            "python3 -c 'import sys; print(sys.executable if sys.version_info >= (3, 9) else \"\")'"
            " 2>/dev/null";
        std::string path;
        if (FILE* pipe = popen(check.c_str(), "r")) {
            char buffer[4096] = {};
            if (std::fgets(buffer, sizeof buffer, pipe)) path = buffer;
            pclose(pipe);
        }
        while (!path.empty() && path.back() == '\n') path.pop_back();
        return path;
    }();
    return found;
}

std::string fresh_mark() {
    static int count = 0;
    return "test-" + std::to_string(getpid()) + "-" + std::to_string(++count) + "-" +
           std::to_string(monotonic_ns());
}

std::vector<pid_t> processes_with(const std::string& mark) {
    std::vector<pid_t> found;
    const std::string wanted = "STALLSCOPE_RUN=" + mark;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const std::string name = entry.path().filename();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        std::ifstream file(entry.path() / "environ", std::ios::binary);
        for (std::string variable; std::getline(file, variable, '\0');)
            if (variable == wanted) found.push_back(std::stoi(name));
    }
    return found;
}

PythonHost::PythonHost(std::uint32_t rings, std::string mark)
    : m_mark(std::move(mark)), m_arena(arena_of(rings)) {
    int control[2], guard[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, control) != 0 ||
        pipe2(guard, O_CLOEXEC) != 0)
        std::abort();
    m_control = control[0];
    m_guard = guard[1];
    const std::string python = python3();
    const std::string control_fd = std::to_string(control[1]);
    const std::string arena_fd = std::to_string(m_arena.fd());
    const std::string guard_fd = std::to_string(guard[0]);
    const char* arguments[] = {python.c_str(), script.c_str(),   "--control", control_fd.c_str(),
                               "--arena",      arena_fd.c_str(), "--guard",   guard_fd.c_str(),
                               "--library",    library.c_str(),  nullptr};
    m_pid = fork();
    if (m_pid == 0) {
        setpgid(0, 0);
        setenv("STALLSCOPE_RUN", m_mark.c_str(), 1);
        for (const int fd : {control[1], m_arena.fd(), guard[0]}) fcntl(fd, F_SETFD, 0);
        if (const int null = open("/dev/null", O_RDONLY); null >= 0) dup2(null, 0);
        execv(python.c_str(), const_cast<char**>(arguments));
        _exit(127);
    }
    close(control[1]);
    close(guard[0]);
    auto event = next();
    if (const auto* hello = std::get_if<protocol::Hello>(&event)) m_hello = *hello;
    EXPECT_TRUE(m_hello) << "the host did not say hello";
}

PythonHost::~PythonHost() {
    if (m_pid > 0) {
        kill(-m_pid, SIGKILL);
        waitpid(m_pid, nullptr, 0);
    }
    close(m_control);
    close(m_guard);
}

void PythonHost::send(const std::string& line) {
    EXPECT_EQ(::send(m_control, line.data(), line.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(line.size()));
}

protocol::Event PythonHost::next() {
    const auto silence = [](const std::string& says) {
        return protocol::Fault{"test", "silence", says, ""};
    };
    for (;;) {
        const auto line = m_lines.next();
        if (!line) return silence(line.error().says);
        if (*line) {
            auto event = protocol::parse_event(**line);
            if (!event) return silence(event.error().says);
            return *event;
        }
        pollfd ready{m_control, POLLIN, 0};
        if (poll(&ready, 1, silence_limit_ms) <= 0) return silence("nothing came");
        char buffer[65536];
        const ssize_t got = read(m_control, buffer, sizeof buffer);
        if (got <= 0) return silence("the host closed its socket");
        m_lines.add({buffer, static_cast<std::size_t>(got)});
    }
}

protocol::Event PythonHost::ask(const std::string& line) {
    send(line);
    return next();
}

std::nullopt_t PythonHost::complain(const protocol::Event& event) {
    if (const auto* fault = std::get_if<protocol::Fault>(&event))
        ADD_FAILURE() << fault->where << ": " << fault->kind << ": " << fault->says << "\n"
                      << fault->detail;
    else
        ADD_FAILURE() << "event number " << event.index() << " came instead";
    return std::nullopt;
}

void PythonHost::begin_visit(const std::vector<std::string>& streams, double lead_s) {
    m_arena.start_at(monotonic_ns() + static_cast<std::int64_t>(lead_s * 1e9));
    send(protocol::visit_line(streams));
}

protocol::Event PythonHost::visit(const std::vector<std::string>& streams, double seconds) {
    begin_visit(streams, 0.1);
    std::this_thread::sleep_for(std::chrono::duration<double>(0.1 + seconds));
    m_arena.stop_at(monotonic_ns());
    return next();
}

Records PythonHost::drain() {
    Records records;
    for (std::uint32_t ring = 0; ring < m_arena.rings(); ++ring) {
        std::vector<StampRecord> out;
        const Drained found = m_arena.reader(ring).drain(out);
        EXPECT_FALSE(found.corrupt);
        EXPECT_EQ(found.dropped, 0u);
        records.watermarks[ring] = found.watermark;
        for (const StampRecord& record : out) {
            EXPECT_EQ(record.lane, ring);
            bool is_new = true;
            switch (static_cast<RecordKind>(record.kind)) {
                case RecordKind::client:
                    is_new = records.clients.emplace(record.request, record).second;
                    break;
                case RecordKind::dispatch:
                    is_new = records.dispatches.emplace(record.request, record).second;
                    break;
                case RecordKind::service:
                    is_new = records.services.emplace(record.request, record).second;
                    break;
                case RecordKind::call:
                    is_new = records.calls.emplace(std::pair(record.lane, record.request), record)
                                 .second;
                    break;
                default:
                    ++records.strangers;
            }
            if (!is_new) ++records.duplicates;
        }
    }
    return records;
}

int PythonHost::wait() {
    int status = -1;
    for (int i = 0; i < silence_limit_ms / 10; ++i) {
        if (waitpid(m_pid, &status, WNOHANG) == m_pid) {
            m_pid = -1;
            return status;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << "the host did not end";
    return -1;
}

protocol::OpenStream wait_stream(double ms, double spread_ms, Placement placement, Binding binding,
                                 Load load) {
    protocol::OpenStream opened;
    opened.stream.workload = WaitWorkload{ms, WaitMode::deadline, spread_ms};
    opened.stream.placement = placement;
    opened.stream.binding = binding;
    opened.stream.load = load;
    opened.stream.inputs.seeds = 1024;  // so that the uniform part is drawn often enough
    return opened;
}

protocol::OpenStream python_stream(const std::string& call, Placement placement, Load load) {
    protocol::OpenStream opened;
    PythonWorkload workload;
    workload.call = call;
    opened.stream.workload = workload;
    opened.stream.placement = placement;
    opened.stream.binding = Binding::callable;
    opened.stream.load = load;
    return opened;
}

protocol::Open open_of(std::map<std::string, protocol::OpenStream> streams) {
    protocol::Open open;
    for (const auto& [name, opened] : streams) {
        const auto add = [&, &stream = name](protocol::Role role, int count) {
            for (int i = 0; i < count; ++i)
                open.lanes.push_back({static_cast<int>(open.lanes.size()), stream, role, i});
        };
        if (const auto* loop = std::get_if<LoopLoad>(&opened.stream.load)) {
            add(protocol::Role::loop, loop->threads);
        } else {
            add(protocol::Role::client, std::get<ClosedLoad>(opened.stream.load).clients);
            add(protocol::Role::dispatcher, 1);
        }
        add(protocol::Role::worker, opened.stream.placement == Placement::process ? 1 : 0);
    }
    open.streams = std::move(streams);
    return open;
}

std::int64_t monotonic_ns() {
    return stallscope_now_ns();
}

ModuleFolder::ModuleFolder(const std::string& name, const std::string& source) {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "stallscope-test-XXXXXX").string();
    if (!mkdtemp(pattern.data())) std::abort();
    m_path = pattern;
    std::ofstream(m_path / (name + ".py")) << source;
}

ModuleFolder::~ModuleFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

}  // namespace stallscope

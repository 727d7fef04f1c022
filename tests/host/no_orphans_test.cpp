// SPDX-License-Identifier: Apache-2.0
// kill -9 of the engine, at the worst moment: nothing that carries the run's mark is left.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "python_host.h"

namespace stallscope {
namespace {

#define NEEDS_PYTHON() \
    if (python3().empty()) GTEST_SKIP() << "no python3 (3.9 or newer) on the PATH"

constexpr auto limit = std::chrono::seconds(2);

/// Forks an "engine" that starts a host with these streams, begins a visit and then only waits.
/// Returns its pid once the visit has begun.
pid_t start_engine(const protocol::Open& open, const std::vector<std::string>& streams,
                   const std::string& mark) {
    int begun[2];
    if (pipe(begun) != 0) std::abort();
    const pid_t engine = fork();
    if (engine == 0) {
        close(begun[0]);
        PythonHost host(16, mark);
        if (std::holds_alternative<protocol::Ready>(host.ask(open_line(open)))) {
            host.begin_visit(streams, 0.05);
            usleep(400'000);
            if (write(begun[1], "!", 1) != 1) _exit(1);
        }
        close(begun[1]);
        pause();
        _exit(1);
    }
    close(begun[1]);
    char said = 0;
    EXPECT_EQ(read(begun[0], &said, 1), 1) << "the host did not begin its visit";
    close(begun[0]);
    return engine;
}

void expect_that_none_is_left(pid_t engine, const std::string& mark, std::size_t at_least) {
    EXPECT_GE(processes_with(mark).size(), at_least);
    kill(engine, SIGKILL);
    waitpid(engine, nullptr, 0);
    const auto deadline = std::chrono::steady_clock::now() + limit;
    while (!processes_with(mark).empty() && std::chrono::steady_clock::now() < deadline)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const auto left = processes_with(mark);
    EXPECT_TRUE(left.empty()) << left.size() << " left";
    for (const pid_t pid : left) kill(pid, SIGKILL);
}

TEST(NoOrphans, AfterTheEngineIsKilledWhileItsHostMeasures) {
    NEEDS_PYTHON();
    const std::string mark = fresh_mark();
    const pid_t engine =
        start_engine(open_of({{"gpu", wait_stream(2, 0, Placement::process, Binding::cdll)},
                              {"ane", wait_stream(2, 0, Placement::thread, Binding::pydll)}}),
                     {"gpu", "ane"}, mark);
    expect_that_none_is_left(engine, mark, 2);
}

TEST(NoOrphans, AlsoWhileTheInterpreterSitsInALongHeldCall) {
    NEEDS_PYTHON();
    const std::string mark = fresh_mark();
    const pid_t engine = start_engine(
        open_of({{"gpu", wait_stream(60'000, 0, Placement::process, Binding::pydll)},
                 {"n", wait_stream(60'000, 0, Placement::thread, Binding::pydll, LoopLoad{1})}}),
        {"gpu", "n"}, mark);
    expect_that_none_is_left(engine, mark, 2);
}

TEST(NoOrphans, NeitherWhatUsersCodeStartedInASessionOfItsOwn) {
    NEEDS_PYTHON();
    const ModuleFolder folder("spawning", R"(
import subprocess
def setup():
    subprocess.Popen(["sleep", "1000"], start_new_session=True)
    return subprocess.Popen(["sleep", "1000"])
def call(state, seed):
    return seed
)");
    for (const Placement placement : {Placement::thread, Placement::process}) {
        const std::string mark = fresh_mark();
        auto stream = python_stream("spawning:call", placement);
        std::get<PythonWorkload>(stream.stream.workload).setup = "spawning:setup";
        auto open = open_of({{"gpu", stream}});
        open.path = {folder.path()};
        expect_that_none_is_left(start_engine(open, {"gpu"}, mark), mark, 3);
    }
}

}  // namespace
}  // namespace stallscope

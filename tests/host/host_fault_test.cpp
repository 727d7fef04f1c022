// SPDX-License-Identifier: Apache-2.0
// Users' code fails in every way; the host says how and goes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include "python_host.h"

namespace stallscope {
namespace {

#define NEEDS_PYTHON() \
    if (python3().empty()) GTEST_SKIP() << "no python3 (3.9 or newer) on the PATH"

using testing::HasSubstr;

const char* const work_module = R"(
import os, signal, sys, time

calls = 0

def fine(seed):
    print("users print", seed, flush=True)
    return [seed, seed * seed]

def raises(seed):
    global calls
    calls += 1
    if calls > 5:
        raise ValueError("no more \ud800 of this")
    return seed

def leaves(seed):
    global calls
    calls += 1
    if calls > 5:
        os._exit(7)
    return seed

def dies(seed):
    os.kill(os.getpid(), signal.SIGSEGV)

def leaves_politely(seed):
    sys.exit(4)

def bad_setup():
    raise RuntimeError("no such device")

def setup():
    return {"made": 1}

def with_state(state, seed):
    state["made"] += 1
    return seed + 1

def check(result):
    return b"answer %d" % result

def teardown(state):
    print("torn down", state["made"], flush=True)

hangs_here = None

def hangs(seed):
    time.sleep(1000)

not_callable = 3
)";

class HostFault : public testing::Test {
protected:
    ModuleFolder m_folder{"work", work_module};

    protocol::Open open_with(const std::string& call, Placement placement,
                             const std::string& setup = {}, Load load = ClosedLoad{}) {
        auto stream = python_stream(call, placement, load);
        std::get<PythonWorkload>(stream.stream.workload).setup = setup;
        auto open = open_of({{"gpu", stream}});
        open.path = {m_folder.path()};
        return open;
    }

    static protocol::Fault fault_in(const protocol::Event& event) {
        if (const auto* fault = std::get_if<protocol::Fault>(&event)) return *fault;
        ADD_FAILURE() << "event number " << event.index() << " came instead of a fault";
        return {};
    }

    static void expect_exit_3(PythonHost& host) {
        const int status = host.wait();
        EXPECT_TRUE(WIFEXITED(status));
        EXPECT_EQ(WEXITSTATUS(status), 3);
    }
};

TEST_F(HostFault, ImportsThatFailAreImportFaults) {
    NEEDS_PYTHON();
    struct Case {
        const char* call;
        const char* says;
    };
    const Case cases[] = {{"no_such_module:f", "No module named 'no_such_module'"},
                          {"work:missing", "has no attribute 'missing'"},
                          {"work:not_callable", "cannot be called"}};
    for (const Placement placement : {Placement::thread, Placement::process}) {
        for (const Case& bad : cases) {
            PythonHost host;
            const auto fault = fault_in(host.ask(open_line(open_with(bad.call, placement))));
            EXPECT_EQ(fault.kind, "import");
            EXPECT_EQ(fault.where, "stream gpu");
            EXPECT_THAT(fault.says, HasSubstr(bad.says));
            expect_exit_3(host);
        }
    }
}

TEST_F(HostFault, SetupsThatFailAreSetupFaultsWithTheirTraceback) {
    NEEDS_PYTHON();
    for (const Placement placement : {Placement::thread, Placement::process}) {
        PythonHost host;
        const auto fault = fault_in(
            host.ask(open_line(open_with("work:with_state", placement, "work:bad_setup"))));
        EXPECT_EQ(fault.kind, "setup");
        EXPECT_EQ(fault.says, "RuntimeError: no such device");
        EXPECT_THAT(fault.detail, HasSubstr("in bad_setup"));
        expect_exit_3(host);
    }
}

TEST_F(HostFault, ACallThatRaisesLeavesAClientRecordWithAnError) {
    NEEDS_PYTHON();
    for (const Placement placement : {Placement::thread, Placement::process}) {
        PythonHost host;
        ASSERT_TRUE(host.ask_for<protocol::Ready>(open_line(open_with("work:raises", placement))));
        host.begin_visit({"gpu"}, 0.05);
        const auto fault = fault_in(host.next());
        EXPECT_EQ(fault.kind, "call");
        EXPECT_EQ(fault.where, "stream gpu");
        EXPECT_THAT(fault.says, HasSubstr("ValueError: no more"));
        EXPECT_THAT(fault.detail, HasSubstr("in raises"));
        expect_exit_3(host);
        const Records records = host.drain();
        ASSERT_EQ(records.clients.size(), 6u);
        EXPECT_EQ(records.clients.at(6).t[ClientField::answer],
                  static_cast<std::int64_t>(Answer::error));
        EXPECT_NE(records.clients.at(5).t[ClientField::answer],
                  static_cast<std::int64_t>(Answer::error));
        EXPECT_EQ(records.dispatches.size(), 5u);
    }
}

TEST_F(HostFault, ALoopWhoseCallRaisesEndsTheVisitInBothPlacements) {
    NEEDS_PYTHON();
    for (const Placement placement : {Placement::thread, Placement::process}) {
        PythonHost host;
        ASSERT_TRUE(host.ask_for<protocol::Ready>(
            open_line(open_with("work:raises", placement, {}, LoopLoad{2}))));
        host.begin_visit({"gpu"}, 0.05);
        EXPECT_EQ(fault_in(host.next()).kind, "call");
        expect_exit_3(host);
    }
}

TEST_F(HostFault, AWorkerThatEndsIsNamedWithItsExitCodeOrSignal) {
    NEEDS_PYTHON();
    struct Case {
        const char* call;
        const char* says;
    };
    for (const Case& bad : {Case{"work:leaves", "the worker ended with exit code 7"},
                            Case{"work:dies", "the worker was killed by signal 11 (SIGSEGV)"}}) {
        PythonHost host;
        ASSERT_TRUE(
            host.ask_for<protocol::Ready>(open_line(open_with(bad.call, Placement::process))));
        host.begin_visit({"gpu"}, 0.05);
        const auto fault = fault_in(host.next());
        EXPECT_EQ(fault.kind, "worker");
        EXPECT_EQ(fault.where, "stream gpu");
        EXPECT_EQ(fault.says, bad.says);
        expect_exit_3(host);
    }
}

TEST_F(HostFault, ACallThatWantsToExitIsAFaultedCall) {
    NEEDS_PYTHON();
    for (const Placement placement : {Placement::thread, Placement::process}) {
        PythonHost host;
        ASSERT_TRUE(
            host.ask_for<protocol::Ready>(open_line(open_with("work:leaves_politely", placement))));
        host.begin_visit({"gpu"}, 0.05);
        EXPECT_THAT(fault_in(host.next()).says, HasSubstr("SystemExit"));
        expect_exit_3(host);
    }
}

TEST_F(HostFault, GoesAtOnceWhenAnotherStreamHangs) {
    NEEDS_PYTHON();
    PythonHost host;
    auto open = open_of({{"bad", python_stream("work:raises", Placement::thread)},
                         {"stuck", python_stream("work:hangs", Placement::process)},
                         {"stuck_here", python_stream("work:hangs", Placement::thread)}});
    open.path = {m_folder.path()};
    ASSERT_TRUE(host.ask_for<protocol::Ready>(open_line(open)));
    host.begin_visit({"bad", "stuck", "stuck_here"}, 0.05);
    EXPECT_EQ(fault_in(host.next()).where, "stream bad");
    expect_exit_3(host);
    for (int i = 0; i < 200 && !processes_with(host.mark()).empty(); ++i) usleep(10'000);
    EXPECT_TRUE(processes_with(host.mark()).empty()) << "the hanging worker was left behind";
}

TEST_F(HostFault, UsersPrintsStayOffTheSocket) {
    NEEDS_PYTHON();
    testing::internal::CaptureStdout();
    {
        PythonHost host;
        auto stream = python_stream("work:with_state", Placement::thread);
        auto& workload = std::get<PythonWorkload>(stream.stream.workload);
        workload.setup = "work:setup";
        workload.check = "work:check";
        workload.teardown = "work:teardown";
        auto in_worker = stream;
        in_worker.stream.placement = Placement::process;
        auto open = open_of({{"a", stream},
                             {"b", in_worker},
                             {"c", python_stream("work:fine", Placement::thread)}});
        open.path = {m_folder.path()};
        ASSERT_TRUE(host.ask_for<protocol::Ready>(open_line(open)));
        const auto here = host.ask_for<protocol::Answers>(protocol::answers_line("a", 3));
        const auto there = host.ask_for<protocol::Answers>(protocol::answers_line("b", 3));
        ASSERT_TRUE(here && there);
        EXPECT_EQ(here->digests, there->digests);
        EXPECT_NE(here->digests[0], here->digests[1]);
        EXPECT_TRUE(host.ask_for<protocol::Answers>(protocol::answers_line("c", 2)));
        ASSERT_TRUE(std::holds_alternative<protocol::VisitDone>(host.visit({"a", "b", "c"}, 0.1)));
        EXPECT_TRUE(host.ask_for<protocol::Done>(protocol::close_line()));
        EXPECT_EQ(host.wait(), 0);
    }
    const std::string printed = testing::internal::GetCapturedStdout();
    EXPECT_THAT(printed, HasSubstr("users print 1"));
    EXPECT_THAT(printed, HasSubstr("torn down"));
}

TEST_F(HostFault, UnknownCommandsAndStreamsAreProtocolFaults) {
    NEEDS_PYTHON();
    for (const std::string& line :
         {std::string("{\"cmd\":\"dance\"}\n"), protocol::visit_line({"nobody"}),
          protocol::answers_line("nobody", 1)}) {
        PythonHost host;
        EXPECT_EQ(fault_in(host.ask(line)).kind, "protocol") << line;
        expect_exit_3(host);
    }
}

}  // namespace
}  // namespace stallscope

// SPDX-License-Identifier: Apache-2.0
// The real Python host, driven through its socket and its rings.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <numeric>

#include "python_host.h"

namespace stallscope {
namespace {

#define NEEDS_PYTHON() \
    if (python3().empty()) GTEST_SKIP() << "no python3 (3.9 or newer) on the PATH"

using protocol::Role;

std::vector<std::int64_t> header_waits(const Records& records) {
    std::vector<std::int64_t> waits;
    for (const auto& [request, dispatch] : records.dispatches) {
        const auto service = records.services.find(request);
        if (service == records.services.end()) continue;
        waits.push_back(dispatch.t[DispatchField::header] -
                        service->second.t[ServiceField::service_end]);
    }
    return waits;
}

double median(std::vector<std::int64_t> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return static_cast<double>(*middle);
}

void expect_a_one_to_one_join(const Records& records, std::int64_t requests) {
    EXPECT_EQ(records.duplicates, 0u);
    EXPECT_EQ(records.strangers, 0u);
    EXPECT_EQ(records.clients.size(), static_cast<std::size_t>(requests));
    ASSERT_EQ(records.dispatches.size(), records.clients.size());
    ASSERT_EQ(records.services.size(), records.clients.size());
    std::uint64_t expected = 0;
    for (const auto& [request, client] : records.clients) {
        EXPECT_EQ(request, ++expected);
        EXPECT_TRUE(records.dispatches.count(request));
        EXPECT_TRUE(records.services.count(request));
    }
}

TEST(PythonHost, SaysHelloAndGoodbye) {
    NEEDS_PYTHON();
    PythonHost host;
    ASSERT_TRUE(host.hello());
    EXPECT_EQ(host.hello()->protocol, protocol::version);
    EXPECT_EQ(host.hello()->pid, host.pid());
    EXPECT_EQ(host.hello()->executable, python3());
    EXPECT_FALSE(host.hello()->python.empty());
    EXPECT_TRUE(host.ask_for<protocol::Done>(protocol::close_line()));
    EXPECT_EQ(host.wait(), 0);
}

TEST(PythonHost, RecordsEveryRequestOfAWorkerOnceWithItsStampsInOrder) {
    NEEDS_PYTHON();
    PythonHost host;
    auto stream = wait_stream(2, 0, Placement::process, Binding::cdll, ClosedLoad{2, 0});
    stream.stream.inputs.seeds = 4;
    const auto ready = host.ask_for<protocol::Ready>(open_line(open_of({{"gpu", stream}})));
    ASSERT_TRUE(ready);
    ASSERT_EQ(ready->workers.size(), 1u);
    EXPECT_EQ(ready->workers[0].stream, "gpu");
    EXPECT_GT(ready->workers[0].start_s, 0);
    EXPECT_EQ(ready->threads, 3);
    EXPECT_FALSE(ready->facts.at("gpu").emulated);

    const auto event = host.visit({"gpu"}, 0.5);
    ASSERT_TRUE(std::holds_alternative<protocol::VisitDone>(event));
    const auto done = std::get<protocol::VisitDone>(event);
    const Records records = host.drain();
    EXPECT_GT(done.requests.at("gpu"), 10);
    expect_a_one_to_one_join(records, done.requests.at("gpu"));
    for (const auto& [request, client] : records.clients) {
        const auto& c = client.t;
        const auto& d = records.dispatches.at(request).t;
        const auto& s = records.services.at(request).t;
        EXPECT_LE(c[ClientField::arrival], c[ClientField::submit]);
        EXPECT_LE(c[ClientField::submit], d[DispatchField::queue_enter]);
        EXPECT_LE(d[DispatchField::queue_enter], d[DispatchField::dispatch]);
        EXPECT_LE(d[DispatchField::dispatch], d[DispatchField::sent]);
        EXPECT_LE(d[DispatchField::sent], d[DispatchField::recv_enter]);
        EXPECT_LE(d[DispatchField::recv_enter], d[DispatchField::read_returned]);
        EXPECT_LE(d[DispatchField::read_returned], d[DispatchField::header]);
        EXPECT_LE(d[DispatchField::header], d[DispatchField::body]);
        EXPECT_LE(d[DispatchField::body], d[DispatchField::decoded]);
        EXPECT_LE(d[DispatchField::decoded], d[DispatchField::received]);
        EXPECT_LE(c[ClientField::submit], c[ClientField::response]);
        EXPECT_LE(d[DispatchField::decoded], c[ClientField::response]);
        EXPECT_LE(d[DispatchField::dispatch], s[ServiceField::worker_recv]);
        EXPECT_LE(s[ServiceField::worker_recv], s[ServiceField::service_start]);
        EXPECT_LE(s[ServiceField::service_start], s[ServiceField::native_enter]);
        EXPECT_LE(s[ServiceField::native_enter] + 2'000'000, s[ServiceField::native_exit]);
        EXPECT_LE(s[ServiceField::native_exit], s[ServiceField::service_end]);
        EXPECT_LE(s[ServiceField::service_end], d[DispatchField::read_returned]);
        EXPECT_LE(s[ServiceField::service_end], s[ServiceField::reply_sent]);
        EXPECT_GT(s[ServiceField::cpu], 0);
        EXPECT_EQ(s[ServiceField::status], 0);
        EXPECT_GT(d[DispatchField::reply_bytes], 8);
        EXPECT_GT(d[DispatchField::job_bytes], 4);
        EXPECT_EQ(c[ClientField::seed], static_cast<std::int64_t>((request - 1) % 4));
        EXPECT_EQ(c[ClientField::answer], static_cast<std::int64_t>(Answer::unchecked));
    }
    // The next request of a lane arrives when the last one was written down: nothing before its
    // watermark is missing.
    for (std::uint32_t lane : {0u, 1u}) {
        std::int64_t last = 0;
        for (const auto& [request, client] : records.clients)
            if (client.lane == lane) last = std::max(last, client.t[ClientField::response]);
        EXPECT_GE(records.watermarks.at(lane), last);
    }
    EXPECT_TRUE(host.ask_for<protocol::Done>(protocol::close_line()));
    EXPECT_EQ(host.wait(), 0);
}

TEST(PythonHost, ServesOnTheDispatcherThreadWithBothBindings) {
    NEEDS_PYTHON();
    for (const Binding binding : {Binding::pydll, Binding::cdll}) {
        PythonHost host;
        ASSERT_TRUE(host.ask_for<protocol::Ready>(
            open_line(open_of({{"a", wait_stream(2, 0, Placement::thread, binding)}}))));
        const auto event = host.visit({"a"}, 0.3);
        ASSERT_TRUE(std::holds_alternative<protocol::VisitDone>(event));
        const Records records = host.drain();
        expect_a_one_to_one_join(records, std::get<protocol::VisitDone>(event).requests.at("a"));
        EXPECT_GT(records.clients.size(), 10u);
        for (const auto& [request, dispatch] : records.dispatches) {
            const auto& d = dispatch.t;
            const auto& s = records.services.at(request).t;
            for (const int field :
                 {DispatchField::sent, DispatchField::recv_enter, DispatchField::read_returned,
                  DispatchField::header, DispatchField::body, DispatchField::decoded})
                EXPECT_EQ(d[field], 0);
            EXPECT_EQ(s[ServiceField::worker_recv], 0);
            EXPECT_EQ(s[ServiceField::reply_sent], 0);
            EXPECT_LE(d[DispatchField::dispatch], s[ServiceField::service_start]);
            EXPECT_LE(s[ServiceField::service_start], s[ServiceField::native_enter]);
            EXPECT_LE(s[ServiceField::native_exit], s[ServiceField::service_end]);
            EXPECT_LE(s[ServiceField::service_end], d[DispatchField::received]);
            EXPECT_GT(s[ServiceField::cpu], 0);
        }
    }
}

TEST(PythonHost, CountsOnFromOneVisitToTheNext) {
    NEEDS_PYTHON();
    PythonHost host;
    ASSERT_TRUE(host.ask_for<protocol::Ready>(
        open_line(open_of({{"a", wait_stream(2, 0, Placement::process, Binding::cdll)},
                           {"n", wait_stream(2, 0, Placement::thread, Binding::cdll, LoopLoad{2})},
                           {"z", wait_stream(2, 0, Placement::thread, Binding::cdll)}}))));
    const auto first = host.visit({"a", "n"}, 0.2);
    ASSERT_TRUE(std::holds_alternative<protocol::VisitDone>(first));
    const auto second = host.visit({"a", "n"}, 0.2);
    ASSERT_TRUE(std::holds_alternative<protocol::VisitDone>(second));
    const auto& one = std::get<protocol::VisitDone>(first);
    const auto& two = std::get<protocol::VisitDone>(second);
    EXPECT_FALSE(one.requests.count("z"));
    EXPECT_FALSE(one.calls.count("a"));
    const Records records = host.drain();
    expect_a_one_to_one_join(records, one.requests.at("a") + two.requests.at("a"));
    EXPECT_EQ(records.calls.size(),
              static_cast<std::size_t>(one.calls.at("n") + two.calls.at("n")));
    std::map<std::uint32_t, std::uint64_t> calls_by_lane;
    for (const auto& [key, call] : records.calls) {
        EXPECT_EQ(key.second, ++calls_by_lane[key.first]);
        EXPECT_LE(call.t[CallField::start], call.t[CallField::native_enter]);
        EXPECT_LE(call.t[CallField::native_exit], call.t[CallField::end]);
        EXPECT_EQ(call.t[CallField::status], 0);
    }
    EXPECT_EQ(calls_by_lane.size(), 2u);
}

TEST(PythonHost, ALoopMayRunInAWorker) {
    NEEDS_PYTHON();
    PythonHost host;
    ASSERT_TRUE(host.ask_for<protocol::Ready>(open_line(
        open_of({{"n", wait_stream(2, 0, Placement::process, Binding::pydll, LoopLoad{2})}}))));
    const auto event = host.visit({"n"}, 0.3);
    ASSERT_TRUE(std::holds_alternative<protocol::VisitDone>(event));
    const auto calls = std::get<protocol::VisitDone>(event).calls.at("n");
    EXPECT_GT(calls, 10);
    EXPECT_EQ(host.drain().calls.size(), static_cast<std::size_t>(calls));
}

TEST(PythonHost, RecordsOnlyWhatTheInstrumentationSays) {
    NEEDS_PYTHON();
    for (const Instrumentation stamps : {Instrumentation::off, Instrumentation::stamps}) {
        PythonHost host;
        auto open =
            open_of({{"a", wait_stream(2, 0, Placement::process, Binding::cdll)},
                     {"b", wait_stream(2, 0, Placement::thread, Binding::cdll)},
                     {"n", wait_stream(2, 0, Placement::thread, Binding::cdll, LoopLoad{1})}});
        open.stamps = stamps;
        ASSERT_TRUE(host.ask_for<protocol::Ready>(open_line(open)));
        ASSERT_TRUE(std::holds_alternative<protocol::VisitDone>(host.visit({"a", "b", "n"}, 0.2)));
        const Records records = host.drain();
        EXPECT_GT(records.clients.size(), 5u);
        if (stamps == Instrumentation::off) {
            EXPECT_TRUE(records.dispatches.empty());
            EXPECT_TRUE(records.services.empty());
            EXPECT_TRUE(records.calls.empty());
            continue;
        }
        EXPECT_FALSE(records.dispatches.empty());
        EXPECT_FALSE(records.calls.empty());
        for (const auto& [request, service] : records.services) {
            EXPECT_GT(service.t[ServiceField::service_end], 0);
            EXPECT_EQ(service.t[ServiceField::native_enter], 0);
            EXPECT_EQ(service.t[ServiceField::native_exit], 0);
        }
        for (const auto& [key, call] : records.calls) EXPECT_EQ(call.t[CallField::native_exit], 0);
    }
}

TEST(PythonHost, ThinksBetweenAnswerAndNextArrival) {
    NEEDS_PYTHON();
    PythonHost host;
    ASSERT_TRUE(host.ask_for<protocol::Ready>(open_line(
        open_of({{"a", wait_stream(1, 0, Placement::thread, Binding::cdll, ClosedLoad{1, 20})}}))));
    ASSERT_TRUE(std::holds_alternative<protocol::VisitDone>(host.visit({"a"}, 0.4)));
    const Records records = host.drain();
    ASSERT_GT(records.clients.size(), 3u);
    const StampRecord* before = nullptr;
    for (const auto& [request, client] : records.clients) {
        if (before) {
            EXPECT_GE(client.t[ClientField::arrival],
                      before->t[ClientField::response] + 20'000'000);
        }
        EXPECT_GE(client.t[ClientField::submit], client.t[ClientField::arrival]);
        before = &client;
    }
    EXPECT_GE(records.watermarks.at(0), before->t[ClientField::response] + 20'000'000);
}

TEST(PythonHost, ComparesAnswersWithTheReferences) {
    NEEDS_PYTHON();
    for (const Placement placement : {Placement::process, Placement::thread}) {
        auto stream = wait_stream(1, 0, placement, Binding::cdll);
        stream.stream.inputs.seeds = 4;
        std::vector<std::uint64_t> digests;
        {
            PythonHost host;
            ASSERT_TRUE(host.ask_for<protocol::Ready>(open_line(open_of({{"a", stream}}))));
            const auto answers = host.ask_for<protocol::Answers>(protocol::answers_line("a", 4));
            ASSERT_TRUE(answers);
            digests = answers->digests;
            EXPECT_TRUE(host.drain().services.empty()) << "only requests of a visit are recorded";
        }
        ASSERT_EQ(digests.size(), 4u);
        stream.references = digests;
        stream.references[2] ^= 1;  // a wrong one
        PythonHost host;
        ASSERT_TRUE(host.ask_for<protocol::Ready>(open_line(open_of({{"a", stream}}))));
        ASSERT_TRUE(std::holds_alternative<protocol::VisitDone>(host.visit({"a"}, 0.2)));
        const Records records = host.drain();
        ASSERT_GT(records.clients.size(), 8u);
        for (const auto& [request, client] : records.clients) {
            const auto seed = static_cast<std::size_t>(client.t[ClientField::seed]);
            EXPECT_EQ(static_cast<std::uint64_t>(client.t[ClientField::digest]), digests[seed]);
            EXPECT_EQ(client.t[ClientField::answer],
                      static_cast<std::int64_t>(seed == 2 ? Answer::mismatch : Answer::match));
        }
    }
}

TEST(PythonHost, AReplyWaitsForAHeldNeighbourAndNotForAReleasedOne) {
    NEEDS_PYTHON();
    double waited[2] = {};
    for (const Binding binding : {Binding::pydll, Binding::cdll}) {
        PythonHost host;
        ASSERT_TRUE(host.ask_for<protocol::Ready>(open_line(open_of(
            {{"gpu", wait_stream(4, 12, Placement::process, Binding::cdll)},
             {"neighbour", wait_stream(12, 0, Placement::thread, binding, LoopLoad{1})}}))));
        ASSERT_TRUE(
            std::holds_alternative<protocol::VisitDone>(host.visit({"gpu", "neighbour"}, 2)));
        const auto waits = header_waits(host.drain());
        ASSERT_GT(waits.size(), 10u);
        waited[binding == Binding::cdll] = median(waits);
    }
    EXPECT_GT(waited[0], 5 * waited[1]);
}

TEST(PythonHost, AnswersTheChecks) {
    NEEDS_PYTHON();
    PythonHost host;
    ASSERT_TRUE(host.ask_for<protocol::Ready>(
        open_line(open_of({{"w", wait_stream(3, 0, Placement::process, Binding::cdll)},
                           {"t", wait_stream(3, 0, Placement::thread, Binding::pydll)}}))));
    const std::int64_t before = monotonic_ns();
    const auto clock = host.ask_for<protocol::Clock>(protocol::clock_line());
    ASSERT_TRUE(clock);
    EXPECT_GT(clock->now_ns, before);
    EXPECT_LT(clock->now_ns, monotonic_ns());
    ASSERT_EQ(clock->workers_now_ns.size(), 1u);
    EXPECT_GT(clock->workers_now_ns.at("w"), before);
    EXPECT_LT(clock->workers_now_ns.at("w"), clock->now_ns);
    EXPECT_GE(clock->resolution_ns, 1);
    EXPECT_GT(clock->stamp_cost_ns, 0);
    EXPECT_GT(clock->record_cost_ns, clock->stamp_cost_ns);
    EXPECT_GT(clock->request_cost_ns, clock->record_cost_ns);
    EXPECT_TRUE(host.drain().calls.empty()) << "measuring a record's cost publishes none";

    for (const char* stream : {"w", "t"}) {
        const auto calls = host.ask_for<protocol::Calls>(protocol::calls_line(stream, 5));
        ASSERT_TRUE(calls);
        ASSERT_EQ(calls->lengths_ns.size(), 5u);
        for (const std::int64_t length : calls->lengths_ns) EXPECT_GE(length, 3'000'000);
        const auto verified = host.ask_for<protocol::Verified>(protocol::verify_line(stream));
        ASSERT_TRUE(verified);
        EXPECT_EQ(verified->stream, stream);
    }
    const auto quiet =
        host.ask_for<protocol::WakeLateness>(protocol::wake_lateness_line(std::nullopt, 50));
    const auto held = host.ask_for<protocol::WakeLateness>(protocol::wake_lateness_line("t", 50));
    ASSERT_TRUE(quiet && held);
    EXPECT_EQ(quiet->stream, std::nullopt);
    EXPECT_EQ(held->stream, "t");
    EXPECT_EQ(quiet->late_ns.size(), 50u);
    EXPECT_GT(median(held->late_ns), 3 * median(quiet->late_ns));
    EXPECT_TRUE(host.ask_for<protocol::WakeLateness>(protocol::wake_lateness_line("w", 5)));
}

}  // namespace
}  // namespace stallscope

// SPDX-License-Identifier: Apache-2.0
#include "run/batch_host.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <exception>
#include <optional>

#include "analysis/cost_fit.h"
#include "batch/cpu_count.h"
#include "host/host_commands.h"
#include "run/batch_loop.h"
#include "run/cost_sampling.h"
#include "run/own_program.h"
#include "workload/monotonic_clock.h"

namespace stallscope {
namespace {

constexpr int left_after_fault = 3;

/// One stream that is open: its call, and the loop that calls it in a visit.
struct OpenBatch {
    protocol::StreamToOpen stream;
    BatchCall call;
    std::optional<BatchLoop> loop;
};

class BatchHost {
public:
    BatchHost(int control, AttachedArena arena) : m_control(control), m_arena(std::move(arena)) {}

    int converse() {
        protocol::Hello hello;
        hello.protocol = protocol::version;
        hello.pid = ::getpid();
        hello.python = STALLSCOPE_VERSION;
        hello.executable = own_program().string();
        hello.implementation = "native";
        hello.gil = false;
        say(protocol::hello_line(hello));
        while (true) {
            const auto line = hear();
            if (!line) return left_after_fault;  // the engine is gone
            const auto command = protocol::parse_command(*line);
            if (!command) return fault(command.error(), "protocol");
            if (std::holds_alternative<protocol::CloseCommand>(*command)) {
                say(protocol::done_line());
                return 0;
            }
            const auto answer = std::visit([&](const auto& one) { return act(one); }, *command);
            if (!answer) return fault(answer.error(), "call");
            say(*answer);
        }
    }

    int fault(const Error& error, std::string kind) {
        say(protocol::fault_line(
            {error.where.empty() ? "host" : error.where, std::move(kind), error.says, error.hint}));
        return left_after_fault;
    }

private:
    using Answer = Result<std::string>;

    Answer act(const protocol::OpenCommand& open) {
        std::map<std::string, protocol::StreamFacts> facts;
        for (const auto& [name, stream] : open.streams) {
            const auto* mail = std::get_if<MailWorkload>(&stream.workload);
            if (mail == nullptr) {
                return fail(ErrorKind::measurement, "a native host only parses mails",
                            "stream " + name);
            }
            auto call = BatchCall::open(*mail, stream.seeds);
            if (!call) return tl::unexpected(call.error());
            protocol::StreamFacts fact;
            fact.device = mail->parser;
            fact.device_timer = "none";
            fact.work = call->description();
            facts.emplace(name, std::move(fact));
            m_streams.emplace(name, OpenBatch{stream, std::move(*call), {}});
        }
        for (const protocol::Lane& lane : open.lanes) {
            const auto found = m_streams.find(lane.stream);
            if (lane.role != protocol::Role::client || found == m_streams.end()) continue;
            if (lane.ring < 0 || static_cast<std::uint32_t>(lane.ring) >= m_arena.rings()) {
                return fail(ErrorKind::measurement, "there is no such ring",
                            "stream " + lane.stream);
            }
            OpenBatch& opened = found->second;
            opened.loop.emplace(opened.call, opened.stream, *m_arena.header(),
                                m_arena.writer(static_cast<std::uint32_t>(lane.ring)), lane.ring);
        }
        return protocol::ready_line(facts, static_cast<int>(m_streams.size()));
    }

    Answer act(const protocol::VisitCommand& visit) {
        protocol::VisitDone done;
        for (const std::string& name : visit.streams) {
            auto found = opened(name);
            if (!found) return tl::unexpected(found.error());
            BatchLoop& loop = *(*found)->loop;
            if (auto ran = loop.run(); !ran) return tl::unexpected(ran.error());
            done.requests.emplace(name, loop.answered());
            done.counters.emplace(name, loop.counters());
        }
        return protocol::visit_done_line(done);
    }

    /// What one worker makes of each batch: the policy's own answers have to be the same.
    Answer act(const protocol::AnswersCommand& asked) {
        auto found = opened(asked.stream);
        if (!found) return tl::unexpected(found.error());
        BatchCall& call = (*found)->call;
        std::vector<std::uint64_t> digests;
        for (int i = 0; i < asked.seeds; ++i) {
            if (i >= call.distinct()) {
                digests.push_back(digests[static_cast<std::size_t>(i - call.distinct())]);
                continue;
            }
            const auto reference = call.reference(i);
            if (!reference) return tl::unexpected(reference.error());
            digests.push_back(*reference);
        }
        return protocol::digests_line(asked.stream, digests);
    }

    Answer act(const protocol::CallsCommand& asked) {
        auto found = opened(asked.stream);
        if (!found) return tl::unexpected(found.error());
        BatchCall& call = (*found)->call;
        std::vector<std::int64_t> lengths;
        for (int i = 0; i < asked.calls; ++i) {
            const auto before = now_ns();
            const auto result = call.call(i % call.distinct());
            lengths.push_back(now_ns() - before);
            if (!result) return tl::unexpected(result.error());
        }
        return protocol::lengths_line(asked.stream, lengths);
    }

    Answer act(const protocol::CostCommand& asked) {
        auto found = opened(asked.stream);
        if (!found) return tl::unexpected(found.error());
        const int cpus = count_cpus();
        const auto& mail = std::get<MailWorkload>((*found)->stream.workload);
        const auto samples = sample_costs(mail, cpus);
        if (!samples) return tl::unexpected(samples.error());
        const auto fit = fit_cost(*samples, cpus);
        if (!fit) {
            return fail(ErrorKind::measurement, "no cost model explains the samples",
                        "stream " + asked.stream);
        }
        return protocol::fitted_cost_line(asked.stream, fit->model);
    }

    Answer act(const protocol::VerifyCommand& asked) {
        return protocol::not_verified_line(asked.stream);
    }

    Answer act(const protocol::ClockCommand&) {
        protocol::Clock clock;
        timespec resolution{};
        ::clock_getres(CLOCK_MONOTONIC, &resolution);
        clock.resolution_ns = static_cast<double>(resolution.tv_nsec);
        constexpr int stamps = 10'000;
        const auto before = now_ns();
        for (int i = 0; i < stamps; ++i) now_ns();
        clock.stamp_cost_ns = static_cast<double>(now_ns() - before) / stamps;
        // Three stamps and a record of 128 bytes are all there is of a request.
        clock.request_cost_ns = 3 * clock.stamp_cost_ns;
        clock.now_ns = now_ns();
        return protocol::clock_reading_line(clock);
    }

    Answer act(const protocol::CloseCommand&) { return protocol::done_line(); }

    Result<OpenBatch*> opened(const std::string& name) {
        const auto found = m_streams.find(name);
        if (found == m_streams.end() || !found->second.loop)
            return fail(ErrorKind::measurement, "there is no such open stream", "stream " + name);
        return &found->second;
    }

    void say(std::string_view line) const {
        while (!line.empty()) {
            const auto sent = ::send(m_control, line.data(), line.size(), MSG_NOSIGNAL);
            if (sent < 0 && errno != EINTR) return;
            if (sent > 0) line.remove_prefix(static_cast<std::size_t>(sent));
        }
    }

    /// The next line; none when the socket was closed, or it is no line.
    std::optional<std::string> hear() {
        while (true) {
            auto line = m_lines.next();
            if (!line) return std::nullopt;
            if (*line) return **line;
            char buffer[65536];
            const auto got = ::recv(m_control, buffer, sizeof buffer, 0);
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) return std::nullopt;
            m_lines.add({buffer, static_cast<std::size_t>(got)});
        }
    }

    int m_control;
    AttachedArena m_arena;
    protocol::LineSplitter m_lines;
    std::map<std::string, OpenBatch> m_streams;
};

/// Ends the whole group when the engine is gone, also in the middle of a call.
bool start_guard(const HostInheritance& inherited) {
    void* library = ::dlopen(inherited.library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return false;
    using Start = int (*)(int);
    const auto start = reinterpret_cast<Start>(::dlsym(library, "stallscope_guard_start"));
    return start != nullptr && start(inherited.guard) == 0;
}

}  // namespace

int run_batch_host(const HostInheritance& inherited) {
    auto arena = AttachedArena::attach(inherited.arena);
    if (!arena) return left_after_fault;
    BatchHost host(inherited.control, std::move(*arena));
    if (!start_guard(inherited)) {
        return host.fault({ErrorKind::measurement,
                           "the guard could not be started",
                           inherited.library.string(),
                           "build stallscope anew",
                           {}},
                          "internal");
    }
    try {
        return host.converse();
    } catch (const std::exception& error) {
        return host.fault({ErrorKind::measurement, error.what(), "host", {}, {}}, "internal");
    }
}

}  // namespace stallscope

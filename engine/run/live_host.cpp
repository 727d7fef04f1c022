// SPDX-License-Identifier: Apache-2.0
#include "run/live_host.h"

#include <chrono>

#include "load/lanes.h"

namespace stallscope {
namespace {

// At 128 bytes a record this is 2 MiB a thread: 160 ms of the fastest loop Python can write.
constexpr std::uint32_t ring_capacity = 16384;
// A model may take its time to load.
constexpr double ready_limit_s = 300;

void add_lanes(std::vector<protocol::Lane>& lanes, const std::string& name, const Stream& stream) {
    const auto threads = lanes_of(stream);
    const auto add = [&](protocol::Role role, int count) {
        for (int index = 0; index < count; ++index) {
            lanes.push_back({static_cast<int>(lanes.size()), name, role, index});
        }
    };
    add(protocol::Role::client, threads.clients);
    add(protocol::Role::loop, threads.loops);
    add(protocol::Role::dispatcher, threads.dispatchers);
    add(protocol::Role::worker, threads.workers);
}

}  // namespace

Result<LiveHost> LiveHost::open(const Host& host, const std::string& interpreter,
                                const std::map<std::string, protocol::OpenStream>& streams,
                                const std::filesystem::path& directory,
                                const HostSurroundings& surroundings, const Tick& tick) {
    const auto start = std::chrono::steady_clock::now();
    protocol::Open open;
    open.switch_interval_ms = host.switch_interval_ms;
    open.stamps = host.stamps;
    open.streams = streams;
    std::set<std::string> path;
    for (const auto& [name, entry] : streams) {
        add_lanes(open.lanes, name, entry.stream);
        auto& workload = open.streams.at(name).stream.workload;
        if (auto* mail = std::get_if<MailWorkload>(&workload);
            mail && !mail->mails.corpus.empty()) {
            mail->mails.corpus = (directory / mail->mails.corpus).lexically_normal().string();
        }
        if (const auto* python = std::get_if<PythonWorkload>(&entry.stream.workload)) {
            if (python->path.empty()) path.insert(directory.string());
            for (const auto& folder : python->path) {
                path.insert((directory / folder).lexically_normal().string());
            }
        }
    }
    open.path.assign(path.begin(), path.end());

    auto arena = Arena::create(
        static_cast<std::uint32_t>(std::max<std::size_t>(1, open.lanes.size())), ring_capacity);
    if (!arena) return tl::unexpected(arena.error());
    auto process = HostProcess::start(host, interpreter, arena->fd(), surroundings, tick);
    if (!process) return tl::unexpected(process.error());
    LiveHost live(std::move(*process), std::move(*arena));
    auto ready = live.m_process.ask<protocol::Ready>(protocol::open_line(open), ready_limit_s,
                                                     "answer to open", tick);
    if (!ready) return tl::unexpected(ready.error());
    live.m_ready = std::move(*ready);
    live.m_lanes = std::move(open.lanes);
    live.m_start_s =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return live;
}

Result<LiveHost> LiveHost::bare(const Host& host, const std::string& interpreter,
                                const HostSurroundings& surroundings, const Tick& tick) {
    auto arena = Arena::create(1, 64);
    if (!arena) return tl::unexpected(arena.error());
    auto process = HostProcess::start(host, interpreter, arena->fd(), surroundings, tick);
    if (!process) return tl::unexpected(process.error());
    return LiveHost(std::move(*process), std::move(*arena));
}

std::map<pid_t, std::string> LiveHost::roles() const {
    std::map<pid_t, std::string> all{{m_process.pid(), "host"}};
    for (const auto& worker : m_ready.workers) {
        all.try_emplace(static_cast<pid_t>(worker.pid), "worker-" + worker.stream);
    }
    return all;
}

std::vector<pid_t> LiveHost::pids() const {
    std::vector<pid_t> all{m_process.pid()};
    for (const auto& worker : m_ready.workers) all.push_back(static_cast<pid_t>(worker.pid));
    return all;
}

}  // namespace stallscope

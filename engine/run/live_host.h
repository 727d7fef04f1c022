// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "record/arena.h"
#include "run/host_process.h"

namespace stallscope {

/// A host with its streams opened and its shared memory: ready to be asked or visited.
class LiveHost {
public:
    /// `streams`: those to open, with lengths and sizes filled in, and their references.
    static Result<LiveHost> open(const Host& host, const std::string& interpreter,
                                 const std::map<std::string, protocol::OpenStream>& streams,
                                 const std::filesystem::path& directory,
                                 const HostSurroundings& surroundings, const Tick& tick);
    /// One with no stream opened, for sizing.
    static Result<LiveHost> bare(const Host& host, const std::string& interpreter,
                                 const HostSurroundings& surroundings, const Tick& tick);

    HostProcess& process() { return m_process; }
    Arena& arena() { return m_arena; }
    const std::vector<protocol::Lane>& lanes() const { return m_lanes; }
    const protocol::Ready& ready() const { return m_ready; }
    double start_seconds() const { return m_start_s; }
    /// The host and its workers.
    std::vector<pid_t> pids() const;
    /// "host" and "worker-STREAM", by process.
    std::map<pid_t, std::string> roles() const;
    /// The process group that the host leads.
    pid_t group() const { return m_process.pid(); }

private:
    LiveHost(HostProcess process, Arena arena)
        : m_process(std::move(process)), m_arena(std::move(arena)) {}

    HostProcess m_process;
    Arena m_arena;
    std::vector<protocol::Lane> m_lanes;
    protocol::Ready m_ready;
    double m_start_s = 0;
};

}  // namespace stallscope

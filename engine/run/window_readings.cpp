// SPDX-License-Identifier: Apache-2.0
#include "run/window_readings.h"

#include <fmt/format.h>

#include <algorithm>

#include "probe/cpu_time.h"
#include "probe/machine_sample.h"
#include "probe/process_facts.h"

namespace stallscope {
namespace {

constexpr std::int64_t period_ns = 500'000'000;

class Rows {
public:
    Rows(std::vector<SampleRow>& rows, std::int64_t at) : m_rows(rows), m_at(at) {}
    void add(std::string what, double value) { m_rows.push_back({m_at, std::move(what), value}); }
    void add(std::string what, const std::optional<std::int64_t>& value) {
        if (value) add(std::move(what), static_cast<double>(*value));
    }

private:
    std::vector<SampleRow>& m_rows;
    std::int64_t m_at;
};

/// Host and workers by their names, and whatever else is in their group.
std::map<pid_t, std::string> roles_of(const LiveHost& host) {
    auto roles = host.roles();
    for (const pid_t pid : members_of_group(host.group())) roles.try_emplace(pid, "child");
    return roles;
}

}  // namespace

WindowReadings::WindowReadings(const LiveHost& host, std::int64_t origin_ns)
    : m_host(host), m_origin_ns(origin_ns), m_app(app_process()) {}

std::vector<SampleRow> WindowReadings::look(std::int64_t now_ns, std::int64_t end_ns) {
    const bool ended = now_ns >= end_ns;
    const bool due = !m_latest || ended || now_ns - m_latest->at_ns >= period_ns;
    if (m_over || now_ns < m_origin_ns || !due) return {};
    m_over = ended;
    return next_reading(now_ns);
}

std::vector<SampleRow> WindowReadings::last_look(std::int64_t now_ns) {
    if (m_over || now_ns < m_origin_ns) return {};
    m_over = true;
    return next_reading(now_ns);
}

std::vector<SampleRow> WindowReadings::next_reading(std::int64_t now_ns) {
    std::vector<SampleRow> rows;
    Reading reading = read(now_ns, rows);
    if (m_latest && m_latest->cpu && reading.cpu) {
        const auto used = cpu_between(*m_latest->cpu, *reading.cpu);
        const double elapsed_s = static_cast<double>(now_ns - m_latest->at_ns) / 1e9;
        Rows to(rows, now_ns - m_origin_ns);
        to.add("tree_cpu", used.tree_s / elapsed_s);
        to.add("foreign_cpu", used.foreign_s / elapsed_s);
        to.add("engine_cpu", used.engine_s / elapsed_s);
        to.add("steal_cpu", used.steal_s / elapsed_s);
        if (used.app_s) to.add("app_cpu", *used.app_s / elapsed_s);
    }
    if (!m_first) m_first = reading;
    m_latest = std::move(reading);
    return rows;
}

WindowReadings::Reading WindowReadings::read(std::int64_t now_ns,
                                             std::vector<SampleRow>& rows) const {
    Reading reading;
    reading.at_ns = now_ns;
    reading.clocks = clock_reading();
    // The clocks of the CPUs come first: the rest takes its time, too.
    reading.cpu = cpu_use(m_host.group(), m_host.pids(), m_app);
    Rows to(rows, now_ns - m_origin_ns);
    for (auto& sample : machine_sample()) {
        reading.machine[sample.what] = sample.value;
        to.add(std::move(sample.what), sample.value);
    }
    std::int64_t processes = 0;
    for (const auto& [pid, role] : roles_of(m_host)) {
        const auto facts = process_facts_in_passing(pid);
        if (!facts.threads) continue;  // it has ended
        ++processes;
        to.add(fmt::format("rss_bytes/{}-{}", pid, role), facts.rss_bytes);
        to.add(fmt::format("descriptors/{}-{}", pid, role), facts.descriptors);
        to.add(fmt::format("threads/{}-{}", pid, role), facts.threads);
    }
    to.add("processes", static_cast<double>(processes));
    return reading;
}

std::optional<CpuSpent> WindowReadings::spent() const {
    if (!(watched_s() > 0) || !m_first->cpu || !m_latest->cpu) return std::nullopt;
    return cpu_between(*m_first->cpu, *m_latest->cpu);
}

double WindowReadings::watched_s() const {
    return m_first ? static_cast<double>(m_latest->at_ns - m_first->at_ns) / 1e9 : 0;
}

std::optional<double> WindowReadings::grown(const char* counter) const {
    if (!m_first) return std::nullopt;
    const auto before = m_first->machine.find(counter);
    const auto after = m_latest->machine.find(counter);
    if (before == m_first->machine.end() || after == m_latest->machine.end()) return std::nullopt;
    return std::max(0.0, after->second - before->second);
}

void WindowReadings::fill(VisitEnd& end, double window_s) const {
    const auto used = spent();
    if (!used) return;
    // Scaled from the two readings to the window, a few milliseconds apart.
    const double scale = window_s / watched_s();
    end.cpu_s = used->tree_s * scale;
    end.foreign_cpu_s = used->foreign_s * scale;
    end.engine_cpu_s = used->engine_s * scale;
}

void WindowReadings::fill(WindowSignals& signals) const {
    signals.watched_s = watched_s();
    if (m_first) {
        const auto change = clock_change(m_first->clocks, m_latest->clocks);
        signals.realtime_step_s = change.realtime_step_s;
        signals.suspended_s = change.suspended_s;
        signals.slewed_s = change.slewed_s;
    }
    const auto in = grown("swap_in_pages"), out = grown("swap_out_pages");
    if (in && out) signals.swapped_pages = static_cast<std::int64_t>(*in + *out);
    if (const auto held_us = grown("throttled_us")) signals.throttled_s = *held_us / 1e6;
    if (const auto used = spent()) {
        signals.steal_s = used->steal_s;
        signals.foreign_s = used->foreign_s;
        signals.busiest = used->busiest;
        signals.busiest_s = used->busiest_s;
    }
}

}  // namespace stallscope

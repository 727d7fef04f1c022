// SPDX-License-Identifier: Apache-2.0
#include "analysis/condition_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>

#include "analysis/cycle_values.h"
#include "analysis/in_order.h"
#include "analysis/row_reasons.h"
#include "analysis/stream_samples.h"
#include "analysis/stream_words.h"

namespace stallscope {
namespace {

bool is_loop(const Stream& stream) {
    return std::holds_alternative<LoopLoad>(stream.load);
}

/// The rows of one stream in one visit: requests, or calls for a loop.
struct StreamRows {
    std::vector<RequestRow> requests;
    std::vector<CallRow> calls;
};

/// One stream of one visit, without its rows.
struct Collected {
    StreamSamples samples;
    Figures figures;
    HalfRecord half;                            ///< for the verdicts; of a measured closed stream
    std::map<std::string, HalfDigest> digests;  ///< by metric
};

class ConditionReading {
public:
    ConditionReading(const RunReader& run, const Experiment& experiment, const Cell& cell,
                     const Condition& condition,
                     const std::map<std::string, DeviceFacts>& fallback_devices)
        : m_run(run),
          m_cell(cell),
          m_condition(condition),
          m_running(experiment.running(cell, condition)),
          m_devices(fallback_devices),
          m_mirrored(experiment.order == Order::mirrored),
          m_parts(experiment.windows.parts) {
        const auto wanted = wanted_figures(experiment);
        const int halves = m_mirrored ? 2 : 1;
        for (const std::string& name : m_running) {
            if (stream(name).measured && !is_loop(stream(name))) {
                const auto figures = wanted.find(name);
                m_values.try_emplace(
                    name, figures == wanted.end() ? std::vector<Figure>{} : figures->second, halves,
                    m_parts);
            }
        }
    }

    Result<ConditionRows> read(const std::vector<StoredVisit>& visits) {
        const auto done = in_order(
            visits.size(), [&](std::size_t i) { return read_visit(visits[i]); },
            [&](std::size_t i, std::map<std::string, Collected>&& visit) {
                learn_devices(visits[i]);
                pool_visit(visits[i], std::move(visit));
            });
        if (!done) {
            return tl::unexpected(done.error());
        }
        return finish();
    }

private:
    const Stream& stream(const std::string& name) const { return m_cell.streams.at(name); }
    bool in_host(const std::string& name) const {
        return stream(name).placement == Placement::thread;
    }

    /// The other running streams, those in the host first: they can hold its lock.
    std::vector<std::string> suspects_of(const std::string& victim) const {
        std::vector<std::string> names;
        for (const std::string& name : m_running) {
            if (name != victim) {
                names.push_back(name);
            }
        }
        std::stable_partition(names.begin(), names.end(),
                              [&](const std::string& name) { return in_host(name); });
        return names;
    }

    void learn_devices(const StoredVisit& stored) {
        for (auto& [name, facts] : device_facts(stored.end->facts)) {
            if (m_seen_devices.insert(name).second) {
                m_devices[name] = std::move(facts);
            } else if (!(m_devices[name] == facts) && m_changed.insert(name).second) {
                m_rows.changed.push_back(fmt::format("stream {} ran on {} first and on {} later",
                                                     name, m_devices[name].device, facts.device));
            }
        }
    }

    /// From any thread.
    Result<std::map<std::string, Collected>> read_visit(const StoredVisit& stored) const {
        std::map<std::string, StreamRows> rows;
        for (const std::string& name : m_running) {
            if (is_loop(stream(name))) {
                auto calls = m_run.calls(stored.visit.id, name);
                if (!calls) {
                    return tl::unexpected(calls.error());
                }
                rows[name].calls = std::move(*calls);
            } else {
                auto requests = m_run.requests(stored.visit.id, name);
                if (!requests) {
                    return tl::unexpected(requests.error());
                }
                rows[name].requests = std::move(*requests);
            }
        }
        std::map<std::string, Collected> visit;
        std::int64_t requests = 0;
        for (const std::string& name : m_running) {
            visit[name].samples = collect_stream(name, stored, rows);
            requests += is_loop(stream(name)) ? 0 : visit[name].samples.n;
        }
        for (const auto& [name, values] : m_values) {
            take_half(name, stored, rows.at(name).requests, visit[name]);
        }
        rows.clear();
        for (auto& [name, collected] : visit) {
            collected.samples.tree_known = stored.end->cpu_s > 0;
            collected.samples.tree_cpu_s = stored.end->cpu_s;
            collected.samples.tree_requests = requests;
            collected.figures = figures_of(collected.samples);
        }
        return visit;
    }

    void pool_visit(const StoredVisit& stored, std::map<std::string, Collected>&& visit) {
        for (const std::string& name : m_running) {
            StreamSamples& samples = visit[name].samples;
            Repeat repeat;
            repeat.cycle = stored.visit.cycle;
            repeat.half = stored.visit.half;
            repeat.visit = stored.visit.id;
            repeat.figures = visit[name].figures;
            repeat.thin = thin_figures(repeat.figures);
            repeat.why_null = reasons_for_null(repeat.figures, nature_of(name, samples.tree_known));
            m_repeats[name].push_back(std::move(repeat));
            m_pools[name].merge(std::move(samples));
        }
        for (auto& [name, values] : m_values) {
            Collected& collected = visit[name];
            for (auto& [metric, found] : collected.digests) {
                m_rows.digests.push_back(
                    {m_cell.id, m_condition.id, name, metric, stored.visit.cycle, stored.visit.half,
                     stored.visit.position, stored.visit.before, m_mirrored, std::move(found)});
            }
            // CPU of the whole tree is read per visit, so all its requests share it.
            values.add(stored.visit.cycle, std::move(collected.half),
                       collected.figures.tree_cpu_ms_per_request);
        }
    }

    void take_half(const std::string& name, const StoredVisit& stored,
                   std::span<const RequestRow> rows, Collected& to) const {
        std::vector<std::string> metrics = m_values.at(name).metrics();
        for (const char* always : {"e2e", "throughput"}) {
            if (std::find(metrics.begin(), metrics.end(), always) == metrics.end()) {
                metrics.emplace_back(always);
            }
        }
        to.half =
            half_record(rows, metrics, std::llround(stored.visit.window_s * 1e9), !in_host(name));
        for (const auto& [metric, series] : to.half.metrics) {
            to.digests.emplace(metric, digest(series.view(), m_parts));
        }
    }

    StreamSamples collect_stream(const std::string& name, const StoredVisit& stored,
                                 const std::map<std::string, StreamRows>& rows) const {
        StreamView view;
        view.window_ns = std::llround(stored.visit.window_s * 1e9);
        view.on_thread = in_host(name);
        view.stamped = m_cell.host.stamps != Instrumentation::off;
        const StreamRows& own = rows.at(name);
        if (is_loop(stream(name))) {
            return collect(own.calls, view);
        }
        std::vector<Suspect> suspects;
        for (const std::string& suspect : suspects_of(name)) {
            const StreamRows& other = rows.at(suspect);
            suspects.push_back({suspect, is_loop(stream(suspect))
                                             ? call_intervals(other.calls)
                                             : call_intervals(other.requests)});
        }
        return collect(own.requests, view, suspects);
    }

    RowNature nature_of(const std::string& name, bool tree_cpu_known) const {
        RowNature nature;
        nature.loop = is_loop(stream(name));
        nature.on_thread = in_host(name);
        nature.stamps_off = m_cell.host.stamps == Instrumentation::off;
        nature.native_off = m_cell.host.stamps != Instrumentation::native;
        nature.tree_cpu_known = tree_cpu_known;
        if (const auto found = m_devices.find(name); found != m_devices.end()) {
            nature.device_timer = found->second.device_timer;
        }
        return nature;
    }

    Neighbour neighbour_of(const std::string& name,
                           const std::map<std::string, Figures>& figures) const {
        Neighbour neighbour;
        const Stream& declared = stream(name);
        const DeviceFacts facts = facts_of(name);
        neighbour.stream = name;
        neighbour.device = device_words(name, facts);
        neighbour.placement = to_text(declared.placement);
        neighbour.binding = to_text(declared.binding);
        neighbour.workload = workload_words(declared.workload);
        neighbour.load = load_words(declared.load);
        neighbour.emulated = facts.emulated;
        neighbour.loop = is_loop(declared);
        neighbour.device_call = is_device_call(declared.workload);
        neighbour.calls_ms = figures.at(name).calls_ms;
        return neighbour;
    }

    DeviceFacts facts_of(const std::string& name) const {
        const auto found = m_devices.find(name);
        return found == m_devices.end() ? DeviceFacts{} : found->second;
    }

    Result<ConditionRows> finish() {
        std::map<std::string, Figures> figures;
        const auto done = in_order(
            m_running.size(),
            [&](std::size_t i) -> Result<Figures> { return figures_of(m_pools.at(m_running[i])); },
            [&](std::size_t i, Figures&& of) { figures[m_running[i]] = std::move(of); });
        if (!done) {
            return tl::unexpected(done.error());
        }
        for (const std::string& name : m_running) {
            m_rows.facts.push_back(cell_facts_of(name, figures.at(name)));
            if (!stream(name).measured) {
                continue;
            }
            Row row;
            const Stream& declared = stream(name);
            const DeviceFacts facts = facts_of(name);
            row.cell = m_cell.id;
            row.condition = m_condition.id;
            row.stream = name;
            row.device = device_words(name, facts);
            row.device_timer = facts.device_timer;
            row.emulated = facts.emulated;
            row.loop = is_loop(declared);
            row.placement = to_text(declared.placement);
            row.binding = to_text(declared.binding);
            row.workload = workload_words(declared.workload);
            row.load = load_words(declared.load);
            for (const std::string& other : suspects_of(name)) {
                row.neighbours.push_back(neighbour_of(other, figures));
            }
            row.figures = figures.at(name);
            row.thin = thin_figures(row.figures);
            row.why_null = reasons_for_null(row.figures, nature_of(name, m_pools[name].tree_known));
            row.repeats = std::move(m_repeats[name]);
            if (const auto values = m_values.find(name); values != m_values.end()) {
                m_rows.values[name] = values->second.take();
                m_rows.values[name].emulated = row.emulated;
            }
            m_rows.rows.push_back(std::move(row));
        }
        return std::move(m_rows);
    }

    CellFacts cell_facts_of(const std::string& name, const Figures& figures) const {
        CellFacts facts;
        facts.cell = m_cell.id;
        facts.stream = name;
        facts.device = facts_of(name);
        facts.device_known = m_devices.contains(name);
        facts.requests = figures.n;
        facts.with_header = figures.path_ms.at("service_end_to_header").n;
        facts.calls_ms = figures.calls_ms;
        facts.relock_ms = is_loop(stream(name)) ? figures.relock_ms : figures.legs_ms.at("relock");
        return facts;
    }

    const RunReader& m_run;
    const Cell& m_cell;
    const Condition& m_condition;
    std::vector<std::string> m_running;
    std::map<std::string, DeviceFacts> m_devices;
    bool m_mirrored;
    int m_parts;
    std::set<std::string> m_seen_devices, m_changed;
    ConditionRows m_rows;
    std::map<std::string, CycleValuesOfStream> m_values;
    std::map<std::string, StreamSamples> m_pools;
    std::map<std::string, std::vector<Repeat>> m_repeats;
};

}  // namespace

Result<ConditionRows> rows_of(const RunReader& run, const Experiment& experiment, const Cell& cell,
                              const Condition& condition, const std::vector<StoredVisit>& visits,
                              const std::map<std::string, DeviceFacts>& fallback_devices) {
    return ConditionReading(run, experiment, cell, condition, fallback_devices).read(visits);
}

}  // namespace stallscope

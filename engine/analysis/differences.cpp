// SPDX-License-Identifier: Apache-2.0
#include "analysis/differences.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analysis/stream_words.h"

namespace stallscope {
namespace {

std::string milliseconds(const Summary& summary) {
    return summary.p50 ? fmt::format("{:.3f} ms", *summary.p50) : "–";
}

std::string reply_words(const CellFacts& facts) {
    if (facts.requests == 0) {
        return "no requests";
    }
    if (facts.with_header == 0) {
        return "no reply was read from a connection";
    }
    return fmt::format("{} of {} replies read from a connection", facts.with_header,
                       facts.requests);
}

std::string device_line(const CellFacts& facts) {
    if (!facts.device_known) {
        return "unknown device";
    }
    std::string words = facts.device.device;
    if (facts.device.hidden > 0) {
        words += fmt::format(", H{} L{}", facts.device.hidden, facts.device.layers);
    }
    return facts.device.device_timer.empty() ? words : words + ", " + facts.device.device_timer;
}

std::string against(const std::string& a, const std::string& b) {
    return a == b ? a : a + " against " + b;
}

class Pair {
public:
    Pair(const Cell& cell, const Cell& other, const std::vector<CellFacts>& facts,
         std::vector<Difference>& out)
        : m_cell(cell), m_other(other), m_facts(facts), m_out(out) {}

    void compare() {
        if (to_json(m_cell.host) != to_json(m_other.host)) {
            compare_hosts();
        }
        std::set<std::string> names;
        for (const auto& [name, stream] : m_cell.streams) {
            names.insert(name);
        }
        for (const auto& [name, stream] : m_other.streams) {
            names.insert(name);
        }
        for (const std::string& name : names) {
            const auto mine = m_cell.streams.find(name);
            const auto theirs = m_other.streams.find(name);
            if (mine == m_cell.streams.end() || theirs == m_other.streams.end()) {
                add(name, mine == m_cell.streams.end() ? "off against on" : "on against off",
                    facts_of(m_cell, name) || facts_of(m_other, name) ? "runs in one of them"
                                                                      : "–");
                continue;
            }
            compare_streams(name, mine->second, theirs->second);
        }
    }

private:
    void add(std::string what, std::string declared, std::string measured) {
        m_out.push_back(
            {m_cell.id, m_other.id, std::move(what), std::move(declared), std::move(measured)});
    }

    void compare_hosts() {
        const Host& a = m_cell.host;
        const Host& b = m_other.host;
        const std::size_t before = m_out.size();
        const auto field = [&](const char* what, const std::string& mine,
                               const std::string& theirs) {
            if (mine != theirs) {
                add(std::string("host: ") + what, mine + " against " + theirs, "–");
            }
        };
        field("python", a.python, b.python);
        field("lifetime", std::string(to_text(a.lifetime)), std::string(to_text(b.lifetime)));
        field("stamps", std::string(to_text(a.stamps)), std::string(to_text(b.stamps)));
        field("switch interval", fmt::format("{} ms", a.switch_interval_ms),
              fmt::format("{} ms", b.switch_interval_ms));
        field("nice", std::to_string(a.nice), std::to_string(b.nice));
        field("cwd", a.cwd, b.cwd);
        if (a.cpus != b.cpus) {
            add("host: cpus", "another set", "–");
        }
        if (a.env != b.env) {
            add("host: env", "other variables", "–");
        }
        if (m_out.size() == before) {
            add("host", "differs", "–");
        }
    }

    void compare_streams(const std::string& name, const Stream& a, const Stream& b) {
        const CellFacts* mine = facts_of(m_cell, name);
        const CellFacts* theirs = facts_of(m_other, name);
        const auto measured = [&](const auto& words) {
            return mine != nullptr && theirs != nullptr ? against(words(*mine), words(*theirs))
                                                        : std::string("–");
        };
        const auto calls = [](const CellFacts& facts) {
            return "calls " + milliseconds(facts.calls_ms) + " P50";
        };
        if (a.placement != b.placement) {
            add(name + ": placement",
                fmt::format("{} against {}", to_text(a.placement), to_text(b.placement)),
                measured(reply_words));
        }
        if (a.binding != b.binding) {
            add(name + ": binding",
                fmt::format("{} against {}", to_text(a.binding), to_text(b.binding)),
                measured([&](const CellFacts& facts) {
                    return fmt::format("{}, relock {}", calls(facts),
                                       milliseconds(facts.relock_ms));
                }));
        }
        const bool other_work = to_json(a.workload) != to_json(b.workload);
        if (other_work) {
            add(name + ": workload",
                workload_words(a.workload) + " against " + workload_words(b.workload),
                measured(calls));
        }
        if (!(a.load == b.load)) {
            add(name + ": load", load_words(a.load) + " against " + load_words(b.load),
                measured([](const CellFacts& facts) {
                    return fmt::format("{} counted", facts.requests);
                }));
        }
        if (!(a.inputs == b.inputs)) {
            add(name + ": inputs", "other seeds or another comparison of answers", "–");
        }
        if (mine != nullptr && theirs != nullptr && mine->device_known && theirs->device_known &&
            !(mine->device == theirs->device)) {
            add(name + ": device", other_work ? "follows from the workload" : "",
                against(device_line(*mine), device_line(*theirs)));
        }
    }

    const CellFacts* facts_of(const Cell& cell, const std::string& stream) const {
        const auto found =
            std::find_if(m_facts.begin(), m_facts.end(), [&](const CellFacts& facts) {
                return facts.cell == cell.id && facts.stream == stream;
            });
        return found == m_facts.end() ? nullptr : &*found;
    }

    const Cell& m_cell;
    const Cell& m_other;
    const std::vector<CellFacts>& m_facts;
    std::vector<Difference>& m_out;
};

}  // namespace

std::vector<Difference> differences_of(const Experiment& experiment,
                                       const std::vector<CellFacts>& facts) {
    std::vector<Difference> found;
    for (std::size_t i = 0; i < experiment.cells.size(); ++i) {
        for (std::size_t j = i + 1; j < experiment.cells.size(); ++j) {
            // The later cell is the changed one, the earlier what it is held against.
            Pair(experiment.cells[j], experiment.cells[i], facts, found).compare();
        }
    }
    return found;
}

}  // namespace stallscope

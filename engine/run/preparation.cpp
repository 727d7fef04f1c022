// SPDX-License-Identifier: Apache-2.0
#include "run/preparation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "analysis/quantile.h"
#include "batch/mail_parser.h"
#include "plan/workload_spec.h"
#include "run/host_facts.h"
#include "run/pins.h"
#include "run/pre_run_checks.h"

namespace stallscope {
namespace {

constexpr double sizing_limit_s = 120;
constexpr double cost_limit_s = 120;
constexpr double call_limit_s = 60;
constexpr double answer_limit_s = 60;

std::string length_key(const MeasuredLength& length) {
    return fmt::format("{} of {} calls of {}", length.statistic, length.calls, length.stream);
}

/// What a cost model depends on: the parser and how it is asked, where threads come from and which
/// CPUs they may use; not the batch and not the policy.
std::string cost_key(const Host& host, const MailWorkload& mail) {
    MailWorkload subject;
    subject.parser = mail.parser;
    subject.mode = mail.mode;
    subject.structure = mail.structure;
    subject.strict = mail.strict;
    subject.workers = mail.workers;
    subject.caller = mail.caller;
    subject.claiming = mail.claiming;
    subject.spin_us_per_kib = mail.spin_us_per_kib;
    subject.spin_us_per_message = mail.spin_us_per_message;
    return fmt::format("{} | version {} | CPUs {} | nice {}", to_json(Workload(subject)),
                       parser_version(mail.parser),
                       host.cpus.empty() ? "any" : fmt::format("{}", fmt::join(host.cpus, ",")),
                       host.nice);
}

const Length* length_of(const Workload& workload) {
    if (const auto* wait = std::get_if<WaitWorkload>(&workload)) return &wait->ms;
    if (const auto* spin = std::get_if<SpinWorkload>(&workload)) return &spin->ms;
    return nullptr;
}

double statistic_of(std::vector<std::int64_t> values_ns, const std::string& statistic) {
    const Summary summary = summarise_ms(values_ns);
    if (statistic == "mean") return summary.mean.value_or(0);
    return (statistic == "p95" ? summary.p95 : summary.p50).value_or(0);
}

/// Makes the preparation step by step; what one step finds, the next one uses.
class Preparing {
public:
    Preparing(const PreparationSettings& settings, RunWriter& writer)
        : m_settings(settings), m_experiment(*settings.experiment), m_writer(writer) {}

    Result<Preparation> make() {
        for (const auto step :
             {&Preparing::find_interpreters, &Preparing::find_sizes, &Preparing::find_costs,
              &Preparing::measure_lengths, &Preparing::make_references}) {
            if (auto done = (this->*step)(); !done) return tl::unexpected(done.error());
        }
        if (auto stored = m_writer.add_fact("preparation", to_json(m_found)); !stored) {
            return tl::unexpected(stored.error());
        }
        return std::move(m_found);
    }

private:
    void tell(std::string name, std::string says) {
        m_settings.sink(events::Step{std::move(name), std::move(says)});
    }

    Result<void> find_interpreters() {
        for (const auto& name : m_experiment.interpreters()) {
            auto found = find_interpreter(m_experiment.interpreter_path(name));
            if (!found) return tl::unexpected(found.error());
            tell("interpreter",
                 fmt::format("{} is CPython {}{} at {}", name, found->version,
                             found->gil ? "" : " without its lock", found->real_path));
            m_found.interpreters.emplace(name, std::move(*found));
        }
        return {};
    }

    Result<void> find_sizes() {
        Pins pins(m_settings.surroundings.installation->user_data / "pins.json");
        for_every_stream([&](const Host&, const std::string& name, const Stream& stream) {
            return size(pins, name, stream);
        });
        return m_first_error;
    }

    Result<void> size(Pins& pins, const std::string& name, const Stream& stream) {
        const auto* spec = std::get_if<OpenClWorkload>(&stream.workload);
        if (spec == nullptr || !spec->target_ms) return {};
        const auto key = to_json(stream.workload);
        if (m_found.sizes.contains(key)) return {};
        if (const auto pinned = pins.size_for(*spec); pinned && !m_settings.resize) {
            m_found.sizes.emplace(key, *pinned);
            return {};
        }
        // Streams that differ in `unit` alone do equal work.
        for (const auto& [other_key, other] : m_sized_now) {
            auto a = *spec;
            auto b = other_key;
            a.unit = b.unit = 0;
            if (a == b) {
                m_found.sizes.emplace(key, other);
                return {};
            }
        }
        tell("size", fmt::format("stream {}: finding the forward that takes {} ms", name,
                                 *spec->target_ms));
        auto host = LiveHost::bare(m_experiment.host, interpreter(m_experiment.host),
                                   m_settings.surroundings, m_settings.tick);
        if (!host) return tl::unexpected(host.error());
        auto found = host->process().ask<protocol::Size>(protocol::size_line(name, stream.workload),
                                                         sizing_limit_s, "size", m_settings.tick);
        if (!found) return tl::unexpected(found.error());
        const ForwardSize chosen{found->hidden, found->layers, found->median_ms};
        tell("size", fmt::format("stream {}: hidden {}, {} layers, {:.2f} ms; pinned for this "
                                 "machine",
                                 name, chosen.hidden, chosen.layers, chosen.median_ms));
        m_found.sizes.emplace(key, chosen);
        m_sized_now.emplace_back(*spec, chosen);
        if (auto pinned = pins.pin(*spec, chosen); !pinned) tell("size", to_text(pinned.error()));
        return host->process().close(m_settings.tick);
    }

    Result<void> find_costs() {
        Pins pins(m_settings.surroundings.installation->user_data / "pins.json");
        for_every_stream([&](const Host& host, const std::string& name, const Stream& stream) {
            return find_cost(pins, host, name, stream);
        });
        return m_first_error;
    }

    Result<void> find_cost(Pins& pins, const Host& host, const std::string& name,
                           const Stream& stream) {
        const auto* mail = std::get_if<MailWorkload>(&stream.workload);
        if (mail == nullptr || mail->cap != "cost" || mail->cost) return {};
        const auto key = cost_key(host, *mail);
        if (m_found.costs.contains(key)) return {};
        if (const auto pinned = pins.cost_for(key); pinned && !m_settings.resize) {
            m_found.costs.emplace(key, *pinned);
            return {};
        }
        tell("cost",
             fmt::format("stream {}: finding what a batch costs with {}", name, mail->parser));
        const std::map<std::string, Stream> alone{{name, stream}};
        auto opened =
            LiveHost::open(host, interpreter(host), to_open(host, alone, m_found),
                           m_experiment.directory, m_settings.surroundings, m_settings.tick);
        if (!opened) return tl::unexpected(opened.error());
        auto found = opened->process().ask<protocol::Cost>(protocol::cost_line(name), cost_limit_s,
                                                           "cost", m_settings.tick);
        if (!found) return tl::unexpected(found.error());
        const CostModel& cost = found->model;
        tell("cost", fmt::format("{}: {:.0f} ns a mail, {:.3f} ns a byte, {:.0f} ns a thread, "
                                 "{} CPUs do the work of {:.2f}; kept for this machine",
                                 mail->parser, cost.ns_per_message, cost.ns_per_byte,
                                 cost.ns_per_thread, cost.cpus, cost.speedup));
        m_found.costs.emplace(key, cost);
        if (auto pinned = pins.pin_cost(key, cost); !pinned) tell("cost", to_text(pinned.error()));
        return opened->process().close(m_settings.tick);
    }

    Result<void> measure_lengths() {
        for_every_stream([&](const Host&, const std::string&, const Stream& stream) {
            const Length* length = length_of(stream.workload);
            if (length == nullptr) return Result<void>{};
            const auto* measured = std::get_if<MeasuredLength>(length);
            return measured != nullptr ? measure_length(*measured) : Result<void>{};
        });
        return m_first_error;
    }

    Result<void> measure_length(const MeasuredLength& length) {
        const auto key = length_key(length);
        if (m_found.lengths_ms.contains(key)) return {};
        // As written at the top level, alone, in a host.
        const std::map<std::string, Stream> alone{
            {length.stream, m_experiment.streams.at(length.stream)}};
        auto host =
            LiveHost::open(m_experiment.host, interpreter(m_experiment.host),
                           to_open(m_experiment.host, alone, m_found), m_experiment.directory,
                           m_settings.surroundings, m_settings.tick);
        if (!host) return tl::unexpected(host.error());
        auto calls = host->process().ask<protocol::Calls>(
            protocol::calls_line(length.stream, length.calls), call_limit_s + length.calls * 10,
            "calls", m_settings.tick);
        if (!calls) return tl::unexpected(calls.error());
        if (calls->lengths_ns.empty()) {
            return fail(ErrorKind::measurement, "no call was measured", "stream " + length.stream);
        }
        const double ms = statistic_of(calls->lengths_ns, length.statistic);
        tell("length", fmt::format("{}: {:.3f} ms", key, ms));
        m_found.lengths_ms.emplace(key, ms);
        return host->process().close(m_settings.tick);
    }

    Result<void> make_references() {
        const bool identity = std::find(m_experiment.checks.begin(), m_experiment.checks.end(),
                                        "bit-identity") != m_experiment.checks.end();
        std::set<std::string> seen;
        BitIdentity bit_identity;
        for (const auto& cell : m_experiment.cells) {
            const auto streams = streams_ever_run(m_experiment, cell);
            std::string shape = to_json(cell.host);
            for (const auto& [name, stream] : streams) shape += name + to_json(stream);
            if (!seen.insert(shape).second) continue;
            tell("answers", fmt::format("cell {}: reference answers", cell.id));
            auto host = LiveHost::open(cell.host, interpreter(cell.host),
                                       to_open(cell.host, streams, m_found), m_experiment.directory,
                                       m_settings.surroundings, m_settings.tick);
            if (!host) return tl::unexpected(at_cell(host.error(), cell));
            if (auto stored = store_devices(cell.id, host->ready()); !stored) return stored;
            for (const auto& [name, stream] : streams) {
                if (!stream.inputs.answers_bits) continue;
                auto done = reference(*host, cell, name, stream, identity, bit_identity);
                if (!done) return tl::unexpected(at_cell(done.error(), cell));
            }
            if (auto closed = host->process().close(m_settings.tick); !closed) {
                return tl::unexpected(at_cell(closed.error(), cell));
            }
        }
        return identity ? bit_identity.store(m_writer) : Result<void>{};
    }

    Result<void> reference(LiveHost& host, const Cell& cell, const std::string& name,
                           const Stream& stream, bool identity, BitIdentity& bit_identity) {
        const auto key = to_json(filled_in(cell.host, stream, m_found).workload);
        const auto known = m_found.references.find(key);
        const int wanted =
            identity ? std::max(stream.inputs.seeds, BitIdentity::inputs) : stream.inputs.seeds;
        if (known != m_found.references.end() && !identity &&
            static_cast<int>(known->second.size()) >= wanted) {
            return {};
        }
        auto answers = host.process().ask<protocol::Answers>(protocol::answers_line(name, wanted),
                                                             answer_limit_s + wanted * 10,
                                                             "answers", m_settings.tick);
        if (!answers) return tl::unexpected(answers.error());
        if (static_cast<int>(answers->digests.size()) != wanted) {
            return fail(ErrorKind::measurement, "the host answered fewer inputs than it was asked",
                        "stream " + name);
        }
        if (known == m_found.references.end()) {
            auto verified = host.process().ask<protocol::Verified>(
                protocol::verify_line(name), sizing_limit_s, "verification", m_settings.tick);
            if (!verified) return tl::unexpected(verified.error());
            if (auto fine = judge_verification(*verified, name, m_writer); !fine) return fine;
            m_found.references.emplace(key, answers->digests);
        }
        bit_identity.add(key, cell.id + "/" + name, answers->digests);
        return {};
    }

    Result<void> store_devices(const std::string& cell, const protocol::Ready& ready) {
        return m_writer.add_fact("devices/" + cell, devices_json(ready));
    }

    static Error at_cell(Error error, const Cell& cell) {
        error.where = error.where.empty() ? "cell " + cell.id
                                          : fmt::format("cell {}, {}", cell.id, error.where);
        return error;
    }

    std::string interpreter(const Host& host) const { return interpreter_of(host, m_found); }

    /// Base streams first, then every cell's, until one fails.
    template <class Visit>
    void for_every_stream(const Visit& visit) {
        const auto all = [&](const Host& host, const std::map<std::string, Stream>& streams) {
            for (const auto& [name, stream] : streams) {
                if (m_first_error) m_first_error = visit(host, name, stream);
            }
        };
        for (const auto& cell : m_experiment.cells)
            all(cell.host, streams_ever_run(m_experiment, cell));
        all(m_experiment.host, m_experiment.streams);
    }

    const PreparationSettings& m_settings;
    const Experiment& m_experiment;
    RunWriter& m_writer;
    Preparation m_found;
    std::vector<std::pair<OpenClWorkload, ForwardSize>> m_sized_now;
    Result<void> m_first_error;
};

}  // namespace

std::string interpreter_of(const Host& host, const Preparation& preparation) {
    if (host.kind == HostKind::native) return {};
    return preparation.interpreters.at(host.python).real_path;
}

std::map<std::string, Stream> streams_ever_run(const Experiment& experiment, const Cell& cell) {
    std::map<std::string, Stream> streams;
    for (const auto& id : cell.conditions) {
        for (const auto& name : experiment.running(cell, *experiment.find_condition(id))) {
            streams.emplace(name, cell.streams.at(name));
        }
    }
    return streams;
}

Stream filled_in(const Host& host, const Stream& stream, const Preparation& preparation) {
    Stream filled = stream;
    const auto fill_length = [&](Length& length) {
        if (const auto* measured = std::get_if<MeasuredLength>(&length)) {
            const auto found = preparation.lengths_ms.find(length_key(*measured));
            if (found != preparation.lengths_ms.end()) length = found->second;
        }
    };
    if (auto* wait = std::get_if<WaitWorkload>(&filled.workload)) fill_length(wait->ms);
    if (auto* spin = std::get_if<SpinWorkload>(&filled.workload)) fill_length(spin->ms);
    if (auto* forward = std::get_if<OpenClWorkload>(&filled.workload)) {
        const auto found = preparation.sizes.find(to_json(stream.workload));
        if (found != preparation.sizes.end()) {
            forward->target_ms.reset();
            forward->hidden = found->second.hidden;
            forward->layers = found->second.layers;
        }
    }
    if (auto* mail = std::get_if<MailWorkload>(&filled.workload)) {
        const auto found = preparation.costs.find(cost_key(host, *mail));
        if (mail->cap == "cost" && !mail->cost && found != preparation.costs.end())
            mail->cost = found->second;
    }
    return filled;
}

std::map<std::string, protocol::OpenStream> to_open(const Host& host,
                                                    const std::map<std::string, Stream>& streams,
                                                    const Preparation& preparation) {
    std::map<std::string, protocol::OpenStream> open;
    for (const auto& [name, stream] : streams) {
        protocol::OpenStream entry{filled_in(host, stream, preparation), {}};
        const auto found = preparation.references.find(to_json(entry.stream.workload));
        if (stream.inputs.answers_bits && found != preparation.references.end()) {
            entry.references = found->second;
            entry.references.resize(
                std::min(entry.references.size(), static_cast<std::size_t>(stream.inputs.seeds)));
        }
        open.emplace(name, std::move(entry));
    }
    return open;
}

Result<Preparation> prepare(const PreparationSettings& settings, RunWriter& writer) {
    auto preparation = Preparing(settings, writer).make();
    if (!preparation) return preparation;
    if (auto checked = run_checks(settings, *preparation, writer); !checked) {
        return tl::unexpected(checked.error());
    }
    return preparation;
}

}  // namespace stallscope

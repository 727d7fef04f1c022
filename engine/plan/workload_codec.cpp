// SPDX-License-Identifier: Apache-2.0
#include "plan/workload_codec.h"

#include <fmt/format.h>

#include "plan/experiment_codec.h"
#include "plan/json_text.h"
#include "plan/mail_codec.h"
#include "plan/object_reader.h"
#include "plan/wording.h"

namespace stallscope {

namespace {

constexpr Range length_range{0, 60'000, "ms"};
constexpr TextLength callable_length{1, 400};

MeasuredLength read_measured_length(const Json& value, const std::string& pointer,
                                    const TopLevelStreams* streams, Faults& faults) {
    MeasuredLength length;
    ObjectReader reader(value, pointer, "a measured length", faults);
    if (reader.need("stream")) length.stream = reader.text("stream", {}, {1, 64});
    length.calls = reader.whole("calls", length.calls, {1, 10'000});
    const std::vector<std::string> statistics{"median", "mean", "p95"};
    if (const auto found = reader.word("statistic", statistics, "a statistic of calls"))
        length.statistic = statistics[*found];
    reader.finish();
    if (!streams || length.stream.empty()) return length;
    const auto named = streams->find(length.stream);
    if (named == streams->end()) {
        std::vector<std::string> names;
        for (const auto& [name, measured] : *streams) names.push_back(name);
        faults.add(reader.at("stream"),
                   fmt::format("there is no stream {} at the top level", in_quotes(length.stream)),
                   suggestion(length.stream, names, "The streams are"));
    } else if (named->second) {
        faults.add(reader.at("stream"),
                   fmt::format("the length of stream {} is itself a measured one",
                               in_quotes(length.stream)),
                   "Name a stream whose workload is written out at the top level.");
    }
    return length;
}

Length read_length(ObjectReader& reader, const TopLevelStreams* streams) {
    const Json* value =
        reader.need("ms", "Write the length in milliseconds, or {\"measured_length\": …}.");
    if (!value) return 1.0;
    if (!value->object()) {
        if (value->number() || value->text())
            return read_number(*value, reader.at("ms"), 1.0, length_range, reader.faults());
        reader.faults().add(reader.at("ms"),
                            "a number of milliseconds or {\"measured_length\": …} is expected, "
                            "not " +
                                described(*value));
        return 1.0;
    }
    ObjectReader inner(*value, reader.at("ms"), "a length", reader.faults());
    const Json* measured = inner.need("measured_length");
    Length length = 1.0;
    if (measured)
        length =
            read_measured_length(*measured, inner.at("measured_length"), streams, reader.faults());
    inner.finish();
    return length;
}

WaitWorkload read_wait(ObjectReader& reader, const TopLevelStreams* streams) {
    WaitWorkload wait;
    wait.ms = read_length(reader, streams);
    wait.mode = reader.choice("mode", wait.mode, wait_mode_words, "a way to wait");
    wait.spread_ms = reader.number("spread_ms", wait.spread_ms, length_range);
    return wait;
}

SpinWorkload read_spin(ObjectReader& reader, const TopLevelStreams* streams) {
    SpinWorkload spin;
    spin.ms = read_length(reader, streams);
    spin.spread_ms = reader.number("spread_ms", spin.spread_ms, length_range);
    return spin;
}

int read_multiple(ObjectReader& reader, std::string_view key, int fallback, Range range, int of) {
    const int read = reader.whole(key, fallback, range);
    if (read % of == 0) return read;
    reader.faults().add(reader.at(key),
                        fmt::format("a multiple of {} is expected, not {}", of, read),
                        fmt::format("{} is the nearest.", (read + of / 2) / of * of));
    return fallback;
}

OpenClWorkload read_opencl(ObjectReader& reader, bool on_its_own) {
    OpenClWorkload opencl;
    opencl.sequence = read_multiple(reader, "sequence", opencl.sequence, {16, 1024}, 16);
    const bool by_time = reader.has("target_ms");
    const bool by_size = reader.has("hidden") || reader.has("layers");
    if (by_time) opencl.target_ms = reader.number("target_ms", 10, {0.2, 10'000, "ms"});
    if (reader.has("hidden")) opencl.hidden = read_multiple(reader, "hidden", 64, {64, 4096}, 64);
    if (reader.has("layers")) opencl.layers = reader.whole("layers", 1, {1, 96});
    for (const char* known : {"target_ms", "hidden", "layers"}) reader.find(known);
    opencl.device = reader.text("device", {}, {0, 200});
    opencl.unit = reader.whole("unit", opencl.unit, {0, 63});
    if (!by_time && !by_size) {
        reader.faults().add(reader.at("target_ms"), "an opencl workload needs a size",
                            "Write \"target_ms\", or both \"hidden\" and \"layers\".");
    } else if (by_time && by_size && !on_its_own) {
        reader.faults().add(reader.at("target_ms"),
                            "the size of an opencl workload is written twice",
                            "Keep \"target_ms\", or both \"hidden\" and \"layers\".");
    } else if (by_size && reader.has("hidden") != reader.has("layers")) {
        reader.faults().add(reader.at(reader.has("hidden") ? "layers" : "hidden"),
                            "the size of an opencl workload needs both \"hidden\" and \"layers\"");
    }
    return opencl;
}

/// "module:function", both dotted names.
bool names_a_callable(std::string_view text) {
    const auto is_dotted_name = [](std::string_view name) {
        bool at_start = true;
        for (const char c : name) {
            const auto byte = static_cast<unsigned char>(c);
            const bool letter = byte == '_' || byte >= 0x80 || (byte >= 'a' && byte <= 'z') ||
                                (byte >= 'A' && byte <= 'Z');
            if (c == '.' ? at_start : !letter && (at_start || byte < '0' || byte > '9'))
                return false;
            at_start = c == '.';
        }
        return !at_start;
    };
    const auto colon = text.find(':');
    return colon != text.npos && is_dotted_name(text.substr(0, colon)) &&
           is_dotted_name(text.substr(colon + 1));
}

std::string read_callable(ObjectReader& reader, std::string_view key, bool needed) {
    if (needed && !reader.need(key, "Write \"module:function\".")) return {};
    std::string named = reader.text(key, {}, {needed ? std::size_t{1} : 0, callable_length.most});
    if (named.empty() || names_a_callable(named)) return named;
    reader.faults().add(reader.at(key),
                        fmt::format("{} does not name a callable", in_quotes(named)),
                        "Write \"module:function\".");
    return {};
}

PythonWorkload read_python(ObjectReader& reader) {
    PythonWorkload python;
    python.call = read_callable(reader, "call", true);
    python.setup = read_callable(reader, "setup", false);
    python.check = read_callable(reader, "check", false);
    python.teardown = read_callable(reader, "teardown", false);
    python.path = reader.texts("path", {1, 4096}, 64);
    if (reader.find("teardown") && !python.teardown.empty() && !reader.find("setup")) {
        reader.faults().add(reader.at("teardown"), "there is a teardown without a setup",
                            "A teardown is given what the setup returned; add a setup.");
    }
    return python;
}

const std::vector<std::string>& kinds() {
    static const std::vector<std::string> all{"wait", "spin", "opencl", "python", "mail"};
    return all;
}

/// Those that a stream may be given. A batch experiment's is "mail" without saying so.
const std::vector<std::string>& offered_kinds() {
    static const std::vector<std::string> offered(kinds().begin(), kinds().end() - 1);
    return offered;
}

/// The place of a workload's kind in kinds().
std::optional<std::size_t> read_kind(ObjectReader& reader) {
    const Json* written = reader.need("kind", "The kinds are: " + listed(offered_kinds()) + ".");
    if (!written) return std::nullopt;
    if (written->text() && *written->text() == kinds().back()) return kinds().size() - 1;
    return reader.word("kind", offered_kinds(), "a kind of workload");
}

void put_length(Json::Object& into, const Length& length) {
    if (const double* ms = std::get_if<double>(&length)) {
        into["ms"] = Json(*ms);
        return;
    }
    const auto& measured = std::get<MeasuredLength>(length);
    Json::Object inner{{"stream", Json(measured.stream)},
                       {"calls", Json(measured.calls)},
                       {"statistic", Json(measured.statistic)}};
    into["ms"] = Json(Json::Object{{"measured_length", Json(std::move(inner))}});
}

struct Writer {
    Json::Object out;

    void operator()(const WaitWorkload& wait) {
        put_length(out, wait.ms);
        out["mode"] = Json(word_for(wait.mode, wait_mode_words));
        out["spread_ms"] = Json(wait.spread_ms);
    }
    void operator()(const SpinWorkload& spin) {
        put_length(out, spin.ms);
        out["spread_ms"] = Json(spin.spread_ms);
    }
    void operator()(const OpenClWorkload& opencl) {
        out["sequence"] = Json(opencl.sequence);
        if (opencl.target_ms) out["target_ms"] = Json(*opencl.target_ms);
        if (opencl.hidden) out["hidden"] = Json(*opencl.hidden);
        if (opencl.layers) out["layers"] = Json(*opencl.layers);
        out["device"] = Json(opencl.device);
        out["unit"] = Json(opencl.unit);
    }
    void operator()(const PythonWorkload& python) {
        Json::Array path;
        for (const std::string& folder : python.path) path.emplace_back(folder);
        out["call"] = Json(python.call);
        out["setup"] = Json(python.setup);
        out["check"] = Json(python.check);
        out["teardown"] = Json(python.teardown);
        out["path"] = Json(std::move(path));
    }
    void operator()(const MailWorkload& mail) { out = mail_members(mail); }
};

}  // namespace

std::string_view kind_of(const Workload& workload) {
    return kinds()[workload.index()];
}

Workload read_workload(const Json& value, const std::string& pointer,
                       const TopLevelStreams* streams, Faults& faults) {
    ObjectReader reader(value, pointer, "a workload", faults);
    if (!reader.is_object()) return WaitWorkload{};
    const auto kind = read_kind(reader);
    if (!kind) return WaitWorkload{};  // its keys cannot be judged
    ObjectReader of_kind(value, pointer,
                         fmt::format("a workload of kind {}", in_quotes(kinds()[*kind])), faults);
    of_kind.find("kind");
    Workload workload;
    switch (*kind) {
        case 0:
            workload = read_wait(of_kind, streams);
            break;
        case 1:
            workload = read_spin(of_kind, streams);
            break;
        case 2:
            workload = read_opencl(of_kind, streams == nullptr);
            break;
        case 3:
            workload = read_python(of_kind);
            break;
        default:
            workload = read_mail(of_kind);
    }
    of_kind.finish();
    return workload;
}

Json workload_document(const Workload& workload) {
    Writer writer;
    std::visit(writer, workload);
    writer.out["kind"] = Json(kind_of(workload));
    return Json(std::move(writer.out));
}

std::string to_json(const Workload& workload) {
    return canonical_json(workload_document(workload));
}

Result<Workload> parse_workload(std::string_view json) {
    Faults faults;
    const auto document = parse_json(json, faults);
    if (!document) return faults.as_error();
    if (!document->object())
        faults.add("", "a workload is an object in braces { }, this is " + described(*document));
    refuse_nulls(*document, faults);
    Workload workload = read_workload(*document, "", nullptr, faults);
    if (!faults.empty()) return faults.as_error();
    return workload;
}

}  // namespace stallscope

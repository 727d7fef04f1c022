// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "plan/json_pointer.h"
#include "plan/json_text.h"
#include "plan/object_reader.h"
#include "plan/stream_codec.h"
#include "plan/wording.h"

namespace stallscope {

namespace {

constexpr std::size_t most_variables = 256;
constexpr std::size_t longest_value = 32'768;
constexpr std::size_t most_cpus = 1024;

std::map<std::string, std::string> read_environment(const Json& value, const std::string& pointer,
                                                    Faults& faults) {
    std::map<std::string, std::string> variables;
    const Json::Object* members = value.object();
    if (!members) {
        faults.add(pointer, "an object of texts is expected, not " + described(value),
                   "Write {\"NAME\": \"value\"}.");
        return variables;
    }
    if (members->size() > most_variables) {
        faults.add(pointer, fmt::format("there are {} variables, at most {} are allowed",
                                        members->size(), most_variables));
        return variables;
    }
    for (const auto& [name, text] : *members) {
        const std::string place = pointer_to(pointer, name);
        if (name.empty() || name.find('=') != name.npos) {
            faults.add(place, in_quotes(name) + " cannot be the name of a variable");
        } else if (name == "STALLSCOPE_RUN") {
            faults.add(place, "STALLSCOPE_RUN marks the processes of a run and is not yours to set",
                       "Leave it out.");
        } else if (!text.is_null()) {
            if (auto read = read_text(text, place, {0, longest_value}, faults))
                variables.emplace(name, std::move(*read));
        }
    }
    return variables;
}

std::vector<int> read_cpus(const Json& value, const std::string& pointer, Faults& faults) {
    std::vector<int> cpus;
    const Json::Array* items = value.array();
    if (!items || items->size() > most_cpus) {
        faults.add(pointer, items ? fmt::format("a list of at most {} CPUs is expected, not {}",
                                                most_cpus, items->size())
                                  : "a list of CPU numbers is expected, not " + described(value));
        return cpus;
    }
    for (std::size_t i = 0; i < items->size(); ++i) {
        if ((*items)[i].is_null()) continue;
        const auto cpu = read_whole((*items)[i], pointer_to(pointer, i), {0, 4095}, faults);
        if (!cpu) continue;
        if (std::find(cpus.begin(), cpus.end(), static_cast<int>(*cpu)) != cpus.end()) {
            faults.add(pointer_to(pointer, i), fmt::format("CPU {} stands here twice", *cpu),
                       "Keep one of them.");
        }
        cpus.push_back(static_cast<int>(*cpu));
    }
    return cpus;
}

}  // namespace

Host read_host(const Json& value, Faults& faults) {
    Host host;
    ObjectReader reader(value, "", "the host", faults);
    if (!reader.is_object()) return host;
    host.kind = reader.choice("kind", host.kind, host_kind_words, "a kind of host");
    const bool native = host.kind == HostKind::native;
    host.python = native ? std::string() : reader.text("python", host.python, {1, 4096});
    host.lifetime = reader.choice("lifetime", host.lifetime, lifetime_words, "a lifetime");
    if (native) host.stamps = Instrumentation::off;
    host.stamps = reader.choice("stamps", host.stamps, instrumentation_words, "a set of stamps");
    if (native && host.stamps != Instrumentation::off) {
        faults.add(reader.at("stamps"), "a native host takes no stamps but arrival and response",
                   "Write \"off\", or leave the key out.");
    }
    if (const Json* lock = native ? nullptr : reader.find("lock")) {
        ObjectReader inner(*lock, reader.at("lock"), "the lock", faults);
        inner.word("kind", {"interpreter"}, "a kind of lock");
        host.switch_interval_ms =
            inner.number("switch_interval_ms", host.switch_interval_ms, {0.001, 10'000, "ms"});
        inner.finish();
    }
    if (const Json* env = reader.find("env"))
        host.env = read_environment(*env, reader.at("env"), faults);
    host.cwd = reader.text("cwd", host.cwd, {0, 4096});
    if (const Json* cpus = reader.find("cpus"))
        host.cpus = read_cpus(*cpus, reader.at("cpus"), faults);
    host.nice = reader.whole("nice", host.nice, {-20, 19});
    reader.finish();
    return host;
}

std::string to_json(const Host& host) {
    Json::Object env;
    for (const auto& [name, value] : host.env) env.emplace(name, Json(value));
    Json::Array cpus;
    for (const int cpu : host.cpus) cpus.emplace_back(cpu);
    Json::Object members{{"kind", Json(to_text(host.kind))},
                         {"lifetime", Json(to_text(host.lifetime))},
                         {"stamps", Json(to_text(host.stamps))},
                         {"env", Json(std::move(env))},
                         {"cwd", Json(host.cwd)},
                         {"cpus", Json(std::move(cpus))},
                         {"nice", Json(host.nice)}};
    if (host.kind == HostKind::python) {
        members["python"] = Json(host.python);
        members["lock"] = Json(Json::Object{{"kind", Json("interpreter")},
                                            {"switch_interval_ms", Json(host.switch_interval_ms)}});
    }
    return canonical_json(Json(std::move(members)));
}

}  // namespace stallscope

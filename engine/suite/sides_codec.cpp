// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "plan/json_pointer.h"
#include "plan/wording.h"
#include "suite/suite_codec.h"

namespace stallscope {

namespace {

constexpr TextLength command_length{1, 16384};
constexpr TextLength path_length{1, 4096};
constexpr std::size_t most_words = 256;
constexpr std::size_t most_files = 256;
constexpr std::size_t most_variables = 256;

SuiteCommand read_command(ObjectReader& reader, std::string_view key, const Json& value) {
    SuiteCommand command;
    if (value.text()) {
        command.shell = true;
        const auto script = read_text(value, reader.at(key), command_length, reader.faults());
        if (script) command.argv = {*script};
        return command;
    }
    const Json::Array* words = value.array();
    if (!words || words->empty()) {
        reader.faults().add(
            reader.at(key),
            words ? "a command has one word or more"
                  : "a command is a text (run by /bin/sh) or a list of words, this is " +
                        described(value));
        return command;
    }
    command.argv = reader.texts(key, {0, 16384}, most_words);
    if (!command.argv.empty() && command.argv.front().empty())
        reader.faults().add(pointer_to(reader.at(key), std::size_t{0}), "the text is empty");
    return command;
}

std::map<std::string, std::string> read_env(const Json& value, const std::string& pointer,
                                            Faults& faults) {
    std::map<std::string, std::string> env;
    const Json::Object* members = value.object();
    if (!members || members->size() > most_variables) {
        faults.add(pointer, members ? fmt::format("at most {} variables are expected, not {}",
                                                  most_variables, members->size())
                                    : "the environment is an object in braces { }, this is " +
                                          described(value));
        return env;
    }
    for (const auto& [name, variable] : *members) {
        const std::string place = pointer_to(pointer, std::string_view(name));
        if (name.empty() || name.size() > 256 || name.find('=') != name.npos) {
            faults.add(place, fmt::format("{} is no name of a variable", in_quotes(name)),
                       "It has 1 to 256 characters and no \"=\".");
        }
        if (variable.is_null()) continue;
        if (auto text = read_text(variable, place, {0, 16384}, faults)) env[name] = *text;
    }
    return env;
}

}  // namespace

SuiteSide read_side(const Json& value, const std::string& pointer, Faults& faults) {
    SuiteSide side;
    ObjectReader reader(value, pointer, "a side", faults);
    if (!reader.is_object()) return side;
    if (const Json* build = reader.find("build"))
        side.build = read_command(reader, "build", *build);
    if (const Json* bench = reader.need("bench"))
        side.bench = read_command(reader, "bench", *bench);
    if (reader.need("files", "Name what is measured: a library, a program, a script."))
        side.files = reader.texts("files", path_length, most_files);
    const Json* files = reader.find("files");
    if (files && files->array() && files->array()->empty())
        faults.add(reader.at("files"), "at least one file is expected, not none",
                   "Name what is measured: a library, a program, a script.");
    if (const Json* env = reader.find("env")) side.env = read_env(*env, reader.at("env"), faults);
    side.cwd = reader.text("cwd", {}, path_length);
    side.output = reader.text("output", {}, path_length);
    reader.finish();
    return side;
}

}  // namespace stallscope

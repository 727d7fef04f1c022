// SPDX-License-Identifier: Apache-2.0
#include "cli/help.h"

#include "cli/words.h"

namespace stallscope::cli {
namespace {

constexpr std::size_t columns = 80;

struct Entry {
    std::string name, says;
};

/// Names in a column as wide as the widest, at most 26; a longer name has its text below it.
std::string section(const std::string& title, const std::vector<Entry>& entries) {
    if (entries.empty()) return {};
    std::size_t widest = 0;
    for (const auto& entry : entries) {
        if (entry.name.size() <= 26) widest = std::max(widest, entry.name.size());
    }
    const auto indent = widest + 4;
    std::string text = "\n" + title + ":\n";
    for (const auto& entry : entries) {
        const bool fits = entry.name.size() <= widest;
        text += "  " + (fits ? padded(entry.name, widest) + "  "
                             : entry.name + "\n" + std::string(indent, ' '));
        text += wrapped(entry.says, columns, indent);
        text += "\n";
    }
    return text;
}

std::string name_of(const CLI::Option& option) {
    std::string name;
    for (const auto& letter : option.get_snames()) name += "-" + letter + ", ";
    for (const auto& word : option.get_lnames()) name += "--" + word + ", ";
    if (name.empty()) return option.get_name(true);
    name.resize(name.size() - 2);
    if (option.get_items_expected_max() > 0) name += " " + option.get_type_name();
    return name;
}

std::string argument_of(const CLI::Option& option) {
    return option.get_required() ? option.get_name(true) : "[" + option.get_name(true) + "]";
}

}  // namespace

std::string HelpText::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode) const {
    std::vector<Entry> arguments, options, commands;
    std::string usage = "Usage: " + name;
    for (const auto* sub : app->get_subcommands([](const CLI::App*) { return true; })) {
        if (!sub->get_group().empty()) {
            const auto& says = sub->get_description();
            commands.push_back({sub->get_name(), says.substr(0, says.find(". "))});
        }
    }
    if (!commands.empty()) usage += " COMMAND";
    for (const auto* option : app->get_options([](const CLI::Option*) { return true; })) {
        if (option->get_group().empty()) continue;
        if (option->get_positional()) {
            usage += " " + argument_of(*option);
            arguments.push_back({option->get_name(true), option->get_description()});
        } else {
            options.push_back({name_of(*option), option->get_description()});
        }
    }
    if (!options.empty()) usage += " [options]";
    std::string text = usage + "\n\n" + wrapped(app->get_description(), columns) + "\n";
    text += section("Commands", commands) + section("Arguments", arguments) +
            section("Options", options);
    if (!app->get_footer().empty()) text += "\n" + app->get_footer();
    return text;
}

}  // namespace stallscope::cli

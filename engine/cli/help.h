// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace stallscope::cli {

/// Help in 80 columns, made from the definition of the commands: usage, what it does, arguments,
/// options, commands, and the footer with examples. Ours and not CLI11's, whose layout changes from
/// version to version.
class HelpText : public CLI::FormatterBase {
public:
    std::string make_help(const CLI::App* app, std::string name,
                          CLI::AppFormatMode mode) const override;
};

}  // namespace stallscope::cli

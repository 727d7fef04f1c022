// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "batch/mail_parser.h"

namespace stallscope {

/// Computes for a time that follows from the message's size. It measures once, when it is made (a
/// few milliseconds), how fast this CPU computes: workers that share a CPU share its work, as they
/// would with a parser, which a loop that watches a clock would not show.
class SpinParser : public MailParser {
public:
    explicit SpinParser(SpinSettings settings);
    std::string_view name() const override;
    Slot parse(std::string_view message, const ParseOptions& options) const override;

private:
    double m_steps_per_message = 0;
    double m_steps_per_byte = 0;
};

}  // namespace stallscope

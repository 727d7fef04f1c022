// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "batch/mail_parser.h"

namespace stallscope {

std::unique_ptr<MailParser> make_gmime_parser();

/// "major.minor.micro" of the library that is loaded; empty where it does not say.
std::string gmime_version();

}  // namespace stallscope

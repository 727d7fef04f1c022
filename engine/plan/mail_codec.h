// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/json_value.h"
#include "plan/object_reader.h"
#include "plan/workload_spec.h"

namespace stallscope {

/// Reads the members of a mail workload, or of an experiment's `batch`, but for `kind`.
MailWorkload read_mail(ObjectReader& reader);

/// All members but `kind`, defaults written out.
Json::Object mail_members(const MailWorkload& mail);

}  // namespace stallscope

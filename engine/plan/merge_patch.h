// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/json_value.h"

namespace stallscope {

/// `patch` merged onto `target` key by key (RFC 7396), but an object that names another `kind`
/// than the one it is merged onto replaces it whole. null changes nothing here: what it means is
/// said where it may stand.
Json merged(Json target, const Json& patch);

}  // namespace stallscope

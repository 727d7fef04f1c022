// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/proof_rows.h"

namespace stallscope {

/// Six independent criteria, each exactly at its margin: "not met" anywhere, "met" per criterion.
std::vector<ProofTask> family_tasks();

/// How often an effect as large as the planner's d80 (resolvability.h) gets its word, when the
/// bank comes from simulated A/A runs of known degrees of freedom; and how often +1 % is called
/// not met against a margin of nothing.
std::vector<ProofTask> power_tasks();

/// Good runs in which A2 invalidates something: three metrics, each with its own control.
std::vector<ProofTask> control_tasks();

/// A share of failed requests exactly at its limit, with errors one by one and in bursts of five.
std::vector<ProofTask> share_tasks();

}  // namespace stallscope

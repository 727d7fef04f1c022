// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <utility>

#include "report/requests_csv.h"
#include "report/suite_report.h"

namespace stallscope {
namespace {

std::string_view role_of(const SuiteRow& row) {
    return row.twin ? "twin" : to_text(row.role);
}

}  // namespace

std::string suite_csv(const SuiteReport& report) {
    std::string text = "row,role,side,build,round,half,ns\r\n";
    for (const SuiteRow& row : report.rows) {
        for (const auto& [side, values] :
             {std::pair{"base", &row.base}, {"head", &row.head}, {"base again", &row.base_again}}) {
            if (values->empty()) continue;
            for (int build = 0; build < values->builds(); ++build)
                for (int round = 0; round < values->rounds(); ++round)
                    for (int half = 0; half < values->halves(); ++half) {
                        const auto& value = values->at(build, round, half);
                        fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{}\r\n",
                                       csv_field(row.name), role_of(row), side, build, round + 1,
                                       half + 1,
                                       value ? fmt::format("{:.6g}", std::exp(*value)) : "");
                    }
        }
    }
    return text;
}

}  // namespace stallscope

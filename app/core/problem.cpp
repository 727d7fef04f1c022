// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/problem.h"

namespace stallscope::app {
namespace {

void add(const Error& error, QVector<Problem>& problems) {
    problems.push_back({QString::fromStdString(error.says), QString::fromStdString(error.where),
                        QString::fromStdString(error.hint)});
    for (const Error& other : error.also) add(other, problems);
}

}  // namespace

QVector<Problem> problems_of(const Error& error) {
    QVector<Problem> problems;
    add(error, problems);
    return problems;
}

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <vector>

namespace stallscope::app {

/// The median of so many frames in milliseconds of processor time: a busy machine does not count.
inline double median_ms(const std::function<void()>& frame) {
    constexpr int repeats = 21;
    std::vector<double> ms;
    for (int i = 0; i < repeats; ++i) {
        const std::clock_t before = std::clock();
        frame();
        ms.push_back(1e3 * static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC);
    }
    std::nth_element(ms.begin(), ms.begin() + repeats / 2, ms.end());
    return ms[repeats / 2];
}

inline void print(const QString& what, double ms) {
    std::printf("%-52s %8.2f ms\n", qPrintable(what), ms);
}

}  // namespace stallscope::app

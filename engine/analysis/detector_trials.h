// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace stallscope {

/// How often one detector fired in simulated runs whose truth is known.
struct DetectorTrial {
    std::string name;     ///< the detector's id, as in Finding
    std::string planted;  ///< what was put into the runs, in words
    bool clean = false;   ///< nothing was planted: firing is a false alarm
    int runs = 0, fired = 0;
};

/// Every detector on `runs` clean runs of each kind of noise (white, autocorrelated, bursts), and
/// on `runs`/5 (at least 20) runs with the fault it is there for. Each run: three cells, a solo and
/// a joint condition, five mirrored cycles, two closed streams of about 350 requests a half-visit
/// with 5 % noise per request and 0.3 % between visits; every value goes through `digest` and
/// `detect`. The same seed gives the same table on every machine.
std::vector<DetectorTrial> try_detectors(int runs, unsigned seed);

}  // namespace stallscope

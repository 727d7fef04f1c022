// SPDX-License-Identifier: Apache-2.0
#include "run/missing_places.h"

#include <gtest/gtest.h>

namespace stallscope {
namespace {

/// Two passes over two cells: places 0 and 1 are pass 0, places 2 and 3 are pass 1.
std::vector<ScheduledVisit> schedule() {
    std::vector<ScheduledVisit> places(4);
    for (int i = 0; i < 4; ++i) {
        places[static_cast<std::size_t>(i)].index = i;
        places[static_cast<std::size_t>(i)].pass = i / 2;
    }
    return places;
}

struct Measured {
    int index, attempt;
    char how;  // c complete, b blocked, f failed, x cancelled, p partial
};

struct Case {
    const char* name;
    std::vector<Measured> measured;
    std::vector<int> missing;
};

class MissingPlaces : public ::testing::TestWithParam<Case> {};

TEST_P(MissingPlaces, AreThoseWithoutACompleteVisitThatCounts) {
    std::vector<StoredVisit> visits;
    for (const auto& one : GetParam().measured) {
        StoredVisit stored;
        stored.visit.schedule_index = one.index;
        stored.visit.pass = one.index / 2;
        stored.visit.attempt = one.attempt;
        if (one.how != 'p') {
            stored.end.emplace();
            stored.end->status = one.how == 'c'   ? VisitStatus::complete
                                 : one.how == 'f' ? VisitStatus::failed
                                                  : VisitStatus::discarded;
            stored.end->reason = one.how == 'x' ? "cancelled" : one.how == 'c' ? "" : "a reason";
        }
        visits.push_back(stored);
    }
    std::vector<int> missing;
    for (const auto& place : missing_places(schedule(), visits)) missing.push_back(place.index);
    EXPECT_EQ(missing, GetParam().missing);
}

INSTANTIATE_TEST_SUITE_P(
    Files, MissingPlaces,
    ::testing::Values(
        Case{"nothing_measured", {}, {0, 1, 2, 3}},
        Case{"all", {{0, 1, 'c'}, {1, 1, 'c'}, {2, 1, 'c'}, {3, 1, 'c'}}, {}},
        Case{"killed", {{0, 1, 'c'}, {1, 1, 'p'}}, {1, 2, 3}},
        Case{"cancelled", {{0, 1, 'c'}, {1, 1, 'x'}}, {1, 2, 3}},
        Case{"blocked_takes_its_whole_pass",
             {{0, 1, 'b'}, {1, 1, 'c'}, {2, 1, 'c'}, {3, 1, 'c'}},
             {0, 1}},
        Case{"failed_takes_its_whole_pass",
             {{0, 1, 'c'}, {1, 1, 'c'}, {2, 1, 'c'}, {3, 1, 'f'}},
             {2, 3}},
        Case{"repeated",
             {{0, 1, 'b'}, {1, 1, 'c'}, {2, 1, 'c'}, {3, 1, 'c'}, {0, 2, 'c'}, {1, 2, 'c'}},
             {}},
        Case{"killed_in_the_repeat",
             {{0, 1, 'b'}, {1, 1, 'c'}, {2, 1, 'c'}, {3, 1, 'c'}, {0, 2, 'c'}, {1, 2, 'p'}},
             {1}},
        Case{"blocked_in_the_repeat",
             {{0, 1, 'b'}, {1, 1, 'c'}, {2, 1, 'c'}, {3, 1, 'c'}, {0, 2, 'c'}, {1, 2, 'b'}},
             {0, 1}}),
    [](const auto& parameter) { return parameter.param.name; });

}  // namespace
}  // namespace stallscope

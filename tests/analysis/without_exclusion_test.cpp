// SPDX-License-Identifier: Apache-2.0
#include "analysis/without_exclusion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "synthetic_run.h"

namespace stallscope {
namespace {

using namespace by_hand;
using testing::HasSubstr;

StoredVisit attempt_at(int place, int attempt, VisitStatus status, const std::string& reason = {}) {
    StoredVisit stored;
    stored.visit.id = 10 * attempt + place;
    stored.visit.schedule_index = place;
    stored.visit.attempt = attempt;
    stored.end = VisitEnd{};
    stored.end->status = status;
    stored.end->reason = reason;
    return stored;
}

std::vector<std::int64_t> ids(const std::vector<StoredVisit>& visits) {
    std::vector<std::int64_t> found;
    for (const StoredVisit& stored : visits) {
        found.push_back(stored.visit.id);
    }
    return found;
}

TEST(FirstAttempts, AreThoseWithWholeRowsBlockedOrNot) {
    const auto chosen = choose_visits({
        attempt_at(0, 1, VisitStatus::complete),  // its pass is measured again
        attempt_at(1, 1, VisitStatus::discarded, "CPU outside the run"),
        attempt_at(2, 1, VisitStatus::failed, "the host died"),
        attempt_at(3, 1, VisitStatus::discarded, cancelled_reason),
        attempt_at(0, 2, VisitStatus::complete),
        attempt_at(1, 2, VisitStatus::complete),
        attempt_at(2, 2, VisitStatus::complete),
        attempt_at(3, 2, VisitStatus::complete),
    });
    EXPECT_EQ(ids(chosen.counted), (std::vector<std::int64_t>{20, 21, 22, 23}));
    EXPECT_EQ(ids(first_attempts(chosen)), (std::vector<std::int64_t>{10, 11, 22, 23}));
}

class WithoutExclusion : public testing::Test {
protected:
    /// The synthetic run; the first visit is blocked once when `blocked`.
    RunResults results(bool blocked) {
        const auto file = m_folder.path() / "run.stallscope";
        const Experiment plan = experiment();
        RunWriter writer = new_run(file, plan);
        const VisitEnd good = visit_end();
        for (const ScheduledVisit& scheduled : schedule_of(plan)) {
            if (blocked && scheduled.index == 0) {
                VisitEnd bad = visit_end();
                bad.status = VisitStatus::discarded;
                bad.reason = "CPU outside the run 0.87 of a core";
                add_visit(writer, visit_row(scheduled, 1), &bad);
            }
            add_visit(writer, visit_row(scheduled, blocked && scheduled.index == 0 ? 2 : 1), &good);
        }
        must(writer.set_status("complete"));
        must(writer.close());
        return must(analyse(must(RunReader::open(file))));
    }
    TemporaryFolder m_folder;
};

TEST_F(WithoutExclusion, NothingIsSaidWhereNothingWasExcluded) {
    EXPECT_TRUE(results(false).without_exclusion.empty());
}

TEST_F(WithoutExclusion, BothResultsAreThere) {
    const RunResults found = results(true);
    ASSERT_EQ(found.without_exclusion.size(), found.criteria.size());
    for (std::size_t i = 0; i < found.criteria.size(); ++i) {
        EXPECT_EQ(found.without_exclusion[i].id, found.criteria[i].id);
        EXPECT_EQ(found.without_exclusion[i].status, found.criteria[i].status)
            << "the repeat has the same rows";
    }
}

TEST(WordsThatDiffer, AreNamedWithBoth) {
    CriterionResult with;
    with.id = "rate";
    with.status = "met";
    CriterionResult without = with;
    EXPECT_TRUE(words_that_differ({with}, {without}).empty());
    EXPECT_TRUE(words_that_differ({with}, {}).empty());
    without.status = "not_met";
    const auto found = words_that_differ({with}, {without});
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].severity, "warns");
    EXPECT_THAT(found[0].says, HasSubstr("rate: met, without exclusion not_met"));
}

}  // namespace
}  // namespace stallscope

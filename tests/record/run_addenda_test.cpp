// SPDX-License-Identifier: Apache-2.0
#include "record/run_addenda.h"

#include "run_file_fixture.h"

namespace stallscope {
namespace {

constexpr const char* experiment_text = R"({"stallscope":1,"name":"x",
    "streams":{"s":{"workload":{"kind":"wait","ms":1}}},
    "cells":[{"id":"A"}],"conditions":[{"id":"c","streams":["s"]}]})";

class RunAddenda : public RunFileTest {
protected:
    Experiment m_sealed = parse_experiment(experiment_text).value();

    RunWriter new_run() { return RunWriter::create(file(), seal_of(m_sealed), "{}", "{}").value(); }
    Addendum addendum(const std::string& id) {
        return make_addendum(
                   R"({"criteria":[{"id":")" + id + R"(","metric":"errors","at_most":0}]})",
                   m_sealed, "2026-03-01T12:00:00Z")
            .value();
    }
};

TEST_F(RunAddenda, ARunHasNoneUntilOneIsAdded) {
    ASSERT_TRUE(new_run().close());
    const auto none = addenda_of(opened(file()), m_sealed);
    ASSERT_TRUE(none) << to_text(none.error());
    EXPECT_TRUE(none->empty());
}

TEST_F(RunAddenda, AreAddedToACompleteRunAndComeInTheirOrder) {
    {
        RunWriter writer = new_run();
        ASSERT_TRUE(writer.set_status("complete"));
        ASSERT_TRUE(writer.close());
    }
    for (std::size_t i = 1; i <= 11; ++i) {  // the tenth sorts before the second
        auto writer = RunWriter::open(file());
        ASSERT_TRUE(writer) << to_text(writer.error());
        ASSERT_TRUE(writer->add_fact(addendum_key(i), addendum("e" + std::to_string(i)).json));
        ASSERT_TRUE(writer->close());
    }
    const RunReader run = opened(file());
    const auto addenda = addenda_of(run, m_sealed);
    ASSERT_TRUE(addenda) << to_text(addenda.error());
    ASSERT_EQ(addenda->size(), 11U);
    for (std::size_t i = 0; i < 11; ++i) {
        EXPECT_EQ(addenda->at(i).criteria.at(0).id, "e" + std::to_string(i + 1));
    }
    EXPECT_EQ(run.status().value(), "complete");
    EXPECT_EQ(run.sealed_text().value(), seal_of(m_sealed).text);
}

TEST_F(RunAddenda, OneThatDoesNotFitTheSealedExperimentIsStale) {
    RunWriter writer = new_run();
    ASSERT_TRUE(writer.add_fact(addendum_key(1), R"({"at":"2026-03-01T12:00:00Z","criteria":3})"));
    ASSERT_TRUE(writer.close());
    const auto addenda = addenda_of(opened(file()), m_sealed);
    ASSERT_FALSE(addenda);
    EXPECT_EQ(addenda.error().kind, ErrorKind::stale);
}

}  // namespace
}  // namespace stallscope

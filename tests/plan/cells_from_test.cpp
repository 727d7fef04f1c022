// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "plan/experiment.h"

namespace stallscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string document(const std::string& cross, const std::string& more = "") {
    return R"({"stallscope":1,"name":"b","kind":"batch","batch":{"cap":"count"},"cells_from":{"cross":)" +
           cross + "}" + more + "}";
}

std::vector<std::string> ids(const Experiment& experiment) {
    std::vector<std::string> all;
    for (const Cell& cell : experiment.cells) all.push_back(cell.id);
    return all;
}

const MailWorkload& mail_of(const Experiment& experiment, const char* cell) {
    return std::get<MailWorkload>(experiment.find_cell(cell)->streams.at("batch").workload);
}

Experiment read(const std::string& text) {
    auto read = parse_experiment(text);
    EXPECT_TRUE(read) << (read ? "" : to_text(read.error()));
    return read ? std::move(*read) : Experiment{};
}

Error refused(const std::string& text) {
    auto read = parse_experiment(text);
    EXPECT_FALSE(read) << text;
    return read ? Error{} : read.error();
}

TEST(CellsFrom, IsTheProductOfTheFactors) {
    const Experiment experiment =
        read(document(R"({"/batch/threads":[1,2],"/batch/mails/bytes":[512,2048]})"));
    EXPECT_THAT(ids(experiment), ElementsAre("bytes=512 threads=1", "bytes=512 threads=2",
                                             "bytes=2048 threads=1", "bytes=2048 threads=2"));
    const MailWorkload& mail = mail_of(experiment, "bytes=2048 threads=2");
    EXPECT_EQ(mail.mails, (MailBatch{"", "", 16, 2048}));
    EXPECT_EQ(mail.threads, 2);
    EXPECT_EQ(mail.cap, "count") << "what no factor says comes from the top";
}

TEST(CellsFrom, NamedLevelsAreMerged) {
    const Experiment experiment =
        read(document(R"({"/batch":{"after":{},"before":{"caller":"joins"}},"/batch/threads":[2]})",
                      R"(,"cells":[{"id":"one","batch":{"threads":1}}],
            "criteria":[{"id":"c","cell":"after threads=2","against":"one","worse_by_less_than":"5%"}])"));
    EXPECT_THAT(ids(experiment), ElementsAre("one", "after threads=2", "before threads=2"));
    EXPECT_EQ(mail_of(experiment, "before threads=2").caller, "joins");
    EXPECT_EQ(mail_of(experiment, "before threads=2").threads, 2);
}

TEST(CellsFrom, IsSealedWrittenOut) {
    const std::string crossed = read(document(R"({"/batch/threads":[1,2]})")).canonical;
    EXPECT_THAT(crossed, HasSubstr(R"({"batch":{"threads":2},"id":"threads=2"})"));
    EXPECT_THAT(crossed, ::testing::Not(HasSubstr("cells_from")));
    EXPECT_EQ(read(crossed).canonical, crossed);
}

TEST(CellsFrom, PresetsChangeFactors) {
    const std::string text =
        document(R"({"/batch/threads":[1,2,4]})",
                 R"(,"presets":{"quick":{"cells_from":{"cross":{"/batch/threads":[1]}}}})");
    Options quick;
    quick.preset = "quick";
    const auto experiment = parse_experiment(text, quick);
    ASSERT_TRUE(experiment) << to_text(experiment.error());
    EXPECT_THAT(ids(*experiment), ElementsAre("threads=1"));
}

TEST(CellsFrom, FaultsSayWhatToDo) {
    EXPECT_EQ(refused(document("{}")).where, "/cells_from/cross");
    EXPECT_EQ(refused(document(R"({"threads":[1]})")).where, "/cells_from/cross/threads");
    EXPECT_EQ(refused(document(R"({"/id":["a"]})")).where, "/cells_from/cross/~1id");
    EXPECT_EQ(refused(document(R"({"/batch/threads":[]})")).where,
              "/cells_from/cross/~1batch~1threads");
    EXPECT_EQ(refused(document(R"({"/batch/threads":3})")).where,
              "/cells_from/cross/~1batch~1threads");
    const Error object = refused(document(R"({"/batch":[{"threads":1}]})"));
    EXPECT_EQ(object.where, "/cells_from/cross/~1batch/0");
    EXPECT_THAT(object.hint, HasSubstr("names"));
    const Error many = refused(document(
        R"({"/batch/threads":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17],
            "/batch/distinct":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]})"));
    EXPECT_THAT(many.says, HasSubstr("more than 256 cells"));
}

TEST(CellsFrom, AFaultOfTheMadeCellsStandsAtTheFactorsOnce) {
    const Error bad = refused(document(R"({"/batch/threads":[0],"/batch/distinct":[1,2,3]})"));
    EXPECT_EQ(bad.where, "/cells_from");
    EXPECT_THAT(bad.says, HasSubstr("1 to 256"));
    EXPECT_TRUE(bad.also.empty()) << bad.also.size();
}

TEST(CellsFrom, WorksForStreamsAsWell) {
    const Experiment experiment = read(
        R"({"stallscope":1,"name":"r","streams":{"a":{"workload":{"kind":"wait","ms":1}},
            "b":{"workload":{"kind":"spin","ms":1}}},
            "conditions":[{"id":"both","streams":["a","b"]}],
            "cells_from":{"cross":{"/streams/a/placement":["thread","process"],
                                   "/streams":{"alone":{"b":null},"beside":{}}}}})");
    EXPECT_THAT(ids(experiment),
                ElementsAre("alone placement=thread", "alone placement=process",
                            "beside placement=thread", "beside placement=process"));
    EXPECT_FALSE(experiment.find_cell("alone placement=thread")->streams.contains("b"));
    EXPECT_EQ(experiment.find_cell("beside placement=process")->streams.at("a").placement,
              Placement::process);
}

}  // namespace
}  // namespace stallscope

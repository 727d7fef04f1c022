// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "plan/experiment.h"
#include "plan/seal.h"

namespace stallscope {
namespace {

using ::testing::HasSubstr;

std::string document(const std::string& batch, const std::string& cells = R"([{"id":"A"}])",
                     const std::string& more = "") {
    return R"({"stallscope":1,"name":"b","kind":"batch","batch":)" + batch + R"(,"cells":)" +
           cells + more + "}";
}

Experiment read(const std::string& text) {
    auto read = parse_experiment(text);
    EXPECT_TRUE(read) << (read ? "" : to_text(read.error()));
    return read ? std::move(*read) : Experiment{};
}

const MailWorkload& mail_of(const Experiment& experiment, const char* cell) {
    return std::get<MailWorkload>(experiment.find_cell(cell)->streams.at("batch").workload);
}

TEST(BatchDocument, IsOneStreamAloneInANativeHost) {
    const Experiment experiment = read(document(R"({"mails":"large","distinct":3})"));
    EXPECT_EQ(experiment.kind, ExperimentKind::batch);
    EXPECT_EQ(experiment.host.kind, HostKind::native);
    EXPECT_EQ(experiment.host.stamps, Instrumentation::off);
    ASSERT_EQ(experiment.conditions.size(), 1u);
    EXPECT_EQ(experiment.conditions[0].id, "alone");
    const Stream& stream = experiment.cells.at(0).streams.at("batch");
    EXPECT_EQ(stream.inputs.seeds, 3);
    EXPECT_EQ(std::get<MailWorkload>(stream.workload).mails.made, "large");
    EXPECT_EQ(std::get<ClosedLoad>(stream.load).clients, 1);
}

TEST(BatchDocument, CellsOverrideKeyByKey) {
    const Experiment experiment = read(document(
        R"({"threads":8,"mails":{"messages":4,"bytes":900}})",
        R"([{"id":"A","batch":{"cap":"count"}},{"id":"B","duplicate_of":"A","batch":{"mails":{"messages":9}}},
            {"id":"C","batch":{"mails":"page"}}])"));
    EXPECT_EQ(mail_of(experiment, "A").cap, "count");
    EXPECT_EQ(mail_of(experiment, "A").threads, 8);
    EXPECT_EQ(mail_of(experiment, "B").cap, "count");
    EXPECT_EQ(mail_of(experiment, "B").mails, (MailBatch{"", "", 9, 900}));
    EXPECT_EQ(mail_of(experiment, "C").mails.made, "page");
}

TEST(BatchDocument, CriteriaAreAboutTheTimeOfACall) {
    const Experiment experiment =
        read(document("{}", R"([{"id":"A"},{"id":"B"}])",
                      R"(,"criteria":[{"id":"c","cell":"B","against":"A","worse_by_less_than":"5%"},
                                      {"id":"m","metric":"mismatches","at_most":0}])"));
    ASSERT_EQ(experiment.criteria.size(), 2u);
    EXPECT_EQ(experiment.criteria[0].metric, "e2e");
    EXPECT_EQ(experiment.criteria[0].stream, "batch");
    EXPECT_EQ(experiment.criteria[0].conditions, std::vector<std::string>{"alone"});
    EXPECT_TRUE(experiment.criteria[1].stream.empty());
}

TEST(BatchDocument, TheSealIsOfWhatWasWrittenAndUnsealsToTheSame) {
    const Experiment experiment = read(document(R"({"threads":2})"));
    EXPECT_EQ(experiment.canonical.find("streams"), std::string::npos);
    const auto again = unseal(seal_of(experiment).text);
    ASSERT_TRUE(again) << to_text(again.error());
    EXPECT_EQ(mail_of(*again, "A"), mail_of(experiment, "A"));
    EXPECT_EQ(to_json(again->host), to_json(experiment.host));
}

TEST(BatchDocument, AWorkloadSurvivesItsJson) {
    MailWorkload mail;
    mail.parser = "gmime";
    mail.mails = {"", "mails", 32, 800};
    mail.threads = 3;
    mail.assumed_cpus = 8;
    mail.strict = true;
    mail.limits.depth = 7;
    const auto again = parse_workload(to_json(Workload(mail)));
    ASSERT_TRUE(again) << to_text(again.error());
    EXPECT_EQ(std::get<MailWorkload>(*again), mail);
}

TEST(BatchDocument, FaultsStandWhereTheyWereWritten) {
    const struct {
        std::string text, where, says;
    } cases[] = {
        {document(R"({"threads":0})"), "/batch/threads", "1"},
        {document(R"({"threads":-2})"), "/batch/threads", "1"},
        {document(R"({"cap":"byte"})"), "/batch/cap", "bytes"},
        {document(R"({"mails":"pages"})"), "/batch/mails", "page"},
        {document(R"({"distinct":0})"), "/batch/distinct", "1"},
        {document(R"({"colour":1})"), "/batch/colour", "colour"},
        {document(R"({"strict":true,"mode":"metadata"})"), "/batch/strict", "metadata"},
        {document(R"({"mails":{"corpus":"x","bytes":900}})"), "/batch/mails/bytes", "corpus"},
        {document("7"), "/batch", "object"},
        {document("{}", R"([{"id":"A","batch":{"caller":"waits"}}])"), "/cells/0/batch/caller",
         "joins"},
        {document("{}", R"([{"id":"A","streams":{}}])"), "/cells/0", "batch"},
        {document("{}", R"([{"id":"A"}])", R"(,"streams":{})"), "/streams", "batch"},
        {document("{}", R"([{"id":"A"}])", R"(,"host":{"kind":"python"})"), "/host", "native"},
        {document("{}", R"([{"id":"A"}])", R"(,"host":{"stamps":"native"})"), "/host/stamps",
         "off"},
        {document("{}", R"([{"id":"A"}])", R"(,"presets":{"quick":{"batch":{"threads":0}}})"),
         "/presets/quick/batch/threads", "1"},
        {document(R"({"threads":null})"), "/batch/threads", "null"},
    };
    for (const auto& one : cases) {
        const auto read = parse_experiment(one.text);
        ASSERT_FALSE(read) << one.text;
        EXPECT_EQ(read.error().where, one.where) << one.text << to_text(read.error());
        EXPECT_THAT(to_text(read.error()), HasSubstr(one.says)) << one.text;
    }
}

TEST(BatchDocument, RequestsDoNotParseMails) {
    const auto read = parse_experiment(R"({"stallscope":1,"name":"r","streams":
        {"m":{"workload":{"kind":"mail"}}},"cells":[{"id":"A"}],
        "conditions":[{"id":"x","streams":["m"]}]})");
    ASSERT_FALSE(read);
    EXPECT_THAT(to_text(read.error()), HasSubstr("kind \"batch\""));
}

}  // namespace
}  // namespace stallscope

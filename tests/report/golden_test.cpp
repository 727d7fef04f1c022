// SPDX-License-Identifier: Apache-2.0
// What a known run file gives, byte by byte. After a wanted change:
//   STALLSCOPE_UPDATE_GOLDEN=1 test_report --gtest_filter='Golden.*'
// and read the difference before it is committed.
#include "golden.h"

#include <gtest/gtest.h>

#include "../analysis/synthetic_run.h"
#include "report/report.h"

namespace stallscope {
namespace {

using namespace by_hand;

/// The run with what depends on the day and on the plan's own version held still.
RunResults still(RunResults results) {
    results.sealed_at = "2023-11-14T22:13:00Z";
    results.sealed_sha256 = std::string(64, 'a');
    results.engine = "0.0.0";
    return results;
}

class Golden : public testing::Test {
protected:
    void SetUp() override {
        write_run(file());
        m_results = still(must(analyse(must(RunReader::open(file())))));
    }
    std::filesystem::path file() const { return m_folder.path() / "synthetic.stallscope"; }
    TemporaryFolder m_folder;
    RunResults m_results;
};

TEST_F(Golden, ResultsJson) {
    expect_golden("results.json", results_json(m_results));
}

TEST_F(Golden, TablesMarkdown) {
    expect_golden("tables.md", tables_markdown(m_results));
}

TEST_F(Golden, ShortTableAndSentence) {
    expect_golden("short.txt", short_table(m_results) + "\n" + one_sentence(m_results) + "\n");
}

TEST_F(Golden, TheSameFileGivesTheSameBytesAgain) {
    const RunReader reader = must(RunReader::open(file()));
    const RunResults first = must(analyse(reader));
    const RunResults second = must(analyse(must(RunReader::open(file()))));
    EXPECT_EQ(results_json(first), results_json(second));
    EXPECT_EQ(tables_markdown(first), tables_markdown(second));
    EXPECT_EQ(must(requests_csv(reader)), must(requests_csv(reader)));
}

TEST_F(Golden, RequestsCsvHasOneLineForEachRequestAndTheKnownStamps) {
    const std::string text = must(requests_csv(must(RunReader::open(file()))));
    EXPECT_EQ(text.substr(0, text.find("\r\n")),
              "visit,cycle,half,cell,condition,stream,counted,request,lane,seed,arrival_ns,"
              "submit_ns,queue_enter_ns,dispatch_ns,sent_ns,worker_recv_ns,service_start_ns,"
              "native_enter_ns,device_start_ns,device_end_ns,device_error_ns,native_exit_ns,"
              "service_end_ns,reply_sent_ns,recv_enter_ns,read_returned_ns,header_ns,body_ns,"
              "decoded_ns,received_ns,response_ns,cpu_ns,reply_bytes,answer");
    std::size_t lines = 0;
    for (const char c : text) {
        lines += c == '\n' ? 1 : 0;
    }
    std::size_t expected = 1;
    for (const ScheduledVisit& visit : schedule_of(experiment())) {
        expected += closed_requests(-100 * ms, 1650 * ms, visit.cell == "held").size();
    }
    EXPECT_EQ(lines, expected);
    // The first request arrived 100 ms before the window: in the file, not counted.
    const std::size_t first = text.find("\r\n") + 2;
    const std::string line = text.substr(first, text.find("\r\n", first) - first);
    EXPECT_NE(line.find(",gpu,0,1,0,1,-100000000,-99995000,"), std::string::npos) << line;
    EXPECT_EQ(line.substr(line.rfind(',')), ",match");
}

}  // namespace
}  // namespace stallscope

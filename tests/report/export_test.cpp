// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "../analysis/synthetic_run.h"
#include "report/report.h"

namespace stallscope {
namespace {

using namespace by_hand;
using testing::HasSubstr;

std::string read(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void replace_in(const std::filesystem::path& file, const std::string& from, const std::string& to) {
    std::string text = read(file);
    const auto at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
}

class Export : public testing::Test {
protected:
    void SetUp() override {
        write_run(m_folder.path() / "synthetic.stallscope");
        m_reader.emplace(must(RunReader::open(m_folder.path() / "synthetic.stallscope")));
    }
    std::filesystem::path to() const { return m_folder.path() / "new" / "export"; }
    TemporaryFolder m_folder;
    std::optional<RunReader> m_reader;
};

TEST_F(Export, MakesTheFolderAndLeavesNothingHalfWritten) {
    const auto written = must(export_run(*m_reader, to(), {"json", "md", "csv"}));
    EXPECT_THAT(written, testing::ElementsAre(to() / "results.json", to() / "tables.md",
                                              to() / "requests.csv"));
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(to())) {
        names.push_back(entry.path().filename().string());
    }
    EXPECT_THAT(names, testing::UnorderedElementsAre("results.json", "tables.md", "requests.csv"));
    EXPECT_EQ(read(to() / "results.json"), results_json(must(analyse(*m_reader))));
    EXPECT_EQ(read(to() / "requests.csv"), must(requests_csv(*m_reader)));
}

TEST_F(Export, WritesOnlyTheFormatsThatWereAskedFor) {
    EXPECT_THAT(must(export_run(*m_reader, to(), {"md"})),
                testing::ElementsAre(to() / "tables.md"));
    EXPECT_FALSE(std::filesystem::exists(to() / "results.json"));
    const auto wrong = export_run(*m_reader, to(), {"xml"});
    ASSERT_FALSE(wrong.has_value());
    EXPECT_EQ(wrong.error().kind, ErrorKind::usage);
}

TEST_F(Export, SaysWhereItCannotWrite) {
    std::ofstream(m_folder.path() / "file") << "x";
    const auto written = export_run(*m_reader, m_folder.path() / "file" / "below", {"json"});
    ASSERT_FALSE(written.has_value());
    EXPECT_EQ(written.error().kind, ErrorKind::measurement);
    EXPECT_THAT(written.error().where, HasSubstr("file"));
}

TEST_F(Export, VerifiesWhatItWrote) {
    must(export_run(*m_reader, to(), {"json", "md", "csv"}));
    EXPECT_TRUE(verify_export(*m_reader, to()).has_value());
}

TEST_F(Export, AMovedFigureIsFoundByItsPointer) {
    must(export_run(*m_reader, to(), {"json"}));
    replace_in(to() / "results.json", "\"p50\": 0.08,", "\"p50\": 0.07,");
    const auto verified = verify_export(*m_reader, to());
    ASSERT_FALSE(verified.has_value());
    EXPECT_EQ(verified.error().kind, ErrorKind::stale);
    EXPECT_THAT(verified.error().where, HasSubstr("results.json"));
    EXPECT_THAT(verified.error().says, HasSubstr("/rows/0/legs_ms/return/p50"));
    EXPECT_THAT(verified.error().says, HasSubstr("0.07"));
}

TEST_F(Export, AnEditedTableIsFoundByItsLine) {
    must(export_run(*m_reader, to(), {"md"}));
    replace_in(to() / "tables.md", "# synthetic", "# synthetik");
    const auto verified = verify_export(*m_reader, to());
    ASSERT_FALSE(verified.has_value());
    EXPECT_THAT(verified.error().says, HasSubstr("line 1: \"# synthetik\""));
}

TEST_F(Export, AnEditedOrCutCsvIsFoundByItsLine) {
    must(export_run(*m_reader, to(), {"csv"}));
    const std::string whole = read(to() / "requests.csv");
    const auto third = whole.find('\n', whole.find('\n') + 1) + 1;
    std::string edited = whole;
    edited[third] = edited[third] == '9' ? '8' : '9';
    std::ofstream(to() / "requests.csv", std::ios::binary | std::ios::trunc) << edited;
    auto verified = verify_export(*m_reader, to());
    ASSERT_FALSE(verified.has_value());
    EXPECT_THAT(verified.error().says, HasSubstr("line 3"));
    for (const std::string& other : {whole.substr(0, whole.size() - 4), whole + "more"}) {
        std::ofstream(to() / "requests.csv", std::ios::binary | std::ios::trunc) << other;
        EXPECT_FALSE(verify_export(*m_reader, to()).has_value());
    }
}

TEST_F(Export, ATextThatIsNoJsonAnyMoreIsFoundByItsLine) {
    must(export_run(*m_reader, to(), {"json"}));
    std::ofstream(to() / "results.json", std::ios::binary | std::ios::trunc)
        << std::string(100'000, '[');
    const auto verified = verify_export(*m_reader, to());
    ASSERT_FALSE(verified.has_value());
    EXPECT_THAT(verified.error().says, HasSubstr("line 1"));
}

TEST_F(Export, AnEmptyFolderIsNoExport) {
    std::filesystem::create_directories(to());
    const auto verified = verify_export(*m_reader, to());
    ASSERT_FALSE(verified.has_value());
    EXPECT_EQ(verified.error().kind, ErrorKind::stale);
}

}  // namespace
}  // namespace stallscope

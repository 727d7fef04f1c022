// SPDX-License-Identifier: Apache-2.0
// results.json against resources/schema/results.schema.json, judged by Python's jsonschema.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "../analysis/synthetic_run.h"
#include "report/report.h"

namespace stallscope {
namespace {

using namespace by_hand;

bool python_has_jsonschema() {
    return std::system("python3 -c 'import jsonschema' >/dev/null 2>&1") == 0;
}

/// Exit code of the validator; it prints what it found.
int validate(const std::filesystem::path& file) {
    const std::string script = R"(
import json, sys
from jsonschema import Draft202012Validator
schema = json.load(open(sys.argv[1]))
Draft202012Validator.check_schema(schema)
faults = sorted(Draft202012Validator(schema).iter_errors(json.load(open(sys.argv[2]))), key=str)
for fault in faults[:10]:
    print('/'.join(map(str, fault.absolute_path)) + ': ' + fault.message[:200])
sys.exit(1 if faults else 0)
)";
    const std::string schema =
        std::string(STALLSCOPE_SOURCE_DIR) + "/resources/schema/results.schema.json";
    const std::string command =
        "python3 -W ignore -c \"" + script + "\" '" + schema + "' '" + file.string() + "'";
    return std::system(command.c_str());
}

class Schema : public testing::Test {
protected:
    void SetUp() override {
        if (!python_has_jsonschema()) {
            GTEST_SKIP() << "python3 has no jsonschema: install python3-jsonschema to run this";
        }
    }
    std::filesystem::path written(const std::string& text) const {
        const auto file = m_folder.path() / "results.json";
        std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
        return file;
    }
    TemporaryFolder m_folder;
};

TEST_F(Schema, HoldsForAWholeRun) {
    const auto file = m_folder.path() / "synthetic.stallscope";
    write_run(file);
    EXPECT_EQ(validate(written(results_json(must(analyse(must(RunReader::open(file))))))), 0);
}

TEST_F(Schema, HoldsForARunWithoutVisits) {
    const auto file = m_folder.path() / "empty.stallscope";
    must(new_run(file, experiment()).close());
    EXPECT_EQ(validate(written(results_json(must(analyse(must(RunReader::open(file))))))), 0);
}

TEST_F(Schema, NoticesAKeyThatIsGone) {
    const auto file = m_folder.path() / "synthetic.stallscope";
    write_run(file);
    std::string text = results_json(must(analyse(must(RunReader::open(file)))));
    const auto at = text.find("\"lock_wait\"");
    ASSERT_NE(at, std::string::npos);
    text.replace(at, 11, "\"lock_weit\"");
    EXPECT_NE(validate(written(text)), 0);
}

}  // namespace
}  // namespace stallscope

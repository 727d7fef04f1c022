// SPDX-License-Identifier: Apache-2.0
// The program itself, in a folder of its own: what lies beside it draws html and pdf.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "analysis/synthetic_run.h"
#include "cli/command.h"
#include "run/child_process.h"

namespace stallscope::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

class DrawnReport : public ::testing::Test {
protected:
    void SetUp() override {
        by_hand::write_run(run());
        const fs::path program = STALLSCOPE_BUILD_DIR "/bin/stallscope";
        std::error_code other_file_system;
        fs::create_hard_link(program, m_folder.file("stallscope"), other_file_system);
        if (other_file_system) fs::copy_file(program, m_folder.file("stallscope"));
    }
    std::string run() const { return m_folder.file("run.stallscope"); }
    std::string to() const { return m_folder.file("out"); }

    void put_workbench(const std::string& script) const {
        const fs::path file = m_folder.file("stallscope-workbench");
        std::ofstream(file) << "#!/bin/sh\n" << script;
        fs::permissions(file, fs::perms::owner_all);
    }

    ChildOutput exported(const std::string& formats) const {
        ChildPlan plan;
        plan.argv = {
            m_folder.file("stallscope"), "export", run(), "--to", to(), "--format", formats};
        return by_hand::must(run_child(plan, 60));
    }

    std::string read(const std::string& name) const {
        std::ifstream in(m_folder.file(name));
        return {std::istreambuf_iterator<char>(in), {}};
    }

    ::TemporaryFolder m_folder;
};

TEST_F(DrawnReport, WithoutTheWorkbenchNothingIsWritten) {
    const auto output = exported("json,html");
    EXPECT_EQ(output.exit_code, 1);
    EXPECT_THAT(output.out, HasSubstr("html and pdf are drawn by stallscope-workbench, which is "
                                      "not beside this program. Install it, or use md."));
    EXPECT_FALSE(fs::exists(to()));
    EXPECT_EQ(exported("json,md").exit_code, 0) << "these need no workbench";
}

TEST_F(DrawnReport, TheWorkbenchIsAskedWithoutAScreen) {
    put_workbench("for word; do echo \"$word\"; done >" + m_folder.file("asked") +
                  "\necho $QT_QPA_PLATFORM >" + m_folder.file("platform") + "\n");
    const auto output = exported("pdf,md,html,pdf");
    EXPECT_EQ(output.exit_code, 0) << output.out;
    EXPECT_EQ(read("asked"), "--export\nhtml,pdf\n--to\n" + to() + "\n--\n" + run() + "\n");
    EXPECT_EQ(read("platform"), "offscreen\n");
    EXPECT_EQ(output.out, to() + "/tables.md\n" + to() + "/report.html\n" + to() + "/report.pdf\n");
}

TEST_F(DrawnReport, WhatTheWorkbenchSaysIsHandedOnWithItsExitCode) {
    put_workbench(
        "echo 'some remark of a library' >&2\n"
        "echo 'stallscope-workbench: /out/report.pdf: the disk is full. Make room.' >&2\n"
        "exit 3\n");
    const auto output = exported("pdf");
    EXPECT_EQ(output.exit_code, 3);
    EXPECT_EQ(output.out, "stallscope: /out/report.pdf: the disk is full. Make room.\n");
}

TEST_F(DrawnReport, AWorkbenchThatDiesIsAnError) {
    put_workbench("kill -9 $$\n");
    const auto output = exported("html");
    EXPECT_EQ(output.exit_code, 3);
    EXPECT_THAT(output.out, HasSubstr("stallscope-workbench was killed by signal 9"));
    EXPECT_THAT(output.out, Not(HasSubstr("report.html")));
}

}  // namespace
}  // namespace stallscope::cli

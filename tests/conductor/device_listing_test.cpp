// SPDX-License-Identifier: Apache-2.0
#include "run/device_listing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "conductor/fake_host.h"

namespace stallscope {
namespace {

using stallscope::testing::TemporaryFolder;
using ::testing::Each;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Shell scripts in the place of programs.
class Listing : public ::testing::Test {
protected:
    std::filesystem::path script(const std::string& name, const std::string& body) {
        const auto path = m_folder.path() / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << "#!/bin/sh\n" << body << "\n";
        ::chmod(path.c_str(), 0755);
        return path;
    }
    TemporaryFolder m_folder;
};

using DeviceListing = Listing;

TEST_F(DeviceListing, TheProgramBesideThisOneIsAskedForEveryBackend) {
    const auto rows = list_devices(60);
    ASSERT_TRUE(rows) << to_text(rows.error());
    std::vector<std::string> ids;
    for (const auto& row : *rows) ids.push_back(row.id.substr(0, row.id.find(':')));
    for (const auto& backend : backends()) {
        EXPECT_THAT(ids, ::testing::Contains(backend));
    }
    EXPECT_EQ((*rows)[0].state, "found");
}

TEST_F(DeviceListing, ADriverThatHangsIsBlockedAndTheOthersAreNot) {
    const auto program = script("hangs", R"(case "$2" in opencl) sleep 600;; esac
printf '\nstallscope-devices:[{"id":"%s","state":"found","name":"n"}]\n' "$2")");
    const auto rows = list_devices(2, program);
    ASSERT_TRUE(rows);
    ASSERT_EQ(rows->size(), backends().size());
    for (const auto& row : *rows) {
        EXPECT_EQ(row.state, row.id == "opencl" ? "blocked" : "found") << row.id;
        if (row.id == "opencl") {
            EXPECT_THAT(row.why, HasSubstr("did not answer within 2 s"));
            EXPECT_FALSE(row.advice.empty());
        }
    }
}

TEST_F(DeviceListing, ADriverThatCrashesIsUnusableWithItsLastWords) {
    const auto rows = list_devices(30, script("crashes", "echo 'assertion failed'; kill -SEGV $$"));
    ASSERT_TRUE(rows);
    EXPECT_THAT(*rows, Each(Field(&DeviceRow::state, "unusable")));
    EXPECT_THAT(rows->front().why, HasSubstr("crashed (signal 11"));
    EXPECT_THAT(rows->front().why, HasSubstr("assertion failed"));
}

TEST_F(DeviceListing, GarbageIsUnusable) {
    for (const std::string says :
         {"echo hello", "printf '\\nstallscope-devices:{'", "printf '\\nstallscope-devices:[1]\\n'",
          "printf '\\nstallscope-devices:[{\"id\":\"x\",\"state\":\"splendid\"}]\\n'", "exit 3",
          "head -c 3000000 /dev/zero"}) {
        const auto rows = list_devices(30, script("babbles", says));
        ASSERT_TRUE(rows);
        EXPECT_THAT(*rows, Each(Field(&DeviceRow::state, "unusable"))) << says;
    }
}

TEST_F(DeviceListing, AMissingProgramIsAnError) {
    const auto rows = list_devices(1, m_folder.path() / "absent");
    ASSERT_FALSE(rows);
    EXPECT_THAT(rows.error().where, HasSubstr("absent"));
}

TEST(DeviceRows, SurviveTheWayThroughAPipeWithNoiseAround) {
    DeviceRow row{"opencl:0:0", "found", "a \"CPU\"", "1.2", "mapped", true, "", ""};
    const auto rows = device_rows_in("driver: hello\n" + device_rows_line({row}) + "bye\n");
    ASSERT_TRUE(rows) << to_text(rows.error());
    ASSERT_EQ(rows->size(), 1U);
    EXPECT_EQ((*rows)[0].name, "a \"CPU\"");
    EXPECT_TRUE((*rows)[0].emulated);
    EXPECT_EQ((*rows)[0].clock, "mapped");
}

class PythonListing : public Listing {
protected:
    /// A program that answers as an interpreter of this version would.
    std::filesystem::path python(const std::string& name, const std::string& version,
                                 const std::string& more = "") {
        const auto path = m_folder.path() / name;
        return script(name, "printf '\\nstallscope:{\"executable\":\"" + path.string() +
                                "\",\"version\":[" + version + "]" + more + "}\\n'");
    }
    std::vector<PythonRow> listed(double limit_s = 60) {
        PythonPlaces places;
        places.path = (m_folder.path() / "bin").string();
        places.pyenv = m_folder.path() / "pyenv";
        places.condas = {m_folder.path() / "conda"};
        return list_pythons(places, limit_s);
    }
};

TEST_F(PythonListing, EveryPlaceIsLookedAtAndShimsAreNot) {
    python("bin/python3.12", "3,12,1");
    python("bin/python3.12-config", "3,12,1");
    python("pyenv/versions/3.9.18/bin/python3", "3,9,18");
    python("pyenv/shims/python3", "3,9,18");
    python("conda/bin/python", "3,11,0");
    python("conda/envs/x/bin/python", "3,10,0");
    std::vector<std::string> versions;
    for (const auto& row : listed()) {
        EXPECT_EQ(row.state, "found") << row.why;
        versions.push_back(row.version);
    }
    EXPECT_THAT(versions, ::testing::ElementsAre("3.12.1", "3.9.18", "3.11.0", "3.10.0"));
}

TEST_F(PythonListing, LinksToOneFileAreOneInterpreter) {
    const auto real = python("bin/python3.12", "3,12,1");
    std::filesystem::create_symlink(real, m_folder.path() / "bin" / "python3");
    EXPECT_EQ(listed().size(), 1U);
}

TEST_F(PythonListing, AVirtualEnvironmentIsAnInterpreterOfItsOwn) {
    const auto real = python("bin/python3.12", "3,12,1");
    std::filesystem::create_directories(m_folder.path() / "venv" / "bin");
    std::ofstream(m_folder.path() / "venv" / "pyvenv.cfg") << "home = x\n";
    for (const char* name : {"python", "python3"}) {
        std::filesystem::create_symlink(real, m_folder.path() / "venv" / "bin" / name);
    }
    PythonPlaces places;
    places.path =
        (m_folder.path() / "venv" / "bin").string() + ":" + (m_folder.path() / "bin").string();
    EXPECT_EQ(python_candidates(places).size(), 2U);
}

TEST_F(PythonListing, OldOnesAndOtherOnesSayWhy) {
    python("bin/python2", "2,7,18");
    python("bin/python3.8", "3,8,18");
    python("bin/python3.10", "3,10,2", ",\"implementation\":\"pypy\"");
    python("bin/python3.13", "3,13,0", ",\"gil\":false,\"modules\":[\"numpy\"]");
    const auto rows = listed();
    ASSERT_EQ(rows.size(), 4U);
    EXPECT_EQ(rows[0].version, "2.7.18");
    EXPECT_EQ(rows[0].state, "too-old");
    EXPECT_EQ(rows[1].state, "unusable");
    EXPECT_THAT(rows[1].why, HasSubstr("pypy"));
    EXPECT_EQ(rows[2].state, "found");
    EXPECT_FALSE(rows[2].gil);
    EXPECT_THAT(rows[2].modules, ::testing::ElementsAre("numpy"));
    EXPECT_EQ(rows[3].state, "too-old");
}

TEST_F(PythonListing, OneThatHangsOrBabblesIsUnusable) {
    script("bin/python3", "sleep 600");
    script("bin/python3.9", "echo 'Python 3.9'");
    const auto rows = listed(2);
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_THAT(rows, Each(Field(&PythonRow::state, "unusable")));
    EXPECT_THAT(rows[0].why, HasSubstr("within 2 s"));
    EXPECT_THAT(rows[1].why, HasSubstr("no Python interpreter"));
}

TEST_F(PythonListing, NothingAnywhereIsAnEmptyList) {
    EXPECT_THAT(listed(), IsEmpty());
}

TEST(PythonListingHere, FindsTheInterpretersOfThisMachine) {
    const auto rows = list_pythons(60);
    EXPECT_THAT(rows, ::testing::Contains(Field(&PythonRow::state, "found")));
    for (const auto& row : rows) {
        EXPECT_NE(row.path, "");
        EXPECT_EQ(row.why.empty(), row.state == "found") << row.path << ": " << row.why;
    }
}

}  // namespace
}  // namespace stallscope

// SPDX-License-Identifier: Apache-2.0
// Other environments ship older C++ libraries, and a user's process has symbols of its own: the
// library that is loaded into it needs libc and shows nothing but its C ABI.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <sstream>
#include <string>

namespace {

std::string output_of(const std::string& command) {
    std::string output;
    FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r");
    if (!pipe) return output;
    std::array<char, 4096> buffer;
    while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe))
        output.append(buffer.data(), got);
    pclose(pipe);
    return output;
}

const std::string library = STALLSCOPE_BUILD_DIR "/lib/libstallscope_host.so";

TEST(SharedLibrary, NeedsNothingButTheCLibrary) {
    const std::string dynamic = output_of("readelf -d '" + library + "'");
    if (dynamic.empty()) GTEST_SKIP() << "readelf (package binutils) is not installed";
    std::istringstream lines(dynamic);
    int needed = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.find("(NEEDED)") == std::string::npos) continue;
        ++needed;
        EXPECT_TRUE(line.find("[libc.so") != std::string::npos ||
                    line.find("[libm.so") != std::string::npos ||
                    line.find("[libdl.so") != std::string::npos ||
                    line.find("[libpthread.so") != std::string::npos ||
                    line.find("[ld-linux") != std::string::npos)
            << line;
    }
    EXPECT_GT(needed, 0);
}

TEST(SharedLibrary, ShowsNothingButItsCAbi) {
    const std::string symbols = output_of("nm -D --defined-only '" + library + "'");
    if (symbols.empty()) GTEST_SKIP() << "nm (package binutils) is not installed";
    std::istringstream lines(symbols);
    int shown = 0;
    for (std::string address, type, name; lines >> address >> type >> name;) {
        ++shown;
        EXPECT_EQ(name.rfind("stallscope_", 0), 0u) << name;
    }
    EXPECT_EQ(shown, 19);
}

}  // namespace

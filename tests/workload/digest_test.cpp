// SPDX-License-Identifier: Apache-2.0
#include "workload/digest.h"

#include <gtest/gtest.h>

#include <string_view>

namespace stallscope {
namespace {

std::uint64_t digest_of_text(std::string_view text) {
    return digest_of(std::as_bytes(std::span(text)));
}

// Values published with the algorithm.
TEST(Digest, IsFnv1aOf64Bits) {
    EXPECT_EQ(digest_of_text(""), 0xcbf29ce484222325U);
    EXPECT_EQ(digest_of_text("a"), 0xaf63dc4c8601ec8cU);
    EXPECT_EQ(digest_of_text("foobar"), 0x85944171f73967e8U);
}

}  // namespace
}  // namespace stallscope

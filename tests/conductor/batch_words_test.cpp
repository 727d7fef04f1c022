// SPDX-License-Identifier: Apache-2.0
// plan knows batches and limits without batch/, which makes them: both must say the same.
#include <gtest/gtest.h>

#include "batch/batch_shapes.h"
#include "batch/mail_parser.h"
#include "plan/experiment.h"

namespace stallscope {
namespace {

std::string document(const std::string& mails) {
    return R"({"stallscope":1,"name":"b","kind":"batch","batch":{"mails":")" + mails +
           R"("},"cells":[{"id":"A"}]})";
}

TEST(BatchWords, EveryMadeBatchCanBeAskedForAndNoOther) {
    for (const BatchShape& shape : batch_shapes())
        EXPECT_TRUE(parse_experiment(document(shape.name))) << shape.name;
    const auto refused = parse_experiment(document("nothing"));
    ASSERT_FALSE(refused);
    // The error lists the made ones, and these are all of them.
    for (const BatchShape& shape : batch_shapes()) {
        EXPECT_NE(refused.error().hint.find('"' + shape.name + '"'), std::string::npos)
            << refused.error().hint;
    }
    std::size_t listed = 0;
    for (const char letter : refused.error().hint) listed += letter == '"' ? 1 : 0;
    EXPECT_EQ(listed, 2 * batch_shapes().size()) << refused.error().hint;
}

TEST(BatchWords, LimitsAreTheParsersOwnWhereNoneAreWritten) {
    const MailLimits written;
    const ParseLimits own;
    EXPECT_EQ(static_cast<std::size_t>(written.message_bytes), own.message_bytes);
    EXPECT_EQ(static_cast<std::size_t>(written.header_bytes), own.header_bytes);
    EXPECT_EQ(static_cast<std::size_t>(written.boundary_bytes), own.boundary_bytes);
    EXPECT_EQ(written.parts, own.parts);
    EXPECT_EQ(written.depth, own.depth);
}

TEST(BatchWords, EveryParserCanBeNamed) {
    for (const ParserListing& parser : parser_listing()) {
        const std::string text =
            R"({"stallscope":1,"name":"b","kind":"batch","batch":{"parser":")" + parser.name +
            R"("},"cells":[{"id":"A"}]})";
        EXPECT_TRUE(parse_experiment(text)) << parser.name;
    }
}

}  // namespace
}  // namespace stallscope

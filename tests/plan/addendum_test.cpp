// SPDX-License-Identifier: Apache-2.0
#include "plan/addendum.h"

#include <gmock/gmock.h>

#include "documents.h"
#include "plan/seal.h"

namespace stallscope {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* date = "2026-03-01T12:00:00Z";

Experiment sealed() {
    return parse_experiment(test::rich_document().dump()).value();
}

nlohmann::json criterion(const char* id, double at_most_ms) {
    return {{"id", id},    {"metric", "return"},  {"statistic", "mean"},     {"stream", "gpu"},
            {"cell", "A"}, {"condition", "both"}, {"at_most_ms", at_most_ms}};
}

nlohmann::json with(std::vector<nlohmann::json> criteria) {
    return {{"says", "the first bound was too wide"}, {"criteria", std::move(criteria)}};
}

Addendum made(const nlohmann::json& document) {
    const auto addendum = make_addendum(document.dump(), sealed(), date);
    if (addendum) return *addendum;
    ADD_FAILURE() << to_text(addendum.error());
    return {};
}

std::string fault_of(const std::string& text) {
    const auto addendum = make_addendum(text, sealed(), date);
    return addendum ? "no fault" : to_text(addendum.error());
}

TEST(Addendum, IsDatedAndReadsBackAsItself) {
    const Addendum addendum = made(with({criterion("c1", 0.25)}));
    EXPECT_EQ(addendum.json,
              R"({"at":"2026-03-01T12:00:00Z","criteria":[{"at_most_ms":0.25,"cell":"A",)"
              R"("condition":"both","id":"c1","metric":"return","statistic":"mean",)"
              R"("stream":"gpu"}],"says":"the first bound was too wide"})");
    const auto back = read_addendum(addendum.json, sealed());
    ASSERT_TRUE(back) << to_text(back.error());
    EXPECT_EQ(back->at, date);
    EXPECT_EQ(back->says, "the first bound was too wide");
    EXPECT_EQ(back->criteria, addendum.criteria);
    EXPECT_EQ(back->json, addendum.json);
}

TEST(Addendum, FaultsNameTheirPlaces) {
    EXPECT_THAT(fault_of("[]"), HasSubstr("an addendum is an object in braces"));
    EXPECT_THAT(fault_of("{"), StartsWith("line 1"));
    EXPECT_THAT(fault_of("{}"), StartsWith("/criteria: "));
    EXPECT_THAT(fault_of(R"({"criteria": []})"), HasSubstr("changes nothing"));
    EXPECT_THAT(fault_of(R"({"criteria": [], "at": "2020-01-01T00:00:00Z"})"),
                HasSubstr("changes nothing"));
    nlohmann::json dated = with({criterion("c1", 1)});
    dated["at"] = "2020-01-01T00:00:00Z";  // the program dates it
    EXPECT_THAT(fault_of(dated.dump()), StartsWith("/at: \"at\" is not a key of an addendum"));
    EXPECT_THAT(fault_of(with({criterion("c1", -1)}).dump()),
                StartsWith("/criteria/0/at_most_ms: "));
    nlohmann::json elsewhere = criterion("c1", 1);
    elsewhere["cell"] = "Z";
    EXPECT_THAT(fault_of(with({elsewhere}).dump()),
                StartsWith("/criteria/0/cell: there is no cell \"Z\""));
    EXPECT_THAT(fault_of(with({criterion("c1", 1), criterion("c1", 2)}).dump()),
                StartsWith("/criteria/1/id: there are two criteria"));
}

TEST(Addendum, AStoredOneThatDoesNotFitIsStale) {
    const Addendum addendum = made(with({criterion("c1", 0.25)}));
    std::string other = addendum.json, undated = addendum.json;
    other.replace(other.find("\"cell\":\"A\""), 10, "\"cell\":\"Z\"");
    undated.erase(undated.find("\"at\""), 28);
    for (const std::string& text : {other, undated, std::string("{"), std::string("3")}) {
        const auto read = read_addendum(text, sealed());
        ASSERT_FALSE(read) << text;
        EXPECT_EQ(read.error().kind, ErrorKind::stale);
    }
    EXPECT_EQ(read_addendum(other, sealed()).error().says,
              "/criteria/0/cell: there is no cell \"Z\"");
}

TEST(WithAddenda, ChangesAndAddsAndMarksBoth) {
    const Experiment before = sealed();
    const std::vector<Addendum> addenda = {
        made(with({criterion("c1", 0.25), criterion("new", 9)}))};
    const Experiment after = with_addenda(before, addenda);
    ASSERT_EQ(after.criteria.size(), before.criteria.size() + 1);
    EXPECT_DOUBLE_EQ(after.criteria.at(0).bound, 0.25);
    EXPECT_TRUE(after.criteria.at(0).exploratory);
    EXPECT_EQ(after.criteria.back().id, "new");
    EXPECT_TRUE(after.criteria.back().exploratory);
    for (std::size_t i = 1; i < before.criteria.size(); ++i)
        EXPECT_EQ(after.criteria.at(i), before.criteria.at(i));
    EXPECT_EQ(seal_of(after).sha256, seal_of(before).sha256);
}

TEST(WithAddenda, TheLastWordOfACriterionCounts) {
    const Experiment before = sealed();
    std::vector<Addendum> addenda = {made(with({criterion("new", 9)})),
                                     made(with({criterion("new", 8)}))};
    const Experiment after = with_addenda(before, addenda);
    EXPECT_EQ(after.criteria.size(), before.criteria.size() + 1);
    EXPECT_EQ(after.criteria.back().bound, 8);
}

TEST(WithAddenda, PuttingTheSealedWordsBackUndoesAnEdit) {
    const Experiment before = sealed();
    const std::vector<Addendum> addenda = {
        made(with({criterion("c1", 0.25)})),
        made(with({test::rich_document().at("criteria").at(0)}))};
    EXPECT_TRUE(with_addenda(before, {addenda.data(), 1}).criteria.at(0).exploratory);
    EXPECT_EQ(with_addenda(before, addenda).criteria, before.criteria);
}

TEST(WithAddenda, WithoutAnyNothingChanges) {
    EXPECT_EQ(with_addenda(sealed(), {}).criteria, sealed().criteria);
}

}  // namespace
}  // namespace stallscope

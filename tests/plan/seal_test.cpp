// SPDX-License-Identifier: Apache-2.0
#include "plan/seal.h"

#include <gmock/gmock.h>

#include "documents.h"

namespace stallscope {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// The examples of FIPS 180-4 (one block, two blocks, a million times "a") and nothing.
TEST(Sha256, GivesThePublishedSums) {
    EXPECT_EQ(sha256_hex("abc"),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(sha256_hex(std::string(1'000'000, 'a')),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(Sha256, IsTheSamePieceByPiece) {
    Sha256 sum;
    for (const char c : std::string("abc")) sum.add(std::string_view(&c, 1));
    Sha256 moved = std::move(sum);
    EXPECT_EQ(moved.hex(), sha256_hex("abc"));
}

Experiment rich() {
    return parse_experiment(test::rich_document().dump()).value();
}

TEST(Canonical, HasSortedKeysNoSpacesAndPlainNumbers) {
    const auto experiment = parse_experiment(R"({
        "name": "ä \" \\ \n", "stallscope": 1.0,
        "streams": {"b": {"workload": {"ms": 2.50, "kind": "wait"}},
                    "a": {"workload": {"ms": 1e-3, "kind": "wait", "spread_ms": 1E2}}},
        "cells": [ {"id": "A"} ], "conditions": [{"streams": ["a"], "id": "c"}],
        "cycles": 3.0, "question": "\u00e4/\t\u0001"})");
    ASSERT_FALSE(experiment);  // the name has a newline
    const auto fine = parse_experiment(R"({
        "name": "ä \" \\", "stallscope": 1.0,
        "streams": {"b": {"workload": {"ms": 2.50, "kind": "wait"}},
                    "a": {"workload": {"ms": 1e-3, "kind": "wait", "spread_ms": 1E2}}},
        "cells": [ {"id": "A"} ], "conditions": [{"streams": ["a"], "id": "c"}],
        "cycles": 3.0, "question": "\u00e4\/\t\u0001"})");
    ASSERT_TRUE(fine) << to_text(fine.error());
    EXPECT_EQ(fine->canonical,
              R"({"cells":[{"id":"A"}],"conditions":[{"id":"c","streams":["a"]}],"cycles":3,)"
              R"("name":"ä \" \\","question":"ä/\t\u0001","stallscope":1,"streams":)"
              R"({"a":{"workload":{"kind":"wait","ms":0.001,"spread_ms":100}},)"
              R"("b":{"workload":{"kind":"wait","ms":2.5}}}})");
}

TEST(Canonical, ReadsBackAsItself) {
    const Experiment once = rich();
    const auto twice = parse_experiment(once.canonical);
    ASSERT_TRUE(twice) << to_text(twice.error());
    EXPECT_EQ(twice->canonical, once.canonical);
    EXPECT_EQ(twice->cells.at(2).host, once.cells.at(2).host);
    EXPECT_EQ(twice->cells.at(2).streams, once.cells.at(2).streams);
}

TEST(Canonical, DoesNotDependOnHowTheFileIsSpelt) {
    const nlohmann::json document = test::rich_document();
    EXPECT_EQ(parse_experiment(document.dump(4))->canonical,
              parse_experiment(document.dump(-1, ' ', true))->canonical);
}

TEST(Seal, NamesTheAlgorithmTheExperimentAndTheLooks) {
    const Experiment experiment = rich();
    const Seal seal = seal_of(experiment);
    EXPECT_EQ(seal.text,
              R"({"algorithm":1,"experiment":)" + experiment.canonical + R"(,"looks":"obf"})");
    EXPECT_EQ(seal.sha256, sha256_hex(seal.text));
}

TEST(Seal, ChangesWithEveryOption) {
    Options options;
    options.cycles = 4;
    const auto changed = parse_experiment(test::rich_document().dump(), options);
    EXPECT_NE(seal_of(*changed).sha256, seal_of(rich()).sha256);
}

TEST(Seal, GivesTheExperimentBack) {
    const Experiment experiment = rich();
    const auto back = unseal(seal_of(experiment).text);
    ASSERT_TRUE(back) << to_text(back.error());
    EXPECT_EQ(back->canonical, experiment.canonical);
    EXPECT_EQ(back->criteria.size(), experiment.criteria.size());
    EXPECT_EQ(seal_of(*back).sha256, seal_of(experiment).sha256);
}

TEST(Seal, NamesTheLooksOfTheExperiment) {
    for (const char* looks : {"obf", "final", "anytime"}) {
        nlohmann::json document = test::rich_document();
        document["looks"] = looks;
        const auto experiment = parse_experiment(document.dump());
        ASSERT_TRUE(experiment) << to_text(experiment.error());
        const std::string end = std::string(R"(,"looks":")") + looks + "\"}";
        EXPECT_THAT(seal_of(*experiment).text, ::testing::EndsWith(end));
        const auto back = unseal(seal_of(*experiment).text);
        ASSERT_TRUE(back) << to_text(back.error());
        EXPECT_EQ(to_text(back->looks), looks);
    }
}

// Files of before an experiment could name its looks: the seal named them alone.
TEST(Seal, AnOlderOneKeepsItsOneLookAtTheEnd) {
    nlohmann::json document = test::rich_document();
    document.erase("looks");
    const Experiment experiment = parse_experiment(document.dump()).value();
    ASSERT_EQ(experiment.looks, Looks::obf);
    const auto sealed_with = [&](const std::string& looks) {
        return R"({"algorithm":1,"experiment":)" + experiment.canonical + R"(,"looks":")" + looks +
               "\"}";
    };
    const auto back = unseal(sealed_with("final"));
    ASSERT_TRUE(back) << to_text(back.error());
    EXPECT_EQ(back->looks, Looks::final);
    EXPECT_EQ(seal_of(*back).text, sealed_with("final"));
    EXPECT_EQ(unseal(sealed_with("obf"))->looks, Looks::obf);
    ASSERT_FALSE(unseal(sealed_with("anytime")));
    EXPECT_EQ(unseal(sealed_with("anytime")).error().says, "it is not as it was sealed");
}

TEST(Seal, ATextThatWasAlteredIsStale) {
    const std::string text = seal_of(rich()).text;
    std::string other_algorithm = text, other_looks = text, spaced = text, broken = text;
    other_algorithm.replace(other_algorithm.find("\"algorithm\":1"), 13, "\"algorithm\":2");
    other_looks.replace(other_looks.rfind("obf"), 3, "final");
    spaced += ' ';
    broken.replace(broken.find("\"cycles\":5"), 10, "\"cycles\":0");
    for (const std::string& altered :
         {other_algorithm, other_looks, spaced, broken, text.substr(0, text.size() / 2),
          std::string("[]"), std::string(), std::string(R"({"algorithm":1})")}) {
        const auto experiment = unseal(altered);
        ASSERT_FALSE(experiment) << altered;
        EXPECT_EQ(experiment.error().kind, ErrorKind::stale);
    }
    EXPECT_THAT(unseal(other_algorithm).error().says, HasSubstr("algorithm 2"));
    EXPECT_THAT(unseal(broken).error().says, StartsWith("/cycles"));
}

}  // namespace
}  // namespace stallscope

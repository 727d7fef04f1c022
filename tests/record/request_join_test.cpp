// SPDX-License-Identifier: Apache-2.0
#include "record/request_join.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "record/row_columns.h"

namespace stallscope {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

constexpr std::int64_t origin = 50'000'000'000;
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();

StampRecord record_of(RecordKind kind, std::uint64_t request, std::uint32_t lane = 0) {
    StampRecord record;
    record.kind = static_cast<std::uint32_t>(kind);
    record.request = request;
    record.lane = lane;
    // Field i of a part says: part · 100 + i after the origin.
    for (std::size_t i = 0; i < record.t.size(); ++i) {
        record.t[i] = origin + record.kind * 100 + static_cast<std::int64_t>(i);
    }
    if (kind == RecordKind::client) {
        record.t[ClientField::answer] = static_cast<std::int64_t>(Answer::match);
        record.t[ClientField::seed] = 3;
    } else if (kind == RecordKind::dispatch) {
        record.t[DispatchField::reply_bytes] = 512;
    } else if (kind == RecordKind::service) {
        record.t[ServiceField::device_error] = 40;
        record.t[ServiceField::cpu] = 900;
        record.t[ServiceField::status] = 0;
    } else {
        record.t[CallField::status] = 0;
    }
    return record;
}

class Joining : public testing::Test {
protected:
    static JoinStream closed(const std::string& name, std::set<std::uint32_t> lanes = {}) {
        return {name, false, true, std::move(lanes)};
    }
    static JoinStream unstamped(const std::string& name) { return {name, false, false, {}}; }
    static JoinStream loop(const std::string& name) { return {name, true, true, {}}; }

    static void feed_request(RequestJoin& join, std::uint64_t request) {
        join.feed("gpu", record_of(RecordKind::service, request));
        join.feed("gpu", record_of(RecordKind::dispatch, request));
        join.feed("gpu", record_of(RecordKind::client, request));
    }
};

TEST_F(Joining, ThreePartsMakeOneRowWithEveryStampInItsPlace) {
    RequestJoin join({closed("gpu")}, origin);
    feed_request(join, 7);
    const auto rows = join.take_finished().requests["gpu"];
    ASSERT_EQ(rows.size(), 1U);
    RequestRow expected;
    expected.request = 7;
    expected.seed = 3;
    expected.lane = 0;
    expected.answer = 1;
    expected.arrival = 100;
    expected.submit = 101;
    expected.response = 102;
    expected.queue_enter = 200;
    expected.dispatch = 201;
    expected.sent = 202;
    expected.recv_enter = 203;
    expected.read_returned = 204;
    expected.header = 205;
    expected.body = 206;
    expected.decoded = 207;
    expected.received = 208;
    expected.reply_bytes = 512;
    expected.worker_recv = 300;
    expected.service_start = 301;
    expected.service_end = 302;
    expected.native_enter = 303;
    expected.native_exit = 304;
    expected.device_start = 305;
    expected.device_end = 306;
    expected.device_error = 40;
    expected.reply_sent = 308;
    expected.cpu = 900;
    for (std::size_t i = 0; i < request_members.size(); ++i) {
        EXPECT_EQ(rows[0].*request_members[i], expected.*request_members[i]) << "column " << i;
    }
    EXPECT_THAT(join.unmatched(), IsEmpty());
}

TEST_F(Joining, TheOrderOfThePartsAndOfTheRequestsDoesNotMatter) {
    std::vector<StampRecord> records;
    for (std::uint64_t request = 1; request <= 300; ++request) {
        for (const auto kind : {RecordKind::client, RecordKind::dispatch, RecordKind::service}) {
            records.push_back(record_of(kind, request));
        }
    }
    std::mt19937 random(11);
    std::shuffle(records.begin(), records.end(), random);
    RequestJoin join({closed("gpu")}, origin);
    std::set<std::int64_t> requests;
    for (const StampRecord& record : records) {
        join.feed("gpu", record);
        const auto rows = join.take_finished().requests["gpu"];
        for (const RequestRow& row : rows) {
            EXPECT_TRUE(requests.insert(row.request).second);
            EXPECT_EQ(row.header, 205);
            EXPECT_EQ(row.response, 102);
            EXPECT_EQ(row.service_end, 302);
        }
    }
    EXPECT_EQ(requests.size(), 300U);
    EXPECT_THAT(join.finish().requests, IsEmpty());
    EXPECT_THAT(join.unmatched(), IsEmpty());
}

TEST_F(Joining, ARequestIsHandedOutOnceItIsWholeAndOnlyOnce) {
    RequestJoin join({closed("gpu")}, origin);
    join.feed("gpu", record_of(RecordKind::service, 1));
    join.feed("gpu", record_of(RecordKind::client, 1));
    EXPECT_THAT(join.take_finished().requests, IsEmpty());
    join.feed("gpu", record_of(RecordKind::dispatch, 1));
    EXPECT_EQ(join.take_finished().requests["gpu"].size(), 1U);
    EXPECT_THAT(join.take_finished().requests, IsEmpty());
}

TEST_F(Joining, StreamsWithTheSameNumbersAreKeptApart) {
    RequestJoin join({closed("gpu"), unstamped("ane")}, origin);
    join.feed("ane", record_of(RecordKind::client, 1));
    join.feed("gpu", record_of(RecordKind::client, 1));
    const auto rows = join.take_finished();
    EXPECT_EQ(rows.requests.at("ane").size(), 1U);
    EXPECT_FALSE(rows.requests.contains("gpu"));
}

TEST_F(Joining, RequestsBeforeAndAfterTheWindowAreRowsToo) {
    RequestJoin join({unstamped("gpu")}, origin);
    StampRecord early = record_of(RecordKind::client, 1);
    early.t[ClientField::arrival] = origin - 2'000'000'000;
    StampRecord late = record_of(RecordKind::client, 2);
    late.t[ClientField::arrival] = origin + 3'600'000'000'000;
    join.feed("gpu", early);
    join.feed("gpu", late);
    const auto rows = join.take_finished().requests["gpu"];
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].arrival, -2'000'000'000);
    EXPECT_EQ(rows[1].arrival, 3'600'000'000'000);
}

TEST_F(Joining, NumbersMayStartAnywhereBecauseAResidentHostGoesOnCounting) {
    RequestJoin join({closed("gpu")}, origin);
    feed_request(join, 1'000'001);
    feed_request(join, 1'000'002);
    EXPECT_EQ(join.take_finished().requests["gpu"].size(), 2U);
    EXPECT_THAT(join.unmatched(), IsEmpty());
}

TEST_F(Joining, WhatWasNotTakenStaysNotTakenAndIsNoFault) {
    RequestJoin join({closed("gpu")}, origin);
    StampRecord service = record_of(RecordKind::service, 1);
    for (const int field :
         {ServiceField::worker_recv, ServiceField::native_enter, ServiceField::device_start,
          ServiceField::device_end, ServiceField::device_error, ServiceField::cpu}) {
        service.t[static_cast<std::size_t>(field)] = 0;
    }
    StampRecord dispatch = record_of(RecordKind::dispatch, 1);
    dispatch.t[DispatchField::header] = 0;
    dispatch.t[DispatchField::reply_bytes] = 0;
    join.feed("gpu", service);
    join.feed("gpu", dispatch);
    join.feed("gpu", record_of(RecordKind::client, 1));
    const RequestRow row = join.take_finished().requests["gpu"].at(0);
    for (const std::int64_t value :
         {row.worker_recv, row.native_enter, row.device_start, row.device_end, row.device_error,
          row.cpu, row.header, row.reply_bytes}) {
        EXPECT_EQ(value, not_taken);
    }
    EXPECT_EQ(row.received, 208);
    EXPECT_THAT(join.unmatched(), IsEmpty());
}

TEST_F(Joining, IncompleteRequestsAreStoredAndCountedByWhatIsThereAndWhatIsMissing) {
    struct Case {
        std::vector<RecordKind> parts;
        std::map<std::string, std::int64_t> counted;
    };
    const auto client = RecordKind::client;
    const auto dispatch = RecordKind::dispatch;
    const auto service = RecordKind::service;
    const std::vector<Case> cases = {
        {{client}, {{"client_without_dispatch", 1}, {"client_without_service", 1}}},
        {{dispatch}, {{"dispatch_without_client", 1}, {"dispatch_without_service", 1}}},
        {{service}, {{"service_without_client", 1}, {"service_without_dispatch", 1}}},
        {{client, service}, {{"client_without_dispatch", 1}}},
        {{client, dispatch}, {{"client_without_service", 1}}},
        {{dispatch, service}, {{"dispatch_without_client", 1}}},
    };
    for (const Case& one : cases) {
        RequestJoin join({closed("gpu")}, origin);
        for (const RecordKind part : one.parts) {
            join.feed("gpu", record_of(part, 9));
        }
        const auto rows = join.finish().requests["gpu"];
        ASSERT_EQ(rows.size(), 1U);
        EXPECT_EQ(rows[0].request, 9);
        const auto there = [&](RecordKind part) {
            return std::find(one.parts.begin(), one.parts.end(), part) != one.parts.end();
        };
        EXPECT_EQ(rows[0].arrival, there(client) ? 100 : not_taken);
        EXPECT_EQ(rows[0].lane, there(client) ? 0 : not_taken);
        EXPECT_EQ(rows[0].dispatch, there(dispatch) ? 201 : not_taken);
        EXPECT_EQ(rows[0].service_end, there(service) ? 302 : not_taken);
        EXPECT_EQ(join.unmatched(), one.counted);
    }
}

TEST_F(Joining, FinishHandsOutWhatIsLeftByNumberAndWhatWasFinishedBefore) {
    RequestJoin join({closed("gpu")}, origin);
    for (const std::uint64_t request : {5, 3, 9, 1}) {
        join.feed("gpu", record_of(RecordKind::client, request));
    }
    feed_request(join, 7);
    std::vector<std::int64_t> numbers;
    const auto rows = join.finish().requests["gpu"];
    for (const RequestRow& row : rows) {
        numbers.push_back(row.request);
    }
    EXPECT_THAT(numbers, ElementsAre(7, 1, 3, 5, 9));
    EXPECT_THAT(join.finish().requests, IsEmpty());
}

TEST_F(Joining, TheFirstOfTwoEqualPartsCountsBeforeAndAfterTheRowIsOut) {
    RequestJoin join({closed("gpu")}, origin);
    join.feed("gpu", record_of(RecordKind::dispatch, 1));
    StampRecord again = record_of(RecordKind::dispatch, 1);
    again.t[DispatchField::header] += 1'000'000;
    join.feed("gpu", again);
    join.feed("gpu", record_of(RecordKind::service, 1));
    join.feed("gpu", record_of(RecordKind::client, 1));
    EXPECT_EQ(join.take_finished().requests["gpu"].at(0).header, 205);
    join.feed("gpu", record_of(RecordKind::client, 1));
    join.feed("gpu", record_of(RecordKind::service, 1));
    EXPECT_THAT(join.finish().requests, IsEmpty());
    EXPECT_THAT(join.unmatched(),
                UnorderedElementsAre(Pair("duplicate_client", 1), Pair("duplicate_dispatch", 1),
                                     Pair("duplicate_service", 1)));
}

TEST_F(Joining, WithoutStampsTheClientAloneMakesTheRow) {
    RequestJoin join({unstamped("gpu")}, origin);
    join.feed("gpu", record_of(RecordKind::client, 1));
    EXPECT_EQ(join.take_finished().requests["gpu"].at(0).response, 102);
    join.feed("gpu", record_of(RecordKind::dispatch, 1));
    join.feed("gpu", record_of(RecordKind::service, 2));
    join.finish();
    EXPECT_THAT(join.unmatched(), UnorderedElementsAre(Pair("unexpected_dispatch", 1),
                                                       Pair("unexpected_service", 1)));
}

TEST_F(Joining, CallsOfALoopAreRowsByLane) {
    RequestJoin join({loop("neighbour")}, origin);
    join.feed("neighbour", record_of(RecordKind::call, 1, 4));
    join.feed("neighbour", record_of(RecordKind::call, 1, 5));
    StampRecord failed = record_of(RecordKind::call, 2, 5);
    failed.t[CallField::status] = -7;
    failed.t[CallField::native_enter] = 0;
    join.feed("neighbour", failed);
    join.feed("neighbour", record_of(RecordKind::call, 2, 5));
    join.feed("neighbour", record_of(RecordKind::client, 3));
    const auto rows = join.take_finished().calls["neighbour"];
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[0].lane, 4);
    EXPECT_EQ(rows[0].call, 1);
    EXPECT_EQ(rows[0].start, 400);
    EXPECT_EQ(rows[0].end, 401);
    EXPECT_EQ(rows[0].native_enter, 402);
    EXPECT_EQ(rows[0].native_exit, 403);
    EXPECT_EQ(rows[0].device_start, 404);
    EXPECT_EQ(rows[0].device_end, 405);
    EXPECT_EQ(rows[0].status, 0);
    EXPECT_EQ(rows[1].lane, 5);
    EXPECT_EQ(rows[2].status, -7);
    EXPECT_EQ(rows[2].native_enter, not_taken);
    EXPECT_THAT(join.unmatched(),
                UnorderedElementsAre(Pair("duplicate_call", 1), Pair("unexpected_client", 1)));
}

TEST_F(Joining, WhatDoesNotBelongIsCountedByKind) {
    RequestJoin join({closed("gpu", {0, 1, 2}), closed("ane", {3})}, origin);
    StampRecord garbage = record_of(RecordKind::client, 1);
    for (const std::uint32_t kind : {0U, 5U, 0xffffffffU}) {
        garbage.kind = kind;
        join.feed("gpu", garbage);
    }
    join.feed("nobody", record_of(RecordKind::client, 1));
    join.feed("gpu", record_of(RecordKind::client, 1, 3));
    join.feed("gpu", record_of(RecordKind::client, 0));
    join.feed("gpu", record_of(RecordKind::client, std::uint64_t{1} << 63));
    join.feed("gpu", record_of(RecordKind::call, 1));
    const auto rows = join.finish();
    EXPECT_THAT(rows.requests, IsEmpty());
    EXPECT_THAT(rows.calls, IsEmpty());
    EXPECT_THAT(join.unmatched(),
                UnorderedElementsAre(Pair("unknown_kind", 3), Pair("unknown_stream", 1),
                                     Pair("lane_of_other_stream", 1),
                                     Pair("number_out_of_range", 2), Pair("unexpected_call", 1)));
}

TEST_F(Joining, AFailedServiceMakesTheAnswerAnErrorAndSoDoesAnUnknownAnswer) {
    RequestJoin join({closed("gpu")}, origin);
    StampRecord failed = record_of(RecordKind::service, 1);
    failed.t[ServiceField::status] = 5;
    join.feed("gpu", failed);
    join.feed("gpu", record_of(RecordKind::dispatch, 1));
    join.feed("gpu", record_of(RecordKind::client, 1));
    StampRecord odd = record_of(RecordKind::client, 2);
    odd.t[ClientField::answer] = 4;
    join.feed("gpu", odd);
    join.feed("gpu", record_of(RecordKind::dispatch, 2));
    join.feed("gpu", record_of(RecordKind::service, 2));
    const auto rows = join.take_finished().requests["gpu"];
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].answer, static_cast<std::int64_t>(Answer::error));
    EXPECT_EQ(rows[1].answer, static_cast<std::int64_t>(Answer::error));
    EXPECT_THAT(join.unmatched(), UnorderedElementsAre(Pair("unknown_answer", 1)));
}

TEST_F(Joining, AbsurdTimesAreNotTakenCountedAndOverflowNothing) {
    for (const std::int64_t odd_origin :
         {origin, largest, std::int64_t{0}, smallest, std::int64_t{-1}}) {
        RequestJoin join({closed("gpu"), loop("neighbour")}, odd_origin);
        StampRecord client = record_of(RecordKind::client, 1);
        StampRecord dispatch = record_of(RecordKind::dispatch, 1);
        StampRecord service = record_of(RecordKind::service, 1);
        StampRecord call = record_of(RecordKind::call, 1);
        const std::int64_t values[] = {smallest, largest, -1, smallest + 1, largest - 1};
        for (std::size_t i = 0; i < client.t.size(); ++i) {
            client.t[i] = dispatch.t[i] = service.t[i] = call.t[i] = values[i % 5];
        }
        join.feed("gpu", client);
        join.feed("gpu", dispatch);
        join.feed("gpu", service);
        join.feed("neighbour", call);
        const auto rows = join.take_finished();
        const RequestRow& row = rows.requests.at("gpu").at(0);
        for (const RequestMember member : request_members) {
            if (row.*member != not_taken) {
                EXPECT_GE(row.*member, -furthest_ns);
                EXPECT_LE(row.*member, furthest_ns);
            }
        }
        EXPECT_EQ(row.arrival, not_taken);
        EXPECT_EQ(rows.calls.at("neighbour").at(0).start, not_taken);
        EXPECT_GT(join.unmatched().at("out_of_range"), 10);
    }
}

TEST_F(Joining, TheFurthestTimeIsTakenAndTheNextIsNot) {
    RequestJoin join({unstamped("gpu")}, origin);
    StampRecord record = record_of(RecordKind::client, 1);
    record.t[ClientField::submit] = origin + furthest_ns;
    record.t[ClientField::response] = origin + furthest_ns + 1;
    join.feed("gpu", record);
    const RequestRow row = join.take_finished().requests["gpu"].at(0);
    EXPECT_EQ(row.submit, furthest_ns);
    EXPECT_EQ(row.response, not_taken);
    EXPECT_THAT(join.unmatched(), ElementsAre(Pair("out_of_range", 1)));
}

TEST_F(Joining, AnyBytesAtAllAreSurvivedAndAccountedFor) {
    std::mt19937_64 random(3);
    RequestJoin join({closed("gpu"), loop("neighbour")}, origin);
    std::int64_t fed = 0;
    for (int i = 0; i < 20'000; ++i) {
        StampRecord record;
        record.kind = static_cast<std::uint32_t>(random() % 6);
        record.lane = static_cast<std::uint32_t>(random() % 3);
        record.request = i % 3 == 0 ? random() : random() % 50;
        for (std::int64_t& value : record.t) {
            value = static_cast<std::int64_t>(random());
        }
        join.feed(i % 2 == 0 ? "gpu" : "neighbour", record);
        ++fed;
    }
    const auto rows = join.finish();
    std::int64_t parts = 0;
    // Every record is a part of a row or has been counted.
    for (const auto& [kind, number] : join.unmatched()) {
        const bool is_record = kind.find("_without_") == std::string::npos &&
                               kind != "out_of_range" && kind != "unknown_answer";
        parts += is_record ? number : 0;
    }
    parts += static_cast<std::int64_t>(rows.calls.at("neighbour").size());
    const auto missing = [&](const std::string& part) {
        std::int64_t number = 0;
        for (const auto& [kind, times] : join.unmatched()) {
            number += kind.find("_without_" + part) != std::string::npos ? times : 0;
        }
        return number;
    };
    parts += 3 * static_cast<std::int64_t>(rows.requests.at("gpu").size()) - missing("client") -
             missing("dispatch") - missing("service");
    EXPECT_EQ(parts, fed);
}

TEST_F(Joining, CountsAreWrittenAsAJsonObject) {
    EXPECT_EQ(unmatched_json({}), "{}");
    EXPECT_EQ(unmatched_json({{"a", 1}, {"b", 20}}), R"({"a":1,"b":20})");
}

}  // namespace
}  // namespace stallscope

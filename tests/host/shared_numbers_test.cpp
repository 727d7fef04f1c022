// SPDX-License-Identifier: Apache-2.0
// arena.py, stamps.py and library.py repeat numbers of the C++ headers: here they are held
// together.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>

#include "host/c_abi.h"
#include "python_host.h"

namespace stallscope {
namespace {

using nlohmann::json;

json numbers_of_python() {
    const std::string command = "PYTHONDONTWRITEBYTECODE=1 PYTHONPATH='" STALLSCOPE_SOURCE_DIR
                                "/resources/python' '" +
                                python3() + R"(' -c '
import json
from stallscope import arena, client, host, library, stamps
print(json.dumps({
    "magic": arena.MAGIC, "version": arena.VERSION, "header_bytes": arena.HEADER_BYTES,
    "ring_header_bytes": arena.RING_HEADER_BYTES, "record_bytes": arena.RECORD_BYTES,
    "start": arena.START_NS_OFFSET, "stop": arena.STOP_NS_OFFSET, "never": arena.NEVER_NS,
    "head": arena.RING_HEAD_OFFSET, "tail": arena.RING_TAIL_OFFSET,
    "kinds": [stamps.CLIENT, stamps.DISPATCH, stamps.SERVICE, stamps.CALL],
    "answers": [stamps.UNCHECKED, stamps.MATCH, stamps.MISMATCH, stamps.ERROR],
    "client": stamps.CLIENT_FIELDS, "dispatch": stamps.DISPATCH_FIELDS,
    "service": stamps.SERVICE_FIELDS, "call": stamps.CALL_FIELDS,
    "packed": [list(stamps.CLIENT_RECORD.pack(1, 2, 3, 10, 11, 12, 13, 14, 15)),
               list(stamps.DISPATCH_RECORD.pack(2, 2, 3, *range(10, 21))),
               list(stamps.SERVICE_RECORD.pack(3, 2, 3, *range(10, 21))),
               list(stamps.CALL_RECORD.pack(4, 2, 3, *range(10, 18)))],
    "abi": library.ABI, "span_bytes": library.SPAN_BYTES, "protocol": host.PROTOCOL}))
')";
    std::string output;
    if (FILE* pipe = popen(command.c_str(), "r")) {
        char buffer[4096];
        while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, pipe))
            output.append(buffer, got);
        pclose(pipe);
    }
    return json::parse(output, nullptr, false);
}

TEST(SharedNumbers, PythonAndCppAgree) {
    if (python3().empty()) GTEST_SKIP() << "no python3 (3.9 or newer) on the PATH";
    const json python = numbers_of_python();
    ASSERT_TRUE(python.is_object());
    EXPECT_EQ(python["magic"], arena_magic);
    EXPECT_EQ(python["version"], arena_version);
    EXPECT_EQ(python["header_bytes"], arena_header_bytes);
    EXPECT_EQ(python["ring_header_bytes"], ring_header_bytes);
    EXPECT_EQ(python["record_bytes"], sizeof(StampRecord));
    EXPECT_EQ(python["start"], offsetof(ArenaHeader, start_ns));
    EXPECT_EQ(python["stop"], offsetof(ArenaHeader, stop_ns));
    EXPECT_EQ(python["never"], never_ns);
    EXPECT_EQ(python["head"], offsetof(RingHeader, head));
    EXPECT_EQ(python["tail"], offsetof(RingHeader, tail));
    EXPECT_EQ(python["kinds"], json({RecordKind::client, RecordKind::dispatch, RecordKind::service,
                                     RecordKind::call}));
    EXPECT_EQ(python["answers"],
              json({Answer::unchecked, Answer::match, Answer::mismatch, Answer::error}));
    EXPECT_EQ(python["abi"], STALLSCOPE_ABI);
    EXPECT_EQ(python["span_bytes"], sizeof(stallscope_span));
    EXPECT_EQ(python["protocol"], protocol::version);

    const auto place = [&](const char* record, const char* field) {
        const json& fields = python[record];
        return std::find(fields.begin(), fields.end(), field) - fields.begin();
    };
#define EXPECT_PLACE(record, space, field) EXPECT_EQ(place(record, #field), space::field)
    EXPECT_PLACE("client", ClientField, arrival);
    EXPECT_PLACE("client", ClientField, submit);
    EXPECT_PLACE("client", ClientField, response);
    EXPECT_PLACE("client", ClientField, answer);
    EXPECT_PLACE("client", ClientField, seed);
    EXPECT_PLACE("client", ClientField, digest);
    EXPECT_PLACE("dispatch", DispatchField, queue_enter);
    EXPECT_PLACE("dispatch", DispatchField, dispatch);
    EXPECT_PLACE("dispatch", DispatchField, sent);
    EXPECT_PLACE("dispatch", DispatchField, recv_enter);
    EXPECT_PLACE("dispatch", DispatchField, read_returned);
    EXPECT_PLACE("dispatch", DispatchField, header);
    EXPECT_PLACE("dispatch", DispatchField, body);
    EXPECT_PLACE("dispatch", DispatchField, decoded);
    EXPECT_PLACE("dispatch", DispatchField, received);
    EXPECT_PLACE("dispatch", DispatchField, reply_bytes);
    EXPECT_PLACE("dispatch", DispatchField, job_bytes);
    EXPECT_PLACE("service", ServiceField, worker_recv);
    EXPECT_PLACE("service", ServiceField, service_start);
    EXPECT_PLACE("service", ServiceField, service_end);
    EXPECT_PLACE("service", ServiceField, native_enter);
    EXPECT_PLACE("service", ServiceField, native_exit);
    EXPECT_PLACE("service", ServiceField, device_start);
    EXPECT_PLACE("service", ServiceField, device_end);
    EXPECT_PLACE("service", ServiceField, device_error);
    EXPECT_PLACE("service", ServiceField, reply_sent);
    EXPECT_PLACE("service", ServiceField, cpu);
    EXPECT_PLACE("service", ServiceField, status);
    EXPECT_PLACE("call", CallField, start);
    EXPECT_PLACE("call", CallField, end);
    EXPECT_PLACE("call", CallField, native_enter);
    EXPECT_PLACE("call", CallField, native_exit);
    EXPECT_PLACE("call", CallField, device_start);
    EXPECT_PLACE("call", CallField, device_end);
    EXPECT_PLACE("call", CallField, device_error);
    EXPECT_PLACE("call", CallField, status);
#undef EXPECT_PLACE

    for (std::size_t i = 0; i < 4; ++i) {
        const std::vector<unsigned char> bytes = python["packed"][i];
        ASSERT_EQ(bytes.size(), sizeof(StampRecord));
        StampRecord record;
        std::memcpy(&record, bytes.data(), sizeof record);
        EXPECT_EQ(record.kind, i + 1);
        EXPECT_EQ(record.lane, 2u);
        EXPECT_EQ(record.request, 3u);
        EXPECT_EQ(record.t[0], 10);
        EXPECT_EQ(record.t[5], 15);
        EXPECT_EQ(record.t[13], 0);
    }
}

}  // namespace
}  // namespace stallscope

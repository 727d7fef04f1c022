// SPDX-License-Identifier: Apache-2.0
#include "record/run_digest.h"
#include "run_file_fixture.h"

namespace stallscope {
namespace {

void put(std::string& bytes, char tag, std::uint64_t value) {
    bytes.push_back(tag);
    for (int i = 0; i < 8; ++i) {
        bytes.push_back(static_cast<char>(value >> (8 * i)));
    }
}

void put_text(std::string& bytes, const std::string& text) {
    put(bytes, 'T', text.size());
    bytes += text;
}

class RunFileDigest : public RunFileTest {
protected:
    std::int64_t stored(const std::string& path, double cpu_s = 0) {
        RunWriter writer = created(file(path));
        const std::int64_t id = *writer.begin_visit(example_visit());
        EXPECT_DONE(writer.set_origin(id, 5));
        EXPECT_DONE(writer.add_requests(id, "gpu", example_requests(1, 100)));
        EXPECT_DONE(writer.add_calls(id, "loop", std::vector<CallRow>(3)));
        EXPECT_DONE(writer.add_samples(id, std::vector<SampleRow>{{1, "load1", 0.5}}));
        VisitEnd end;
        end.cpu_s = cpu_s;
        EXPECT_DONE(writer.end_visit(id, end));
        EXPECT_DONE(writer.close());
        return id;
    }
    // Changes a file although its triggers forbid it.
    void tamper(const std::string& path, const std::string& table, const std::string& sql) {
        ASSERT_EQ(sql_write(file(path), "DROP TRIGGER " + table + "_no_UPDATE; DROP TRIGGER " +
                                            table + "_no_DELETE; " + sql),
                  "");
    }
};

TEST_F(RunFileDigest, IsTheSameWhenItIsTakenAgain) {
    const std::int64_t id = stored("a", -0.0);
    const RunReader run = opened(file("a"));
    EXPECT_EQ((*run.visits())[0].rows_sha256, *run.digest(id));
    EXPECT_EQ(run.digest(id)->size(), 64U);
}

TEST_F(RunFileDigest, OfAVisitWithoutAnEndIsThatOfItsRowsSoFar) {
    RunWriter writer = created(file());
    const std::int64_t id = *writer.begin_visit(example_visit());
    const std::string empty = *opened(file()).digest(id);
    EXPECT_DONE(writer.add_requests(id, "gpu", example_requests(1, 1)));
    EXPECT_DONE(writer.commit());
    EXPECT_NE(*opened(file()).digest(id), empty);
}

TEST_F(RunFileDigest, ChangesWithAnyCellOfTheVisitAndWithNothingElse) {
    const std::int64_t id = stored("a");
    const std::string before = *opened(file("a")).digest(id);
    const auto after = [&](const std::string& table, const std::string& sql) {
        std::filesystem::copy_file(file("a"), file("b"),
                                   std::filesystem::copy_options::overwrite_existing);
        tamper("b", table, sql);
        return *opened(file("b")).digest(id);
    };
    EXPECT_EQ(after("facts", "INSERT INTO facts VALUES (NULL, 0, 'k', '1')"), before);
    for (const auto& [table, sql] : std::vector<std::pair<std::string, std::string>>{
             {"requests", "UPDATE requests SET header = header + 1 WHERE request = 50"},
             {"requests", "UPDATE requests SET reply_bytes = 0 WHERE request = 50"},
             {"requests", "DELETE FROM requests WHERE request = 100"},
             {"requests", "UPDATE requests SET seed = '1' || seed"},
             {"requests", "UPDATE requests SET lane = 0.5 WHERE request = 1"},
             {"calls", "UPDATE calls SET status = 1 WHERE id = (SELECT max(id) FROM calls)"},
             {"samples", "UPDATE samples SET value = 0.25"},
             {"streams", "UPDATE streams SET name = 'ane' WHERE name = 'gpu'"},
             {"visits", "UPDATE visits SET cell = 'B'"},
             {"visits", "UPDATE visits SET window_s = 2.25"},
             {"origins", "UPDATE origins SET origin_ns = 6"},
             {"visit_ends", "UPDATE visit_ends SET unfinished = 1"},
             {"visit_ends", "UPDATE visit_ends SET status = 'discarded'"},
             {"stacks", "INSERT INTO stacks VALUES ((1 << 42) + 7, 1, 0, 't', 's', 'f')"},
             {"requests",
              "INSERT INTO requests(id, visit, stream, request, answer) "
              "SELECT max(id) + 1, visit, stream, 101, 0 FROM requests"}}) {
        if (sql.find("'1' || seed") != std::string::npos) {
            continue;  // seed is NULL in these rows: no change
        }
        EXPECT_NE(after(table, sql), before) << sql;
    }
}

TEST_F(RunFileDigest, IsMadeOfTheBytesThatItsDescriptionSays) {
    RunWriter writer = created(file());
    VisitRow visit;
    visit.cell = "A";
    visit.condition = "b";
    visit.window_s = 1.5;
    visit.planned_start_s = -2;
    visit.started_unix_ns = -1;
    const std::int64_t id = *writer.begin_visit(visit);
    EXPECT_DONE(writer.set_origin(id, 258));
    CallRow call;
    call.lane = 2;
    call.call = 1;
    call.start = 3;
    EXPECT_DONE(writer.add_calls(id, "s", std::vector<CallRow>{call}));
    EXPECT_DONE(writer.add_samples(id, std::vector<SampleRow>{{9, "w", 0.5}}));
    EXPECT_DONE(writer.commit());

    std::string bytes = "stallscope visit rows 1\nPvisits\nR";
    for (const std::uint64_t value : {1, 0, 1, 0, 0, 0, 0}) {
        put(bytes, 'I', value);
    }
    put_text(bytes, "A");
    put_text(bytes, "b");
    put_text(bytes, "");
    put(bytes, 'F', 0x3ff8000000000000);
    put(bytes, 'F', 0xc000000000000000);
    put(bytes, 'I', 0xffffffffffffffff);
    bytes += "Porigins\nR";
    put(bytes, 'I', 1);
    put(bytes, 'I', 258);
    bytes += "Pstreams\nR";
    put(bytes, 'I', 1);
    put_text(bytes, "s");
    bytes += "Prequests\nPcalls\nR";
    put(bytes, 'I', (std::uint64_t{1} << 42) + (std::uint64_t{1} << 30));
    for (const std::uint64_t value : {1, 1, 2, 1, 3}) {
        put(bytes, 'I', value);
    }
    bytes += "NNNNN";
    put(bytes, 'I', 0);
    bytes += "Psamples\nR";
    put(bytes, 'I', std::uint64_t{1} << 42);
    put(bytes, 'I', 1);
    put(bytes, 'I', 9);
    put_text(bytes, "w");
    put(bytes, 'F', 0x3fe0000000000000);
    bytes += "Pstacks\nPvisit_ends\n";
    EXPECT_EQ(*opened(file()).digest(id), sha256_hex(bytes));
}

}  // namespace
}  // namespace stallscope

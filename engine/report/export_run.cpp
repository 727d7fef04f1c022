// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <system_error>

#include "report/export_files.h"
#include "report/report.h"
#include "report/requests_csv.h"

namespace stallscope {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> cannot_write(const fs::path& file, const std::string& reason) {
    return fail(ErrorKind::measurement, "cannot write the export: " + reason, file.string(),
                "check the folder's rights and the space left on the disk");
}

/// A file that appears under its name whole or not at all: written beside it, then renamed.
class NewFile {
public:
    explicit NewFile(fs::path file)
        : m_file(std::move(file)),
          m_temporary(m_file.string() + fmt::format(".{}.part", ::getpid())),
          m_out(m_temporary, std::ios::binary | std::ios::trunc) {}
    NewFile(const NewFile&) = delete;
    NewFile& operator=(const NewFile&) = delete;
    ~NewFile() {
        if (!m_done) {
            m_out.close();
            std::error_code ignored;
            fs::remove(m_temporary, ignored);
        }
    }

    Result<void> write(std::string_view text) {
        m_out.write(text.data(), static_cast<std::streamsize>(text.size()));
        return state();
    }

    Result<void> finish() {
        m_out.close();
        if (auto fine = state(); !fine) {
            return fine;
        }
        std::error_code error;
        fs::rename(m_temporary, m_file, error);
        if (error) {
            return cannot_write(m_file, error.message());
        }
        m_done = true;
        return {};
    }

private:
    Result<void> state() const {
        if (!m_out) {
            return cannot_write(m_file, std::strerror(errno));
        }
        return {};
    }

    fs::path m_file, m_temporary;
    std::ofstream m_out;
    bool m_done = false;
};

Result<void> write_whole(const fs::path& file, const std::string& text) {
    NewFile out(file);
    if (auto written = out.write(text); !written) {
        return written;
    }
    return out.finish();
}

Result<void> write_csv(const RunReader& run, const fs::path& file) {
    NewFile out(file);
    const auto written =
        each_piece_of_requests_csv(run, [&](std::string_view piece) { return out.write(piece); });
    if (!written) {
        return written;
    }
    return out.finish();
}

}  // namespace

Result<std::vector<fs::path>> export_run(const RunReader& run, const fs::path& directory,
                                         const std::vector<std::string>& formats) {
    const auto wanted = [&](const char* format) {
        return std::find(formats.begin(), formats.end(), format) != formats.end();
    };
    for (const std::string& format : formats) {
        if (format != "json" && format != "md" && format != "csv") {
            return fail(ErrorKind::usage, fmt::format("there is no export format \"{}\"", format),
                        {}, "choose among json, md and csv");
        }
    }
    const auto results = analyse(run);
    if (!results) {
        return tl::unexpected(results.error());
    }
    std::error_code error;
    fs::create_directories(directory, error);
    if (error) {
        return cannot_write(directory, error.message());
    }
    std::vector<fs::path> written;
    Result<void> done;
    if (wanted("json")) {
        written.push_back(directory / results_file);
        done = write_whole(written.back(), results_json(*results));
    }
    if (done && wanted("md")) {
        written.push_back(directory / tables_file);
        done = write_whole(written.back(), tables_markdown(*results));
    }
    if (done && wanted("csv")) {
        written.push_back(directory / requests_file);
        done = write_csv(run, written.back());
    }
    if (!done) {
        return tl::unexpected(done.error());
    }
    return written;
}

}  // namespace stallscope

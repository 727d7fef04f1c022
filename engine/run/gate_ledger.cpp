// SPDX-License-Identifier: Apache-2.0
#include "run/gate_ledger.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "run/file_descriptor.h"

namespace stallscope {

GateLedger::GateLedger(const std::filesystem::path& user_data)
    : m_file(user_data / "gate-ledger.jsonl") {}

Result<Ledger> GateLedger::read() const {
    std::error_code error;
    if (!std::filesystem::exists(m_file, error)) return Ledger{};
    std::ifstream in(m_file, std::ios::binary);
    if (!in)
        return fail(ErrorKind::environment, "the gate's ledger cannot be read", m_file.string(),
                    "Is it yours to read?");
    return parse_ledger(std::string{std::istreambuf_iterator<char>(in), {}});
}

Result<void> GateLedger::add(const LedgerEntry& entry) const {
    std::error_code error;
    std::filesystem::create_directories(m_file.parent_path(), error);
    const auto failed = [&](int number) {
        return fail(ErrorKind::environment,
                    std::string("the gate's ledger cannot be written: ") + std::strerror(number),
                    m_file.string(), "Check the space and the rights of that folder.");
    };
    FileDescriptor file(::open(m_file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    if (file.get() < 0) return failed(errno);
    if (::flock(file.get(), LOCK_EX) != 0) return failed(errno);
    std::string line = ledger_line(entry);
    // A line that broke off (a full disk, a power cut) must not swallow this one.
    const auto size = ::lseek(file.get(), 0, SEEK_END);
    char last = '\n';
    if (size > 0 && ::pread(file.get(), &last, 1, size - 1) == 1 && last != '\n')
        line.insert(line.begin(), '\n');
    std::string_view left = line;
    while (!left.empty()) {
        const auto written = ::write(file.get(), left.data(), left.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return failed(errno);
        left.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
}

}  // namespace stallscope

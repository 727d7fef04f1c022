// SPDX-License-Identifier: Apache-2.0
#include "record/arena_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

namespace stallscope {
namespace {

tl::unexpected<Error> refused(const char* what) {
    return fail(ErrorKind::measurement, fmt::format("{}: {}", what, std::strerror(errno)),
                "stamp arena", "The rings need a few megabytes of shared memory");
}

Result<int> sized(int fd, std::size_t bytes) {
    if (ftruncate(fd, static_cast<off_t>(bytes)) != 0) {
        auto error = refused("cannot size the shared memory");
        close(fd);
        return error;
    }
    return fd;
}

}  // namespace

Result<int> open_unlinked_file(std::size_t bytes) {
    const char* folder = std::getenv("TMPDIR");
    std::string path = std::string(folder && *folder ? folder : "/tmp") + "/stallscope-XXXXXX";
    const int fd = mkstemp(path.data());  // mode 0600
    if (fd < 0) return refused(("cannot make a file like " + path).c_str());
    unlink(path.c_str());
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    return sized(fd, bytes);
}

Result<int> open_arena_file(std::size_t bytes) {
#ifdef __linux__
    const int fd = memfd_create("stallscope-stamps", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0) return refused("cannot make shared memory");
    auto result = sized(fd, bytes);
    // A host that cut the file short would kill the engine with SIGBUS.
    if (result && fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
        auto error = refused("cannot seal the size of the shared memory");
        close(fd);
        return error;
    }
    return result;
#else
    return open_unlinked_file(bytes);
#endif
}

}  // namespace stallscope

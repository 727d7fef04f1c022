// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cerrno>
#include <ctime>

#include "host/c_abi.h"

int64_t stallscope_now_ns(void) {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

int64_t stallscope_read_stamped(int fd, void* buffer, size_t bytes, int64_t* returned_ns) {
    for (;;) {
        const ssize_t got = read(fd, buffer, bytes);
        // Nothing between read and the clock: the caller asks for the interpreter lock only after
        // we return, and that wait is what the stamp is for.
        *returned_ns = stallscope_now_ns();
        if (got >= 0) return got;
        if (errno != EINTR) return -int64_t{errno};
    }
}

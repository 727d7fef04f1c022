/* SPDX-License-Identifier: Apache-2.0 */
/* The C ABI of libstallscope_host: what the Python host calls through ctypes. Nothing else is
 * exported. No function here touches Python; whether the interpreter lock is held during a call is
 * decided by who calls (ctypes.PyDLL holds it, ctypes.CDLL releases it). */
#ifndef STALLSCOPE_HOST_C_ABI_H
#define STALLSCOPE_HOST_C_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define STALLSCOPE_ABI 1

/* The library is built with hidden visibility; these functions are all that it shows. */
#define STALLSCOPE_EXPORT __attribute__((visibility("default")))

/* What one native call leaves behind; same meaning as CallSpan in workload/workload.h.
 * 56 bytes, eight-byte aligned. */
typedef struct stallscope_span {
    int64_t native_enter, native_exit, device_start, device_end, device_error;
    uint64_t digest;
    int64_t status; /* 0: done; else an error, see stallscope_last_error */
} stallscope_span;

/* Returns STALLSCOPE_ABI. */
STALLSCOPE_EXPORT int stallscope_abi(void);
/* CLOCK_MONOTONIC. */
STALLSCOPE_EXPORT int64_t stallscope_now_ns(void);
/* Of the calling thread, "" if there was none; UTF-8. */
STALLSCOPE_EXPORT const char* stallscope_last_error(void);

/* Arena: attach to the engine's shared memory by descriptor. NULL on error. */
STALLSCOPE_EXPORT void* stallscope_arena_attach(int fd);
STALLSCOPE_EXPORT void stallscope_arena_detach(void* arena);
/* A writer for one ring, NULL if there is no such ring. Lives as long as the arena. */
STALLSCOPE_EXPORT void* stallscope_ring(void* arena, uint32_t ring);
/* Copies one 128-byte record (record/arena.h) into the ring. */
STALLSCOPE_EXPORT void stallscope_record(void* ring, const void* record128);
/* Every request of this lane that arrived before `ns` has been recorded. */
STALLSCOPE_EXPORT void stallscope_watermark(void* ring, int64_t ns);
/* The same two in one call: what a client does after every response. */
STALLSCOPE_EXPORT void stallscope_record_client(void* ring, const void* record128,
                                                int64_t watermark_ns);

/* One read(2), retried on EINTR; *returned_ns is taken right after it returned, before anybody can
 * ask for the interpreter lock. Returns what read returned, −errno on error. Call it through CDLL.
 */
STALLSCOPE_EXPORT int64_t stallscope_read_stamped(int fd, void* buffer, size_t bytes,
                                                  int64_t* returned_ns);

/* Starts a native thread that polls `guard_fd` (read end of a pipe whose only write end is the
 * engine's). On hang-up it kills every process that carries this process's STALLSCOPE_RUN mark and
 * its own process group, also while the interpreter sits in a held call. 0, or −errno. */
STALLSCOPE_EXPORT int stallscope_guard_start(int guard_fd);

/* Workloads. `spec_json` is one workload object of the experiment. NULL on error. */
STALLSCOPE_EXPORT void* stallscope_workload_open(const char* spec_json);
STALLSCOPE_EXPORT void stallscope_workload_close(void* workload);
/* One request's work. 0 or a status; *span is filled in both cases. */
STALLSCOPE_EXPORT int stallscope_workload_call(void* workload, uint64_t seed,
                                               stallscope_span* span);
/* Copies the last answer's bytes; returns their number (never more than 4096). */
STALLSCOPE_EXPORT size_t stallscope_workload_answer(void* workload, void* buffer, size_t bytes);
/* Facts as a JSON object into `buffer`, NUL-terminated; returns the length without NUL, −1 on
 * error. Keys: device, emulated, device_timer, driver, hidden, layers, flop, warm. */
STALLSCOPE_EXPORT int64_t stallscope_workload_facts(void* workload, char* buffer, size_t bytes);
/* Largest absolute difference to the double-precision reference, negative on error. */
STALLSCOPE_EXPORT double stallscope_workload_verify(void* workload, uint64_t seed);
/* Sizes a forward: {"hidden","layers","median_ms"} as JSON, −1 on error. */
STALLSCOPE_EXPORT int64_t stallscope_workload_size(const char* spec_json, char* buffer,
                                                   size_t bytes);

/* Cost of one native stamp (clock read and ring write) in ns: median over `rounds` blocks. Measured
 * on a touched ring of its own, so that nothing is published; `ring` may be NULL. */
STALLSCOPE_EXPORT double stallscope_stamp_cost_ns(void* ring, int rounds);

#ifdef __cplusplus
}
#endif
#endif

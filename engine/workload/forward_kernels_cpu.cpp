// SPDX-License-Identifier: Apache-2.0
// The forward for CPU-type devices. Every kernel has one work-item a group: a CPU driver that makes
// a loop out of a group would only get in the way of vectors that are written out.
#include "workload/forward_kernels.h"

namespace stallscope::opencl {

const char* register_block_source() {
    return R"(
#pragma OPENCL FP_CONTRACT ON
#define ONE_ITEM __attribute__((reqd_work_group_size(1, 1, 1)))
#define HEAD 64

typedef struct { float16 row[4]; } block;

/* 4 rows of a (stride lda) times 16 columns of b (stride ldb), over `depth`. */
static inline block product(const __global float* a, int lda, const __global float* b, int ldb,
                            int depth) {
    float16 r0 = 0.0f, r1 = 0.0f, r2 = 0.0f, r3 = 0.0f;
    for (int k = 0; k < depth; ++k) {
        const float16 column = vload16(0, b + (size_t)k * ldb);
        r0 = (float16)(a[k]) * column + r0;
        r1 = (float16)(a[lda + k]) * column + r1;
        r2 = (float16)(a[2 * lda + k]) * column + r2;
        r3 = (float16)(a[3 * lda + k]) * column + r3;
    }
    block result;
    result.row[0] = r0;
    result.row[1] = r1;
    result.row[2] = r2;
    result.row[3] = r3;
    return result;
}

static inline float sum16(float16 v) {
    const float8 a = v.lo + v.hi;
    const float4 b = a.lo + a.hi;
    const float2 c = b.lo + b.hi;
    return c.x + c.y;
}

static inline float max16(float16 v) {
    const float8 a = fmax(v.lo, v.hi);
    const float4 b = fmax(a.lo, a.hi);
    const float2 c = fmax(b.lo, b.hi);
    return fmax(c.x, c.y);
}

/* The tanh form of GELU, written with one exponential. */
static inline float16 gelu(float16 v) {
    const float16 inner = v * (1.5957691216f + 0.0713548163f * v * v);
    return v / (1.0f + exp(-inner));
}

__kernel ONE_ITEM void norm(const __global float* x, __global float* n, int hidden) {
    const __global float* from = x + get_global_id(0) * hidden;
    __global float* to = n + get_global_id(0) * hidden;
    float16 sum = 0.0f;
    for (int h = 0; h < hidden; h += 16) sum += vload16(0, from + h);
    const float mean = sum16(sum) / (float)hidden;
    float16 squares = 0.0f;
    for (int h = 0; h < hidden; h += 16) {
        const float16 d = vload16(0, from + h) - mean;
        squares += d * d;
    }
    const float scale = 1.0f / sqrt(sum16(squares) / (float)hidden + 1e-5f);
    for (int h = 0; h < hidden; h += 16) {
        vstore16((vload16(0, from + h) - mean) * scale, 0, to + h);
    }
}

/* Group: 4 tokens, one panel of 16 of the 3H columns. */
__kernel ONE_ITEM void project(const __global float* n, const __global float* weights, int offset,
                               __global float* q, __global float* k, __global float* v,
                               int hidden) {
    const int token = (int)get_global_id(0) * 4;
    const int panel = (int)get_global_id(1);
    const int tokens = (int)get_global_size(0) * 4;
    const int column = panel * 16 % hidden;
    const block result = product(n + token * hidden, hidden,
                                 weights + offset + (size_t)panel * hidden * 16, 16, hidden);
    const int which = panel * 16 / hidden;
    if (which == 1) { /* k[head][token / 16][dimension][token % 16] */
        __global float* to = k + (size_t)(column / HEAD) * tokens * HEAD +
                             (token / 16) * HEAD * 16 + (column % HEAD) * 16 + token % 16;
        float values[4][16];
        for (int r = 0; r < 4; ++r) vstore16(result.row[r], 0, values[r]);
        for (int d = 0; d < 16; ++d) {
            vstore4((float4)(values[0][d], values[1][d], values[2][d], values[3][d]), 0,
                    to + d * 16);
        }
    } else {
        __global float* to = (which == 0 ? q : v) + token * hidden + column;
        for (int r = 0; r < 4; ++r) vstore16(result.row[r], 0, to + r * hidden);
    }
}

/* Group: 4 tokens against 16, of one head. */
__kernel ONE_ITEM void scores(const __global float* q, const __global float* k, __global float* p,
                              int hidden) {
    const int token = (int)get_global_id(0) * 4;
    const int panel = (int)get_global_id(1);
    const int head = (int)get_global_id(2);
    const int tokens = (int)get_global_size(0) * 4;
    const block result = product(q + token * hidden + head * HEAD, hidden,
                                 k + (size_t)head * tokens * HEAD + panel * HEAD * 16, 16, HEAD);
    __global float* to = p + ((size_t)head * tokens + token) * tokens + panel * 16;
    for (int r = 0; r < 4; ++r) vstore16(result.row[r] * 0.125f, 0, to + r * tokens);
}

/* Group: one row of p. */
__kernel ONE_ITEM void softmax(__global float* p, int tokens) {
    __global float* row = p + get_global_id(0) * tokens;
    float16 high = vload16(0, row);
    for (int t = 16; t < tokens; t += 16) high = fmax(high, vload16(0, row + t));
    const float largest = max16(high);
    float16 sum = 0.0f;
    for (int t = 0; t < tokens; t += 16) {
        const float16 e = exp(vload16(0, row + t) - largest);
        sum += e;
        vstore16(e, 0, row + t);
    }
    const float scale = 1.0f / sum16(sum);
    for (int t = 0; t < tokens; t += 16) vstore16(vload16(0, row + t) * scale, 0, row + t);
}

/* Group: 4 tokens, 16 of a head's 64 dimensions. */
__kernel ONE_ITEM void blend(const __global float* p, const __global float* v, __global float* n,
                           int hidden) {
    const int token = (int)get_global_id(0) * 4;
    const int column = (int)get_global_id(1) * 16;
    const int tokens = (int)get_global_size(0) * 4;
    const block result = product(p + ((size_t)(column / HEAD) * tokens + token) * tokens, tokens,
                                 v + column, hidden, tokens);
    __global float* to = n + token * hidden + column;
    for (int r = 0; r < 4; ++r) vstore16(result.row[r], 0, to + r * hidden);
}

/* x += a · weights, `depth` long sums. Group: 4 tokens, 16 columns. */
static inline void add_product(const __global float* a, const __global float* weights, int depth,
                               __global float* x, int hidden) {
    const int token = (int)get_global_id(0) * 4;
    const int panel = (int)get_global_id(1);
    const block result = product(a + (size_t)token * depth, depth,
                                 weights + (size_t)panel * depth * 16, 16, depth);
    __global float* to = x + token * hidden + panel * 16;
    for (int r = 0; r < 4; ++r) {
        vstore16(vload16(0, to + r * hidden) + result.row[r], 0, to + r * hidden);
    }
}

__kernel ONE_ITEM void out(const __global float* n, const __global float* weights, int offset,
                           __global float* x, int hidden) {
    add_product(n, weights + offset, hidden, x, hidden);
}

__kernel ONE_ITEM void expand(const __global float* n, const __global float* weights, int offset,
                              __global float* f, int hidden) {
    const int token = (int)get_global_id(0) * 4;
    const int panel = (int)get_global_id(1);
    const block result = product(n + token * hidden, hidden,
                                 weights + offset + (size_t)panel * hidden * 16, 16, hidden);
    __global float* to = f + (size_t)token * 4 * hidden + panel * 16;
    for (int r = 0; r < 4; ++r) vstore16(gelu(result.row[r]), 0, to + r * 4 * hidden);
}

__kernel ONE_ITEM void contract(const __global float* f, const __global float* weights, int offset,
                                __global float* x, int hidden) {
    add_product(f, weights + offset, 4 * hidden, x, hidden);
}
)";
}

}  // namespace stallscope::opencl

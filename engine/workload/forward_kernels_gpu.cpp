// SPDX-License-Identifier: Apache-2.0
// The forward for GPU-type devices: 16 × 16 work-items a group, tiles of both factors in local
// memory; a group of 64 for what goes row by row. Sums are taken in a fixed order.
#include "workload/forward_kernels.h"

namespace stallscope::opencl {

const char* local_tile_source() {
    return R"(
#pragma OPENCL FP_CONTRACT ON
#define TILE 16
#define LINE 64
#define TILE_GROUP __attribute__((reqd_work_group_size(TILE, TILE, 1)))
#define LINE_GROUP __attribute__((reqd_work_group_size(LINE, 1, 1)))
#define HEAD 64

/* One element of a · b: a has its rows at a (stride lda), b is 16 columns wide (stride ldb). Every
 * work-item of the group takes part. */
static inline float product(const __global float* a, int lda, const __global float* b, int ldb,
                            int depth, __local float (*left)[TILE + 1],
                            __local float (*right)[TILE]) {
    const int column = (int)get_local_id(0);
    const int row = (int)get_local_id(1);
    float sum = 0.0f;
    for (int k = 0; k < depth; k += TILE) {
        left[row][column] = a[(size_t)row * lda + k + column];
        right[row][column] = b[(size_t)(k + row) * ldb + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < TILE; ++i) sum = left[row][i] * right[i][column] + sum;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return sum;
}

#define TILES                              \
    __local float left[TILE][TILE + 1]; \
    __local float right[TILE][TILE]

static inline float sum_of_line(float mine, __local float* line) {
    const int i = (int)get_local_id(0);
    line[i] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = LINE / 2; step > 0; step /= 2) {
        if (i < step) line[i] += line[i + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float sum = line[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

static inline float largest_of_line(float mine, __local float* line) {
    const int i = (int)get_local_id(0);
    line[i] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = LINE / 2; step > 0; step /= 2) {
        if (i < step) line[i] = fmax(line[i], line[i + step]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float largest = line[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return largest;
}

/* The tanh form of GELU, written with one exponential. */
static inline float gelu(float v) {
    const float inner = v * (1.5957691216f + 0.0713548163f * v * v);
    return v / (1.0f + exp(-inner));
}

/* Group: one token. */
__kernel LINE_GROUP void norm(const __global float* x, __global float* n, int hidden) {
    __local float line[LINE];
    const int i = (int)get_local_id(0);
    const __global float* from = x + get_group_id(0) * hidden;
    __global float* to = n + get_group_id(0) * hidden;
    float sum = 0.0f;
    for (int h = i; h < hidden; h += LINE) sum += from[h];
    const float mean = sum_of_line(sum, line) / (float)hidden;
    float squares = 0.0f;
    for (int h = i; h < hidden; h += LINE) squares += (from[h] - mean) * (from[h] - mean);
    const float scale = 1.0f / sqrt(sum_of_line(squares, line) / (float)hidden + 1e-5f);
    for (int h = i; h < hidden; h += LINE) to[h] = (from[h] - mean) * scale;
}

/* Group: one panel of 16 of the 3H columns, 16 tokens. */
__kernel TILE_GROUP void project(const __global float* n, const __global float* weights,
                                 int offset, __global float* q, __global float* k,
                                 __global float* v, int hidden) {
    TILES;
    const int panel = (int)get_group_id(0);
    const int first = (int)get_group_id(1) * TILE;
    const int tokens = (int)get_global_size(1);
    const float sum = product(n + (size_t)first * hidden, hidden,
                              weights + offset + (size_t)panel * hidden * TILE, TILE, hidden, left,
                              right);
    const int row = (int)get_local_id(1);
    const int column = panel * TILE % hidden + (int)get_local_id(0);
    const int which = panel * TILE / hidden;
    if (which == 1) { /* k[head][token / 16][dimension][token % 16] */
        k[(size_t)(column / HEAD) * tokens * HEAD + (size_t)first * HEAD + (column % HEAD) * TILE +
          row] = sum;
    } else {
        (which == 0 ? q : v)[(size_t)(first + row) * hidden + column] = sum;
    }
}

/* Group: 16 tokens against 16, of one head. */
__kernel TILE_GROUP void scores(const __global float* q, const __global float* k,
                                __global float* p, int hidden) {
    TILES;
    const int panel = (int)get_group_id(0);
    const int first = (int)get_group_id(1) * TILE;
    const int head = (int)get_group_id(2);
    const int tokens = (int)get_global_size(1);
    const float sum = product(q + (size_t)first * hidden + head * HEAD, hidden,
                              k + (size_t)head * tokens * HEAD + (size_t)panel * HEAD * TILE, TILE,
                              HEAD, left, right);
    p[((size_t)head * tokens + get_global_id(1)) * tokens + get_global_id(0)] = sum * 0.125f;
}

/* Group: one row of p. */
__kernel LINE_GROUP void softmax(__global float* p, int tokens) {
    __local float line[LINE];
    const int i = (int)get_local_id(0);
    __global float* row = p + get_group_id(0) * tokens;
    float high = -INFINITY;
    for (int t = i; t < tokens; t += LINE) high = fmax(high, row[t]);
    const float largest = largest_of_line(high, line);
    float sum = 0.0f;
    for (int t = i; t < tokens; t += LINE) {
        const float e = exp(row[t] - largest);
        sum += e;
        row[t] = e;
    }
    const float scale = 1.0f / sum_of_line(sum, line);
    for (int t = i; t < tokens; t += LINE) row[t] *= scale;
}

/* Group: 16 of a head's 64 dimensions, 16 tokens. */
__kernel TILE_GROUP void blend(const __global float* p, const __global float* v, __global float* n,
                             int hidden) {
    TILES;
    const int column = (int)get_group_id(0) * TILE;
    const int first = (int)get_group_id(1) * TILE;
    const int tokens = (int)get_global_size(1);
    const float sum = product(p + ((size_t)(column / HEAD) * tokens + first) * tokens, tokens,
                              v + column, hidden, tokens, left, right);
    n[get_global_id(1) * hidden + get_global_id(0)] = sum;
}

/* Group: 16 columns, 16 tokens. */
__kernel TILE_GROUP void out(const __global float* n, const __global float* weights, int offset,
                             __global float* x, int hidden) {
    TILES;
    const size_t panel = get_group_id(0);
    const float sum = product(n + get_group_id(1) * TILE * hidden, hidden,
                              weights + offset + panel * hidden * TILE, TILE, hidden, left, right);
    x[get_global_id(1) * hidden + get_global_id(0)] += sum;
}

__kernel TILE_GROUP void expand(const __global float* n, const __global float* weights, int offset,
                                __global float* f, int hidden) {
    TILES;
    const size_t panel = get_group_id(0);
    const float sum = product(n + get_group_id(1) * TILE * hidden, hidden,
                              weights + offset + panel * hidden * TILE, TILE, hidden, left, right);
    f[get_global_id(1) * 4 * hidden + get_global_id(0)] = gelu(sum);
}

__kernel TILE_GROUP void contract(const __global float* f, const __global float* weights,
                                  int offset, __global float* x, int hidden) {
    TILES;
    const size_t panel = get_group_id(0);
    const int depth = 4 * hidden;
    const float sum = product(f + get_group_id(1) * TILE * depth, depth,
                              weights + offset + panel * depth * TILE, TILE, depth, left, right);
    x[get_global_id(1) * hidden + get_global_id(0)] += sum;
}
)";
}

}  // namespace stallscope::opencl

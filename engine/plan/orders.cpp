// SPDX-License-Identifier: Apache-2.0
#include "plan/orders.h"

#include <algorithm>

#include "plan/draw.h"

namespace stallscope {

namespace {

/// One condition and the cells that are measured in it, one after the other.
struct Block {
    const Condition* condition = nullptr;
    std::vector<const Cell*> cells;
};

bool is_measured_in(const Cell& cell, const Condition& condition) {
    return std::find(cell.conditions.begin(), cell.conditions.end(), condition.id) !=
           cell.conditions.end();
}

std::vector<Block> blocks_of(const Experiment& experiment) {
    std::vector<Block> blocks;
    for (const Condition& condition : experiment.conditions) {
        Block block{&condition, {}};
        for (const Cell& cell : experiment.cells)
            if (is_measured_in(cell, condition)) block.cells.push_back(&cell);
        if (!block.cells.empty()) blocks.push_back(std::move(block));
    }
    return blocks;
}

void reverse(std::vector<Block>& blocks) {
    std::reverse(blocks.begin(), blocks.end());
    for (Block& block : blocks) std::reverse(block.cells.begin(), block.cells.end());
}

/// Appends the blocks one after the other; each is a pass of its own.
void append(std::vector<Place>& places, const std::vector<Block>& blocks, int cycle, int half) {
    int pass = places.empty() ? 0 : places.back().pass + 1;
    for (const Block& block : blocks) {
        for (const Cell* cell : block.cells)
            places.push_back({cell, block.condition, cycle, half, pass});
        ++pass;
    }
}

/// A new order of the conditions and of the cells in each, forwards and then exactly backwards.
std::vector<Place> mirrored(const Experiment& experiment) {
    std::vector<Place> places;
    std::vector<Block> blocks = blocks_of(experiment);
    Draw draw(experiment.seed);
    for (int cycle = 0; cycle < experiment.cycles; ++cycle) {
        draw.shuffle(blocks);
        for (Block& block : blocks) draw.shuffle(block.cells);
        append(places, blocks, cycle, 1);
        reverse(blocks);
        append(places, blocks, cycle, 2);
    }
    return places;
}

/// As written, cycle after cycle; with `alternating` every second cycle runs backwards.
std::vector<Place> in_turn(const Experiment& experiment, bool alternating) {
    std::vector<Place> places;
    std::vector<Block> blocks = blocks_of(experiment);
    for (int cycle = 0; cycle < experiment.cycles; ++cycle) {
        if (alternating && cycle > 0) reverse(blocks);
        append(places, blocks, cycle, 0);
    }
    return places;
}

/// All cycles of the first cell, then all of the next: every visit is a pass of its own.
std::vector<Place> blocked(const Experiment& experiment) {
    std::vector<Place> places;
    for (const Cell& cell : experiment.cells)
        for (int cycle = 0; cycle < experiment.cycles; ++cycle)
            for (const Condition& condition : experiment.conditions)
                if (is_measured_in(cell, condition))
                    places.push_back(
                        {&cell, &condition, cycle, 0, static_cast<int>(places.size())});
    return places;
}

/// A new order of all pairs in every cycle. A condition's pass is then spread over the cycle.
std::vector<Place> shuffled(const Experiment& experiment) {
    std::vector<Place> places;
    const std::vector<Block> blocks = blocks_of(experiment);
    Draw draw(experiment.seed);
    for (int cycle = 0; cycle < experiment.cycles; ++cycle) {
        std::vector<Place> pairs;
        int pass = cycle * static_cast<int>(blocks.size());
        for (const Block& block : blocks) {
            for (const Cell* cell : block.cells)
                pairs.push_back({cell, block.condition, cycle, 0, pass});
            ++pass;
        }
        draw.shuffle(pairs);
        places.insert(places.end(), pairs.begin(), pairs.end());
    }
    return places;
}

}  // namespace

std::vector<Place> places_of(const Experiment& experiment) {
    switch (experiment.order) {
        case Order::mirrored:
            return mirrored(experiment);
        case Order::interleaved:
            return in_turn(experiment, false);
        case Order::reversed_odd:
            return in_turn(experiment, true);
        case Order::blocked:
            return blocked(experiment);
        case Order::random:
            return shuffled(experiment);
    }
    return {};
}

}  // namespace stallscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <vector>

class QPainter;

namespace stallscope::app {

/// A piece of a document that stands on one page: a paragraph, a table's row, a chart. Lengths in
/// the paper's dots.
struct PaperPiece {
    double height = 0;
    std::function<void(QPainter& painter, double top)> draw;
    double space_before = 0;  ///< not at the top of a page
    bool keeps_next = false;  ///< the next piece stands on the same page: headings
    /// Only of pieces higher than a page: they are cut at multiples of this, between their lines.
    double line_height = 0;
    std::shared_ptr<const PaperPiece> head;  ///< repeated above it at the top of a page
};

/// A piece in its place on a page.
struct PlacedPiece {
    PaperPiece piece;
    double top = 0;
    double from = 0, to = 0;  ///< what of its height is shown
};
using PaperPage = std::vector<PlacedPiece>;

/// Distributes pieces over pages of the given height, in their order. There is always a page.
std::vector<PaperPage> paginated(const std::vector<PaperPiece>& pieces, double page_height);

/// Draws a page; the painter's origin is its top left corner.
void draw_pieces(QPainter& painter, const PaperPage& page, double width);

}  // namespace stallscope::app

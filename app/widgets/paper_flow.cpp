// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paper_flow.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace stallscope::app {
namespace {

class Flow {
public:
    explicit Flow(double page_height) : m_page_height(page_height), m_pages(1) {}

    /// `chain`: the height of what must stand on the same page, this piece included.
    void add(const PaperPiece& piece, double chain) {
        const double space = m_at > 0 ? piece.space_before : 0;
        if (m_at > 0 && m_at + space + std::min(chain, m_page_height) > m_page_height) new_page();
        if (m_at == 0 && piece.head) place(*piece.head);
        m_at += m_at > 0 && !piece.head ? piece.space_before : 0;
        if (m_at + piece.height <= m_page_height) {
            place(piece);
        } else {
            place_in_parts(piece);
        }
    }

    std::vector<PaperPage> pages() { return std::move(m_pages); }

private:
    void new_page() {
        m_pages.emplace_back();
        m_at = 0;
    }

    void place(const PaperPiece& piece) {
        m_pages.back().push_back({piece, m_at, 0, piece.height});
        m_at += piece.height;
    }

    /// It is higher than a page: whole lines of it on each.
    void place_in_parts(const PaperPiece& piece) {
        const double line = piece.line_height > 0 ? piece.line_height : m_page_height;
        for (double from = 0; from < piece.height;) {
            const double room = std::floor((m_page_height - m_at) / line) * line;
            if (room <= 0 && m_at > 0) {
                new_page();
                continue;
            }
            const double to = std::min(piece.height, from + std::max(room, line));
            m_pages.back().push_back({piece, m_at, from, to});
            m_at += to - from;
            from = to;
        }
    }

    double m_page_height;
    double m_at = 0;
    std::vector<PaperPage> m_pages;
};

}  // namespace

std::vector<PaperPage> paginated(const std::vector<PaperPiece>& pieces, double page_height) {
    // From the last to the first: what hangs on what follows is known when it is asked for.
    std::vector<double> chains(pieces.size());
    for (std::size_t i = pieces.size(); i-- > 0;) {
        chains[i] = pieces[i].height;
        if (pieces[i].keeps_next && i + 1 < pieces.size()) {
            chains[i] += pieces[i + 1].space_before + chains[i + 1];
        }
    }
    Flow flow(page_height);
    for (std::size_t i = 0; i < pieces.size(); ++i) flow.add(pieces[i], chains[i]);
    return flow.pages();
}

void draw_pieces(QPainter& painter, const PaperPage& page, double width) {
    for (const PlacedPiece& placed : page) {
        const bool is_a_part = placed.from > 0 || placed.to < placed.piece.height;
        painter.save();
        if (is_a_part) {
            painter.setClipRect(QRectF(0, placed.top, width, placed.to - placed.from));
        }
        placed.piece.draw(painter, placed.top - placed.from);
        painter.restore();
    }
}

}  // namespace stallscope::app

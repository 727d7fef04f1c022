// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paper_flow.h"

#include <QTest>

#include "widgets/paper_table.h"

using namespace stallscope::app;

class PaperFlowTest : public QObject {
    Q_OBJECT

private slots:
    void nothing_is_one_empty_page();
    void a_piece_is_never_cut_unless_it_is_higher_than_a_page();
    void space_is_left_between_pieces_but_not_at_the_top();
    void a_heading_goes_with_what_follows();
    void a_tables_head_is_repeated_where_it_goes_on();
    void what_is_higher_than_a_page_is_cut_between_lines_and_shown_whole();
    void columns_share_the_width_data();
    void columns_share_the_width();
};

namespace {

PaperPiece piece(double height, double space = 0, bool keeps_next = false) {
    PaperPiece made;
    made.height = height;
    made.space_before = space;
    made.keeps_next = keeps_next;
    return made;
}

}  // namespace

void PaperFlowTest::nothing_is_one_empty_page() {
    const auto pages = paginated({}, 100);
    QCOMPARE(pages.size(), std::size_t{1});
    QVERIFY(pages[0].empty());
}

void PaperFlowTest::a_piece_is_never_cut_unless_it_is_higher_than_a_page() {
    const auto pages = paginated({piece(60), piece(41), piece(59)}, 100);
    QCOMPARE(pages.size(), std::size_t{2});
    QCOMPARE(pages[0].size(), std::size_t{1});
    QCOMPARE(pages[1][0].top, 0.0);
    QCOMPARE(pages[1][1].top, 41.0);
    for (const PaperPage& page : pages) {
        for (const PlacedPiece& placed : page) {
            QCOMPARE(placed.from, 0.0);
            QCOMPARE(placed.to, placed.piece.height);
            QVERIFY(placed.top + placed.piece.height <= 100);
        }
    }
}

void PaperFlowTest::space_is_left_between_pieces_but_not_at_the_top() {
    const auto pages = paginated({piece(40, 10), piece(40, 10), piece(40, 10)}, 100);
    QCOMPARE(pages.size(), std::size_t{2});
    QCOMPARE(pages[0][0].top, 0.0);
    QCOMPARE(pages[0][1].top, 50.0);
    QCOMPARE(pages[1][0].top, 0.0);
}

void PaperFlowTest::a_heading_goes_with_what_follows() {
    // Heading, introduction and the first row fit only together on the next page.
    const auto pages =
        paginated({piece(70), piece(10, 5, true), piece(10, 2, true), piece(10)}, 100);
    QCOMPARE(pages.size(), std::size_t{2});
    QCOMPARE(pages[0].size(), std::size_t{1});
    QCOMPARE(pages[1].size(), std::size_t{3});
}

void PaperFlowTest::a_tables_head_is_repeated_where_it_goes_on() {
    const auto head = std::make_shared<const PaperPiece>(piece(10, 4, true));
    std::vector<PaperPiece> pieces = {*head};
    for (int i = 0; i < 10; ++i) {
        pieces.push_back(piece(20));
        pieces.back().head = head;
    }
    const auto pages = paginated(pieces, 100);
    QCOMPARE(pages.size(), std::size_t{3});  // four rows under a head on each
    std::size_t rows = 0;
    for (const PaperPage& page : pages) {
        QCOMPARE(page.front().piece.height, 10.0);
        QCOMPARE(page[1].top, 10.0);
        QVERIFY(page.back().top + page.back().piece.height <= 100);
        rows += page.size() - 1;
    }
    QCOMPARE(rows, std::size_t{10});
}

void PaperFlowTest::what_is_higher_than_a_page_is_cut_between_lines_and_shown_whole() {
    PaperPiece high = piece(250);
    high.line_height = 12;
    const auto pages = paginated({piece(50), high}, 100);
    double shown = 0;
    for (const PaperPage& page : pages) {
        for (const PlacedPiece& placed : page) {
            QVERIFY(placed.top + placed.to - placed.from <= 100);
            if (placed.piece.height != 250) continue;
            QCOMPARE(placed.from, shown);
            const bool ends_between_lines = std::fmod(placed.to, 12) == 0 || placed.to == 250;
            QVERIFY(ends_between_lines);
            shown = placed.to;
        }
    }
    QCOMPARE(shown, 250.0);
}

void PaperFlowTest::columns_share_the_width_data() {
    using Widths = QList<double>;
    QTest::addColumn<Widths>("natural");
    QTest::addColumn<Widths>("least");
    QTest::addColumn<Widths>("widths");
    QTest::newRow("all fits") << Widths{20, 30} << Widths{10, 10} << Widths{20, 30};
    QTest::newRow("sentences give way") << Widths{20, 180} << Widths{20, 30} << Widths{20, 80};
    QTest::newRow("both give way")
        << Widths{110, 110} << Widths{10, 30} << Widths{43.3333, 56.6667};
    QTest::newRow("words are broken") << Widths{300, 300} << Widths{150, 50} << Widths{75, 25};
}

void PaperFlowTest::columns_share_the_width() {
    QFETCH(QList<double>, natural);
    QFETCH(QList<double>, least);
    QFETCH(QList<double>, widths);
    const auto given =
        column_widths({natural.begin(), natural.end()}, {least.begin(), least.end()}, 100);
    QCOMPARE(given.size(), static_cast<std::size_t>(widths.size()));
    for (std::size_t i = 0; i < given.size(); ++i) {
        QVERIFY2(std::abs(given[i] - widths[static_cast<qsizetype>(i)]) < 0.001,
                 qPrintable(QString::number(given[i])));
    }
}

QTEST_GUILESS_MAIN(PaperFlowTest)
#include "paper_flow_test.moc"

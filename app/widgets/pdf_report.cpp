// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pdf_report.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QPicture>

#include "core/about.h"
#include "core/verdict_words.h"
#include "core/visible_text.h"
#include "widgets/paper_colours.h"
#include "widgets/paper_flow.h"
#include "widgets/paper_table.h"
#include "widgets/paper_text.h"

namespace stallscope::app {
namespace {

using Kind = MarkdownBlock::Kind;

// Dots per inch. Charts have pens of a fixed number of dots: finer paper would make them hairlines.
// Text and vectors are not drawn in dots.
constexpr int resolution = 150;
constexpr double point = resolution / 72.0;
constexpr double margin_mm = 14;
constexpr double head_height = 22 * point;  // above the text, and below it

QString tr(const char* text) {
    return QCoreApplication::translate("Report", text);
}

MarkdownLine plain(const QString& text) {
    return {{MarkdownSpan::Manner::plain, text}};
}

/// Sets the report's parts, one after the other.
class Typesetter {
public:
    Typesetter(QPaintDevice& device, double width, double height)
        : m_device(device), m_width(width), m_height(height) {}

    void opening(const ReportContent& content) {
        text(plain(tr("Stallscope report")), {7.5, false, paper_quiet, Qt::AlignLeft}, 0);
        text(plain(content.title), {18, true, Qt::black, Qt::AlignLeft}, 0);
        if (!content.question.isEmpty()) {
            text(plain(content.question), {10, false, paper_quiet, Qt::AlignLeft}, 3);
        }
        text(plain(content.sentence), {11.5, false, Qt::black, Qt::AlignLeft}, 8);
        counts(content);
        warning(content.not_whole);
        if (!content.emulated.isEmpty()) {
            warning(tr("Emulated: %1.").arg(content.emulated.join(QLatin1String(", "))));
        }
        m_pieces.back().height += 5 * point;
        list(content.facts, {7.5, false, paper_quiet, Qt::AlignLeft});
    }

    void sections(const QVector<ReportSection>& sections) {
        for (const ReportSection& section : sections) {
            heading(plain(section.title), 2);
            blocks(section.blocks);
        }
    }

    void charts(const QVector<ReportFigure>& figures) {
        if (!figures.isEmpty()) heading(plain(tr("Charts")), 2);
        for (const ReportFigure& figure : figures) chart(figure);
    }

    const std::vector<PaperPiece>& pieces() const { return m_pieces; }

private:
    void text(const MarkdownLine& line, const PaperStyle& style, double space_points,
              double indent = 0, bool keeps_next = false) {
        auto set = std::make_shared<PaperText>(line, style, m_width - indent, m_device);
        PaperPiece piece;
        piece.height = set->height();
        piece.line_height = set->line_height();
        piece.space_before = space_points * point;
        piece.keeps_next = keeps_next;
        piece.draw = [set, indent](QPainter& painter, double top) {
            set->draw(painter, QPointF(indent, top));
        };
        m_pieces.push_back(std::move(piece));
    }

    void heading(const MarkdownLine& line, int level) {
        const bool is_large = level <= 2;
        text(line, {is_large ? 12.5 : 10, true, Qt::black, Qt::AlignLeft}, is_large ? 18 : 10, 0,
             true);
    }

    void counts(const ReportContent& content) {
        for (const auto& [status, count] : content.counts) {
            text(
                plain(QStringLiteral("%1 %2 %3")
                          .arg(verdict_sign(status), QString::number(count), verdict_word(status))),
                {10, true, paper_verdict_ink(status), Qt::AlignLeft}, 5);
        }
    }

    void warning(const QString& sentence) {
        if (sentence.isEmpty()) return;
        text(plain(sentence), {8.5, false, Qt::black, Qt::AlignLeft}, 8, 6 * point);
        const auto words = m_pieces.back().draw;
        const QRectF box(0, -3 * point, m_width, m_pieces.back().height + 6 * point);
        m_pieces.back().draw = [words, box](QPainter& painter, double top) {
            painter.fillRect(box.translated(0, top), paper_warning);
            words(painter, top);
        };
    }

    void list(const QVector<MarkdownLine>& items, const PaperStyle& style) {
        for (const MarkdownLine& item : items) {
            text(item, style, 2.5, 10 * point);
            const auto words = m_pieces.back().draw;
            auto dot = std::make_shared<PaperText>(plain(QStringLiteral("•")), style, 10 * point,
                                                   m_device);
            m_pieces.back().draw = [words, dot](QPainter& painter, double top) {
                dot->draw(painter, QPointF(2 * point, top));
                words(painter, top);
            };
        }
    }

    void blocks(const QVector<MarkdownBlock>& blocks) {
        for (qsizetype i = 0; i < blocks.size(); ++i) {
            const MarkdownBlock& block = blocks[i];
            switch (block.kind) {
                case Kind::heading:
                    heading(block.lines.front(), block.level);
                    break;
                case Kind::paragraph:
                    // What introduces a table stands above it.
                    text(block.lines.front(), {8, false, paper_quiet, Qt::AlignLeft}, 4, 0,
                         i + 1 < blocks.size() && blocks[i + 1].kind == Kind::table);
                    break;
                case Kind::list:
                    list(block.lines, {8.5, false, Qt::black, Qt::AlignLeft});
                    break;
                case Kind::table:
                    for (PaperPiece& piece : paper_table(block.table, m_width, m_device)) {
                        m_pieces.push_back(std::move(piece));
                    }
                    break;
            }
        }
    }

    void chart(const ReportFigure& figure) {
        // As wide as each other, so that their text has one size; three to a page.
        const QSizeF most(0.8 * m_width, 0.85 * m_height);
        const QSizeF size = QSizeF(figure.size).scaled(most, Qt::KeepAspectRatio);
        PaperPiece piece;
        piece.height = size.height();
        piece.space_before = 12 * point;
        piece.draw = [figure, size](QPainter& painter, double top) {
            const QRectF rect(QPointF(0, top), size);
            if (figure.picture.isEmpty()) {
                painter.drawImage(rect, QImage::fromData(figure.light_png, "PNG"));
                return;
            }
            QPicture picture;
            picture.setData(figure.picture.constData(), static_cast<uint>(figure.picture.size()));
            painter.translate(rect.topLeft());
            // A picture grows with the paper's resolution by itself.
            const double grown = 1.0 * painter.device()->logicalDpiX() / picture.logicalDpiX();
            const double scale = size.width() / figure.size.width() / grown;
            painter.scale(scale, scale);
            painter.drawPicture(0, 0, picture);
        };
        m_pieces.push_back(std::move(piece));
    }

    QPaintDevice& m_device;
    double m_width, m_height;
    std::vector<PaperPiece> m_pieces;
};

/// The run left and its seal right, above the text; the page's number below.
void draw_head_and_foot(QPainter& painter, const QRectF& paper, const ReportContent& content,
                        int page, int pages) {
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setPointSizeF(7);
    font.setHintingPreference(QFont::PreferNoHinting);
    painter.setFont(font);
    painter.setPen(paper_quiet);
    const QFontMetricsF metrics(font, painter.device());
    const QString seal = tr("seal %1…").arg(content.seal.left(16));
    const double room = paper.width() - metrics.horizontalAdvance(seal) - 16 * point;
    const QString name =
        visible_text(content.title) + QStringLiteral(" · ") + visible_text(content.run_file);
    painter.drawText(paper, Qt::AlignLeft | Qt::AlignTop,
                     metrics.elidedText(name, Qt::ElideMiddle, room));
    painter.drawText(paper, Qt::AlignRight | Qt::AlignTop, seal);
    painter.drawText(paper, Qt::AlignLeft | Qt::AlignBottom, product_name() + u' ' + version());
    painter.drawText(paper, Qt::AlignRight | Qt::AlignBottom,
                     tr("page %1 of %2").arg(page).arg(pages));
}

}  // namespace

int write_pdf_report(QIODevice& device, const ReportContent& content,
                     const QVector<ReportFigure>& figures) {
    QPdfWriter writer(&device);
    writer.setResolution(resolution);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF(margin_mm, margin_mm, margin_mm, margin_mm),
                          QPageLayout::Millimeter);
    writer.setTitle(visible_text(content.title));
    writer.setCreator(product_name() + u' ' + version());

    const QRectF paper(0, 0, writer.width(), writer.height());
    const double height = paper.height() - 2 * head_height;
    Typesetter typesetter(writer, paper.width(), height);
    typesetter.opening(content);
    typesetter.sections(content.verdicts);
    typesetter.charts(figures);
    typesetter.sections(content.tables);
    typesetter.sections(content.ground);

    const auto pages = paginated(typesetter.pieces(), height);
    QPainter painter(&writer);
    for (std::size_t i = 0; i < pages.size(); ++i) {
        if (i > 0) writer.newPage();
        draw_head_and_foot(painter, paper, content, static_cast<int>(i) + 1,
                           static_cast<int>(pages.size()));
        painter.save();
        painter.translate(0, head_height);
        draw_pieces(painter, pages[i], paper.width());
        painter.restore();
    }
    return static_cast<int>(pages.size());
}

}  // namespace stallscope::app

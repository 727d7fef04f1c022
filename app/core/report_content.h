// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSize>
#include <QString>
#include <QVector>
#include <utility>

#include "analysis/results.h"
#include "core/markdown_blocks.h"

namespace stallscope::app {

/// A chart of the report.
struct ReportFigure {
    QString id;                      ///< letters, digits and '-': the anchor
    QString title;                   ///< "Return leg"
    QString says;                    ///< what it shows, for whoever does not see it
    QSize size;                      ///< device-independent pixels
    QByteArray light_png, dark_png;  ///< for a light and a dark page; dark may be empty
    QByteArray picture;              ///< for paper, a QPicture's data; if empty, light_png serves
    QByteArray csv;                  ///< its values; may be empty
};

/// One part of the report, under a heading of its own.
struct ReportSection {
    QString id, title;
    QVector<MarkdownBlock> blocks;  ///< without the heading
};

/// What a report says, before it is known on which medium. Figures, tables and sentences are those
/// of the engine's tables_markdown(), so that every face of the program shows the same.
struct ReportContent {
    QString title, question;
    QString sentence;   ///< what the run shows, in one sentence
    QString not_whole;  ///< a sentence when the run is not complete, else empty
    QVector<std::pair<QString, int>> counts;  ///< criteria by their word, those that occur
    QVector<MarkdownLine> facts;
    QStringList emulated;             ///< streams whose device is emulated
    QVector<ReportSection> verdicts;  ///< criteria, conclusions, findings
    QVector<ReportSection> tables;    ///< everything else with figures in it
    QVector<ReportSection> ground;    ///< environment, run facts, how to verify, limits
    QString seal, sealed_at, engine, run_file;
    QString experiment;  ///< as sealed, indented
};

ReportContent report_content(const RunResults& results);

}  // namespace stallscope::app

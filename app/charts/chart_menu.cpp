// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_menu.h"

#include <QAction>
#include <QFileDialog>
#include <functional>

#include "charts/chart.h"
#include "charts/file_name.h"
#include "core/problem.h"

namespace stallscope::app {
namespace {

using Save = std::function<Result<void>(const QString& file)>;

QAction* add(Chart& chart, const char* name, const QString& text,
             const std::function<void()>& does) {
    auto* action = new QAction(text, &chart);
    action->setObjectName(QLatin1String(name));
    QObject::connect(action, &QAction::triggered, &chart, does);
    chart.addAction(action);
    return action;
}

void add_separator(Chart& chart) {
    auto* line = new QAction(&chart);
    line->setSeparator(true);
    chart.addAction(line);
}

/// Whoever holds the chart has the window's problems told: the nearest one around it that can.
void tell_around(Chart& chart, const Error& error) {
    for (QObject* around = chart.parent(); around != nullptr; around = around->parent()) {
        if (around->metaObject()->indexOfSignal("problem(stallscope::app::Problem)") < 0) continue;
        for (const Problem& problem : problems_of(error)) {
            QMetaObject::invokeMethod(around, "problem", Q_ARG(stallscope::app::Problem, problem));
        }
        return;
    }
}

void ask_and_save(Chart& chart, const QString& suffix, const QString& kind, const Save& save) {
    auto* dialog = new QFileDialog(&chart, Chart::tr("Save chart"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilter(kind);
    dialog->setDefaultSuffix(suffix);
    dialog->selectFile(file_name_of(chart.title()) + QLatin1Char('.') + suffix);
    QObject::connect(dialog, &QFileDialog::fileSelected, &chart,
                     [&chart, save](const QString& file) {
                         if (const Result<void> saved = save(file); !saved)
                             tell_around(chart, saved.error());
                     });
    dialog->open();
}

void add_save(Chart& chart, const char* name, const QString& text, const QString& suffix,
              const QString& kind, const Save& save) {
    add(chart, name, text,
        [&chart, suffix, kind, save] { ask_and_save(chart, suffix, kind, save); });
}

}  // namespace

void add_chart_menu(Chart& chart) {
    chart.setContextMenuPolicy(Qt::ActionsContextMenu);
    add(chart, "fit", Chart::tr("Fit\tF"), [&chart] { chart.fit(); });
    QAction* follow =
        add(chart, "follow", Chart::tr("Follow\tEnd"), [&chart] { chart.set_follow(true); });
    QObject::connect(&chart, &Chart::follow_changed, follow,
                     [follow](bool follows) { follow->setEnabled(!follows); });
    follow->setEnabled(!chart.follows());
    add_separator(chart);
    add(chart, "copy_image", Chart::tr("Copy image"), [&chart] { chart.copy_image(); });
    add(chart, "copy_csv", Chart::tr("Copy visible values as CSV"), [&chart] { chart.copy_csv(); });
    add_separator(chart);
    const QString png = Chart::tr("PNG image (*.png)");
    const QString svg = Chart::tr("SVG drawing (*.svg)");
    const QString pdf = Chart::tr("PDF document (*.pdf)");
    const QString csv = Chart::tr("CSV table (*.csv)");
    add_save(chart, "save_png", Chart::tr("Save as PNG…"), QStringLiteral("png"), png,
             [&chart](const QString& file) { return chart.save_png(file, 1); });
    add_save(chart, "save_png_2x", Chart::tr("Save as PNG, twice the pixels…"),
             QStringLiteral("png"), png,
             [&chart](const QString& file) { return chart.save_png(file, 2); });
    add_save(chart, "save_svg", Chart::tr("Save as SVG…"), QStringLiteral("svg"), svg,
             [&chart](const QString& file) { return chart.save_svg(file); });
    add_save(chart, "save_pdf", Chart::tr("Save as PDF…"), QStringLiteral("pdf"), pdf,
             [&chart](const QString& file) { return chart.save_pdf(file); });
    add_save(chart, "save_csv", Chart::tr("Save visible values as CSV…"), QStringLiteral("csv"),
             csv, [&chart](const QString& file) { return chart.save_csv(file); });
}

}  // namespace stallscope::app

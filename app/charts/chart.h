// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QList>
#include <QPicture>
#include <QString>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>

#include "charts/series_key.h"
#include "core/problem.h"

namespace stallscope::app {

class ThemedPlot;

/// What the x axis of a chart measures. Charts of one page with the same one share the cursor, the
/// markers and, where they are linked, the range.
enum class XAxis { run_seconds, window_seconds, milliseconds, other };

/// The base of every chart: one plot with the conventions of the workbench.
///
/// Wheel zooms x at the cursor, Ctrl+wheel y; drag pans, Shift+drag zooms to a box, double-click
/// fits. Any pan or zoom leaves follow mode; End or set_follow(true) returns to it. A and B put
/// markers at the cursor, Escape takes them away. The plot re-themes itself with the palette, has
/// axis titles with units, and tells its content as text to screen readers.
///
/// A subclass fills plot() in its constructor and in its own setters, and calls content_changed();
/// it says summary() and csv().
class Chart : public QWidget {
    Q_OBJECT

public:
    explicit Chart(QString title, XAxis x_axis, QWidget* parent = nullptr);
    ~Chart() override;

    const QString& title() const;
    void set_title(const QString& title);
    XAxis x_axis() const;
    /// What the chart shows, in a sentence or two: the tooltip of its title, axis titles and empty
    /// state. Over the axes themselves the read-out has the word.
    void set_definition(const QString& definition);

    /// The whole content in view.
    void fit();
    /// Whether new content moves the view (the default until somebody pans or zooms).
    bool follows() const;
    void set_follow(bool follow);

    /// Visible range of x.
    double x_low() const;
    double x_high() const;
    void set_x_range(double low, double high);  ///< leaves follow mode

    /// The hover line, in x; empty: none. Drawn on a layer of its own.
    void set_cursor(std::optional<double> x);
    std::optional<double> cursor() const;
    void set_marker_a(std::optional<double> x);
    void set_marker_b(std::optional<double> x);
    std::optional<double> marker_a() const;
    std::optional<double> marker_b() const;

    /// What a screen reader says: what is drawn, n, the figures that matter. Empty: no data.
    virtual QString summary() const = 0;
    /// The values in the visible range, RFC 4180, header with units.
    virtual QByteArray csv() const = 0;
    /// What the series have at x, one line each, for the cursor's read-out; "" where nothing is.
    virtual QString values_at(double x) const;
    /// What is written beside the cursor now: x and values at the cursor, at A and at B, and the
    /// way from A to B. "" without any of them.
    QString read_out_text() const;

    // Exports. Sizes are in device-independent pixels; without one, as on the screen.
    QImage image(double pixel_ratio, QSize size = {}) const;
    QByteArray svg(QSize size = {}) const;
    QPicture picture(QSize size = {}) const;  ///< vectors, to be painted on other paper
    Result<void> save_png(const QString& file, double pixel_ratio) const;
    Result<void> save_pdf(const QString& file) const;
    Result<void> save_svg(const QString& file) const;
    Result<void> save_csv(const QString& file) const;
    void copy_image() const;  ///< to the clipboard
    void copy_csv() const;

signals:
    void cursor_moved(std::optional<double> x);  ///< by the mouse, not by set_cursor()
    void markers_changed();
    void range_changed(double low, double high);  ///< by the user
    void follow_changed(bool follows);
    void clicked(double x, double y);

protected:
    bool event(QEvent* event) override;
    ThemedPlot& plot();
    const ThemedPlot& plot() const;
    /// How many values are shown, on the right of the title: "n = 1,234 requests".
    void set_count(const QString& count);
    /// What lines and colours stand for, under the title. Without any there is no such row.
    void set_keys(const QList<SeriesKey>& keys);
    /// Why there is nothing to draw; stands in the place of the axes. Empty: there is something.
    void set_empty_text(const QString& text);
    /// For vertical axes of names: zooming and panning leave them alone.
    void set_y_fixed(bool fixed);
    /// An x with its unit for the read-out: "12.3 s". The default goes by x_axis().
    virtual QString x_text(double x) const;
    /// The content has grown or changed: fits if it follows, queues one drawing, renews the
    /// accessible text.
    void content_changed();
    /// Range of the content; fit() uses it. The default asks the plot to rescale its axes.
    virtual void fit_axes();
    /// The palette has changed: set the pens of what the subclass draws.
    virtual void apply_theme() {}

private:
    void make_gestures();
    void make_follow_button();
    void apply_colours();
    void leave_follow();
    void renew_summary();

    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace stallscope::app

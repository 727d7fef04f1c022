// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include "charts/chart.h"
#include "core/timeline.h"
#include "core/visit_neighbours.h"

namespace stallscope::app {

class TimelineItem;
class TimelineNeighbours;

/// A visit as lanes: what every client, dispatcher, worker and loop thread did, and what each reply
/// waited for; under them readings of the machine; the other visits of the run as blocks. From the
/// whole run down to nanoseconds: who zooms into a block, or clicks it, wants that visit. A
/// click selects a request, which is framed in all lanes with lines from the forward's end to its
/// reply and from the end of the call that it waited for.
class TimelineChart final : public Chart {
    Q_OBJECT

public:
    explicit TimelineChart(QWidget* parent = nullptr);

    /// Takes the selection away and shows the whole visit; nullptr: nothing to draw.
    void show_timeline(std::shared_ptr<const Timeline> timeline);
    const std::shared_ptr<const Timeline>& timeline() const;
    /// The other visits of the run, beside the one of the timeline.
    void set_neighbours(std::vector<VisitNeighbour> visits);
    /// All visits in view; leaves follow mode.
    void show_run();
    /// Stands in the place of the lanes while there is no timeline.
    void set_why_empty(const QString& text);

    void select(std::optional<RequestRef> request);
    std::optional<RequestRef> selected() const;
    /// Its time in view, from the client's submit to its answer, and `around` of that on both
    /// sides; leaves follow mode.
    void zoom_to(const RequestRef& request, double around = 0.08);
    /// Moves the view, without zooming, where less than all of the request is visible.
    void bring_into_view(const RequestRef& request);

    /// What lies under a place of this widget, a few lines for a tooltip; "" where nothing is.
    QString text_at(const QPoint& at) const;
    /// Where a moment of a lane stands in this widget. Tests click there.
    QPoint place_of(int lane, std::int64_t at_ns) const;

    QString summary() const override;
    /// One line per span in view.
    QByteArray csv() const override;

signals:
    void request_clicked(const stallscope::app::RequestRef& request);
    /// Somebody clicked the block of another visit, or zoomed into it. x of what he sees there
    /// counts from that visit's window when `begin_s` is taken away.
    void visit_wanted(qint64 visit, double begin_s, bool keeps_view);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    QString x_text(double x) const override;
    void fit_axes() override;
    void apply_theme() override;

private:
    void label_rows();
    void fit_rows();
    void renew_keys();
    void renew_count();
    void on_click(double x, double y);
    std::optional<TimelineSpan> span_under(double x, double y) const;
    double length_s() const { return x_high() - x_low(); }

    TimelineItem* m_item;  ///< the plot's, as the next one
    TimelineNeighbours* m_neighbours;
    QString m_why_empty;
};

}  // namespace stallscope::app

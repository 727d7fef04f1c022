// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <array>
#include <memory>
#include <optional>

#include "charts/timeline_rows.h"
#include "charts/timeline_selection.h"
#include "charts/timeline_style.h"
#include "charts/timeline_view.h"
#include "core/timeline.h"

namespace stallscope::app {

/// Draws a timeline into the axes: the window, the lanes, the bands under them and the selection.
/// Spans wider than a pixel are drawn as they are; where a lane has more spans than pixels, each
/// column of pixels shows what share of its time was what. So a frame costs about the pixels that
/// it has, not the spans in view.
class TimelineItem final : public QCPAbstractItem {
public:
    explicit TimelineItem(QCustomPlot* plot);

    std::shared_ptr<const Timeline> timeline;
    TimelineRows rows;
    std::array<TimelineStyle, timeline_kind_count> styles;
    std::optional<TimelineSelection> selection;

    double selectTest(const QPointF& pos, bool only_selectable, QVariant* details) const override;

    /// Whether some lane shows shares of time instead of spans at the present zoom.
    bool shows_shares() const;

protected:
    void draw(QCPPainter* painter) override;

private:
    TimelineView view() const;
};

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/leg_picker.h"

#include <algorithm>

namespace stallscope::app {

LegPicker::LegPicker(QWidget* parent) : QComboBox(parent) {
    setObjectName(QStringLiteral("leg"));
    setAccessibleName(tr("Leg"));
    for (const AnyLeg leg : any_legs()) {
        addItem(leg_title(leg));
        setItemData(count() - 1, leg_definition(leg), Qt::ToolTipRole);
    }
    insertSeparator(static_cast<int>(leg_count));
    setMaxVisibleItems(count());
    const auto tell = [this] { setToolTip(leg_definition(leg())); };
    tell();
    connect(this, &QComboBox::currentIndexChanged, this, [this, tell] {
        tell();
        emit leg_changed();
    });
}

// The line between legs and steps is an item, too.
AnyLeg LegPicker::leg() const {
    const int at = currentIndex() - (currentIndex() > static_cast<int>(leg_count) ? 1 : 0);
    return any_legs()[static_cast<std::size_t>(std::max(0, at))];
}

void LegPicker::set_leg(AnyLeg leg) {
    const auto& legs = any_legs();
    const auto at = static_cast<int>(std::find(legs.begin(), legs.end(), leg) - legs.begin());
    setCurrentIndex(at + (at >= static_cast<int>(leg_count) ? 1 : 0));
}

}  // namespace stallscope::app

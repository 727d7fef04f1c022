// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/design_section.h"

namespace stallscope::app {

/// For how long, how often and in which order everything is measured, and when words may come.
class WindowsSection final : public DesignSection {
    Q_OBJECT

public:
    explicit WindowsSection(ExperimentDocument& document, QWidget* parent = nullptr);
};

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/design_section.h"

namespace stallscope::app {

/// The process under test, before any cell changes it.
class HostSection final : public DesignSection {
    Q_OBJECT

public:
    explicit HostSection(ExperimentDocument& document, QWidget* parent = nullptr);
};

}  // namespace stallscope::app

// SPDX-License-Identifier: Apache-2.0
#include "cli/display.h"
#include "cli/run_watch.h"

namespace stallscope::cli {
namespace {

/// For logs, pipes and CI: nothing is ever redrawn.
class PlainDisplay : public Display {
public:
    PlainDisplay(Console& console, bool only_trouble)
        : m_console(console), m_only_trouble(only_trouble) {}

    void hear(const events::Event& event) override {
        for (const auto& line : m_watch.hear(event)) {
            if (m_only_trouble && line.kind != WatchLine::Kind::trouble) continue;
            m_console.err << line.text;
            const auto left = m_watch.time_left(RunWatch::Clock::now());
            if (line.kind == WatchLine::Kind::visit && !left.empty()) {
                m_console.err << "  (" << left << ")";
            }
            m_console.err << std::endl;
        }
    }

    void say(const std::string& line) override {
        if (!m_only_trouble) m_console.err << line << std::endl;
    }

private:
    Console& m_console;
    bool m_only_trouble;
    RunWatch m_watch;
};

}  // namespace

std::unique_ptr<Display> plain_display(Console& console) {
    return std::make_unique<PlainDisplay>(console, false);
}

std::unique_ptr<Display> quiet_display(Console& console) {
    return std::make_unique<PlainDisplay>(console, true);
}

}  // namespace stallscope::cli

// SPDX-License-Identifier: Apache-2.0
#include "cli/display.h"

namespace stallscope::cli {
namespace {

class EventLines : public Display {
public:
    explicit EventLines(Console& console) : m_console(console) {}

    void hear(const events::Event& event) override {
        const bool hello = std::holds_alternative<events::Hello>(event);
        if (hello && m_said_hello) return;
        if (!hello && !m_said_hello) write(events::Hello{STALLSCOPE_VERSION});
        m_said_hello = true;
        write(event);
        m_console.out.flush();
    }

    void say(const std::string& line) override { m_console.err << line << std::endl; }

private:
    void write(const events::Event& event) { m_console.out << events::to_json(event) << '\n'; }

    Console& m_console;
    bool m_said_hello = false;
};

}  // namespace

std::unique_ptr<Display> event_lines(Console& console) {
    return std::make_unique<EventLines>(console);
}

}  // namespace stallscope::cli

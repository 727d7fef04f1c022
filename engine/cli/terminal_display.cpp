// SPDX-License-Identifier: Apache-2.0
#include "cli/display.h"
#include "cli/run_watch.h"
#include "cli/words.h"

namespace stallscope::cli {
namespace {

/// Often enough to look alive, seldom enough not to disturb what is measured.
constexpr auto least_between_redraws = std::chrono::milliseconds(200);

class TerminalDisplay : public Display {
public:
    explicit TerminalDisplay(Console& console) : m_console(console), m_paint(console.colour_err) {}

    void hear(const events::Event& event) override {
        const auto lines = m_watch.hear(event);
        for (const auto& line : lines) print(painted(line));
        const auto now = RunWatch::Clock::now();
        if (!lines.empty() || now - m_drawn_at >= least_between_redraws) draw(now);
    }

    void say(const std::string& line) override {
        print(line);
        draw(RunWatch::Clock::now());
    }

    void end() override {
        erase();
        m_console.err.flush();
    }

private:
    std::string painted(const WatchLine& line) const {
        switch (line.kind) {
            case WatchLine::Kind::step:
                return m_paint.dim(line.text);
            case WatchLine::Kind::visit:
                return line.text;
            case WatchLine::Kind::trouble:
                return m_paint.yellow(line.text);
        }
        return line.text;
    }

    void print(const std::string& line) {
        erase();
        m_console.err << line << '\n';
    }

    void draw(RunWatch::Clock::time_point now) {
        erase();
        m_console.err << progress_line(m_watch.progress(now), m_console.columns(), m_console.utf8)
                      << std::flush;
        m_drawn_at = now;
        m_line_is_drawn = true;
    }

    void erase() {
        if (m_line_is_drawn) m_console.err << "\r\x1b[K";
        m_line_is_drawn = false;
    }

    Console& m_console;
    Paint m_paint;
    RunWatch m_watch;
    RunWatch::Clock::time_point m_drawn_at;
    bool m_line_is_drawn = false;
};

}  // namespace

std::unique_ptr<Display> terminal_display(Console& console) {
    return std::make_unique<TerminalDisplay>(console);
}

}  // namespace stallscope::cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource_series.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <string_view>

#include "core/stored_events.h"

namespace stallscope::app {
namespace {

constexpr double gap = std::numeric_limits<double>::quiet_NaN();

enum class Reading { value, counter };  ///< a counter is drawn as its rate

struct Kind {
    std::string_view what;  ///< name in the run file, up to a "/"
    const char* quantity;
    const char* title;
    const char* unit;
    const char* line;  ///< empty: what stands behind the "/"
    double factor;
    Reading reading;
};

// In the order in which they are offered. A counter of µs per second, times 1e-4, is per cent.
constexpr std::array<Kind, 19> kinds = {{
    {"tree_cpu", "cpu", QT_TRANSLATE_NOOP("Resources", "CPU use"), "cores",
     QT_TRANSLATE_NOOP("Resources", "host and workers"), 1, Reading::value},
    {"foreign_cpu", "cpu", "CPU use", "cores", QT_TRANSLATE_NOOP("Resources", "other programs"), 1,
     Reading::value},
    {"engine_cpu", "cpu", "CPU use", "cores", QT_TRANSLATE_NOOP("Resources", "engine"), 1,
     Reading::value},
    {"app_cpu", "cpu", "CPU use", "cores", QT_TRANSLATE_NOOP("Resources", "this workbench"), 1,
     Reading::value},
    {"steal_cpu", "cpu", "CPU use", "cores",
     QT_TRANSLATE_NOOP("Resources", "taken by the hypervisor"), 1, Reading::value},
    {"rss_bytes", "resident", QT_TRANSLATE_NOOP("Resources", "Resident memory"), "MiB", "",
     1.0 / (1 << 20), Reading::value},
    {"mem_available_bytes", "free", QT_TRANSLATE_NOOP("Resources", "Available memory"), "MiB",
     QT_TRANSLATE_NOOP("Resources", "available"), 1.0 / (1 << 20), Reading::value},
    {"load1", "load", QT_TRANSLATE_NOOP("Resources", "Load, one minute"), "",
     QT_TRANSLATE_NOOP("Resources", "load"), 1, Reading::value},
    {"threads", "threads", QT_TRANSLATE_NOOP("Resources", "Threads"), "", "", 1, Reading::value},
    {"descriptors", "descriptors", QT_TRANSLATE_NOOP("Resources", "Open descriptors"), "", "", 1,
     Reading::value},
    {"processes", "processes", QT_TRANSLATE_NOOP("Resources", "Processes"), "",
     QT_TRANSLATE_NOOP("Resources", "host and workers"), 1, Reading::value},
    {"cpu_khz", "clock", QT_TRANSLATE_NOOP("Resources", "CPU frequency"), "GHz", "", 1e-6,
     Reading::value},
    {"pressure_cpu_us", "pressure", QT_TRANSLATE_NOOP("Resources", "Pressure: some task stalled"),
     "%", QT_TRANSLATE_NOOP("Resources", "for CPU"), 1e-4, Reading::counter},
    {"pressure_memory_us", "pressure", "Pressure: some task stalled", "%",
     QT_TRANSLATE_NOOP("Resources", "for memory"), 1e-4, Reading::counter},
    {"pressure_io_us", "pressure", "Pressure: some task stalled", "%",
     QT_TRANSLATE_NOOP("Resources", "for input and output"), 1e-4, Reading::counter},
    {"throttled_us", "throttled", QT_TRANSLATE_NOOP("Resources", "Held back by the control group"),
     "%", QT_TRANSLATE_NOOP("Resources", "throttled"), 1e-4, Reading::counter},
    {"swap_in_pages", "swap", QT_TRANSLATE_NOOP("Resources", "Swapping"), "pages/s",
     QT_TRANSLATE_NOOP("Resources", "in"), 1, Reading::counter},
    {"swap_out_pages", "swap", "Swapping", "pages/s", QT_TRANSLATE_NOOP("Resources", "out"), 1,
     Reading::counter},
    {"", "", "", "", "", 1, Reading::value},  // what this version does not know
}};

QString translated(const char* text) {
    return QCoreApplication::translate("Resources", text);
}

/// "rss_bytes/6436-worker-gpu" → "rss_bytes" and "worker gpu": a process of the same role is the
/// same line, whatever its number.
std::pair<QString, QString> parted(const std::string& what) {
    const QString name = QString::fromStdString(what);
    const qsizetype slash = name.indexOf(QLatin1Char('/'));
    if (slash < 0) return {name, {}};
    QString of = name.mid(slash + 1);
    const qsizetype dash = of.indexOf(QLatin1Char('-'));
    bool is_process = false;
    of.left(dash).toLongLong(&is_process);
    if (dash > 0 && is_process) {
        of = of.mid(dash + 1);
        of.replace(QLatin1String("worker-"), QLatin1String("worker "));
    }
    return {name.left(slash), of};
}

const Kind& kind_of(const QString& what) {
    const std::string name = what.toStdString();
    return *std::find_if(kinds.begin(), kinds.end() - 1,
                         [&](const Kind& kind) { return kind.what == name; });
}

ResourceQuantity& quantity_for(Resources& resources, const Kind& kind, const QString& what) {
    const bool is_known = !kind.what.empty();
    const QString id = is_known ? QLatin1String(kind.quantity) : what;
    for (ResourceQuantity& quantity : resources.quantities) {
        if (quantity.id == id) return quantity;
    }
    resources.quantities.push_back({id,
                                    is_known ? translated(kind.title) : what,
                                    is_known ? QLatin1String(kind.unit) : QString(),
                                    {}});
    return resources.quantities.back();
}

ResourceLine& line_for(ResourceQuantity& quantity, const QString& name) {
    for (ResourceLine& line : quantity.lines) {
        if (line.name == name) return line;
    }
    quantity.lines.push_back({name, {}, {}});
    return quantity.lines.back();
}

void sort_as_offered(Resources& resources) {
    const auto rank = [](const ResourceQuantity& quantity) {
        return std::find_if(
                   kinds.begin(), kinds.end(),
                   [&](const Kind& kind) { return quantity.id == QLatin1String(kind.quantity); }) -
               kinds.begin();
    };
    std::stable_sort(
        resources.quantities.begin(), resources.quantities.end(),
        [&](const ResourceQuantity& a, const ResourceQuantity& b) { return rank(a) < rank(b); });
}

}  // namespace

const ResourceQuantity* Resources::find(const QString& id) const {
    for (const ResourceQuantity& quantity : quantities) {
        if (quantity.id == id) return &quantity;
    }
    return nullptr;
}

void add_readings(Resources& to, double origin_s, const std::vector<SampleRow>& samples) {
    std::map<std::string, SampleRow> before;  // of counters, by name
    std::map<std::pair<QString, QString>, bool> begun;
    for (const SampleRow& sample : samples) {
        const auto [what, of] = parted(sample.what);
        const Kind& kind = kind_of(what);
        double value = sample.value;
        double at_s = static_cast<double>(sample.at) / 1e9;
        if (kind.reading == Reading::counter) {
            const auto [last, is_first] = before.try_emplace(sample.what, sample);
            if (is_first) continue;
            const double since_s = static_cast<double>(sample.at - last->second.at) / 1e9;
            value = since_s > 0 ? (sample.value - last->second.value) / since_s : gap;
            at_s -= since_s / 2;
            last->second = sample;
        }
        ResourceQuantity& quantity = quantity_for(to, kind, what);
        const QString name =
            *kind.line == '\0' ? (of.isEmpty() ? what : of) : translated(kind.line);
        ResourceLine& line = line_for(quantity, name);
        bool& is_begun = begun[{quantity.id, name}];
        if (!is_begun && !line.at_s.empty()) {
            line.at_s.push_back(origin_s + at_s);
            line.value.push_back(gap);
        }
        is_begun = true;
        line.at_s.push_back(origin_s + at_s);
        line.value.push_back(value * kind.factor);
    }
    sort_as_offered(to);
}

Result<void> read_resources(const RunReader& run, const Experiment& experiment,
                            const std::vector<StoredVisit>& visits,
                            const std::function<bool(const Resources&)>& take) {
    Resources resources;
    resources.visits = static_cast<int>(visits.size());
    for (const StoredVisit& stored : visits) {
        if (stored.visit.origin_ns != 0) {
            const VisitStartedEvent visit = started_event(stored, visits.front(), experiment);
            const double from_s = visit.start_s.value_or(0);
            resources.windows.push_back({visit.visit, visit.cell, visit.condition, from_s,
                                         from_s + visit.window_s.value_or(0)});
            const auto samples = run.samples(stored.visit.id);
            if (!samples) return tl::unexpected(samples.error());
            add_readings(resources, from_s, *samples);
        }
        ++resources.visits_read;
        if (!take(resources)) return {};
    }
    return {};
}

}  // namespace stallscope::app

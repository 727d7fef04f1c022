// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/comparison_set.h"

#include <QFileInfo>
#include <algorithm>

namespace stallscope::app {

ComparisonSet::~ComparisonSet() = default;

QString ComparisonSet::free_name(const QString& path) const {
    const QString name = QFileInfo(path).completeBaseName();
    const auto is_taken = [&](const QString& wanted) {
        return std::any_of(m_runs.begin(), m_runs.end(),
                           [&](const auto& run) { return run->name == wanted; });
    };
    QString free = name;
    for (int n = 2; is_taken(free); ++n) free = tr("%1 (%2)").arg(name).arg(n);
    return free;
}

bool ComparisonSet::has(const QString& path) {
    const bool found = std::any_of(m_runs.begin(), m_runs.end(),
                                   [&](const auto& run) { return run->file->path() == path; });
    if (found) emit problem({tr("this run is in the comparison already"), path, {}});
    return found;
}

void ComparisonSet::add(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    if (has(absolute)) return;
    auto file = RunFile::open(absolute);
    if (!file) {
        for (const Problem& fault : problems_of(file.error())) emit problem(fault);
        return;
    }
    add(std::shared_ptr<RunFile>(std::move(*file)));
}

void ComparisonSet::add(std::shared_ptr<RunFile> file) {
    if (has(file->path())) return;
    auto places = MeasuredPlaces::of(*file->reader(), file->visits());
    if (!places) {
        for (const Problem& fault : problems_of(places.error())) emit problem(fault);
        return;
    }
    auto run = std::make_unique<Run>();
    run->name = free_name(file->path());
    run->file = std::move(file);
    run->legs = std::make_unique<LegReader>(run->file->reader(), std::move(*places));
    connect(run->file.get(), &RunFile::analysed, this, &ComparisonSet::compare_all);
    connect(run->file.get(), &RunFile::problem, this, &ComparisonSet::problem);
    connect(run->legs.get(), &LegReader::grown, this, &ComparisonSet::grown);
    connect(run->legs.get(), &LegReader::problem, this, &ComparisonSet::problem);
    RunFile* added = run->file.get();
    m_runs.push_back(std::move(run));
    added->analyse();
    compare_all();
}

void ComparisonSet::remove(std::size_t place) {
    if (place >= m_runs.size()) return;
    m_runs.erase(m_runs.begin() + static_cast<std::ptrdiff_t>(place));
    compare_all();
}

void ComparisonSet::use_as_base(std::size_t place) {
    if (place >= m_runs.size()) return;
    const auto run = m_runs.begin() + static_cast<std::ptrdiff_t>(place);
    std::rotate(m_runs.begin(), run, run + 1);
    compare_all();
}

void ComparisonSet::compare_all() {
    for (const auto& run : m_runs) {
        run->differences.clear();
        run->is_comparable = false;
        if (!run->is_analysed() || !base()->is_analysed()) continue;
        if (run.get() != base()) {
            const auto of_base = base()->file->reader()->sealed_text();
            const auto of_run = run->file->reader()->sealed_text();
            if (!of_base || !of_run) continue;
            run->differences = method_differences({*base()->file->results(), *of_base},
                                                  {*run->file->results(), *of_run});
        }
        run->is_comparable = !is_refused(run->differences);
    }
    emit changed();
}

}  // namespace stallscope::app

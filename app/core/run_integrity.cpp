// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run_integrity.h"

#include <QCoreApplication>
#include <algorithm>

#include "plan/seal.h"

namespace stallscope::app {

Result<void> check_integrity(const RunReader& run, const std::vector<StoredVisit>& visits,
                             const std::function<bool(const RunIntegrity&)>& take) {
    const auto text = run.sealed_text();
    if (!text) return tl::unexpected(text.error());
    const auto sealed = run.sealed_sha256();
    if (!sealed) return tl::unexpected(sealed.error());
    RunIntegrity found;
    found.seal_holds = sha256_hex(*text) == *sealed;
    found.visits =
        static_cast<int>(std::count_if(visits.begin(), visits.end(), [](const StoredVisit& visit) {
            return visit.end.has_value();
        }));
    if (!take(found)) return {};
    for (const StoredVisit& visit : visits) {
        if (!visit.end) continue;
        const auto digest = run.digest(visit.visit.id);
        if (!digest) return tl::unexpected(digest.error());
        if (*digest != visit.rows_sha256) {
            found.altered += QCoreApplication::translate("RunIntegrity", "visit %1 (%2, %3)")
                                 .arg(visit.visit.id)
                                 .arg(QString::fromStdString(visit.visit.cell),
                                      QString::fromStdString(visit.visit.condition));
        }
        ++found.visits_checked;
        if (!take(found)) return {};
    }
    return {};
}

}  // namespace stallscope::app

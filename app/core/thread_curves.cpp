// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/thread_curves.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <limits>
#include <utility>

namespace stallscope::app {
namespace {

QString words(const char* text) {
    return QCoreApplication::translate("ThreadCurve", text);
}

MailWorkload without_threads(MailWorkload mail) {
    mail.threads.reset();
    return mail;
}

QString batch_name(const MailWorkload& mail) {
    if (!mail.mails.made.empty()) return QString::fromStdString(mail.mails.made);
    if (!mail.mails.corpus.empty()) {
        return words("%1 of a corpus").arg(mail.mails.messages);
    }
    return QStringLiteral("%1 × %2 B").arg(mail.mails.messages).arg(mail.mails.bytes);
}

/// What another policy than the default one has of its own.
QString policy_name(const MailWorkload& mail) {
    const MailWorkload usual;
    QStringList own;
    const auto differs = [&](const std::string& value, const std::string& normal,
                             const char* name) {
        if (value != normal) own += words(name) + QLatin1Char(' ') + QString::fromStdString(value);
    };
    differs(mail.parser, usual.parser, "parser");
    differs(mail.mode, usual.mode, "mode");
    differs(mail.structure, usual.structure, "shape");
    differs(mail.cap, usual.cap, "cap");
    differs(mail.caller, usual.caller, "caller");
    differs(mail.probe, usual.probe, "probe");
    differs(mail.claiming, usual.claiming, "claiming");
    differs(mail.workers, usual.workers, "threads");
    if (mail.cap == usual.cap && mail.bytes_per_worker != usual.bytes_per_worker) {
        own += words("%1 bytes a worker").arg(mail.bytes_per_worker);
    }
    return own.join(QStringLiteral(", "));
}

}  // namespace

std::vector<ThreadCurve> thread_curves(const std::vector<BatchRow>& rows) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    std::vector<std::pair<MailWorkload, ThreadCurve>> found;
    for (const BatchRow& row : rows) {
        if (!row.settings.threads || !row.p50_ms) continue;
        const MailWorkload subject = without_threads(row.settings);
        auto curve = std::find_if(found.begin(), found.end(),
                                  [&](const auto& one) { return one.first == subject; });
        if (curve == found.end()) {
            const QString policy = policy_name(subject);
            QString name = batch_name(subject);
            if (!policy.isEmpty()) name += QStringLiteral(", ") + policy;
            found.emplace_back(subject, ThreadCurve{name, {}});
            curve = std::prev(found.end());
        }
        curve->second.points.push_back({QString::fromStdString(row.cell), *row.settings.threads,
                                        *row.p50_ms, row.p99_ms.value_or(none),
                                        row.threads_per_call.value_or(none)});
    }
    std::vector<ThreadCurve> curves;
    for (auto& [subject, curve] : found) {
        std::stable_sort(
            curve.points.begin(), curve.points.end(),
            [](const ThreadPoint& a, const ThreadPoint& b) { return a.threads < b.threads; });
        if (curve.points.front().threads != curve.points.back().threads)
            curves.push_back(std::move(curve));
    }
    return curves;
}

}  // namespace stallscope::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gate_result.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <limits>
#include <utility>

namespace stallscope::app {
namespace {

constexpr qint64 most_bytes = 64 << 20;
constexpr int known_version = 1;
constexpr double none = std::numeric_limits<double>::quiet_NaN();

std::string words(const char* text) {
    return QCoreApplication::translate("GateResult", text).toStdString();
}

double number(const QJsonObject& object, const char* key) {
    const QJsonValue value = object[QLatin1String(key)];
    return value.isDouble() ? value.toDouble() : none;
}

QString text(const QJsonObject& object, const char* key) {
    return object[QLatin1String(key)].toString();
}

QStringList texts(const QJsonObject& object, const char* key) {
    QStringList all;
    for (const QJsonValue value : object[QLatin1String(key)].toArray()) all += value.toString();
    return all;
}

GateValues values(const QJsonValue& written) {
    GateValues all;
    for (const QJsonValue build : written.toArray()) {
        auto& rounds = all.emplace_back();
        for (const QJsonValue round : build.toArray()) {
            auto& halves = rounds.emplace_back();
            for (const QJsonValue half : round.toArray())
                halves.push_back(half.isDouble() && half.toDouble() > 0 ? half.toDouble() : none);
        }
    }
    return all;
}

GateRow row_of(const QJsonObject& written) {
    GateRow row;
    row.name = text(written, "name");
    row.role = text(written, "role");
    row.state = text(written, "state").replace(QLatin1Char('_'), QLatin1Char(' '));
    row.why = text(written, "why");
    row.base_ns = number(written, "base_ns");
    row.head_ns = number(written, "head_ns");
    row.ratio = number(written, "ratio");
    row.low95 = number(written, "low95");
    row.high95 = number(written, "high95");
    row.base_spread = number(written, "own_spread");
    row.head_spread = number(written, "head_spread");
    row.aa_ratio = number(written, "aa_ratio");
    const QJsonObject measured = written[QLatin1String("values_ns")].toObject();
    row.base = values(measured[QLatin1String("base")]);
    row.head = values(measured[QLatin1String("head")]);
    row.base_again = values(measured[QLatin1String("base_again")]);
    return row;
}

GateClaim claim_of(const QJsonObject& written, const std::vector<GateRow>& rows) {
    GateClaim claim;
    claim.id = text(written, "id");
    claim.says = text(written, "says");
    claim.must_be = text(written, "must_be");
    claim.word = text(written, "word");
    claim.worst = text(written, "worst");
    claim.why = text(written, "why");
    QStringList about;
    for (const QJsonValue point : written[QLatin1String("points")].toArray())
        about += point.toObject()[QLatin1String("row")].toString();
    about.removeDuplicates();
    claim.rows = static_cast<int>(about.size());
    const auto worst = std::find_if(rows.begin(), rows.end(),
                                    [&](const GateRow& row) { return row.name == claim.worst; });
    claim.change = worst == rows.end() ? none : worst->ratio;
    return claim;
}

}  // namespace

Result<GateResult> read_gate_result(const QString& path) {
    const auto refuse = [&](std::string says) {
        return fail(ErrorKind::experiment, std::move(says), path.toStdString(),
                    words("Open a gate.json that `stallscope gate SUITE --out FOLDER` wrote."));
    };
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return refuse(file.errorString().toStdString());
    if (file.size() > most_bytes) return refuse(words("it is larger than 64 MiB"));
    const QJsonDocument document = QJsonDocument::fromJson(file.readAll());
    const QJsonObject written = document.object();
    const double version = number(written, "stallscope_gate");
    if (!(version >= 1)) return refuse(words("this is not the result of a gate"));
    if (version > known_version)
        return refuse(words("a newer stallscope wrote it, this one cannot read it"));
    GateResult result;
    result.file = path;
    result.name = text(written, "name");
    result.question = text(written, "question");
    result.headline = text(written, "headline");
    result.outcome = text(written, "outcome");
    result.started = text(written, "started");
    result.cpu = text(written, "cpu");
    result.salted_by = text(written, "salted_by");
    result.exit_code = written[QLatin1String("exit_code")].toInt();
    result.builds = written[QLatin1String("builds")].toInt(1);
    result.rounds = written[QLatin1String("rounds")].toInt();
    result.processes = written[QLatin1String("processes")].toInt();
    result.noise_floor = number(written, "noise_floor");
    result.spread_floor = number(written, "spread_floor");
    result.reasons = texts(written, "reasons");
    result.notes = texts(written, "notes");
    for (const QJsonValue row : written[QLatin1String("rows")].toArray())
        result.rows.push_back(row_of(row.toObject()));
    for (const QJsonValue claim : written[QLatin1String("claims")].toArray())
        result.claims.push_back(claim_of(claim.toObject(), result.rows));
    return result;
}

double build_median_ns(const GateValues& values, std::size_t build) {
    std::vector<double> all;
    if (build >= values.size()) return none;
    for (const auto& round : values[build])
        for (const double ns : round)
            if (ns > 0) all.push_back(ns);
    if (all.empty()) return none;
    std::sort(all.begin(), all.end());
    const std::size_t middle = all.size() / 2;
    return all.size() % 2 == 1 ? all[middle] : (all[middle - 1] + all[middle]) / 2;
}

std::vector<GateProcess> in_time_order(const GateValues& values) {
    std::vector<GateProcess> processes;
    for (std::size_t b = 0; b < values.size(); ++b) {
        for (std::size_t r = 0; r < values[b].size(); ++r) {
            for (std::size_t h = 0; h < values[b][r].size(); ++h) {
                processes.push_back({static_cast<int>(b), static_cast<int>(r), static_cast<int>(h),
                                     values[b][r][h]});
            }
        }
    }
    std::stable_sort(processes.begin(), processes.end(),
                     [](const GateProcess& a, const GateProcess& b) {
                         return std::pair(a.round, a.half) < std::pair(b.round, b.half);
                     });
    return processes;
}

}  // namespace stallscope::app

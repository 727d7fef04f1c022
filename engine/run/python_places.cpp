// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>

#include "run/device_listing.h"

namespace stallscope {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

/// "python", "python3", "python3.11", "python3.13t"; not "python3-config".
bool is_python_name(const std::string& name) {
    constexpr std::string_view stem = "python";
    if (name.rfind(stem, 0) != 0) return false;
    auto rest = std::string_view(name).substr(stem.size());
    if (!rest.empty() && rest.back() == 't') rest.remove_suffix(1);
    return std::all_of(rest.begin(), rest.end(), [](char letter) {
        return letter == '.' || std::isdigit(static_cast<unsigned char>(letter)) != 0;
    });
}

std::vector<fs::path> sorted_entries(const fs::path& folder) {
    std::vector<fs::path> entries;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        entries.push_back(it->path());
    }
    std::sort(entries.begin(), entries.end());
    return entries;
}

/// The file that is really run; a virtual environment's link is the environment and stays.
fs::path identity_of(const fs::path& candidate) {
    std::error_code error;
    if (fs::exists(candidate.parent_path().parent_path() / "pyvenv.cfg", error)) {
        return fs::canonical(candidate.parent_path(), error) / "python";
    }
    return fs::canonical(candidate, error);
}

class Candidates {
public:
    void add(const fs::path& candidate) {
        std::error_code error;
        if (!fs::is_regular_file(candidate, error) || ::access(candidate.c_str(), X_OK) != 0)
            return;
        if (m_known.insert(identity_of(candidate)).second) m_found.push_back(candidate);
    }
    void add_folder(const fs::path& folder) {
        for (const auto& entry : sorted_entries(folder)) {
            if (is_python_name(entry.filename().string())) add(entry);
        }
    }
    std::vector<fs::path> take() { return std::move(m_found); }

private:
    std::set<fs::path> m_known;
    std::vector<fs::path> m_found;
};

std::vector<fs::path> split_path(std::string_view path) {
    std::vector<fs::path> folders;
    while (!path.empty()) {
        const auto colon = path.find(':');
        const auto folder = path.substr(0, colon);
        if (!folder.empty()) folders.emplace_back(folder);
        path = colon == std::string_view::npos ? std::string_view{} : path.substr(colon + 1);
    }
    return folders;
}

}  // namespace

PythonPlaces PythonPlaces::of_this_machine() {
    PythonPlaces places;
    places.path = variable("PATH");
    const fs::path home = variable("HOME");
    const fs::path root = variable("PYENV_ROOT");
    places.pyenv = !root.empty() || home.empty() ? root : home / ".pyenv";
    if (const auto prefix = variable("CONDA_PREFIX"); !prefix.empty()) {
        places.condas.emplace_back(prefix);
    }
    if (!home.empty()) {
        for (const char* name : {"miniconda3", "anaconda3", "miniforge3", "mambaforge"}) {
            places.condas.push_back(home / name);
        }
    }
    places.condas.emplace_back("/opt/conda");
    places.folders = {"/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"};
    return places;
}

std::vector<fs::path> python_candidates(const PythonPlaces& places) {
    Candidates candidates;
    std::error_code ignored;
    const auto shims = fs::weakly_canonical(places.pyenv / "shims", ignored);
    for (const auto& folder : split_path(places.path)) {
        const bool is_shims =
            !places.pyenv.empty() && fs::weakly_canonical(folder, ignored) == shims;
        if (!is_shims) candidates.add_folder(folder);
    }
    if (!places.pyenv.empty()) {
        for (const auto& version : sorted_entries(places.pyenv / "versions")) {
            candidates.add(version / "bin" / "python3");
            candidates.add(version / "bin" / "python");
        }
    }
    for (const auto& conda : places.condas) {
        candidates.add(conda / "bin" / "python");
        for (const auto& environment : sorted_entries(conda / "envs")) {
            candidates.add(environment / "bin" / "python");
        }
    }
    for (const auto& folder : places.folders) candidates.add_folder(folder);
    return candidates.take();
}

}  // namespace stallscope

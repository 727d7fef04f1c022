// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "run/conductor.h"
#include "run/own_program.h"
#include "run/user_folders.h"

namespace stallscope {
namespace {

namespace fs = std::filesystem;

fs::path user_folder(const char* variable, const char* under_home) {
    const char* set = std::getenv(variable);
    if (set != nullptr && *set == '/') return fs::path(set) / "stallscope";
    const char* home = std::getenv("HOME");
    return fs::path(home != nullptr && *home != '\0' ? home : "/tmp") / under_home / "stallscope";
}

}  // namespace

fs::path user_data_folder() {
    return user_folder("XDG_DATA_HOME", ".local/share");
}

Result<Installation> Installation::find() {
    Installation found;
    const fs::path prefix = own_program().parent_path().parent_path();
    const char* override_folder = std::getenv("STALLSCOPE_RESOURCES");
    const fs::path resources =
        override_folder != nullptr ? fs::path(override_folder) : prefix / "share" / "stallscope";
    found.python_runtime = resources / "python";
#ifdef __APPLE__
    found.host_library = prefix / "lib" / "libstallscope_host.dylib";
#else
    found.host_library = prefix / "lib" / "libstallscope_host.so";
#endif
    found.engine = prefix / "bin" / "stallscope";
    found.user_data = user_data_folder();
    found.user_cache = user_folder("XDG_CACHE_HOME", ".cache");
    for (const auto& file : {found.python_runtime / "stallscope_host.py", found.host_library}) {
        std::error_code ignored;
        if (!fs::exists(file, ignored)) {
            return fail(ErrorKind::measurement, "a part of the installation is missing",
                        file.string(),
                        "install or build again; STALLSCOPE_RESOURCES may name the folder that "
                        "holds python/");
        }
    }
    return found;
}

}  // namespace stallscope

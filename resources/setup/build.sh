# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# Sourced by experiments/run, app/run and tests/run: a quiet build, whose log is shown when it fails.
# Needs `root`, the project's folder.

# Homebrew keeps OpenSSL and SQLite out of the compiler's way.
if command -v brew >/dev/null 2>&1 && ! command -v dpkg-query >/dev/null 2>&1; then
    CMAKE_PREFIX_PATH="$(brew --prefix openssl@3);$(brew --prefix sqlite);${CMAKE_PREFIX_PATH:-}"
    export CMAKE_PREFIX_PATH
fi

# quietly LOG COMMAND...: runs it, shows the log's end only if it fails.
quietly() {
    local log=$1
    shift
    mkdir -p "$(dirname "$log")"
    if ! "$@" >"$log" 2>&1 </dev/null; then
        grep -nE '(error|Error|FAILED)' "$log" | head -n 20 >&2 || true
        echo "… the end of $log:" >&2
        tail -n 40 "$log" >&2
        echo "The build failed. Everything it said is in $log" >&2
        return 1
    fi
}

# configured FOLDER: true if the last configuration of this build folder went through.
configured() {
    [ -f "$1/build.ninja" ] && [ -f "$1/CMakeCache.txt" ]
}

# cached FOLDER VARIABLE VALUE: true if the build folder is configured so.
cached() {
    grep -q "^$2:[A-Z]*=$3\$" "$1/CMakeCache.txt" 2>/dev/null
}

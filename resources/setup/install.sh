#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, and asks for sudo only if something is:
#
#     resources/setup/install.sh GROUP...        groups: build run app tests
#     resources/setup/install.sh --list GROUP... prints the packages' names and installs nothing
#
# The one place where packages are named. Plain bash 3.2, which is what a Mac has.
set -euo pipefail

debian_packages() {
    case "$1" in
    build) echo "g++ cmake ninja-build nlohmann-json3-dev libexpected-dev libfmt-dev" \
        "libcli11-dev libsqlite3-dev libssl-dev libboost-math-dev pkg-config libmimetic-dev" \
        "libgmime-3.0-dev" ;;
    run) echo "python3 pocl-opencl-icd ocl-icd-libopencl1" ;;
    app) echo "qt6-base-dev qt6-svg-dev libqcustomplot-dev libqcustomplot2.1-qt6 libqt6svg6" \
        "fonts-dejavu-core" ;;
    tests) echo "git ccache libgtest-dev libgmock-dev libbenchmark-dev python3-jsonschema" \
        "clang clang-format-14 clang-tidy libclang-rt-14-dev xvfb xauth chromium" ;;
    *) return 1 ;;
    esac
}

# macOS brings OpenCL, and its compiler has the sanitizers. Homebrew has no mimetic; the program is
# then built without that parser.
homebrew_packages() {
    case "$1" in
    build) echo "cmake ninja nlohmann-json tl-expected fmt cli11 sqlite openssl@3 boost" \
        "pkg-config gmime" ;;
    run) echo "python@3" ;;
    app) echo "qt qcustomplot" ;;
    tests) echo "googletest google-benchmark clang-format llvm" ;;
    *) return 1 ;;
    esac
}

system() {
    if command -v dpkg-query >/dev/null 2>&1; then
        echo debian
    elif command -v brew >/dev/null 2>&1; then
        echo homebrew
    else
        echo other
    fi
}

# One name per line: those of the given packages that are not installed.
missing_on_debian() {
    local installed
    installed=$(dpkg-query --show --showformat '${db:Status-Status} ${Package}\n' "$@" \
        2>/dev/null || true)
    local package
    for package in "$@"; do
        grep -qx -- "installed $package" <<<"$installed" || echo "$package"
    done
}

missing_on_homebrew() {
    local installed
    installed=$(brew list --formula -1 | sed 's/python@3.*/python@3/')
    local package
    for package in "$@"; do
        grep -qx -- "$package" <<<"$installed" || echo "$package"
    done
}

install_on_debian() {
    local apt="env DEBIAN_FRONTEND=noninteractive apt-get"
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            echo "Some packages are missing, and installing them needs root. As root, run:" >&2
            echo "    apt-get install $*" >&2
            return 1
        fi
        apt="sudo $apt"
    fi
    echo "Installing: $*" >&2
    # Old lists may still do, so a failed update alone is no reason to stop.
    $apt update -qq >/dev/null || echo "The package lists could not be renewed; going on." >&2
    $apt install -y -qq --no-install-recommends "$@" >/dev/null
}

main() {
    local list=no
    if [ "${1:-}" = "--list" ]; then
        list=yes
        shift
    fi
    if [ $# -eq 0 ]; then
        sed -n '3,6s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
        return 1
    fi
    local packages="" group kind
    kind=$(system)
    for group in "$@"; do
        local names
        if [ "$kind" = homebrew ]; then
            names=$(homebrew_packages "$group") || names=""
        else
            names=$(debian_packages "$group") || names=""
        fi
        if [ -z "$names" ]; then
            echo "There is no group '$group'; there are build, run, app and tests." >&2
            return 1
        fi
        packages="$packages $names"
    done
    # The lists hold plain words: splitting them is the point.
    # shellcheck disable=SC2086
    set -- $packages
    if [ "$list" = yes ]; then
        printf '%s\n' "$@"
        return 0
    fi
    local missing
    case "$kind" in
    debian)
        missing=$(missing_on_debian "$@")
        # shellcheck disable=SC2086
        [ -z "$missing" ] || install_on_debian $missing
        ;;
    homebrew)
        missing=$(missing_on_homebrew "$@")
        # shellcheck disable=SC2086
        [ -z "$missing" ] || brew install --quiet $missing >&2
        ;;
    other)
        echo "Neither Debian's packages nor Homebrew here, so nothing is installed." >&2
        echo "If the build fails, install what these Debian packages hold: $*" >&2
        ;;
    esac
}

main "$@"

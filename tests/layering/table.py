# SPDX-License-Identifier: Apache-2.0
"""The architecture as data: who may include whom, and what must be there."""

# Folder → the folders of ours that its files may include, besides its own.
ENGINE_MAY_USE = {
    "plan": set(),
    "workload": {"plan"},
    "load": {"plan"},
    "probe": {"plan"},
    "host": {"plan", "workload", "load", "record"},
    "record": {"plan"},
    "batch": {"plan", "workload", "record"},
    "suite": {"plan", "workload", "record"},
    "analysis": {"plan", "record"},
    "report": {"analysis", "record", "plan"},
}
ENGINE_MAY_USE["run"] = set(ENGINE_MAY_USE)
ENGINE_MAY_USE["cli"] = set(ENGINE_MAY_USE)

_READS_RUNS = {"plan", "record", "analysis", "report"}
APP_MAY_USE = {
    "core": _READS_RUNS,
    "models": {"core"} | _READS_RUNS,
    "charts": {"core"},
    "widgets": {"core", "models", "charts"} | _READS_RUNS,
    "": {"core", "widgets"},  # main.cpp
}

# Part of the architecture, but of a later step: may be missing, and follow the table once there.
LATER = set()

# Headers of others that only some folders may include. `None`: nobody. The first pattern that
# matches decides.
ENGINE_LIBRARIES = [
    (r"Q[A-Z]\w*(/.*)?|Qt\w*/.*|q\w+\.h", None, "no Qt in the engine, it builds without it"),
    (r"(CL|OpenCL|cuda|CUDA)/.*|cuda\w*\.h", None, "devices are found at run time, never to build"),
    (r"CLI/.*", {"cli"}, "the command line is parsed in cli only"),
    (r"sqlite3\.h", {"record"}, "the run file is record's"),
    (r"openssl/.*", {"plan", "record"}, "digests are made in plan and record"),
    (r"(mimetic|gmime)/.*", {"batch"}, "mail libraries lie behind batch's interface"),
    (r"boost/.*", {"analysis"}, "Boost.Math's distributions are for the analysis"),
    (r"(gtest|gmock|benchmark)/.*", None, "test libraries stay in tests/"),
]
QTCORE = (
    r"QtCore/.*|Q(Abstract\w*Model|Byte\w*|Chrono\w*|Core\w*|CommandLine\w*|Data\w*|Date\w*|Debug"
    r"|Dir\w*|Elapsed\w*|Event\w*|File\w*|Flags|Future\w*|Hash\w*|IODevice|Json\w*|Library\w*|List"
    r"|Locale|Lock\w*|Logging\w*|Map|Meta\w*|Mime\w*|ModelIndex|Mutex\w*|Object\w*|Pair|Point\w*"
    r"|Pointer|Process\w*|Promise|Queue|Regular\w*|Save\w*|Scoped\w*|Set|Settings|Shared\w*|Signal"
    r"\w*|Size\w*|Socket\w*|Sort\w*|Span|Standard\w*|String\w*|Sys\w*|Temporary\w*|Text\w*|Thread\w*"
    r"|Time\w*|Timer\w*|Translator|Url\w*|Uuid|Variant\w*|Vector|Version\w*|Wait\w*|tGlobal|tNumeric"
    r"|tMath)"
)

# What tools and people look for by name. A folder counts when it holds a file.
FILES = [
    ".ci/run", ".clang-format", ".clang-tidy", ".gitignore", "CMakeLists.txt", "CMakePresets.json",
    "LICENSE", "LICENSES/Apache-2.0.txt", "LICENSES/GPL-3.0-or-later.txt", "README.md",
    "app/CMakeLists.txt", "app/main.cpp", "app/run", "engine/CMakeLists.txt", "engine/cli/main.cpp",
    "experiments/run", "resources/python/stallscope_host.py", "resources/docs/host-protocol.md",
    "resources/stallscope-workbench.desktop", "tests/CMakeLists.txt", "tests/run",
]
FOLDERS = (
    [".github", "resources/python", "resources/schema", "resources/icons", "resources/docs",
     "resources/setup", "resources/cmake", "tests/fixtures", "tests/golden", "tests/layering",
     "tests/fuzz", "tests/bench", "tests/app"]
    + [f"engine/{name}" for name in ENGINE_MAY_USE if name not in LATER]
    # tests/run is a script, so run's tests are in tests/conductor.
    + [f"tests/{name}".replace("tests/run", "tests/conductor")
       for name in ENGINE_MAY_USE if name not in LATER]
    + [f"app/{name}" for name in APP_MAY_USE if name]
)
# Nothing else lies at the top.
TOP_LEVEL = {path.split("/")[0] for path in FILES + FOLDERS} | {".gitattributes", ".editorconfig"}

# SPDX-License-Identifier: Apache-2.0
"""Checks a source tree against the table. Every complaint names the file, the line and the way
out."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import table

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)
SOURCES = {".cpp", ".h", ".c", ".py", ".cmake", ".sh"}


def complaints(root):
    """A list of sentences, empty if the tree is as it should be."""
    root = Path(root)
    return (
        _missing(root)
        + _extra_at_the_top(root)
        + _includes(root)
        + _python_imports(root)
        + _licences(root)
    )


def _missing(root):
    found = [f"{path}: is missing" for path in table.FILES if not (root / path).is_file()]
    for path in table.FOLDERS:
        if not any(p.is_file() for p in (root / path).glob("**/*")):
            found.append(f"{path}/: is missing or empty")
    return found


def _extra_at_the_top(root):
    """Looks at what git holds: what a build or a run leaves behind is nobody's fault."""
    if not (root / ".git").exists():
        return []
    listed = subprocess.run(
        ["git", "-C", str(root), "-c", "safe.directory=*", "ls-files"],
        capture_output=True, text=True, check=True,
    ).stdout.split("\n")
    top = {line.strip('"').split("/")[0] for line in listed if line}
    return [f"{name}: does not belong at the top level" for name in sorted(top - table.TOP_LEVEL)]


# What is made beside the sources, and ignored by git.
MADE = {"__pycache__", "venvs", "build"}


def _files(root, *folders):
    for folder in folders:
        for path in sorted((root / folder).glob("**/*")):
            if path.is_file() and not MADE & set(path.relative_to(root).parts):
                yield path


def _includes(root):
    found = []
    for path in _files(root, "engine", "app"):
        if path.suffix not in {".cpp", ".h", ".c"}:
            continue
        text = path.read_text(encoding="utf-8")
        for match in INCLUDE.finditer(text):
            line = text.count("\n", 0, match.start(1 if match[1] else 2)) + 1
            where = f"{path.relative_to(root)}:{line}"
            says = _ours(root, path, match[1]) if match[1] else _others(root, path, match[2])
            if says:
                found.append(f"{where}: {says}")
    return found


def _place(root, path):
    """("engine" or "app", folder); a file right under app/ has the folder ""."""
    parts = path.relative_to(root).parts
    return parts[0], parts[1] if len(parts) > 2 else ""


def _ours(root, path, included):
    side, folder = _place(root, path)
    target = included.split("/")[0]
    if "/" not in included or target in {".", ".."}:
        if included == path.stem + ".moc":
            return None
        return f'"{included}": our own headers are included as "folder/file.h"'
    homes = [root / "engine"] + ([root / "app"] if side == "app" else [])
    if not any((home / included).is_file() for home in homes):
        return f'"{included}": there is no such file'
    may_use = (table.ENGINE_MAY_USE if side == "engine" else table.APP_MAY_USE).get(folder)
    if may_use is None:
        return f"{side}/{folder} is not a folder of the architecture"
    if target != folder and target not in may_use:
        allowed = ", ".join(sorted(may_use)) or "nothing of ours"
        return f'"{included}": {side}/{folder or "main.cpp"} may use {allowed}, not {target}'
    return None


def _others(root, path, included):
    side, folder = _place(root, path)
    if included.startswith("nlohmann/") and path.suffix != ".cpp":
        return f"<{included}>: JSON belongs in a codec's .cpp, never in a header"
    if included == "qcustomplot.h" and (side, folder) != ("app", "charts"):
        return "<qcustomplot.h>: only app/charts may see it"
    if (side, folder) == ("app", "core") and re.fullmatch(r"Qt?[A-Z].*", included):
        if not re.fullmatch(table.QTCORE, included):
            return f"<{included}>: app/core uses QtCore only"
    if side == "engine":
        for pattern, folders, why in table.ENGINE_LIBRARIES:
            if re.fullmatch(pattern, included):
                return None if folders and folder in folders else f"<{included}>: {why}"
        if included.split("/")[0] in table.ENGINE_MAY_USE and "/" in included:
            return f'<{included}>: our own headers are included with quotes'
    return None


def _python_imports(root):
    """The runtime is loaded into other people's interpreters: the standard library, nothing else."""
    found = []
    runtime = root / "resources/python"
    own = {path.stem for path in runtime.glob("*") if path.suffix == ".py" or path.is_dir()}
    known = own | set(sys.stdlib_module_names) | {"__future__"}
    for path in _files(root, "resources/python"):
        # What calls a package of the user's imports it, when it is called.
        if path.suffix != ".py" or path.parent.name == "callables":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module]
            else:
                continue
            found += [
                f"{path.relative_to(root)}:{node.lineno}: imports {name}; the runtime uses the "
                "standard library and itself only"
                for name in names if name.split(".")[0] not in known
            ]
    return found


def _licences(root):
    found = []
    for path in _files(root, "engine", "app", "experiments", "resources", "tests"):
        name = path.relative_to(root).as_posix()
        script = path.suffix in SOURCES or path.name in {"CMakeLists.txt", "run"}
        if not script or name.startswith("tests/fixtures/"):
            continue
        gpl = name.startswith(("app/", "tests/app/", "tests/bench/app_"))
        licence = "GPL-3.0-or-later" if gpl else "Apache-2.0"
        first_lines = path.read_text(encoding="utf-8").split("\n")[:3]
        if not any(f"SPDX-License-Identifier: {licence}" in line for line in first_lines):
            found.append(f"{name}: the first lines lack 'SPDX-License-Identifier: {licence}'")
    return found

# SPDX-License-Identifier: Apache-2.0
"""The tree keeps to its architecture. And because a check that never fails proves nothing, each
rule is broken once in a copy."""

import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import rules
import table

ROOT = Path(__file__).resolve().parents[2]


class TheTree(unittest.TestCase):
    def test_keeps_to_the_architecture(self):
        found = rules.complaints(ROOT)
        self.assertEqual(found, [], "\n" + "\n".join(found))


class TheRules(unittest.TestCase):
    """Each works on a small tree of its own, which has nothing wrong with it at first."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="stallscope-layering-")
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        for path in table.FILES:
            self.write(path, "")
        for path in table.FOLDERS:
            self.write(f"{path}/present.txt", "")
        for name in ("plan", "record", "host", "run", "cli"):
            self.write(f"engine/{name}/{name}.h", "#include <vector>\n")
        for name in ("core", "charts", "widgets"):
            self.write(f"app/{name}/{name}.h", "#include <QString>\n")
        self.assertEqual(rules.complaints(self.root), [])

    def write(self, path, text):
        """With the SPDX line that belongs there."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        licence = "GPL-3.0-or-later" if path.startswith(("app/", "tests/app/")) else "Apache-2.0"
        mark = "//" if path.endswith((".cpp", ".h")) else "#"
        file.write_text(f"{mark} SPDX-License-Identifier: {licence}\n{text}", encoding="utf-8")

    def assert_one_complaint(self, *words):
        found = rules.complaints(self.root)
        self.assertEqual(len(found), 1, found)
        for word in words:
            self.assertIn(word, found[0])

    def test_what_the_table_allows_passes(self):
        self.write("engine/run/a.cpp", '#include "host/host.h"\n#include "record/record.h"\n')
        self.write("engine/plan/codec.cpp", "#include <nlohmann/json.hpp>\n")
        self.write("app/core/a.cpp", '#include <QJsonDocument>\n#include "record/record.h"\n')
        self.write("app/charts/a.h", "#include <qcustomplot.h>\n#include <QWidget>\n")
        self.write("app/widgets/a.cpp", '#include "charts/charts.h"\n#include "a.moc"\n')
        self.assertEqual(rules.complaints(self.root), [])

    def test_forbidden_includes_are_found(self):
        for path, include, words in [
            ("engine/record/a.cpp", '"host/host.h"', ["engine/record/a.cpp:3", "not host"]),
            ("engine/plan/a.h", '"record/record.h"', ["nothing of ours"]),
            ("engine/run/a.cpp", '"cli/cli.h"', ["not cli"]),
            ("engine/plan/a.h", "<nlohmann/json_fwd.hpp>", ["never in a header"]),
            ("engine/run/a.cpp", "<QString>", ["no Qt"]),
            ("engine/run/a.cpp", "<QtCore/QString>", ["no Qt"]),
            ("engine/host/a.cpp", "<CL/cl.h>", ["run time"]),
            ("engine/run/a.cpp", "<sqlite3.h>", ["record's"]),
            ("engine/run/a.cpp", "<plan/plan.h>", ["with quotes"]),
            ("engine/run/a.cpp", '"a.h"', ["folder/file.h"]),
            ("engine/run/a.cpp", '"../run/run.h"', ["folder/file.h"]),
            ("engine/other/a.cpp", '"plan/plan.h"', ["not a folder"]),
            ("app/core/a.cpp", '"host/host.h"', ["not host"]),
            ("app/core/a.cpp", "<QWidget>", ["QtCore only"]),
            ("app/charts/a.cpp", '"widgets/widgets.h"', ["not widgets"]),
            ("app/widgets/a.cpp", "<qcustomplot.h>", ["only app/charts"]),
            ("app/widgets/a.cpp", '"run/run.h"', ["not run"]),
        ]:
            with self.subTest(path=path, include=include):
                self.write(path, f"\n  #  include {include}\n")
                self.assert_one_complaint(path, *words)
                (self.root / path).unlink()

    def test_an_include_of_a_missing_file_is_found(self):
        self.write("engine/run/a.cpp", '#include "plan/gone.h"\n')
        self.assert_one_complaint("plan/gone.h", "no such file")

    def test_every_missing_file_is_found(self):
        for path in table.FILES:
            with self.subTest(path=path):
                text = (self.root / path).read_text(encoding="utf-8")
                (self.root / path).unlink()
                self.assert_one_complaint(path, "missing")
                (self.root / path).write_text(text, encoding="utf-8")

    def test_every_missing_or_empty_folder_is_found(self):
        for path in ["engine/probe", "app/models", "tests/golden", "resources/schema"]:
            with self.subTest(path=path):
                shutil.rmtree(self.root / path)
                self.assert_one_complaint(path, "missing or empty")
                (self.root / path).mkdir()
                self.assert_one_complaint(path, "missing or empty")
                self.write(f"{path}/present.txt", "")

    def test_a_foreign_import_in_the_runtime_is_found(self):
        self.write("resources/python/stallscope/frames.py", "import pickle, stallscope\n")
        self.assertEqual(rules.complaints(self.root), [])
        self.write("resources/python/stallscope/bad.py", "def f():\n    from numpy import array\n")
        self.assert_one_complaint("bad.py:3", "numpy")

    def test_a_missing_or_wrong_licence_is_found(self):
        self.write("engine/run/a.cpp", "")
        (self.root / "engine/run/a.cpp").write_text("int a;\n", encoding="utf-8")
        self.assert_one_complaint("engine/run/a.cpp", "Apache-2.0")
        (self.root / "engine/run/a.cpp").unlink()
        (self.root / "app/core/a.cpp").write_text(
            "// SPDX-License-Identifier: Apache-2.0\n", encoding="utf-8")
        self.assert_one_complaint("app/core/a.cpp", "GPL-3.0-or-later")


class ACopyOfTheTree(unittest.TestCase):
    """The same on the real sources: they are what the rules must bite on."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="stallscope-layering-")
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name) / "tree"
        ignore = shutil.ignore_patterns("build", ".git", "__pycache__", "*.stallscope*")
        shutil.copytree(ROOT, self.root, ignore=ignore)
        self.before = set(rules.complaints(self.root))

    def new_complaints(self):
        return set(rules.complaints(self.root)) - self.before

    def test_fails_on_a_forbidden_include(self):
        header = self.root / "engine/record/rows.h"
        header.write_text(
            header.read_text(encoding="utf-8") + '#include "workload/workload.h"\n',
            encoding="utf-8")
        (says,) = self.new_complaints()
        self.assertIn("engine/record/rows.h", says)
        self.assertIn("not workload", says)

    def test_fails_on_a_missing_file(self):
        (self.root / "CMakePresets.json").unlink()
        self.assertEqual(self.new_complaints(), {"CMakePresets.json: is missing"})

    def test_fails_on_a_missing_folder(self):
        shutil.rmtree(self.root / "engine/load")
        self.assertIn("engine/load/: is missing or empty", self.new_complaints())


if __name__ == "__main__":
    unittest.main()

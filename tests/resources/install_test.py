# SPDX-License-Identifier: Apache-2.0
"""What an install puts where a desktop looks for it: entry, icons, MIME type, man page."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import sqlite3
import struct
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

BUILD = Path(os.environ["STALLSCOPE_BUILD_DIR"])
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"
RUN_TYPE = "application/x-stallscope-run"


def has_app() -> bool:
    cache = (BUILD / "CMakeCache.txt").read_text(encoding="utf-8")
    return re.search(r"^STALLSCOPE_APP:BOOL=ON$", cache, re.MULTILINE) is not None


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory(prefix="stallscope-install-")
        cls.addClassCleanup(cls.folder.cleanup)
        cls.prefix = Path(cls.folder.name) / "prefix"
        subprocess.run(
            ["cmake", "--install", str(BUILD), "--prefix", str(cls.prefix)],
            check=True, capture_output=True, text=True,
        )
        cls.share = cls.prefix / "share"

    def setUp(self) -> None:
        if not has_app() and not self._testMethodName.endswith("without_the_app"):
            self.skipTest("the app is not built")

    def test_a_headless_install_has_no_desktop_entry_without_the_app(self) -> None:
        if has_app():
            self.skipTest("the app is built")
        self.assertFalse((self.share / "applications").exists())
        self.assertFalse((self.share / "man/man1/stallscope-workbench.1").exists())

    def test_the_desktop_entry_has_what_the_specification_asks_for(self) -> None:
        entries = configparser.RawConfigParser(delimiters="=", strict=True)
        entries.optionxform = str  # keys have capitals
        text = (self.share / "applications/stallscope-workbench.desktop").read_text("utf-8")
        entries.read_string(text)
        self.assertEqual(entries.sections(), ["Desktop Entry"])
        entry = dict(entries["Desktop Entry"])
        self.assertEqual(entry["Type"], "Application")
        self.assertEqual(entry["Exec"], "stallscope-workbench %F")
        self.assertTrue(os.access(self.prefix / "bin" / entry["TryExec"], os.X_OK))
        self.assertIn(entry["Terminal"], ("true", "false"))
        known = {
            "Type", "Version", "Name", "GenericName", "Comment", "Exec", "TryExec", "Icon",
            "Terminal", "StartupNotify", "StartupWMClass", "MimeType", "Categories", "Keywords",
        }
        self.assertEqual(set(entry) - known, set())
        for key in ("MimeType", "Categories", "Keywords"):
            self.assertTrue(entry[key].endswith(";"), key)
        self.assertIn(RUN_TYPE, entry["MimeType"].split(";"))
        # "Profiling" needs "Development" beside it (Desktop Menu Specification, appendix A).
        self.assertEqual(entry["Categories"].split(";")[:2], ["Development", "Profiling"])

    def test_icons_are_there_in_the_sizes_of_their_folders(self) -> None:
        hicolor = self.share / "icons/hicolor"
        for size in (16, 22, 24, 32, 48, 64, 128, 256):
            data = (hicolor / f"{size}x{size}/apps/stallscope.png").read_bytes()
            self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
            self.assertEqual(struct.unpack(">II", data[16:24]), (size, size))
        for name in ("apps/stallscope", "mimetypes/application-x-stallscope-run"):
            picture = ElementTree.parse(hicolor / f"scalable/{name}.svg").getroot()
            self.assertEqual(picture.tag, "{http://www.w3.org/2000/svg}svg")

    def mime_type(self) -> ElementTree.Element:
        root = ElementTree.parse(self.share / "mime/packages/stallscope.xml").getroot()
        (found,) = root.findall(f"{MIME}mime-type")
        return found

    def test_the_mime_type_knows_a_run_by_its_name_and_by_its_bytes(self) -> None:
        mime_type = self.mime_type()
        self.assertEqual(mime_type.get("type"), RUN_TYPE)
        self.assertEqual([g.get("pattern") for g in mime_type.findall(f"{MIME}glob")],
                         ["*.stallscope"])
        icon = mime_type.find(f"{MIME}icon").get("name")
        self.assertTrue((self.share / f"icons/hicolor/scalable/mimetypes/{icon}.svg").exists())

        def matches(match: ElementTree.Element, data: bytes) -> bool:
            value = match.get("value").encode()
            at = int(match.get("offset"))
            inner = match.findall(f"{MIME}match")
            here = data[at : at + len(value)] == value
            return here and (not inner or any(matches(m, data) for m in inner))

        (rule,) = mime_type.find(f"{MIME}magic").findall(f"{MIME}match")
        for application_id, expected in ((0x5354534C, True), (0x5354534D, False), (0, False)):
            with self.subTest(application_id):
                self.assertEqual(matches(rule, database(application_id)), expected)

    def test_the_mime_type_is_accepted_by_the_database(self) -> None:
        if shutil.which("update-mime-database") is None:
            self.skipTest("shared-mime-info is not installed")
        mime = Path(self.folder.name) / "mime"
        shutil.copytree(self.share / "mime", mime)
        done = subprocess.run(
            ["update-mime-database", str(mime)], capture_output=True, text=True, check=True,
            env={**os.environ, "XDG_DATA_HOME": self.folder.name},
        )
        self.assertEqual(done.stderr, "")
        self.assertIn(f":{RUN_TYPE}:*.stallscope", (mime / "globs2").read_text("utf-8"))

    def test_the_man_page_is_there_and_names_every_option(self) -> None:
        page = (self.share / "man/man1/stallscope-workbench.1").read_text("utf-8")
        page = page.replace("\\-", "-")
        shown = subprocess.run(
            [str(BUILD / "bin/stallscope-workbench"), "--help"],
            capture_output=True, text=True, check=True,
        ).stdout
        options = set(re.findall(r"--[a-z]+(?:-[a-z]+)*", shown)) - {"--help-all"}
        self.assertLessEqual({"--export", "--to", "--help", "--version"}, options)
        for option in sorted(options):
            self.assertIn(option, page)


def database(application_id: int) -> bytes:
    """The bytes of an SQLite file with that application_id."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "x.sqlite"
        connection = sqlite3.connect(file)
        connection.execute(f"PRAGMA application_id = {application_id}")
        connection.execute("CREATE TABLE t (x)")
        connection.commit()
        connection.close()
        return file.read_bytes()


if __name__ == "__main__":
    unittest.main()

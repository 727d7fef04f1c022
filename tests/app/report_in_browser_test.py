# SPDX-License-Identifier: GPL-3.0-or-later
"""The exported report in a real browser: it is quiet, its charts are there, it prints, and no name
in it does anything. Exit code 77 where no Chromium is installed."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import browser

BIN = Path(os.environ["STALLSCOPE_BUILD_DIR"]) / "bin"


def contrast(one: list[int], other: list[int]) -> float:
    """WCAG 2.1, "contrast ratio", of two sRGB colours."""
    def luminance(colour: list[int]) -> float:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
                  for c in (channel / 255 for channel in colour[:3])]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


class ReportInBrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory(prefix="stallscope-report-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        subprocess.run([BIN / "write_hostile_runs", cls.folder], check=True)
        cls.names = json.loads((cls.folder / "names.json").read_text("utf-8"))
        for number in range(len(cls.names)):
            run = cls.folder / f"{number}.stallscope"
            to = cls.folder / str(number)
            subprocess.run(
                [BIN / "stallscope", "export", run, "--to", to, "--format", "html,pdf"],
                check=True, capture_output=True,
            )
        cls.browser = browser.Browser().__enter__()
        cls.addClassCleanup(cls.browser.__exit__)

    def open(self, number: int) -> None:
        self.browser.open((self.folder / str(number) / "report.html").as_uri())

    def colours(self, selector: str) -> tuple[list[int], list[int]]:
        """Ink of an element and the page below it."""
        return tuple(
            [int(float(part)) for part in
             self.browser.value(script).split("(")[1].rstrip(")").split(",")]
            for script in (
                f"getComputedStyle(document.querySelector('{selector}')).color",
                "getComputedStyle(document.documentElement).backgroundColor",
            )
        )

    def test_no_name_does_anything_and_every_name_is_read(self) -> None:
        self.assertGreater(len(self.names), 10)
        for number, name in enumerate(self.names):
            with self.subTest(name=name[:40]):
                self.open(number)
                self.assertEqual(self.browser.complaints(), [])
                others = [url for url in self.browser.requested()
                          if not url.startswith(("file://", "data:"))]
                self.assertEqual(others, [])
                self.assertEqual(len([u for u in self.browser.requested()
                                      if u.startswith("file://")]), 1)
                self.assertTrue(self.browser.value("document.title").endswith("Stallscope report"))
                self.assertEqual(self.browser.value("document.scripts.length"), 0)
                handlers = """[...document.querySelectorAll('*')].filter(e =>
                    [...e.attributes].some(a => a.name.startsWith('on'))).length"""
                self.assertEqual(self.browser.value(handlers), 0)
                text = self.browser.value("document.querySelector('.question').textContent")
                self.assertEqual(text, name)

    def test_the_policy_stops_what_should_never_be_there(self) -> None:
        """So that the other tests are not silent because nothing could speak."""
        file = self.folder / "broken.html"
        page = (self.folder / "0/report.html").read_text("utf-8")
        file.write_text(page.replace("<main>", "<main><script>document.title='taken'</script>"
                                     "<img src='http://127.0.0.1:9/x.png'/>"), "utf-8")
        self.browser.open(file.as_uri())
        self.assertGreaterEqual(len(self.browser.complaints()), 2)
        self.assertTrue(self.browser.value("document.title").endswith("Stallscope report"))

    def test_every_chart_is_drawn_and_has_words(self) -> None:
        self.open(0)
        charts = self.browser.value("""[...document.querySelectorAll('figure')].map(f => {
            const image = f.querySelector('img');
            return [f.id, image.naturalWidth, image.naturalHeight, image.width, image.alt.length,
                    f.querySelector('figcaption').textContent.length,
                    f.querySelector('a[download]') !== null]; })""")
        self.assertGreaterEqual(len(charts), 4)
        for chart in charts:
            with self.subTest(chart[0]):
                _, natural_width, natural_height, width, alt, caption, has_values = chart
                self.assertGreater(natural_height, 100)
                self.assertGreaterEqual(natural_width, 1.5 * width)  # crisp on a fine screen
                self.assertGreater(alt, 20)
                self.assertGreater(caption, 20)
                self.assertTrue(has_values)

    def test_the_contents_lead_to_every_part(self) -> None:
        self.open(0)
        self.assertEqual(self.browser.value("""[...document.querySelectorAll('nav a')].filter(a =>
            document.getElementById(decodeURIComponent(a.hash.slice(1))) === null).length"""), 0)
        self.assertEqual(self.browser.value("document.querySelectorAll('nav a').length"),
                         self.browser.value("document.querySelectorAll('section').length"))

    def test_nothing_is_wider_than_the_window(self) -> None:
        for width in (1280, 420):
            self.browser.call("Emulation.setDeviceMetricsOverride", width=width, height=800,
                              deviceScaleFactor=1, mobile=False)
            for number, name in enumerate(self.names):
                with self.subTest(width=width, name=name[:40]):
                    self.open(number)
                    self.assertLessEqual(
                        self.browser.value("document.documentElement.scrollWidth"), width)
        self.browser.call("Emulation.clearDeviceMetricsOverride")

    def test_light_and_dark_can_both_be_read(self) -> None:
        pages, images = [], []
        for scheme in ("light", "dark"):
            self.browser.call("Emulation.setEmulatedMedia",
                              features=[{"name": "prefers-color-scheme", "value": scheme}])
            self.open(0)
            for selector in ("h1", ".question", "td", ".word", "nav a", "figcaption"):
                with self.subTest(scheme=scheme, selector=selector):
                    ink, page = self.colours(selector)
                    self.assertGreaterEqual(contrast(ink, page), 4.5)
            pages.append(self.colours("h1")[1])
            images.append(self.browser.value("document.querySelector('figure img').currentSrc"))
        self.browser.call("Emulation.setEmulatedMedia", features=[])
        self.assertGreater(sum(pages[0]), 700)
        self.assertLess(sum(pages[1]), 150)
        self.assertNotEqual(images[0], images[1])

    def test_it_prints_on_white_paper_even_from_a_dark_screen(self) -> None:
        self.browser.call("Emulation.setEmulatedMedia", media="print",
                          features=[{"name": "prefers-color-scheme", "value": "dark"}])
        self.open(0)
        self.assertEqual(self.colours("h1"), ([0, 0, 0], [255, 255, 255]))
        self.assertEqual(self.browser.value("getComputedStyle(document.querySelector('nav'))"
                                            ".display"), "none")
        self.browser.call("Emulation.setEmulatedMedia", media="", features=[])
        printed = base64.b64decode(self.browser.call("Page.printToPDF",
                                                     preferCSSPageSize=True)["data"])
        self.assertTrue(printed.startswith(b"%PDF-"))
        self.assertGreater(len(printed), 20_000)

    def test_the_pdf_beside_it_can_be_opened(self) -> None:
        pdf = (self.folder / "0/report.pdf").read_bytes()
        self.assertTrue(pdf.startswith(b"%PDF-"))
        self.assertIn(b"/FontFile2", pdf)
        self.browser.open((self.folder / "0/report.pdf").as_uri())
        self.assertEqual(self.browser.value("document.contentType"), "application/pdf")


if __name__ == "__main__":
    if browser.program() is None:
        print("No Chromium is installed: the report was not opened.")
        sys.exit(77)
    unittest.main()

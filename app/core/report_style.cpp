// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report_style.h"

namespace stallscope::app {

// The colours of words keep a contrast of 4.5 : 1 to the page (WCAG 2.1, AA) in both themes.
const char* const report_style = R"css(
:root {
  color-scheme: light dark;
  --page: #ffffff; --ink: #1c2430; --quiet: #566070; --rule: #d5dae1; --band: #f4f6f8;
  --accent: #005a8f; --met: #00694c; --not-met: #b03a00; --invalid: #9a3f74; --open: #566070;
  --warning: #fff4de; --warning-rule: #d99000;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #161b22; --ink: #e4e8ee; --quiet: #a3adba; --rule: #353d49; --band: #1e252e;
    --accent: #78bdf0; --met: #4fcfa6; --not-met: #ff9a66; --invalid: #eaa1cb; --open: #a3adba;
    --warning: #33290f; --warning-rule: #b37a10;
  }
}
* { box-sizing: border-box; }
html { background: var(--page); color: var(--ink); }
body {
  font: 15px/1.5 system-ui, "Segoe UI", "Helvetica Neue", "DejaVu Sans", sans-serif;
  margin: 0 auto; max-width: 78rem; padding: 2rem 2rem 4rem; overflow-wrap: anywhere;
}
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0.2rem 0 0.6rem; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 2.6rem 0 0.6rem; padding-top: 0.8rem;
  border-top: 1px solid var(--rule); }
h3 { font-size: 1.05rem; margin: 1.8rem 0 0.4rem; }
p { margin: 0.6rem 0; max-width: 62rem; }
a { color: var(--accent); }
.kind { color: var(--quiet); font-size: 0.85rem; letter-spacing: 0.06em; margin: 0;
  text-transform: uppercase; }
.question { color: var(--quiet); font-size: 1.05rem; }
.sentence { font-size: 1.15rem; border-left: 4px solid var(--accent); padding-left: 1rem;
  margin: 1.2rem 0; }
.warning { background: var(--warning); border-left: 4px solid var(--warning-rule);
  padding: 0.5rem 1rem; }
.counts { display: flex; flex-wrap: wrap; gap: 0.4rem 1.6rem; list-style: none; margin: 1rem 0;
  padding: 0; font-size: 1.05rem; }
.facts, .note { color: var(--quiet); font-size: 0.87rem; }
nav ol { columns: 18rem; font-size: 0.93rem; padding-left: 1.4rem; }
ul { padding-left: 1.3rem; max-width: 62rem; }
li { margin: 0.25rem 0; }
li.blocks > strong:first-child { color: var(--not-met); }
li.warns > strong:first-child { color: var(--warning-rule); }
li.note { color: inherit; font-size: inherit; }
li.note > strong:first-child { color: var(--quiet); }
code, pre { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: 0.87em; }
code { background: var(--band); padding: 0.1em 0.3em; border-radius: 3px; }
pre { background: var(--band); padding: 1rem; overflow: auto; max-height: 32rem;
  white-space: pre-wrap; }
.table { overflow-x: auto; margin: 0.8rem 0; }
table { border-collapse: collapse; font-size: 0.87rem; font-variant-numeric: tabular-nums;
  line-height: 1.35; }
th { text-align: left; vertical-align: bottom; border-bottom: 2px solid var(--rule);
  font-weight: 600; }
td { vertical-align: top; border-bottom: 1px solid var(--rule); }
th, td { padding: 0.35rem 0.7rem 0.35rem 0; overflow-wrap: anywhere; min-width: 3.2rem;
  max-width: 26rem; }
th { overflow-wrap: break-word; }
td.number, th.number { text-align: right; }
td.number { white-space: nowrap; }
td:last-child:not(.number) { min-width: 20rem; }
tbody tr:hover { background: var(--band); }
.word { font-weight: 600; color: var(--open); }
.word.met { color: var(--met); }
.word.not_met { color: var(--not-met); }
.word.invalid { color: var(--invalid); }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(34rem, 100%), 1fr));
  gap: 1.6rem 2rem; align-items: start; }
figure { margin: 0; min-width: 0; }
figure img { display: block; width: 100%; height: auto; border: 1px solid var(--rule);
  border-radius: 4px; }
figcaption { display: flex; gap: 1rem; justify-content: space-between; font-size: 0.87rem;
  color: var(--quiet); margin-top: 0.3rem; }
figcaption a { white-space: nowrap; }
footer { margin-top: 3rem; border-top: 1px solid var(--rule); color: var(--quiet);
  font-size: 0.85rem; }
@page { size: A4; margin: 15mm 13mm; }
@media print {
  html { background: #fff; color: #000; }
  body { font-size: 9.5pt; max-width: none; padding: 0; }
  nav, details, .download { display: none; }
  h1 { font-size: 18pt; }
  h2 { font-size: 13pt; margin-top: 1.6rem; }
  h2, h3 { break-after: avoid; }
  p, li, figure, tr, .warning { break-inside: avoid; }
  .table { overflow: visible; }
  table { font-size: 7.5pt; width: 100%; }
  .wide table { font-size: 6.2pt; }
  thead { display: table-header-group; }
  th, td, td:last-child:not(.number) { min-width: 0; padding: 1.5pt 4pt 1.5pt 0; }
  td.number { white-space: normal; }
  .figures { display: block; }
  figure { margin: 0 0 6mm; }
  figure img { max-height: 105mm; width: auto; max-width: 100%; border: 0; }
  a { color: inherit; text-decoration: none; }
}
)css";

}  // namespace stallscope::app

# SPDX-License-Identifier: Apache-2.0
"""Holds the JSON Schema of the experiment file against the program's own validator.

    judge_by_schema.py SCHEMA JUDGED EXPERIMENT...

JUDGED has one JSON object a line: {"document", "says", "faults": [sentence, …]}: a document and
what the program found wrong with it. The schema must refuse what the program refuses and nothing
else, but for the faults that a schema cannot express. Exit code: 0 agreed, 1 not, 77 there is no
jsonschema module.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, Iterator

try:
    import jsonschema
except ImportError:
    print("the Python module jsonschema is not installed")
    sys.exit(77)

if not hasattr(jsonschema, "Draft202012Validator"):
    print("the Python module jsonschema is too old: 4.0 or newer is needed")
    sys.exit(77)

# What a schema cannot say: whether a name refers to something, and what only shows after merging.
CROSS_REFERENCES = [
    r"^there is no (stream|cell|condition)\b",
    r"^there are two (cells|conditions|criteria) ",
    r"^a cell cannot duplicate itself",
    r"^the duplicates go round in a circle",
    r"^the length of stream .* is itself a measured one",
    r"^a cell is compared with itself",
    r"^there is no gap from a cell to itself",
    r"^a cell at one end of the gap closes",
    r"^a pooled interval takes the noise of",
    r"is not measured in (condition )?",
    r"^stream .* (is switched off|does not run|is a loop|has no|answers requests in no)",
    r"^\".*\" cannot be known in cell",
    r"^cell .* (switches off every stream|measures no stream)",
    r"^no stream of condition .* is measured",
    r"^these would be .* visits",
    # Of a suite.
    r"^there are two (claims|twin rows) ",
    r"^a row has no difference to itself",
    r"^\".*\" does not stand in the row's name",
    r"^these are (fewer rounds than|more than)",
]

# The same, but only for what a cell or a preset changes: its faults show once it is merged.
AFTER_MERGING = [
    r"^a workload.* needs the key",
    r"^a (load|stream|measured length|length) needs the key",
    r"^\".*\" is not a key of a (workload|load) of kind",
    r"^an opencl workload needs a size",
    r"^the size of an opencl workload",
    r"^a python workload has the binding",
    r"^the binding \"callable\" is for python workloads",
    r"^a loop runs in the host",
    r"^there is a teardown without a setup",
]


def cannot_be_expressed(fault: str) -> bool:
    pointer, _, says = fault.partition(": ")
    merged = re.match(r"^/(cells|presets)/", pointer)
    patterns = CROSS_REFERENCES + (AFTER_MERGING if merged else [])
    return any(re.search(pattern, says) for pattern in patterns)


def undescribed(schema: dict[str, Any], node: Any, place: str) -> Iterator[str]:
    """Every key that may stand in an experiment says what it means."""
    if isinstance(node, list):
        for index, item in enumerate(node):
            yield from undescribed(schema, item, f"{place}/{index}")
    if not isinstance(node, dict):
        return
    for key, value in node.items():
        if key in ("if", "then", "else", "not"):
            continue
        if key == "properties":
            for name, member in value.items():
                if not described(schema, member):
                    yield f"{place}/properties/{name}"
        yield from undescribed(schema, value, f"{place}/{key}")


def described(schema: dict[str, Any], member: dict[str, Any]) -> bool:
    while "description" not in member and "$ref" in member:
        target: Any = schema
        for step in member["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        member = target
    return bool(member.get("description"))


def main(schema_file: str, judged_file: str, experiments: list[str]) -> int:
    schema = json.loads(Path(schema_file).read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    problems = [f"no description: {place}" for place in undescribed(schema, schema, "")]
    for experiment in experiments:
        for error in validator.iter_errors(json.loads(Path(experiment).read_text("utf-8"))):
            problems.append(f"{experiment}: {list(error.absolute_path)}: {error.message[:200]}")
    agreed = 0
    for line in Path(judged_file).read_text("utf-8").rstrip("\n").split("\n"):
        judged = json.loads(line)
        error = next(validator.iter_errors(judged["document"]), None)
        faults = judged["faults"]
        if error and not faults:
            where = "/".join(map(str, error.absolute_path))
            problems.append(f"{judged['says']}: only the schema refuses it: /{where}: "
                            f"{error.message[:200]}")
        elif not error and any(not cannot_be_expressed(fault) for fault in faults):
            problems.append(f"{judged['says']}: only the program refuses it: {faults}")
        else:
            agreed += 1
    print(f"{agreed} documents are judged alike, {len(problems)} problems")
    for problem in problems[:40]:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))

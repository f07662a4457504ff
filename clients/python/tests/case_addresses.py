"""The messy addresses of test/cases as a table, their buildings as an index, and what `plinth match` answers."""

import csv
import json
import os
import subprocess
from pathlib import Path
from typing import Any, Dict, List

import pandas

REPOSITORY = Path(__file__).resolve().parents[3]
CASES = REPOSITORY / "test" / "cases"
COMMAND = [os.environ.get("NODE", "node"), str(REPOSITORY / "bin" / "plinth.mjs")]


def _tsv(file: Path) -> List[Dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def write_index(folder: Path) -> str:
    rows = _tsv(CASES / "buildings.tsv")
    source, index = folder / "buildings.csv", folder / "buildings.plinth"
    with source.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ["id", *list(rows[0])[1:]])
        writer.writeheader()
        writer.writerows({"id": row.pop("key"), **row} for row in rows)
    subprocess.run([*COMMAND, "index", str(source), "-o", str(index)], check=True, stdout=subprocess.DEVNULL)
    return str(index)


def addresses() -> Any:
    rows = [row for file in sorted(CASES.glob("*.tsv")) for row in _tsv(file) if "hint" in row and row["address"]]
    cities = [row["hint"].partition(",")[0].strip() or None for row in rows]
    return pandas.DataFrame({"Address": [row["address"] for row in rows], "City": cities})


def answers_of(index: str, frame: Any, *options: str) -> List[List[str]]:
    """The header and rows of one run of `plinth match`, without the ids."""
    rows = zip(frame["Address"], frame["City"])
    lines = [json.dumps({"id": n, "address": address, "city": city}) for n, (address, city) in enumerate(rows)]
    command = [*COMMAND, "match", "--buildings", index, "--output-format", "csv", *options]
    run = subprocess.run(command, input="\n".join([*lines, ""]).encode(), check=True, capture_output=True)
    return [row[1:] for row in csv.reader(run.stdout.decode().splitlines(keepends=True))]


def cells_of(linked: Any, header: List[str]) -> List[List[str]]:
    """The same of a linked table."""
    columns = [["" if value is pandas.NA else f"{value:.6g}" if name == "match_confidence" else value for value in
                linked[f"plinth_{name}"]] for name in header]
    return [header, *(list(row) for row in zip(*columns))]

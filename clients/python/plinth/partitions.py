"""Links partitions of Spark, Dask, Ray or Beam by a `plinth match` process in each worker, without a server."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import tempfile
import threading
from contextlib import suppress
from itertools import islice
from typing import Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple

from .tables import Column, Table, rows_of, with_columns

#: Columns of the answers of `plinth match`; `--details` adds `unit`.
_COLUMNS = (
    "outcome",
    "reason",
    "building_id",
    "match_confidence",
    "match_strategy",
    "project_id",
    "match_level",
    "alternatives",
    "error",
)
_HINTS = ("city", "province", "postal_code", "latitude", "longitude", "building_name", "condo_corp", "listed_on")
#: Rows that are sent together, and again if the process dies.
_ROWS = 10_000
_ATTEMPTS = 3


def link_partitions(
    tables: Iterable[Table],
    *,
    buildings: str,
    address: str = "address",
    hints: Optional[Mapping[str, str]] = None,
    prefix: str = "plinth_",
    options: Sequence[str] = (),
    command: Sequence[str] = ("plinth",),
) -> Iterator[Table]:
    """Yields a copy of each table with the answers of `plinth match` in new columns such as `plinth_building_id`.

    A table is a DataFrame of pandas or Polars, or a Table or RecordBatch of pyarrow. `buildings` is a file of
    buildings, better an index made by `plinth index`, that every worker can read. `hints` names further columns:
    `{"city": "City"}`. `options` are more of `plinth match`, such as `--details`. A table without rows starts no process.
    """
    unknown = [hint for hint in hints or {} if hint not in _HINTS]
    if unknown:
        raise ValueError(f"There is no hint {', '.join(map(repr, unknown))}. Hints are {', '.join(_HINTS)}.")
    columns = {"address": address, **(hints or {})}
    arguments = (*command, "match", "--buildings", buildings, "--output-format", "csv", *options)
    for table in tables:
        answers: Dict[str, List[str]] = {name: [] for name in _COLUMNS}
        if "--details" in options:
            answers["unit"] = []
        rows = rows_of(table, columns)
        while part := list(islice(rows, _ROWS)):
            for name, cells in _ask(arguments, buildings, part).items():
                answers[name].extend(cells)
        yield with_columns(table, {prefix + name: _column(name, cells) for name, cells in answers.items()})


def _column(name: str, cells: List[str]) -> Column:
    if name == "match_confidence":
        return Column("number", [float(cell) if cell else None for cell in cells])
    return Column("text", [cell or None for cell in cells])


class _Matcher:
    """A `plinth match` process. It answers while it reads, and ends when this process ends."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self._errors = tempfile.TemporaryFile()
        try:
            self._process = subprocess.Popen(
                arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
            )
        except FileNotFoundError as error:
            self._errors.close()
            advice = "Install Node and the npm package plinth on every worker, or pass `command`."
            raise FileNotFoundError(f"There is no command {arguments[0]}. {advice}") from error
        assert self._process.stdin and self._process.stdout
        self._input = self._process.stdin
        # A line that ends without a line end was cut off, as is a cell without its closing quote.
        self._output = io.TextIOWrapper(self._process.stdout, encoding="utf-8", newline="\n")
        self._answers = csv.reader((line for line in self._output if line.endswith("\n")), strict=True)
        self._header: List[str] = []

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def match(self, rows: List[Dict[str, object]]) -> Optional[Dict[str, List[str]]]:
        """The answers by column, or None if the process died."""
        lines = [json.dumps({"id": number, **row}, ensure_ascii=False) for number, row in enumerate(rows)]
        # In a thread, because the process stops reading when nobody reads its answers.
        writer = threading.Thread(target=self._write, args=("\n".join([*lines, ""]).encode(errors="replace"),), daemon=True)
        writer.start()
        answers: List[List[str]] = []
        with suppress(csv.Error):
            self._header = self._header or next(self._answers, [])
            answers.extend(islice(self._answers, len(rows)))
        if len(answers) == len(rows):
            writer.join()
            ids, *columns = (list(cells) for cells in zip(*answers))
            if ids != [str(number) for number in range(len(rows))]:
                raise RuntimeError("plinth match answered other rows than it got. Is it the version of this package?")
            return dict(zip(self._header[1:], columns))
        code = self._process.wait()
        if 0 < code < 128:
            # It ended by itself and said why.
            advice = " Install Node on every worker." if code == 127 else ""
            raise RuntimeError(f"plinth match ended with {code}: {self.errors()}{advice}")
        return None

    def errors(self) -> str:
        self._errors.seek(0)
        return self._errors.read().decode(errors="replace").strip()[-1000:]

    def close(self) -> None:
        self._process.kill()
        # Closes its pipes, which may have rows that it did not read.
        with suppress(OSError), self._process, self._output, self._errors:
            pass

    def _write(self, content: bytes) -> None:
        # If it died, its answers end, too.
        with suppress(OSError):
            self._input.write(content)
            self._input.flush()


#: Processes that wait for rows. A fork must not use those of its parent, nor a new index the process of the old one.
_idle: Dict[Tuple[object, ...], List[_Matcher]] = {}


def _take(idle: List[_Matcher]) -> Optional[_Matcher]:
    # `pop` and `append` are safe between threads; a look at the length before is not.
    with suppress(IndexError):
        while True:
            matcher = idle.pop()
            if matcher.is_alive:
                return matcher
            matcher.close()
    return None


def _ask(arguments: Sequence[str], buildings: str, rows: List[Dict[str, object]]) -> Dict[str, List[str]]:
    file = os.stat(buildings)
    key = (os.getpid(), *arguments, file.st_ino, file.st_mtime_ns)
    for other in list(_idle) if key not in _idle else []:
        for matcher in _idle.pop(other, []) if other[:-2] == key[:-2] else []:
            matcher.close()
    idle = _idle.setdefault(key, [])
    errors = ""
    for _ in range(_ATTEMPTS):
        matcher = _take(idle) or _Matcher(arguments)
        try:
            answers = matcher.match(rows)
        except BaseException:
            matcher.close()
            raise
        if answers is not None:
            idle.append(matcher)
            return answers
        errors = matcher.errors()
        matcher.close()
    raise RuntimeError(f"plinth match died {_ATTEMPTS} times on the same rows: {errors}")

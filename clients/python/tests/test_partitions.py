"""link_partitions: the answers of `plinth match`, and what happens when its process dies."""

import os
import select
import signal
import subprocess
import sys
import tempfile
import unittest
from itertools import chain
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(0, str(Path(__file__).parent))

import pandas  # noqa: E402
from case_addresses import COMMAND, addresses, answers_of, cells_of, write_index  # noqa: E402

from plinth import link_partitions  # noqa: E402
from plinth.partitions import _idle  # noqa: E402

#: Answers its process id as the building. It dies in the middle of the answer to an address that is a file, and removes the file.
FAKE = """
import json, os, sys
print("id,outcome,reason,building_id,match_confidence,match_strategy,project_id,match_level,alternatives,error", flush=True)
for line in sys.stdin:
    row = json.loads(line)
    cells = f'{row["id"]},matched,,{os.getpid()},0.5,,,building,,'
    if row["address"] == "other":
        cells = "other" + cells
    if row["address"] == "usage":
        sys.exit("the reason")
    if row["address"] == "always" or os.path.exists(row["address"]):
        if row["address"] != "always":
            os.remove(row["address"])
        print(cells, end='"torn', flush=True)
        os.kill(os.getpid(), 9)
    print(cells, flush=True)
"""


def wait_for_end(pid: int) -> None:
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    if not select.select([process], [], [], 30)[0]:
        raise AssertionError(f"{pid} still runs")


class Partitions(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(tempfile.mkdtemp())
        cls.index = write_index(cls.folder)
        (cls.folder / "fake.py").write_text(FAKE)
        cls.fake = {"buildings": cls.index, "command": [sys.executable, str(cls.folder / "fake.py")]}
        cls.real = {"buildings": cls.index, "command": COMMAND, "address": "Address", "hints": {"city": "City"}}

    @classmethod
    def tearDownClass(cls) -> None:
        for matcher in chain.from_iterable(_idle.values()):
            matcher.close()

    def test_answers_like_plinth_match(self) -> None:
        frame = addresses()
        expected = answers_of(self.index, frame)
        parts = [frame[:500], frame[:0], frame[500:]]
        linked = list(link_partitions(iter(parts), **self.real))
        self.assertEqual([len(part) for part in linked], [len(part) for part in parts])
        self.assertEqual(list(linked[1].dtypes), list(linked[0].dtypes))
        whole = pandas.concat(linked)
        self.assertEqual(list(whole.index), list(frame.index))
        self.assertEqual(cells_of(whole, expected[0]), expected)
        detailed = next(link_partitions([frame[:200]], options=["--details"], **self.real))
        expected = answers_of(self.index, frame[:200], "--details")
        self.assertEqual(cells_of(detailed, expected[0]), expected)

    def test_reads_a_table_when_the_one_before_is_taken_and_keeps_its_process(self) -> None:
        taken = []

        def tables():
            for number in range(3):
                taken.append(number)
                yield pandas.DataFrame({"address": ["1 Main St"] * number})

        pids = set()
        for number, linked in enumerate(link_partitions(tables(), **self.fake)):
            self.assertEqual(taken[-1], number)
            pids.update(linked["plinth_building_id"])
        self.assertEqual(len(pids), 1)

    def test_sends_rows_again_when_the_process_dies(self) -> None:
        fuse = self.folder / "fuse"
        fuse.touch()
        count = 25_000
        frame = pandas.DataFrame({"address": ["1 Main St"] * count, "n": range(count)})
        frame.loc[17_000, "address"] = str(fuse)
        linked = next(link_partitions([frame], **self.fake))
        self.assertEqual(list(linked["n"]), list(range(count)))
        self.assertEqual(set(linked["plinth_outcome"]), {"matched"})
        self.assertEqual(linked["plinth_building_id"].nunique(), 2)
        self.assertFalse(fuse.exists())
        # Those that died while they waited are not tried.
        waiting = [matcher._process for matcher in chain.from_iterable(_idle.values())]
        for process in waiting:
            process.kill()
            process.wait()
        pid = next(link_partitions([frame[:1]], **self.fake))["plinth_building_id"].iloc[0]
        self.assertNotIn(int(pid), [process.pid for process in waiting])

    def test_says_what_is_wrong(self) -> None:
        def fails(kind, pattern, address="1 Main St", **options):
            with self.assertRaisesRegex(kind, pattern):
                next(link_partitions([pandas.DataFrame({"address": [address]})], **{**self.fake, **options}))

        fails(RuntimeError, "died 3 times on the same rows", "always")
        fails(RuntimeError, "ended with 1: the reason", "usage")
        fails(RuntimeError, "other rows than it got", "other")
        fails(RuntimeError, "Install Node on every worker", command=["sh", "-c", "exit 127"])
        fails(FileNotFoundError, "no command plinth-nowhere. Install Node and", command=["plinth-nowhere"])
        fails(FileNotFoundError, "nowhere.plinth", buildings="nowhere.plinth")
        fails(ValueError, "no hint 'cty'. Hints are city,", hints={"cty": "address"})
        fails(ValueError, "no column 'Town'", hints={"city": "Town"})
        with self.assertRaisesRegex(TypeError, "DataFrame of pandas or Polars, .* got list"):
            next(link_partitions([[]], **self.fake))

    def test_a_new_index_gets_a_new_process(self) -> None:
        frame = pandas.DataFrame({"address": ["1 Main St"]})
        old = next(link_partitions([frame], **self.fake))["plinth_building_id"].iloc[0]
        os.utime(self.index, (1, 1))
        self.assertNotEqual(next(link_partitions([frame], **self.fake))["plinth_building_id"].iloc[0], old)
        wait_for_end(int(old))

    def test_the_process_ends_with_its_worker(self) -> None:
        program = f"""
import sys; sys.path[:0] = {sys.path[:2]!r}
import pandas; from plinth import link_partitions
print(next(link_partitions([pandas.DataFrame({{"address": ["x"]}})], **{self.fake!r}))["plinth_building_id"][0], flush=True)
sys.stdin.read()
"""
        worker = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        matcher = int(worker.stdout.readline())
        worker.send_signal(signal.SIGKILL)
        worker.communicate()
        wait_for_end(matcher)


if __name__ == "__main__":
    unittest.main()

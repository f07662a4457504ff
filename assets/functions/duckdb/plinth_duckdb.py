"""Adds plinth_match(query) to a connection of DuckDB in Python. A process of Node answers the rows."""
import subprocess
import threading
from pathlib import Path

PROGRAM = Path(__file__).with_name("plinth.mjs")


class Matcher:
    """One process: a line with a query in, a line with its answer out."""

    def __init__(self, node="node"):
        self._process = subprocess.Popen([node, str(PROGRAM)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._lock = threading.Lock()

    def match(self, query):
        with self._lock:
            self._process.stdin.write(query.replace("\n", " ").encode() + b"\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the matcher ended with exit code {self._process.wait()}")
        return answer.decode().rstrip("\n")

    def close(self):
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def add_plinth_match(connection, name="plinth_match", node="node"):
    """Returns the matcher; close it after the connection."""
    matcher = Matcher(node)
    connection.create_function(name, matcher.match, ["VARCHAR"], "VARCHAR")
    return matcher

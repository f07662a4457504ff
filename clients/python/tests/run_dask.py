"""Links rows on a Dask cluster of processes while one worker is killed, and compares with one run of `plinth match`.

python3 run_dask.py ROWS WORKERS
"""

import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(0, str(Path(__file__).parent))

import dask.dataframe  # noqa: E402
import pandas  # noqa: E402
from case_addresses import COMMAND, addresses, answers_of, cells_of, write_index  # noqa: E402
from distributed import Client, LocalCluster, Queue  # noqa: E402

from plinth import link_partitions  # noqa: E402

PARTITION_ROWS = 2_000


def link(part, index, queue):
    linked = next(
        link_partitions([part], buildings=index, address="Address", hints={"city": "City"}, command=COMMAND)
    )
    if len(part) > 0:
        linked["worker"] = os.getpid()
        Queue(queue).put(os.getpid())
    return linked


def main(rows: int, workers: int) -> None:
    index = write_index(Path(tempfile.mkdtemp()))
    few = addresses()
    frame = few.iloc[[n % len(few) for n in range(rows)]].reset_index(drop=True)
    frame["n"] = range(rows)
    with LocalCluster(workers, threads_per_worker=1, processes=True, dashboard_address=None) as cluster, Client(cluster) as client:
        queue = Queue("finished")
        listings = dask.dataframe.from_pandas(frame, chunksize=PARTITION_ROWS)
        meta = link(listings._meta, index, "").assign(worker=0)
        start = time.monotonic()
        future = client.compute(listings.map_partitions(link, index, queue.name, meta=meta))
        # The worker of the first partition that is finished has more of them.
        killed = queue.get(timeout=120)
        os.kill(killed, signal.SIGKILL)
        linked = future.result()
        seconds = time.monotonic() - start
    expected = answers_of(index, frame)
    found = cells_of(linked, expected[0])
    report = {
        "rows": len(linked),
        "lost_or_twice": len(set(range(rows)) ^ set(linked["n"])) + len(linked) - linked["n"].nunique(),
        "different_answers": sum(one != other for one, other in zip(found, expected)) + abs(len(found) - len(expected)),
        "workers_in_result": linked["worker"].nunique(),
        "killed_worker_in_result": killed in set(linked["worker"]),
        "seconds": round(seconds, 1),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))

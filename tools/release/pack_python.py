"""Packs the Python client as a wheel and a source archive, byte for byte the same every time.

    python3 tools/release/pack_python.py clients/python OUTPUT

Needs only the standard library of Python 3.11 or later. SOURCE_DATE_EPOCH sets the dates in the archives.
"""

import base64
import gzip
import hashlib
import io
import os
import runpy
import sys
import tarfile
import time
import tomllib
import zipfile
from pathlib import Path

# The first day that a zip file can have.
EPOCH = max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), 315532800)


def metadata(project: dict, readme: str) -> str:
    extras = project.get("optional-dependencies", {})
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"License: {project['license']['text']}",
        f"Requires-Python: {project['requires-python']}",
        "Description-Content-Type: text/markdown",
        *[f"Requires-Dist: {need}" for need in project["dependencies"]],
        *[f"Provides-Extra: {name}" for name in extras],
        *[f'Requires-Dist: {need}; extra == "{name}"' for name, needs in extras.items() for need in needs],
    ]
    return "\n".join(lines) + "\n\n" + readme


def client_files(folder: Path) -> dict[str, bytes]:
    paths = [path for path in (folder / "plinth").rglob("*") if path.suffix == ".py" or path.name == "py.typed"]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(paths)}


def write_wheel(target: Path, files: dict[str, bytes], info: str, about: str, licence: bytes) -> None:
    wheel = "Wheel-Version: 1.0\nGenerator: plinth\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files = {
        **files,
        f"{info}/LICENSE": licence,
        f"{info}/METADATA": about.encode(),
        f"{info}/WHEEL": wheel.encode(),
    }
    record = ""
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, time.gmtime(EPOCH)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, content)


def write_sdist(target: Path, files: dict[str, bytes], top: str) -> None:
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(f"{top}/{name}")
            entry.size, entry.mtime, entry.mode = len(content), EPOCH, 0o644
            archive.addfile(entry, io.BytesIO(content))
    with open(target, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=EPOCH) as packed:
        packed.write(plain.getvalue())


def main(folder: Path, output: Path) -> None:
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    name = f"{project['name'].replace('-', '_')}-{project['version']}"
    about = metadata(project, (folder / "README.md").read_text("utf-8"))
    runpy.run_path(str(folder / "make_client.py"))["main"]()
    files = client_files(folder)
    licence = (folder / "../../LICENSE").read_bytes()
    write_wheel(output / f"{name}-py3-none-any.whl", files, f"{name}.dist-info", about, licence)
    others = {file: (folder / file).read_bytes() for file in ("README.md", "pyproject.toml")}
    write_sdist(output / f"{name}.tar.gz", {**files, **others, "LICENSE": licence, "PKG-INFO": about.encode()}, name)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))

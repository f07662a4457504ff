"""Prints what Python 3.9 could not read, and functions without annotations."""

import ast
from pathlib import Path

HERE = Path(__file__).parent.parent

for file in sorted((HERE / "plinth").rglob("*.py")):
    tree = ast.parse(file.read_text(encoding="utf-8"), feature_version=(3, 9))
    for node in ast.walk(tree):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        bare = [arg.arg for arg in arguments if arg.annotation is None and arg.arg not in ("self", "cls")]
        if bare or node.returns is None:
            print(f"{file.relative_to(HERE)}:{node.lineno}: {node.name} lacks annotations: {', '.join(bare) or 'return'}")

"""Runs jobs that take long in PyPy, which is ten to twenty times as fast at them as CPython.

`pypy3` is used where it is found (Debian: apt install pypy3), else this Python: the results are
the same. What runs in PyPy imports only the firmware's rules and bots, whose annotations PyPy 3.9
must put off, and the standard library.
"""

import __future__

import importlib
import importlib.machinery
import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_PATHS = (ROOT, *(ROOT / name for name in ("firmware", "tools/host", "tools/simulator")))


def each(function, jobs, workers=1):
    """Yield (job, result) as they come, of a function "module.name" of tools.research.

    Jobs are lists of arguments and results are values, of what JSON can tell.
    """
    python = shutil.which("pypy3") or sys.executable
    jobs = list(jobs)
    count = min(workers, len(jobs))
    command = [python, __file__, function]
    running = []
    try:
        for k in range(count):
            worker = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
            running.append(worker)
            worker.stdin.write("".join(json.dumps(job) + "\n" for job in jobs[k::count]))
            worker.stdin.close()
        for k, job in enumerate(jobs):
            line = running[k % count].stdout.readline()
            if not line:
                raise RuntimeError(f"{function}{tuple(job)} failed in {python}: see above")
            yield job, json.loads(line)
    finally:
        for worker in running:
            worker.kill()
            worker.wait()


def _serve(function):
    """In PyPy: read jobs, write results, a line each."""

    class Loader(importlib.machinery.SourceFileLoader):
        def source_to_code(self, data, path, *, _optimize=-1):
            flags = __future__.annotations.compiler_flag
            return compile(data, path, "exec", flags, dont_inherit=True, optimize=_optimize)

    class Finder(importlib.machinery.PathFinder):
        @classmethod
        def find_spec(cls, name, path=None, target=None):
            spec = super().find_spec(name, path, target)
            if name.split(".")[0] == "thirteen" and spec and spec.origin:
                spec.loader = Loader(spec.loader.name, spec.loader.path)
            return spec

    sys.meta_path.insert(0, Finder)
    sys.dont_write_bytecode = True
    sys.path[:1] = map(str, _PATHS)
    module, _, name = function.rpartition(".")
    run = getattr(importlib.import_module("tools.research." + module), name)
    for line in sys.stdin:
        print(json.dumps(run(*json.loads(line))), flush=True)


if __name__ == "__main__":
    _serve(sys.argv[1])

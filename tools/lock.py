"""`lock`: writes tools/locked/GROUP.txt, what pip installs for a package group in pyproject.toml.

Each file names a group's packages, those that they need, and the SHA-256 of every wheel, for all
systems and for Python 3.11 and later. Run it after a change of pyproject.toml; packages that need
no change keep their versions.
"""

import argparse
import subprocess
import sys

from tools import environment


def main(argv=None):
    parser = argparse.ArgumentParser(
        prog="python -m tools lock",
        description="Lock the packages of pyproject.toml, and all that they need, by hash.",
    )
    parser.add_argument("--upgrade", action="store_true", help="what they need, to the newest")
    args = parser.parse_args(argv)
    code = environment.enter(["lock"], ["lock", *(argv or ())])  # only those who lock need uv
    if code is not None:
        return code
    for group in environment.groups():
        file = environment.locked(group)
        file.parent.mkdir(exist_ok=True)
        command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-config"]
        command += ["--universal", "--python-version", "%d.%d" % environment.OLDEST]
        command += ["--generate-hashes", "--only-binary", ":all:", "--no-annotate", "--no-header"]
        command += ["--group", group, "--output-file", str(file), "pyproject.toml"]
        done = subprocess.run(command + ["--upgrade"] * args.upgrade, cwd=environment.ROOT)
        if done.returncode:
            return done.returncode
        print(f"{group:8} {file.read_text('utf-8').count('==')} packages")
    return 0

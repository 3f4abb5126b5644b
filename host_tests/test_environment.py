"""Commands set up their own environment, from any Python, with or without a network."""

import io
import os
import re
import shutil
import subprocess
import sys
import types
from pathlib import Path

import pytest

from tools import environment
from tools.games import ROOT, Bad
from tools.wasm import node


def test_each_group_of_packages_is_pinned():
    assert {"play", "host", "device", "test", "typings", "node"} <= set(environment.groups())
    for group in environment.groups():
        wanted = environment.requirements(group)
        assert wanted and all(package.count("==") == 1 for package in wanted)
    assert set(environment.requirements("device")) <= set(environment.requirements("test"))
    with pytest.raises(Bad, match="no package group"):
        environment.requirements("nix")


def test_everything_installed_is_locked_by_hash():
    """Each package that pyproject.toml names, and each line of what pip reads."""
    for group in environment.groups():
        text = environment.locked(group).read_text("utf-8")
        entries = re.findall(r"^(\S+)==(\S+)(.*(?:\n    --hash=\S+.*)+)", text, re.MULTILINE)
        assert len(entries) == len(re.findall(r"^\S", text, re.MULTILINE))
        for _, _, hashes in entries:
            assert re.search(r"--hash=sha256:[0-9a-f]{64}( |$)", hashes)
        locked = {f"{name}=={version}" for name, version, _ in entries}
        assert set(environment.requirements(group)) <= locked, "run `python -m tools lock`"


def pip(monkeypatch, code, printed):
    """In place of pip: it prints and ends so; returns the commands that are run."""
    calls = []

    def popen(command, **_):
        calls.append(command)
        return types.SimpleNamespace(stdout=io.StringIO(printed), wait=lambda: code)

    monkeypatch.setattr(environment.subprocess, "Popen", popen)
    return calls


PIP = """Collecting pillow==1
  Downloading pillow-1.0-cp311-manylinux_2_28_x86_64.whl (7.1 MB)
Collecting other
  Using cached https://x.org/a/other-2-py3-none-any.whl.metadata (4.1 kB)
Installing collected packages: pillow, other
"""


def test_only_what_is_locked_is_installed_and_each_step_is_told(monkeypatch, capsys):
    calls = pip(monkeypatch, 0, PIP)
    environment._pip(["extra==1"], ["host", "device"])
    told = capsys.readouterr().err.splitlines()
    assert told[1:] == ["  pillow-1.0 (7.1 MB)", "  other-2 (4.1 kB)", "  unpacking all of it ..."]
    assert {"--require-hashes", "--only-binary"} <= set(calls[0])
    assert [str(environment.locked(group)) for group in ("host", "device")] == [
        after for word, after in zip(calls[0], calls[0][1:]) if word == "-r"
    ]
    assert not [word for word in calls[0] if "extra" in word]


@pytest.mark.parametrize(
    "printed, words",
    (
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM", "not the one that was locked"),
        ("WARNING: Retrying (Retry(total=4", "no connection"),
        ("ERROR: no room", "could not be installed: no room"),
    ),
)
def test_why_nothing_was_installed_is_one_sentence(monkeypatch, printed, words):
    pip(monkeypatch, 1, printed + "\n")
    with pytest.raises(Bad, match=words):
        environment._pip(["extra==1"], ["host"])


def test_an_interrupted_download_does_not_block_the_next(tmp_path, monkeypatch):
    """What holds the lock was killed; while it lives, others wait."""
    monkeypatch.setattr(node, "_LOCK", tmp_path / "lock")
    monkeypatch.setattr(node, "_PATIENCE", 0)
    program = (
        "import sys, pathlib\nfrom tools.wasm import node\n"
        f"node._LOCK = pathlib.Path({str(tmp_path / 'lock')!r})\n"
        "with node._alone():\n    print('held', flush=True)\n    sys.stdin.read()\n"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert other.stdout.readline().strip() == b"held"
    with pytest.raises(node.NoPackage, match="another process"), node._alone():
        pass
    other.kill()
    other.communicate()
    with node._alone():
        pass


def test_another_version_counts_as_missing(monkeypatch):
    assert environment.missing(["device"]) == []
    text = (ROOT / "pyproject.toml").read_text().replace("mpremote==", "mpremote==0.")
    real = environment.requirements
    monkeypatch.setattr(environment, "requirements", lambda group: real(group, text))
    assert [package.split("==")[0] for package in environment.missing(["device"])] == ["mpremote"]


def test_stubs_are_installed_even_if_this_python_has_everything_else(monkeypatch):
    """The packages are in another environment, and a fresh clone has no .venv yet."""
    done = []
    monkeypatch.setattr(environment, "missing", lambda groups, folder=None: ["stubs==1"])
    monkeypatch.setattr(environment, "_make", lambda: done.append("venv"))
    monkeypatch.setattr(environment, "_pip", lambda names, *rest: done.append((names, *rest)))
    environment.typings()
    assert done[0] == "venv" and done[1][:2] == (["stubs==1"], ["typings"])
    assert str(environment.TYPINGS) in done[1]


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """A Python without any packages, and a clone without .venv."""
    folder = tmp_path_factory.mktemp("bare")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "py"], check=True)
    clone = folder / "clone"
    clone.mkdir()
    for name in ("pyproject.toml", "tools", "firmware", "seeds"):
        (clone / name).symlink_to(ROOT / name)
    (clone / "host_tests").symlink_to(ROOT / "host_tests")
    # A copy, not a link: the module finds the root by its own path.
    (clone / "tools").unlink()
    (clone / "tools").mkdir()
    for path in (ROOT / "tools").iterdir():
        if path.name in ("__main__.py", "__init__.py", "environment.py", "games.py"):
            (clone / "tools" / path.name).write_text(path.read_text())
        elif not path.name.startswith("__"):
            (clone / "tools" / path.name).symlink_to(path)
    return folder / "py" / "bin" / "python", clone


def tools(bare, *command, **env):
    python, clone = bare
    offline = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_RETRIES": "0"}
    offline |= {"PIP_NO_INDEX": "0", "PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": ""}
    env = {k: v for k, v in os.environ.items() if k != environment._INSIDE} | offline | env
    return subprocess.run(
        [python, "-m", "tools", *command], cwd=clone, env=env, capture_output=True, text=True
    )  # fmt: skip


needs_posix = pytest.mark.skipif(os.name == "nt", reason="links and paths as on POSIX")


@needs_posix
def test_commands_without_packages_run_in_any_python(bare):
    shutil.rmtree(bare[1] / ".venv", ignore_errors=True)  # of another test
    done = tools(bare, "trace", "thirteens", "--deal", "5", "--policy", "first")
    assert done.returncode == 0 and done.stdout.count("\n") > 5
    for name in ("flash", "research", "play"):
        done = tools(bare, name, "--help")
        assert done.returncode == 0 and f"python -m tools {name}" in done.stdout
    assert not (bare[1] / ".venv").exists()


@needs_posix
@pytest.mark.slow
@pytest.mark.skipif(bool(os.environ.get("CI")), reason="test_fresh_clone does, with all packages")
def test_without_a_network_there_is_one_sentence_and_a_retry_works(bare):
    old = bare[1] / ".venv" / "bin"  # of a Python that no longer exists
    old.mkdir(parents=True)
    (old / "python").symlink_to(bare[1] / "nowhere")
    done = tools(bare, "research", "hints", "thirteens", "--deals", "1")
    assert done.returncode == 2
    making, installing, sentence = done.stderr.splitlines()
    assert making.startswith("Making ") and installing.startswith("Installing ")
    assert sentence.startswith("tools research: the packages could not be fetched: there is no")
    # The retry continues with what is there; here the packages come from elsewhere.
    site = next((bare[1] / ".venv").glob("lib/python*/site-packages"))
    for folder in [path for path in sys.path if path.endswith("site-packages")]:
        for package in Path(folder).iterdir():
            if not (site / package.name).exists():
                (site / package.name).symlink_to(package)
    done = tools(bare, "research", "hints", "thirteens", "--deals", "1", "--workers", "1")
    assert (done.returncode, done.stderr) == (0, "") and "thirteens: " in done.stdout


@pytest.mark.parametrize(
    "target", ["play", "web", "flash", "backup", "test", "quick", "clean", "bench"]
)
def test_make_only_calls_the_tools(target):
    done = subprocess.run(
        ["make", "-n", "--no-print-directory", target, "PYTHON=py py", "PORT=a b", "DIR=c d"],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines and all(line.startswith("'py py' -m tools ") for line in lines)
    if target == "web":
        assert lines == ["'py py' -m tools web --serve --port \"a b\""]
    if target == "backup":
        assert lines == ['\'py py\' -m tools backup --port "a b" --out "c d"']

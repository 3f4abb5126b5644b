"""The files of a release, and the check that the version is the same everywhere."""

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import textwrap
import zipfile

import pytest
from test_uf2 import blocks, files_on, flash, onto

from tools import __main__ as command
from tools import boards, games, release
from tools.device import built, micropython, uf2
from tools.games import Bad

VERIFY = (
    "`gh attestation verify FILE --repo o/n --signer-workflow o/n/.github/workflows/release.yml`"
)


@pytest.fixture
def quick(monkeypatch):
    """Replace the page and the builds by fast fakes; returns what UF2 files each page offers."""
    offered = []

    def page(folder, uf2=None):
        offered.append({path.name: path.read_bytes() for path in uf2.iterdir()} if uf2 else {})
        (folder / "sub").mkdir(parents=True)
        (folder / "index.html").write_text("page")
        (folder / "sub" / "a.js").write_text("script")

    monkeypatch.setattr(release.site, "build", page)
    monkeypatch.setattr(built, "files", lambda board: (there(board),))
    return offered


def there(board):
    """The files of a board."""
    return {"/main.py": b"import pack", "/pack.mpy": board.encode() * 3000}


def test_a_file_for_each_board_the_page_and_their_sums(quick, tmp_path, capsys):
    image = tmp_path / "pico.uf2"
    image.write_bytes(blocks(flash()))
    out = tmp_path / "out"
    sums = set()
    for _ in range(2):  # the second run replaces the first with identical bytes
        assert command.main(["release", "--image", str(image), "--out", str(out)]) == 0
        sums.add((out / release.SUMS).read_text())
    assert len(sums) == 1
    listed = dict(reversed(line.split("  ")) for line in sums.pop().splitlines())
    name = f"thirteen-{games.version()}-"
    wanted = {f"{name}{board}.uf2" for board in boards.names()} | {name + "web.zip"}
    alone = [(board, chip) for board in boards.names() for chip in uf2.layouts(board)]
    wanted |= {f"{name}{board}-{chip}.uf2" for board, chip in alone}
    assert set(listed) == wanted == {path.name for path in out.iterdir()} - {release.SUMS}
    for file, digest in listed.items():
        assert hashlib.sha256((out / file).read_bytes()).hexdigest() == digest
    with zipfile.ZipFile(out / (name + "web.zip")) as page:
        assert page.namelist() == ["index.html", "sub/a.js"] and page.testzip() is None
    for board in boards.names():
        memory = bytearray(b"\xff" * 0x200000)
        onto((out / f"{name}{board}.uf2").read_bytes(), memory)
        assert files_on(memory) == there(board)
        assert quick[-1][f"thirteen-{board}.uf2"] == (out / f"{name}{board}.uf2").read_bytes()
    assert len(quick[-1]) == len(boards.names())
    for board, chip in alone:
        wanted = uf2.alone(uf2.LAYOUTS[chip], board, there(board))
        assert (out / f"{name}{board}-{chip}.uf2").read_bytes() == wanted


class Pico:
    """A Pico's files, as mpremote writes them."""

    def __init__(self):
        self.files = {}

    def fs_exists(self, path):
        return True

    def fs_writefile(self, path, data, progress_callback):
        self.files["/" + path.lstrip("/")] = data


def test_mpremote_installs_a_package_and_starts_it_last(tmp_path, monkeypatch, capsys):
    from mpremote import mip

    there = {"/main.py": b"start", "/pack.bin": b"games"}
    monkeypatch.setattr(built, "files", lambda board: (there,))
    release.packages(tmp_path / "dist", "somebody/cards")
    assert {path.name for path in (tmp_path / "dist").iterdir()} == {*boards.names(), "README.md"}
    package = tmp_path / "dist" / "picosystem"
    pico = Pico()
    mip._install_package(pico, str(package / "package.json"), "", "/", None, True)
    assert pico.files == there and list(pico.files)[-1] == "/main.py"
    viper = json.loads((package / "viper.json").read_text())
    assert viper["urls"] == [["fs:pack.bin", "pack.bin"], ["fs:main.py", "main.py"]]
    text = (tmp_path / "dist" / "README.md").read_text()
    assert "mip install --target / github:somebody/cards/BOARD@dist\n" in text
    assert f"`@dist-v{games.version()}`" in text
    assert VERIFY.replace("o/n", "somebody/cards") in " ".join(text.split())
    for board in boards.names():
        assert f"viper-ide.org/?install=github:somebody/cards/{board}/viper.json@dist)" in text


def test_the_page_s_address_is_set_in_one_place(tmp_path, monkeypatch):
    project = (games.ROOT / "pyproject.toml").read_text("utf-8")
    (tmp_path / "pyproject.toml").write_text(project, "utf-8")
    for module in (release, games):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    for url in ("https://somebody.github.io/cards/", "http://localhost:8013/"):  # once more
        release.set_page(url)
        assert games.page() == url
        now = (tmp_path / "pyproject.toml").read_text("utf-8").splitlines()
        assert len([1 for a, b in zip(now, project.splitlines(), strict=True) if a != b]) == 1
    with pytest.raises(Bad, match="no address"):
        release.set_page("somewhere")
    assert (tmp_path / "pyproject.toml").read_text("utf-8").splitlines() == now


def test_the_readme_begins_with_where_to_play():
    head = (games.ROOT / "README.md").read_text("utf-8")[:900]
    assert (f"({games.page()})" if games.page() else "`make web`") in head
    assert "(../../releases)" in head


def test_without_an_image_it_is_only_the_page(quick, tmp_path, capsys):
    assert command.main(["release", "--out", str(tmp_path / "out")]) == 0
    made = {path.name for path in (tmp_path / "out").iterdir()}
    alone = [(board, chip) for board in boards.names() for chip in uf2.layouts(board)]
    assert len(made) == 2 + len(alone) and quick == [{}]
    assert "IMAGE=" in capsys.readouterr().out


def test_a_foreign_folder_is_left_alone(quick, tmp_path):
    for name in ("release", "dist"):
        letter = tmp_path / name / "letter"
        letter.parent.mkdir()
        letter.write_text("dear")
        assert command.main(["release", "--out", str(tmp_path / "release")]) == 2
        assert letter.read_text() == "dear"
        letter.unlink()


def test_the_notes_of_a_release_are_its_section_of_the_changelog(quick, tmp_path, monkeypatch):
    changes = "# Changelog\n\n## Unreleased\n\n## 1.2.0 (2027-01-31)\n\n- New.\n\n## 1.1.0\n\n"
    (tmp_path / "CHANGELOG.md").write_text(changes + "- Old.\n")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setattr(games, "version", lambda: "1.2.0")
    release.main(["--tag", "v1.2.0", "--out", str(tmp_path / "release"), "--repository", "o/n"])
    notes, _, signed = (tmp_path / "release-notes.md").read_text().partition("\n\n")
    assert notes == "- New." and VERIFY in " ".join(signed.split())
    assert release.check("v1.2.0") == "- New.\n"
    monkeypatch.setattr(games, "version", lambda: "1.3.0")
    with pytest.raises(Bad, match="no section 1.3.0"):
        release.check("v1.3.0")


def test_a_page_that_would_move_elsewhere_is_not_built(tmp_path, monkeypatch):
    shutil.copytree(release.site.PAGE, tmp_path / "page")
    monkeypatch.setattr(release.site, "PAGE", tmp_path / "page")
    monkeypatch.setattr(release.site, "compiled", lambda files: ({}, {}))
    (tmp_path / "page" / "cname").write_text("elsewhere.example")
    with pytest.raises(Bad, match="cname would move the page"):
        release.site.build(tmp_path / "site", installs=())
    assert not list((tmp_path / "site").iterdir())


def test_a_tag_that_is_not_the_version_is_refused():
    for tag in ("v0.0.1", games.version(), "v" + games.version() + "-1"):
        with pytest.raises(Bad, match="they must agree"):
            release.check(tag)


def test_the_workflow_has_every_step():
    text = WORKFLOWS[0].read_text("utf-8")
    parts = re.split(r"(?<=\n)  (\w+):\n    name:", text)
    jobs = dict(zip(parts[1::2], parts[2::2], strict=True))
    for name in ("run", "release"):
        assert (games.ROOT / ".ci" / name).stat().st_mode & 0o100
        assert f"run: .ci/{name}\n" in jobs["test"]
    assert re.findall("run: (.*)", jobs["build"]) == [".ci/release"]
    assert "sum: ${{ steps.built.outputs.sum }}" in jobs["test"] and "id: built\n" in jobs["test"]
    assert "needs: [test, build]\n" in jobs["publish"] and "environment: " in jobs["publish"]
    for name in (release.DIST + "/", release.OUT.name + "/", release.OUT.name + "-notes.md"):
        assert f"build/{name}\n" in text and f"built/{name.rstrip('/')}" in text


WORKFLOWS = sorted((games.ROOT / ".github/workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_names_actions_by_commit_and_only_publishing_may_write(path):
    text = path.read_text("utf-8")
    used = re.findall(r"uses: (\S+)", text)
    assert used and all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action) for action in used)
    assert re.search(r"^permissions:\n  contents: read$", text, re.MULTILINE)
    jobs = re.split(r"^  (?=\w+:$)", text.partition("\njobs:\n")[2], flags=re.MULTILINE)
    writing = [job for job in jobs if "write" in re.sub("#.*", "", job)]
    assert [job.partition(":")[0] for job in writing] == ["publish"] * (path.stem == "release")
    assert not any("checkout@" in job or "tools" in job for job in writing)
    shell = re.findall(r"run: (.*\n(?: {10}.*\n)*)", text)
    assert shell and not any("${{" in lines for lines in shell)


class Publishing:
    """The shell commands of the job that publishes, run here on what a build might hand over."""

    def __init__(self, folder):
        self.folder = folder
        self.built = folder / "work" / "built"
        self.server = folder / "server" / "o" / "n.git"
        job = WORKFLOWS[0].read_text("utf-8").partition("\n  publish:\n")[2]
        found = re.findall(r"run: (?:\|\n((?: {10}.*\n)+)|(.*\n))", job)
        self.steps = [textwrap.dedent(many) or one for many, one in found]
        programs = folder / "programs"
        programs.mkdir()
        (programs / "gh").write_text('#!/bin/sh\necho "$*" >> "$RUNNER_TEMP/gh"\n')
        (programs / "gh").chmod(0o755)
        self.git("init", "-q", "--bare", str(self.server), at=folder)
        self.path = f"{programs}:{os.environ['PATH']}"

    def build(self, version, files):
        """Hand over a page with these files, {name: (mode, text)}."""
        shutil.rmtree(self.folder / "work", ignore_errors=True)
        (self.built / "release").mkdir(parents=True)
        (self.built / "release-notes.md").write_text("New.")
        (self.built / "dist" / "picosystem").mkdir(parents=True)
        (self.built / "dist" / "picosystem" / "pack.bin").write_text("games " + version)
        with zipfile.ZipFile(self.built / "release" / f"thirteen-{version}-web.zip", "w") as page:
            for name, (mode, text) in {"index.html": (0o100644, "page"), **files}.items():
                info = zipfile.ZipInfo(name)
                info.create_system, info.external_attr = 3, mode << 16  # 3 is Unix
                page.writestr(info, text)

    def sum(self):
        """The one checksum of all that was handed over, as the tested job tells it."""
        paths = {f"./{path.relative_to(self.built)}": path for path in self.built.rglob("*")}
        files = [(name, path.read_bytes()) for name, path in paths.items() if path.is_file()]
        lines = [f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files)]
        return hashlib.sha256("".join(lines).encode()).hexdigest()

    def run(self, version, tested=None):
        """Whether all steps succeed, as GitHub runs them; and what they print."""
        tested = tested or self.sum()
        temporary = self.folder / ("runner" + version)
        temporary.mkdir()
        env = {
            "PATH": self.path, "HOME": str(temporary), "RUNNER_TEMP": str(temporary),
            "GITHUB_REF_NAME": "v" + version, "GITHUB_REPOSITORY": "o/n", "GITHUB_ACTOR": "me",
            "GITHUB_SERVER_URL": f"file://{self.folder}/server", "GH_TOKEN": "secret",
            "TESTED": tested,
        }  # fmt: skip
        printed = ""
        for step in self.steps:
            done = subprocess.run(
                ["bash", "-e", "-c", step], cwd=self.folder / "work", env=env,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            )  # fmt: skip
            printed += done.stdout
            if done.returncode:
                return False, printed
        return True, printed

    def git(self, *command, at=None):
        done = subprocess.run(["git", *command], cwd=at or self.server, capture_output=True)
        return done.stdout.decode().split("\n")[:-1]


@pytest.fixture
def publishing(tmp_path):
    if not shutil.which("unzip") or not shutil.which("bash"):
        pytest.skip("no bash or no unzip, which the publishing job has")
    return Publishing(tmp_path)


def test_publishing_keeps_the_packages_of_each_version(publishing):
    for version in ("1.1.0", "1.2.0"):
        publishing.build(version, {"sub/a.js": (0o100644, "script")})
        assert publishing.run(version) == (True, "")
    there = {line.split()[1] for line in publishing.git("show-ref")}
    tags = {f"refs/tags/dist-v{version}" for version in ("1.1.0", "1.2.0")}
    assert there == {"refs/heads/gh-pages", "refs/heads/dist"} | tags
    page = publishing.git("ls-tree", "-r", "--name-only", "gh-pages")
    assert page == [".nojekyll", "index.html", "sub/a.js"]
    for ref, version in (("dist", "1.2.0"), ("dist-v1.2.0", "1.2.0"), ("dist-v1.1.0", "1.1.0")):
        assert publishing.git("grep", "-h", "games", ref) == ["games " + version]


_RUNS = (0o100755, '#!/bin/sh\ntouch "$HOME/ran"\n')
_CONFIG = (0o100644, '[core]\n\tfsmonitor = touch \\"$HOME/ran\\"; false\n\tbare = false\n')
_HEAD = (0o100644, "ref: refs/heads/main\n")
HOSTILE = {
    "hooks": {".git/hooks/pre-commit": _RUNS},
    "config": {".git/config": _CONFIG, ".git/HEAD": _HEAD},
    "nested": {"sub/.git/config": _CONFIG, "sub/.git/HEAD": _HEAD, "sub/.git/refs/a": _HEAD},
    "attributes": {".gitattributes": (0o100644, "* filter=x\n")},
    "link": {"passwords": (0o120777, "/etc/passwd")},
    "link to a folder": {"sub": (0o120777, "/etc")},
    "another address": {"CNAME": (0o100644, "elsewhere.example\n")},
}


def test_what_the_tested_job_did_not_build_is_not_published(publishing):
    """A byte of a file, and a file beside those that are checked by name."""
    for change in ("dist/picosystem/pack.bin", "page/more.html", "release/more.uf2"):
        publishing.build("1.2.0", {})
        tested = publishing.sum()
        path = publishing.built / change
        path.parent.mkdir(exist_ok=True)
        path.write_text("other games")
        done, printed = publishing.run("1.2.0", tested)
        assert not done and "::error::Not published: the tested job built other" in printed
        assert not publishing.git("show-ref") and not list(publishing.folder.glob("runner*/*"))
        shutil.rmtree(publishing.folder / "runner1.2.0")


def test_both_jobs_find_the_same_checksum(publishing, tmp_path):
    """.ci/release, with a build that is only files, and the publishing job's own way."""
    publishing.build("1.2.0", {})
    work = tmp_path / "copy"
    (work / ".ci").mkdir(parents=True)
    shutil.copy(games.ROOT / ".ci/release", work / ".ci")
    shutil.copytree(publishing.built, work / "build")
    (work / "build" / "web").mkdir()
    (work / "build" / "web" / "index.html").write_text("no part of a release")
    python = publishing.folder / "programs" / "python"
    python.write_text('#!/bin/sh\necho "$*" >> asked\n')
    python.chmod(0o755)
    env = {"PATH": publishing.path, "GITHUB_REF_TYPE": "tag", "GITHUB_REF_NAME": "v1.2.0",
           "GITHUB_REPOSITORY": "O/n", "GITHUB_REPOSITORY_OWNER": "O",
           "GITHUB_OUTPUT": str(work / "output")}  # fmt: skip
    subprocess.run([work / ".ci/release"], env=env, check=True, stdout=subprocess.DEVNULL)
    assert (
        "--page https://o.github.io/n/ --repository O/n --tag v1.2.0"
        in (work / "asked").read_text()
    )
    assert (work / "output").read_text() == f"sum={publishing.sum()}\n"
    assert publishing.run("1.2.0")[0]


@pytest.mark.parametrize("files", HOSTILE.values(), ids=HOSTILE)
def test_what_git_could_run_or_follow_is_not_published(publishing, files):
    publishing.build("1.2.0", files)
    done, printed = publishing.run("1.2.0")
    assert not done and "::error::Not published: only files" in printed
    assert next(iter(files)).split("/")[0] in printed
    assert not publishing.git("show-ref") and not list(publishing.folder.glob("runner*/*"))


def test_nothing_beside_the_page_is_run_either(publishing):
    for place in (".", "dist", "dist/picosystem", "release"):
        publishing.build("1.2.0", {})
        hook = publishing.built / place / ".git" / "hooks" / "pre-commit"
        hook.parent.mkdir(parents=True)
        hook.write_text(_RUNS[1])
        hook.chmod(0o755)
        assert not publishing.run("1.2.0")[0] and not publishing.git("show-ref")
        shutil.rmtree(publishing.folder / "runner1.2.0")


def test_without_the_refusal_git_still_runs_nothing_of_the_page(publishing):
    publishing.steps = publishing.steps[2:]  # what refuses
    publishing.build("1.2.0", {})
    with zipfile.ZipFile(next((publishing.built / "release").glob("*.zip"))) as page:
        page.extractall(publishing.built / "page")
    hook = publishing.built / "page" / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(parents=True)
    hook.write_text(_RUNS[1])
    hook.chmod(0o755)
    assert publishing.run("1.2.0") == (True, "")
    assert not (publishing.folder / "runner1.2.0" / "ran").exists()
    assert publishing.git("ls-tree", "--name-only", "gh-pages") == [".nojekyll", "index.html"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_takes_the_image_whose_hash_is_known(path):
    text = path.read_text("utf-8")
    assert "image=$(python -m tools image)" in text
    assert ".uf2" not in text and "curl" not in text


def test_an_image_is_kept_if_its_hash_is_right(tmp_path, monkeypatch):
    name, digest = micropython.pinned()
    assert name.endswith(".uf2") and re.fullmatch("[0-9a-f]{64}", digest)
    asked = []

    def urlopen(url, timeout):
        asked.append(url)
        return io.BytesIO(b"an image")

    monkeypatch.setattr(micropython.urllib.request, "urlopen", urlopen)
    with pytest.raises(Bad, match="not kept"):
        micropython.fetched(tmp_path)
    assert not list(tmp_path.iterdir())
    right = hashlib.sha256(b"an image").hexdigest()
    monkeypatch.setattr(micropython, "pinned", lambda: ("a.uf2", right))
    for _ in range(2):  # the second time it is there
        assert micropython.fetched(tmp_path).read_bytes() == b"an image"
    assert [url.rpartition("/")[2] for url in asked] == [name, "a.uf2"]

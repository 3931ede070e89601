"""Letters that come by a mail server's pipe: Postfix, with ``adjudicator receive -`` behind it."""

import os
import pwd
import shlex
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.office.folder import Office, make_office
from tests.mail.servers import give_all, ordinary_folder, postfix, until
from tests.missing import missing
from tests.office.desk import answers, begin, mail, out, tag

ROOT = Path(__file__).parents[2]
NEEDLESS = ("test", "tests", "idlelib", "config-*", "mypy*", "hypothesis*", "ruff*")


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder of nobody's."""
    if os.getuid() != 0:
        missing("Postfix", "only the superuser can start it")
    with ordinary_folder() as (path, _, _):
        path.chmod(0o755)
        yield path


def link(file: str, to: str) -> None:
    try:
        os.link(file, to, follow_symlinks=False)
    except OSError:  # on another disk
        shutil.copy2(file, to, follow_symlinks=False)


def python_for_all(folder: Path) -> str:
    """A command by which anybody can run what these tests run, though it be in a superuser's own
    folder."""
    base, home = Path(sys.base_prefix), folder / "python"
    version = f"python{sysconfig.get_python_version()}"

    def linked(part: Path, to: Path, *needless: str) -> None:
        ignore = shutil.ignore_patterns(*NEEDLESS, *needless)
        shutil.copytree(part, to, symlinks=True, ignore=ignore, copy_function=link)

    linked(base / "lib" / version, home / "lib" / version, "site-packages")
    for library in (base / "lib").glob("libpython*"):
        link(str(library), str(home / "lib" / library.name))
    (home / "bin").mkdir()
    link(str(Path(sys.base_prefix) / "bin" / version), str(home / "bin" / version))
    linked(Path(sysconfig.get_path("purelib")), home / "packages", "numpy*")
    for name in ("adjudicator", "variants", "templates", "mail", "examples"):
        linked(ROOT / name, home / "ours" / name)
    variables = {
        "LD_LIBRARY_PATH": home / "lib",
        "PYTHONHOME": home,
        "PYTHONPATH": f"{home / 'ours'}:{home / 'packages'}",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    set_ = [f"{name}={value}" for name, value in variables.items()]
    return shlex.join(["/usr/bin/env", *set_, str(home / "bin" / version)])


def test_the_server_keeps_a_letter_until_the_office_can_take_it(folder: Path) -> None:
    make_office(folder / "office")
    with Office(folder / "office") as office:
        begin(office)
        raw = mail(tag(office, "ITALY"), "A VEN - TYR", "italy@example.org")
        seen = sorted(path.name for path in out(office).iterdir())
    nobody = pwd.getpwnam("nobody")
    give_all(folder / "office", nobody.pw_uid, nobody.pw_gid)
    config, aside = folder / "office" / "office.yaml", folder / "office" / "aside"
    config.rename(aside)
    command = f"{python_for_all(folder)} -m adjudicator receive - --office {folder / 'office'}"
    with postfix(folder, "nobody", command) as server:
        server.put(raw, "italy@example.org", "games+x@example.org")
        until(lambda: any(server.waiting()), "the letter waits")
        (why,) = server.waiting()
        assert "is no office" in why
        aside.rename(config)
        server.try_again()
        until(lambda: not server.waiting(), "the letter is taken")
    with Office(folder / "office") as office:
        (answer,) = answers(office)
        assert "1 order read" in answer
        assert len(list(out(office).iterdir())) == len(seen) + 1
        assert office.store.letters_waiting() == ()
        (name,) = {path.stem for path in out(office).iterdir()} - {Path(one).stem for one in seen}
        kept = office.store.letter(name.partition(".")[2]).raw
    assert kept.rstrip().endswith(raw.rstrip().rpartition(b"\n\n")[2])
    assert b"by mx.example.org (Postfix)" in kept
    assert b"\nDelivered-To: games+x@example.org\n" in b"\n" + kept

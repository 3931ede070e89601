"""A game played through an office by a game master's commands, and every mail that it wrote.

The folder of a game holds ``game.yaml``, ``secret`` (so that its letters carry the tokens of the
mails they answer), ``letters`` (``.eml`` files) and ``steps.yaml``: under ``steps`` a list of
``{at, letter}`` (a file) and ``{at, run}`` (words after ``adjudicator``; may have ``input``),
under ``pages`` the mails whose HTML is kept, too. Without ``steps.yaml`` each letter comes at its
date, with ticks between. What is expected is in ``expected``: every mail as text; or, if there is
an ``expected/digest.yaml``, the SHA-256 of each mail and the text of those that it names as
``chosen``. A folder with nothing but ``expected`` is for the example of its name. An answer is
named by its letter's file.
"""

import shlex
from collections.abc import Iterator
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from hashlib import sha256
from pathlib import Path

import yaml
from click.testing import CliRunner

from adjudicator.cli import main
from adjudicator.office import demo, history, verifying
from adjudicator.office.folder import SECRET, Office, make_office
from mail.letters import html_part

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"
DIGEST = "digest.yaml"
STEPS = "steps.txt"
AT = "%Y-%m-%dT%H:%MZ"


def playthroughs() -> dict[str, tuple[Path, Path]]:
    """By name, the folder of each game and that of what is expected of it."""
    found = {}
    for folder in sorted(HERE.glob("*/*/")):
        if (folder / "game.yaml").is_file():
            found[f"{folder.parent.name}/{folder.name}"] = (folder, folder / "expected")
        elif (folder / "expected").is_dir():  # a game that is an example, too
            example = EXAMPLES / folder.name
            found[f"{folder.parent.name}/{folder.name}"] = (example, folder / "expected")
    return found


def play(game: Path, folder: Path, expected: Path) -> dict[str, str]:
    """What `expected` is to hold, file by file, when this game is played in a new office."""
    make_office(folder)
    (folder / SECRET).write_bytes((game / SECRET).read_bytes())
    steps = game / "steps.yaml"
    said = list(_by_steps(game, folder) if steps.is_file() else _by_dates(game, folder))
    with Office(folder) as office:
        assert verifying.verify(office) == []
    mails = dict(_mails(folder, _numbers(game)))
    if (expected / DIGEST).is_file():
        chosen = yaml.safe_load((expected / DIGEST).read_text(encoding="utf-8"))["chosen"]
        digests = {name: sha256(raw).hexdigest() for name, raw in mails.items()}
        head = yaml.safe_dump({"chosen": chosen}, sort_keys=False)
        return {
            DIGEST: head + yaml.safe_dump({"mails": digests}),
            **{f"{name}.txt": shown(mails[name]) for name in chosen},
        }
    pages = _pages(game)
    return {
        STEPS: "".join(said),
        **{f"{name}.txt": shown(raw) for name, raw in mails.items()},
        **{f"{name}.html": html_part(mails[name]).replace("\r\n", "\n") for name in pages},
    }


def _numbers(game: Path) -> dict[str, str]:
    """The office's number of each letter, which its answer is named by, and the letter's file."""
    letters = {path.stem: path.read_bytes() for path in (game / "letters").glob("*.eml")}
    sources = {file: f"mail {sha256(raw).hexdigest()}" for file, raw in letters.items()}
    return {sha256(source.encode()).hexdigest()[:20]: file for file, source in sources.items()}


def _mails(folder: Path, numbers: dict[str, str]) -> Iterator[tuple[str, bytes]]:
    for path in sorted((folder / "out").glob("*.eml")):
        parts = [numbers.get(part, part) for part in path.stem.split(".")]
        yield ".".join(parts), path.read_bytes()


def shown(raw: bytes) -> str:
    """A mail's headers that a reader sees, and its plain text."""
    message = message_from_bytes(raw, policy=default)
    assert isinstance(message, EmailMessage)
    names = ("From", "Reply-To", "To", "Subject", "In-Reply-To")
    head = [f"{name}: {message[name]}" for name in names if message[name] is not None]
    plain = message.get_body(("plain",))
    assert plain is not None
    return "\n".join([*head, "", *plain.get_content().splitlines()]) + "\n"


def _pages(game: Path) -> list[str]:
    """The mails whose HTML is kept, too."""
    steps = yaml.safe_load((game / "steps.yaml").read_text(encoding="utf-8"))
    return list(steps["pages"])


def _by_steps(game: Path, folder: Path) -> Iterator[str]:
    """What the game master reads at each step. Every letter of the folder must be in a step."""
    steps = yaml.safe_load((game / "steps.yaml").read_text(encoding="utf-8"))["steps"]
    letters = sorted(step["letter"] for step in steps if "letter" in step)
    assert letters == sorted(path.name for path in (game / "letters").iterdir())
    yield _command(folder, f"game new {game / 'game.yaml'}", steps[0]["at"])
    for step in steps:
        words, given = step.get("run", "receive -"), step.get("input", "")
        if "letter" in step:
            given = (game / "letters" / step["letter"]).read_bytes()
        yield _command(folder, words, step["at"], given, step.get("letter", ""))


def _command(folder: Path, words: str, at: str, given: str | bytes = "", letter: str = "") -> str:
    """A command of the game master's and what it says."""
    line = [*shlex.split(words), "--office", str(folder), "--now", at]
    result = CliRunner().invoke(main, line, input=given)
    assert result.exit_code == 0, f"{at} {words}: {result.output}"
    shown_words = "game new game.yaml" if words.startswith("game new") else words
    if letter:
        shown_words = f"receive < {letter}"
    return f"{at} {shown_words}\n" + "".join(f"    {out}\n" for out in result.output.splitlines())


def _by_dates(game: Path, folder: Path) -> Iterator[str]:
    """Each letter comes at its date; what is due before it is run."""
    letters = sorted(demo.letters_in(game / "letters"), key=lambda letter: letter[1])
    yield _command(folder, f"game new {game / 'game.yaml'}", f"{letters[0][1]:{AT}}")
    with Office(folder) as office:
        (name,) = office.store.games()
        for file, when, raw in letters:
            demo.run_until(office, name, when)
            given = raw
            yield _command(folder, "receive -", f"{when:{AT}}", given, file)
        demo.run_until(office, name, datetime.max.replace(tzinfo=UTC))
        assert history.load(office.store, name)[1].stage == "over"

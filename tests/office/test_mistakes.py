"""A wrong call says in one line what is wrong, where, and what to do instead; nothing was done."""

import pytest
from click.testing import CliRunner

from adjudicator.cli import Exit, main
from adjudicator.office import history
from adjudicator.office.folder import Office
from tests.office.desk import sent


@pytest.mark.parametrize(
    ("call", "code", "message"),
    [
        ("game extend tryal +24h", 3, "there is no game 'tryal' in this office; its games: trial"),
        ("game extend trial 24h", 2, "'24h' is neither a time such as 2026-12-04T20:00Z nor +24h"),
        ("game extend trial 2026-11-01T20:00Z", 3, "Sun 1 Nov 2026 20:00 UTC is past"),
        ("tick --now 2026-12-04T20:00", 2, "'2026-12-04T20:00' is no time such as 2026-12-04T20"),
        ("process trial S1902M", 3, "Error: trial is at S1901M, not at 'S1902M'"),
        ("correct trial S1901M", 3, "Error: S1901M of trial is open: change its orders by adjudi"),
        ("correct trial S1902M", 3, "S1902M of trial was not run, so there is nothing to correct"),
        ("game end trial --won ITALIA", 3, "trial has no seat ITALIA; it has AUSTRIA, ENGLAND, FR"),
        ("game resume trial", 3, "Error: trial is not paused"),
        ("seat absent trial ITALY 2026-12-27..2026-12-20", 3, "the earlier date stands first"),
        ("seat absent trial ITALY 20/12/2026", 3, "write 2026-12-31, or 2026-12-20..2027-01-03"),
        ("seat replace trial ITALY zoe", 3, "'zoe' is no mail address such as ada@example.org"),
        (
            "seat replace trial ITALY z@example.org --zone Rome",
            3,
            "there is no time zone 'Rome'; write one as Eur",
        ),
        ("quarantine show 04d5", 3, "no letter '04d5' in this office; see: adjudicator status"),
        ("report trial --seat ITALIA", 3, "Error: trial has no report to ITALIA"),
    ],
)
def test_a_mistake(office: Office, call: str, code: int, message: str) -> None:
    before, mails = history.load(office.store, "trial"), sent(office)
    now = () if "--now" in call or call.startswith("quarantine") else ("--now", "2026-12-01T10:00Z")
    done = CliRunner().invoke(main, [*call.split(), *now, "--office", str(office.folder)])
    assert done.exit_code == code
    assert message in done.output
    assert code == Exit.USAGE or len(done.output.splitlines()) == 1
    assert history.load(office.store, "trial") == before
    assert sent(office) == mails


def test_a_player_keeps_name_and_zone_at_another_address(office: Office) -> None:
    at = ("--now", "2026-12-01T10:00Z", "--office", str(office.folder))

    def replace(*call: str) -> str:
        done = CliRunner().invoke(main, ["seat", "replace", "trial", "ITALY", *call, *at])
        assert done.exit_code == Exit.OK, done.output
        return str(done.output)

    replace("zoe@example.org", "--name", "Zoe", "--zone", "Europe/Rome")
    assert replace("zoe@example.com") == "trial: Zoe plays ITALY\n"
    player = history.load(office.store, "trial")[1].chairs["ITALY"].player
    assert (player.name, player.address, player.zone) == ("Zoe", "zoe@example.com", "Europe/Rome")
    mails = sent(office)
    (subject, *_), text = (
        mails["notice.trial.2.france"].splitlines(),
        mails["notice.trial.2.france"],
    )
    assert "Another address" in subject
    assert "Italy is played by Zoe <zoe@example.com> from now on." in text
    assert "Welcome, Zoe. You play Italy." in mails["welcome.trial.italy.3"]
    CliRunner().invoke(main, ["seat", "resign", "trial", "ITALY", *at])
    done = CliRunner().invoke(main, ["seat", "replace", "trial", "ITALY", "a@example.org", *at])
    assert done.exit_code == Exit.BAD_INPUT
    assert "nobody plays ITALY in trial: say who will, with --name" in done.output

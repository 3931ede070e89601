"""A game does not take ever longer to load for its many letters."""

from adjudicator.office import history, verifying
from adjudicator.office.drafts import SNAPSHOT_EVERY
from adjudicator.office.folder import Office
from tests.office.desk import mail, send, tag


def test_many_letters_in_one_phase(office: Office) -> None:
    subject = tag(office, "AUSTRIA")
    for number in range(SNAPSHOT_EVERY + 5):
        send(office, mail(subject, f"A VIE - {('TYR', 'GAL')[number % 2]}", number=number))
    _, snapshot, since = office.store.load("trial")
    assert snapshot
    assert len(since) < 10
    sheet = history.load(office.store, "trial")[1].sheet("AUSTRIA")
    assert sheet is not None
    assert [str(order) for order in sheet.orders] == ["A VIE - TYR"]
    assert verifying.verify(office) == []

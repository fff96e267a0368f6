"""What happens at a table in the course of an evening, at the sheet: rounds that are marked and
struck out, people who come and go, rules that change, the end."""

from __future__ import annotations

from playwright.sync_api import Locator, expect
from tests.browser.people import Arrive, Person
from tests.browser.serving import Served
from tests.browser.sheets import begin, cell, code_of, join, kept, reads, says, totals, write

ANNA, BEN, CLEO, DORA = 0, 1, 2, 3


def dialog(person: Person) -> Locator:
    """The dialog that is open."""
    return person.page.locator("dialog[open]")


def close(person: Person) -> None:
    """Close the dialog, by its foot."""
    person.press(dialog(person).get_by_role("button", name="Close").last)
    expect(dialog(person)).to_have_count(0)


def choose(person: Person, question: str, answer: str) -> None:
    """One of the values of a question in the dialog."""
    group = dialog(person).get_by_role("group", name=question, exact=True)
    person.press(group.get_by_role("radio", name=answer, exact=True))
    expect(group.get_by_role("radio", name=answer, exact=True)).to_be_checked()


def comes_late(host: Person, name: str, start: str, points: str = "") -> None:
    """The host adds a player."""
    host.press("Menu")
    host.press("A player joins")
    dialog(host).get_by_label("Name").fill(name)
    choose(host, "Begins with", start)
    if points:
        dialog(host).get_by_label("Points").fill(points)
    host.press(f"Add {name}")
    expect(dialog(host)).to_have_count(0)


def test_a_round_is_marked_and_struck_out(arrive: Arrive, served: Served) -> None:
    """5000: a wild rank for the round, somebody goes rummy, and a shortfall is carried."""
    anna = arrive(base=served.base, settings={"name": ""})
    begin(anna, "Anna", "Ben", "Cleo", rules="5000-rummy")
    anna.press("Start writing")
    for column, keys in ((ANNA, "400"), (BEN, "−50"), (CLEO, "120")):
        write(anna, 1, column, keys)
    anna.press("Round 1")
    choose(anna, "Who went out?", "Anna")
    anna.press(dialog(anna).get_by_role("checkbox", name="Went rummy"))
    choose(anna, "Wild rank of this round", "7")
    close(anna)
    head = anna.page.get_by_role("button", name="Round 1, Anna dealt, Anna went rummy", exact=True)
    expect(head).to_be_visible()
    expect(anna.page.get_by_text("to be sent")).to_have_count(0)
    row = kept(anna)["rounds"][0]
    assert (row["out"], row["rummy"], row["wild_rank"]) == (ANNA, True, 6), "ranks count from 0"

    strike = dialog(anna).get_by_role("checkbox", name="Strike this round out")
    for struck, sums in ((True, ["0", "0", "0"]), (False, ["400", "0", "120"])):
        anna.press("Round 1")
        anna.press(strike)
        expect(strike).to_be_checked(checked=struck)
        close(anna)
        anna.waits_for(
            "[...document.querySelectorAll('tfoot .sum')].map((n) => n.innerText).join()"
            f" === '{','.join(sums)}'"
        )
    owed = anna.page.locator("tfoot tr", has_text="Owes").locator("td")
    assert owed.all_inner_texts() == ["", "50", ""]
    assert anna.faults == []


def test_people_come_and_go(arrive: Arrive, served: Served) -> None:
    """Late joiners with each start; a leaver comes back; a column and the sheet change hands."""
    anna, ben, again = (arrive(base=served.base, settings={"name": ""}) for _ in range(3))
    begin(anna, "Anna", "Ben")
    code = code_of(anna)
    anna.press("Start writing")
    join(ben, code, "Ben")
    write(anna, 1, ANNA, "46")
    write(anna, 1, BEN, "20")
    comes_late(anna, "Cleo", "The average")
    comes_late(anna, "Dora", "The lowest total (20)")
    comes_late(anna, "Emil", "Another number", "−5")
    comes_late(anna, "Fritz", "0")
    expect(ben.page.locator("tfoot .sum")).to_have_count(6)
    assert totals(ben) == ["46", "20", "33", "20", "−5", "0"]

    anna.press("Cleo,")
    anna.press("Leaves the game")
    expect(dialog(anna)).to_contain_text("Has left.")
    close(anna)
    says(ben, 2, CLEO, "Cleo, round 2, not at the table")
    anna.press("Cleo,")
    anna.press("Plays again")
    expect(dialog(anna)).not_to_contain_text("Has left.")
    close(anna)
    says(ben, 2, CLEO, "Cleo, round 2, blank")

    # Ben's phone is empty: his column is freed, and he takes it on another device.
    anna.press("Ben,")
    anna.press("Free for another phone")
    expect(dialog(anna)).to_contain_text("No phone of their own")
    close(anna)
    ben.sees("This link opens nothing here")
    join(again, code, "Ben")
    write(again, 2, BEN, "35")
    reads(anna, 2, BEN, "+35 / 55")

    # Anna has to go: Ben keeps the sheet from now on.
    anna.press("Ben,")
    anna.press("Make host")
    close(anna)
    write(again, 2, DORA, "10")
    reads(anna, 2, DORA, "+10 / 30")
    anna.press(cell(anna, 2, DORA))
    expect(dialog(anna)).to_contain_text("Dora, round 2")
    expect(dialog(anna).get_by_role("button", name="Correct this number")).to_have_count(0)
    close(anna)

    again.press("Menu")
    again.press("Pause")
    close(again)
    anna.sees("Everything stays as it is.")
    anna.press("Play on")
    again.sees("Write round 2")
    assert anna.faults + again.faults == []


def test_partners_agree_on_another_target(arrive: Arrive, served: Served) -> None:
    """Pairs count together, and the table changes a rule, with a note."""
    anna, ben = (arrive(base=served.base, settings={"name": ""}) for _ in range(2))
    begin(anna, "Anna", "Ben", "Cleo", "Dora", rules="rummy-500 players=4 teams=pairs")
    code = code_of(anna)
    anna.press("Start writing")
    join(ben, code, "Ben")
    for column, keys in ((ANNA, "100"), (BEN, "110"), (CLEO, "50"), (DORA, "210")):
        write(anna, 1, column, keys)
    ben.sees("Ben and Dora lead by 170.")
    together = ben.page.locator("tfoot tr", has_text="Pair").locator("td")
    assert together.all_inner_texts() == ["150", "320", "150", "320"]

    anna.press("Menu")
    anna.press("What was agreed")
    anna.press("Change them, with a note")
    dialog(anna).get_by_label("Note: why they change").fill("It is late")
    dialog(anna).get_by_role("searchbox").fill("target")
    anna.press(dialog(anna).locator("#option-target summary"))
    field = dialog(anna).locator("#option-target input[inputmode]")
    field.fill("300")
    field.press("Enter")
    anna.press("Change the rules")
    expect(dialog(anna)).to_have_count(0)
    ben.press("Changes")
    expect(dialog(ben)).to_contain_text("It is late")
    close(ben)
    ben.sees("The target is 300 points.")
    # Finished rounds keep the rules they were played by; the next one is the first under these.
    for column in (ANNA, BEN, CLEO, DORA):
        write(anna, 2, column, "0")
    ben.sees("Ben and Dora win with 320")
    assert anna.faults + ben.faults == []


def test_who_won_is_asked_where_the_sheet_cannot_know(arrive: Arrive, served: Served) -> None:
    """B-50: both reached the target and nobody noted who went out; then a match left level."""
    anna, ben = (arrive(base=served.base, settings={"name": ""}) for _ in range(2))
    begin(anna, "Anna", "Ben", rules="rummy-500 winner_rule=out_player_if_reached")
    code = code_of(anna)
    anna.press("Start writing")
    join(ben, code, "Ben")
    write(anna, 1, ANNA, "520")
    write(anna, 1, BEN, "510")
    ben.sees("Who went out?")
    ben.press("Ben went out")
    anna.sees("Ben wins")
    anna.press("End the match")
    ben.sees("Undo the end")
    # Ten seconds later it is reopened all the same.
    ben.page.evaluate("() => { const now = Date.now; Date.now = () => now() + 11000; }")
    ben.press("Reopen")
    write(anna, 1, ANNA, "100")
    write(anna, 1, BEN, "100")
    anna.press("Menu")
    anna.press("End the match")
    ben.sees("level at 100")
    ben.press("Anna won")
    anna.sees("Anna won: the table has said so.")
    assert anna.faults + ben.faults == []

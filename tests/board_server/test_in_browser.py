"""The board in a real browser: ``make test-browser``.

AXE names the file axe.min.js of axe-core (``npm install axe-core``), with which each screen is
searched for barriers; SCREENSHOTS names a folder for pictures.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.boards import SOON, Page, Served
from helpers.browsers import DESKTOP, chromium, press, resize
from helpers.commandline import COMMAND, bare_environment

pytestmark = pytest.mark.browser

HAND = "AS TS AH TH 9H AD KD QD 9D KC JC 9C"
STOCK = "rules=scarne upcard=KD stock=23 turn=south south=AT.AT9.AKQ9.KJ9 north=-.-.-.-+11 led=TD"
# The playoff of README, in which both hold four cards.
README = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
FULL = (
    "rules=scarne trump=D south=AQ9.ATQ.QJJ.KQJ north=TKJ.AKQ.A9.ATT9 turn=south "
    "points=270+54/70+56"
)
STRONG = "rules=auction south=ATKQJ.AAKQ.AKQJ.K9"
AUCTION = "auction bids=250,260,p AS TS KS QS JS JS AH KH AD TD QD JD KC QC 9C"
# West has bought the hand, and south, who looks, does not see what it buries.
BOUGHT = (
    "rules=auction dealer=north act=bury bids=250,260,p,p bidder=west contract=260 turn=west "
    "south=ATKQJJ.AK.ATQJ.KQ9 west=-.9.9.A+15 north=+15 widow=-.9.9.A"
)
RECORD = """[View "south"] [Dealer "north"] [Upcard "QC"]
[South "A9.AA9.AQ9.KKJ9"]

1. AD 9S {dix +9C} 2. QC AD {dix +JS} 3. 9H JH {marriage:KH.QH S:+QS} 4. KS
"""
# Somebody who has no 450 in his hand bids it, and gives it up.
OVERBID = """[Rules "auction"]
[Dealer "north"]
[South "AAKQJ9.KQ.AATKQJ.K"]
[West "TK.AATK9.TQ9.AKQJ9"]
[North "TQJ9.TQJ9.KJ9.ATQJ"]
[Widow "-.J.-.T9"]
[Bids "250 260 p 450 p"]
[Result "conceded"]
"""
# Moves after which the last five tricks are south's and north's.
CLAIMED = (
    "dix~all~all~AS~QS~AS~9S~AH~QH~9H~9H~AC~QC~QC~TC~TS~KS~QS~9S~TC~KC~9C~AC~JS~JS~TD~AD~TD~9D"
)
# The moves of a hand of check, seed 3, up to the last of south: north is set in 220.
CHECK_HAND = (
    "200~p~210~p~220~p~H~all~all~9H~TH~AS~QH~AD~AD~KD~QD~AC~TC~QC~KC~9S~TS~AS~QS~KH~TH~QH~KS~AH~9D~9S"
    "~9H~AH~9C~KD~JH~AC~9C~TC~JC~TD~QD~9D~JD~KH~QS~KC~JS~JH~TS~QC"
)
SMALL = (360, 740)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    pytest.importorskip("uvicorn", reason="the extra is not installed (board)")
    found = Served(tmp_path_factory.mktemp("state"))
    yield found
    found.stop()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    yield from chromium(tmp_path_factory.mktemp("profile"))


@pytest.fixture
def page(served: Served, browser: Any) -> Iterator[Page]:
    resize(browser, DESKTOP)
    found = Page(browser, served)
    yield found
    assert found.errors() == []


def test_a_hand_is_set_up_by_clicks_and_its_values_read(page: Page) -> None:
    page.open("setup")
    page.place(HAND)
    assert page.wait('[data-key="place-south"]', "12 of 12")
    page.place("KD TD")  # the next places come by themselves
    assert page.wait(".checks", "Assumed: you to decide, 23 cards face down")
    begun = time.monotonic()
    page.click("#analyse")
    assert page.wait(".lie.best .loss")
    first = time.monotonic() - begun
    assert page.hash() == f"#see/{STOCK}"
    assert page.wait(".answer", "ahead from here on")
    assert len(page.texts(".lie .loss")) == 12
    # Half a second on a machine with nothing else to do.
    assert first < 3 * max(1.0, os.getloadavg()[0])
    assert page.wait(".odds")
    assert "royal marriage K♦ Q♦" in page.wait(".plan")
    assert "A♣" in page.wait(".outs", "55%")


def test_the_playoff_of_the_readme_is_set_up_by_clicks(page: Page) -> None:
    page.open("setup", "rules=hayes")
    page.click('[data-key="phase-playoff"]')
    assert page.wait(".checks", "Click the cards that you still hold.")
    page.place("TS TH KD QD")
    assert page.wait('[data-key="fill-north"]') == "4 more for the opponent’s hand"
    page.click('[data-key="fill-north"]')
    page.place("AS KD TC KC")
    page.click('.checks [data-key="trump-S"]')
    page.wait(".checks", "A possible position")
    page.click("#analyse")
    assert page.wait(".answer", "Lead K♦")
    rows = [row.split() for row in page.texts(".side tbody tr")]
    assert [row[0] for row in rows] == ["K♦", "10♥", "Q♦", "10♠"]
    assert [row[-1] for row in rows] == ["–", "−15", "−55", "−55"]
    assert page.hash() == f"#see/{README}"


def test_a_hand_of_three_is_set_up_by_clicks(page: Page) -> None:
    page.open("setup", "rules=auction")
    page.place(AUCTION.split(",p ")[1].rsplit(" ", 1)[0])
    assert page.wait('[data-key="place-south"]', "14 of 15")
    assert page.wait(".checks", "1 more card for your hand.")
    page.place("9C")
    assumed = "north dealt, a bid to make, you to decide, west with 15 cards"
    assert page.wait(".checks", f"Assumed: {assumed}, north with 15 cards, 3 cards in the widow.")


def test_a_defender_sets_up_the_widow_of_another_player(page: Page) -> None:
    page.open("setup", "rules=auction")
    page.place("AS TS KS QS JS JS AH KH AD TD QD JD KC QC 9C")
    page.click('[data-key="place-widow"]')
    page.place("AC 9H 9D")
    page.choose('[name="bids"]', "250,260,p,p")
    page.choose('[data-key="select-trump"]', "H")
    page.click('[data-key="place-led"]')
    page.place("AC TC")
    page.wait(".checks", "A possible position.")
    page.click("#analyse")
    page.wait(".answer", "Play")
    assert "bidder=west contract=260 trump=H" in page.hash()
    assert "widow=-.9.9.A buried=+3" in page.hash()


def test_words_are_of_the_rulebook_that_is_chosen(page: Page) -> None:
    page.open("setup", "rules=auction")
    words = page.browser.find_element("css selector", "#words")
    words.send_keys("AS TS KS QS JS JS, AH KH, AD TD QD JD, KC QC 9C, bids 250,260,p")
    page.wait(".checks", "A possible position.")
    assert "rules=auction" in page.hash()


def test_impossible_things_say_why(page: Page) -> None:
    page.open("setup", "rules=scarne south=AA.-.-.- upcard=KD")
    assert page.js("return document.querySelectorAll('.pack [data-card=\"AS\"]').length") == 0
    press(page.browser, "a")
    press(page.browser, "s")
    assert page.wait(".status", "A♠ is placed already")
    page.open("setup")
    words = page.browser.find_element("css selector", "#words")
    words.send_keys(f"{HAND} up KX")
    assert page.wait(".refusal", "upcard")
    assert page.js("return document.querySelector('#words').value").endswith("KX")
    words = page.browser.find_element("css selector", "#words")
    words.send_keys("\b\bKD, led TD")
    assert page.wait(".checks", "Assumed")
    assert page.hash() == f"#setup/{STOCK.replace(' stock=23', '').replace(' turn=south', '')}" or (
        "south=AT.AT9.AKQ9.KJ9" in page.hash()
    )


def test_the_keyboard_sets_up_undoes_and_analyses(page: Page) -> None:
    from selenium.webdriver.common.keys import Keys

    page.open("setup")
    for card in [*HAND.split(), "KD", "TD"]:
        for letter in card.lower():
            press(page.browser, letter)
    page.wait(".checks", "A possible position")
    press(page.browser, Keys.BACKSPACE)
    page.wait(".checks", "A possible position")
    assert "led=" not in page.hash()
    press(page.browser, "t")
    press(page.browser, "d")
    page.wait(".checks", "A possible position")
    press(page.browser, Keys.ENTER)
    page.wait(".best .play")


def test_the_line_is_played_forwards_and_backwards_and_another_card_tried(page: Page) -> None:
    from selenium.webdriver.common.keys import Keys

    page.open("see", FULL)
    assert page.wait(".answer", "Lead J♦")
    assert page.wait(".answer", "374 to 216")
    assert len(page.texts(".steps li")) == 12
    press(page.browser, Keys.ARROW_RIGHT)
    page.wait(".trail", "you J♦")
    assert "led=JD" in page.hash()
    press(page.browser, Keys.ARROW_LEFT)
    page.wait(".answer", "Lead J♦")
    assert page.hash() == f"#see/{FULL}"
    page.click('.play[data-move="TH"]')
    page.wait(".trail", "you 10♥")
    page.browser.refresh()
    page.wait(".trail", "you 10♥")  # a reload in the middle loses nothing
    press(page.browser, Keys.ESCAPE)
    page.wait(".answer", "Lead J♦")
    page.browser.back()
    page.wait(".trail", "you 10♥")
    page.browser.back()
    page.wait(".answer", "Lead J♦")


def test_what_was_seen_is_asked_for_in_the_stock_phase(page: Page) -> None:
    page.open("see", STOCK)
    page.click('.play[data-move="9C"]')
    page.wait(".answer", "What does the opponent meld?")
    page.click('.choice[data-move="pass"]')
    page.wait(".answer", "Which card did you draw?")
    page.click(".choice")
    page.wait(".answer", "What does the opponent play?")
    page.click('.choice[data-move="AC"]')
    page.wait(".best .play")
    assert "tricks=TD-9C" in page.hash()


def test_values_are_hidden_until_they_are_wanted(page: Page) -> None:
    page.open("see", FULL)
    page.wait(".best .play")
    press(page.browser, "h")
    page.wait(".answer", "Decide yourself")
    assert page.texts(".lie.best, .lie .loss, .side td, .steps li") == []
    press(page.browser, "h")
    page.wait(".best .play")


def test_an_auction_shows_how_far_to_bid(page: Page) -> None:
    page.open("see", STRONG)
    told = page.wait(".answer", "more than a pass")
    found = re.match(r"Bid up to (\d+)\.\s+(\d+) pays best\. Trump spades", told)
    assert found is not None
    limit, best = map(int, found.groups())
    assert 250 < best < limit
    assert f"{best} is worth " in told
    assert re.findall(r"^(?:Bid \d+|Pass)$", told, re.M) == [f"Bid {best}", "Bid 250", "Pass"]
    rows = [row.split("\t") for row in page.texts(".calls tbody tr")]
    assert rows[0][0] == "250–290"
    assert rows[-1][0] == "pass"
    (star,) = (row for row in rows if "★" in row[0])
    assert star[0] == f"{best} ★"
    worth = [float(row[2].replace("−", "-")) for row in rows]
    assert float(star[2]) == max(worth)
    words = page.js("return document.querySelector('.chart').getAttribute('aria-label')")
    assert {str(best), str(limit)} <= set(re.findall(r"\d\d\d(?= )", words))
    page.click(f'.answer [data-move="{best}"]')
    page.wait(".answer", "What does west call?")


def test_a_call_in_a_review_has_its_numbers_and_the_pass(page: Page) -> None:
    page.open("review")
    page.js("document.querySelector('#record').value = arguments[0]", OVERBID)
    page.click("#begin")
    page.wait(".decisions")
    assert page.texts(".decisions .t") == ["bid", "bid", "bid", "bid", "bid", "trump"]
    page.click('[data-step="3"]')
    page.wait('[data-step="3"][aria-current]')
    told = page.wait(".answer", "450 lost")
    assert re.match(r"450 lost \d+\.\d ±\s\d+\.\d cents", told)
    assert "Auction, south." in told
    assert "Trick 0" not in told
    assert page.wait(".side .note", "cents")
    assert page.wait(".seat.mine", "South")
    best, made, passed, *others = (row.split("\t") for row in page.texts(".calls tbody tr"))
    assert (best[0], made[0], passed[0]) == ("400–410 ★", "450 ●", "pass")
    assert all(re.match(r"[+−]?\d+\.\d$", row[1]) for row in (best, made, passed, *others))


def test_what_another_player_buys_names_and_lays_is_clicked(page: Page) -> None:
    page.open("see", AUCTION)
    page.click('.answer [data-move="p"]')
    page.wait(".answer", "It is turned up for west. Click its 3 cards.")
    for card in ("AC", "9H", "9D"):
        page.click(f'[data-pick="{card}"]')
    page.click('[data-key="go-on"]')
    page.wait(".answer", "What does west name and lay?")
    page.click('[data-key="trump-H"]')
    for card in ("KH", "QH", "KS"):
        page.click(f'[data-pick="{card}"]')
    page.click('[data-key="go-on"]')
    page.wait(".refusal", "K♠ is in no meld of these cards")
    page.click('[data-taken="KS"]')
    page.click('[data-key="go-on"]')
    page.wait(".trail", "west ♥, royal marriage K♥ Q♥")
    page.click('.choice[data-move="AC"]')
    page.wait(".answer", "What does north play?")
    page.click('.choice[data-move="TC"]')
    page.wait(".answer", "Play")
    page.wait(".where", "north")
    assert "west=-.KQ.-.-+12" in page.hash()


def play_on(page: Page) -> None:
    """Make the first move until the hand is over."""
    script = """
        const first = document.querySelector('.play:not(.no), .answer .choice');
        const before = location.hash;
        first?.click();
        return before;
    """
    ready = """
        return location.hash !== arguments[0]
            && document.querySelector('#review, .play:not(.no), .answer .choice') !== null
            && !document.querySelector('.answer .searching');
    """
    for _ in range(60):
        if page.js("return document.querySelector('#review') !== null"):
            return
        before = page.js(script)
        end = time.monotonic() + SOON
        while not page.js(ready, before) and time.monotonic() < end:
            time.sleep(0.02)
    raise AssertionError("the hand does not end")


def test_a_hand_is_played_to_its_end_and_reviewed(page: Page) -> None:
    page.open("play", "hayes~11~casual")
    page.wait(".answer", "Your turn")
    page.click('[data-key="hint"]')
    page.wait(".best .play")
    page.browser.refresh()
    page.wait(".answer", "Your turn")
    play_on(page)
    assert page.wait("main", "The hand is over")
    assert '[Rules "hayes"]' in page.js("return document.querySelector('pre').textContent")


def test_a_hand_of_three_is_played_to_its_end(page: Page) -> None:
    page.open("play")
    page.choose("#rules", "auction")
    assert page.texts("#level option") == ["rules of thumb", "full strength"]
    page.open("play", "auction~10~advice")
    page.click('.answer .choice[data-move="250"]')  # north has passed, and west passes
    page.wait(".answer", "0 of 3 cards to bury")
    assert page.js("return document.querySelector('[data-key=bury]').disabled")
    for card in ("KC", "KC", "QC", "9H", "JC"):
        page.click(f'.bury[data-card="{card}"]')  # the king is buried and taken back
    assert page.wait(".answer", "3 of 3 cards to bury: 9♥ Q♣ J♣")
    assert page.js("return document.querySelectorAll('.bury:disabled').length") == 15
    page.click('[data-key="trump-S"]')
    page.click('[data-key="bury"]')
    page.wait(".side", "♠, bury Q♣ J♣ 9♥")
    page.drag('.play[data-move="AS"]', ".slot")
    page.wait(".side .trail", "A♠")
    play_on(page)
    assert page.wait("main", "The hand is over")
    stats = page.texts(".stats div")
    assert [each.split()[0] for each in stats] == ["you", "west", "north"]
    assert sum(int(each.split()[1].replace("−", "-")) for each in stats) == 0
    assert '[Rules "auction"]' in page.js("return document.querySelector('pre').textContent")
    page.click("#review")
    page.wait(".top .tabs [aria-current]", "Review")


def test_a_hand_of_check_tells_who_dealt_why_you_pass_and_what_the_checks_are_for(
    page: Page,
) -> None:
    page.open("play", "check~1~advice")
    told = page.wait(".answer", "Your turn")
    assert "You: pass (no marriage to bid with). West: pass. North: 200." in told
    assert "trumps ♠" in told
    assert page.texts(".facts li")[-1] == "you can meld pinochle Q♠ J♦: 40"
    assert "you can meld pinochle Q♠ J♦: 40" in told
    assert page.texts(".answer .choice") == ["all melds", "no meld"]
    page.open("play", "check~3~advice")
    page.wait(".answer", "Your turn")
    heads = page.texts(".who")
    assert [head for head in heads if "dealt" in head] == ["West\n12 hidden · dealt"]
    page.open("play", f"check~3~advice~{CHECK_HAND}")
    told = page.wait("main", "The hand is over: north played for 220: set")
    assert "5 checks: 4 for setting the contract, 1 for west's jacks" in told
    assert page.texts(".stats div") == ["you+north\n−220", "west+east\n200"]
    page.click('[data-key="undo"]')
    page.wait(".answer", "Your turn")
    assert page.hash().endswith("~JH~TS")


def test_a_hint_leaves_undo_and_what_may_be_called(page: Page) -> None:
    page.open("play", "auction~10~advice~p~250")
    page.wait(".answer", "cards to bury")
    page.click('[data-key="hint"]')
    page.wait(".answer", "worth to you, in cents")
    page.click('[data-key="undo"]')
    page.wait(".answer", "North: pass.")
    assert page.hash() == "#play/auction~10~advice~p"
    page.click('[data-key="hint"]')
    told = page.wait(".answer", "Pass above.")
    best = re.search(r"^(\d+) is worth", told, re.M)
    assert best is not None
    (star,) = (row for row in page.texts(".calls tbody tr") if "★" in row)
    assert star.startswith(f"{best[1]} ★")
    assert "640" in page.texts(".answer .choice")
    page.open("play", "check~1~advice")
    page.wait(".answer", "Your turn")
    page.click('[data-key="hint"]')
    page.wait(".answer", "Lay all melds")
    assert page.texts(".answer .choice") == ["all melds", "no meld"]
    page.click('.answer .choice[data-move="none"]')
    page.wait(".answer", "Click the card")
    page.wait(".facts", "tricks won")


def test_the_rest_is_claimed_if_the_solver_proves_it(page: Page) -> None:
    page.open("play", f"partnership~2~advice~{CLAIMED}")
    page.click('[data-key="claim"]')
    page.wait("main", "The hand is over")
    page.browser.back()
    page.click('[data-key="concede"]')
    page.wait(".refusal", "Not so: with all cards face up you can still win points.")


def test_a_record_is_reviewed_from_mistake_to_mistake(page: Page) -> None:
    page.open("review")
    page.js("document.querySelector('#record').value = arguments[0]", RECORD)
    page.click("#begin")
    page.wait(".decisions")
    assert page.js("return document.querySelectorAll('.curvebox .curve').length") == 1
    first = page.wait(".answer h1")
    press(page.browser, "\ue014")
    end = time.monotonic() + SOON
    while page.wait(".answer h1") == first and time.monotonic() < end:
        time.sleep(0.02)
    assert page.hash().endswith("~1~1")
    page.click('[data-key="hides"]')
    page.wait(".answer", "The answer is hidden")
    assert page.texts(".lie .loss") == []
    page.click('[data-key="hides"]')
    page.wait(".answer h1")
    page.browser.refresh()
    page.wait(".decisions")
    press(page.browser, "t")
    page.wait(".answer", "ahead")
    assert page.hash().startswith("#see/rules=scarne upcard=QC")


def test_a_quiz_shows_the_values_after_the_answer(page: Page) -> None:
    page.open("quiz", "~0")
    page.wait(".answer", "What do you do?")
    assert page.texts(".lie .loss") == []
    page.click(".play:not(.no)")
    page.wait(".side", "Your answer")
    page.wait(".best .play")
    page.click('[data-key="next"]')
    page.wait(".answer", "2 of")


def test_a_quiz_is_of_the_game_and_the_kind_that_is_chosen(page: Page) -> None:
    page.open("quiz")
    page.wait("#begin-quiz")
    groups = page.js(
        "return [...document.querySelectorAll('#game optgroup')].map((each) => each.label)"
    )
    assert groups == ["Two players", "Three players", "Four players"]
    page.choose("#game", "auction")
    assert page.texts("#kind option") == [
        "all (16)",
        "burials (2)",
        "calls (2)",
        "later cards (2)",
        "leads (10)",
    ]
    page.choose("#kind", "calls")
    page.click("#begin-quiz")
    page.wait(".answer", "1 of 2: auction, calls.")
    page.click('.answer .choice[data-move="p"]')
    page.wait(".calls")
    assert re.search(r"pass: (the best|worth [+−]?\d+\.\d)", page.wait(".side", "Your answer"))
    assert page.texts('.answer [data-move="p"]') == []
    page.click('[data-key="next"]')
    page.wait(".answer", "2 of 2: auction, calls.")
    page.browser.refresh()
    page.wait(".answer", "2 of 2: auction, calls.")  # the seed in the address keeps the order


def test_games_are_named_with_what_they_are(page: Page) -> None:
    page.open("play")
    page.wait("#rules")
    option = "return document.querySelector('#rules option[value=auction]').textContent"
    assert page.js(option).startswith("auction: Auction Pinochle for stakes")
    page.choose("#rules", "auction")
    told = page.wait(".about", "Auction Pinochle")
    assert told.endswith("15 cards each and 3 in the widow; compromise count.")


def test_enter_deals_a_hand_and_begins_a_quiz(page: Page) -> None:
    from selenium.webdriver.common.keys import Keys

    page.open("play")
    page.choose("#rules", "auction")
    page.choose("#level", "advice")
    press(page.browser, Keys.ENTER)
    page.wait(".answer", "Your turn")
    assert re.match(r"#play/auction~\d+~advice$", page.hash())
    page.open("quiz")
    page.wait("#begin-quiz")
    press(page.browser, Keys.ENTER)
    page.wait(".answer", "1 of 126")


def test_a_server_that_was_stopped_is_waited_for(page: Page) -> None:
    page.open("see", FULL)
    page.wait(".best .play")
    page.served.stop()
    page.click('.play[data-move="TH"]')
    page.wait(".gone", "The server has stopped")
    assert page.texts(".lie .loss") != []
    page.served.start()
    page.click(".gone .btn")
    page.wait(".gone[hidden]")
    page.wait(".best .play")
    page.click('.play[data-move="TH"]')
    page.wait(".trail", "you 10♥")
    lost = [message for message in page.errors() if "ERR_CONNECTION_REFUSED" not in message]
    assert lost == []


SCREENS = {
    "setup": ("setup", STOCK),
    "stock": ("see", STOCK),
    "playoff": ("see", FULL),
    "auction": ("see", AUCTION),
    "bought": ("see", BOUGHT),
    "play": ("play", "scarne~7~casual"),
    "review": ("review", ""),
    "quiz": ("quiz", ""),
    "melds": ("play", "check~1~advice"),
    "over": ("play", f"check~3~advice~{CHECK_HAND}"),
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [SMALL, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_sticks_out_and_there_are_no_barriers(
    page: Page, screen: str, size: tuple[int, int], theme: str
) -> None:
    resize(page.browser, size)
    page.open(*SCREENS[screen])
    page.js("document.documentElement.dataset.theme = arguments[0]", theme)
    page.wait(
        {
            "setup": ".checks .done",
            "review": "#record",
            "play": ".answer .btn",
            "quiz": "#begin-quiz",
            "melds": ".facts",
            "over": ".ended",
        }.get(screen, ".best .play, .chart, .picker")
    )
    wide = page.js(
        "const width = document.documentElement.clientWidth;"
        "return [...document.querySelectorAll('body *')].filter((each) => {"
        "  const box = each.getBoundingClientRect();"
        "  return box.width && (box.right > width + 1 || box.left < -1) && !each.closest('.skip');"
        "}).map((each) => `${each.tagName}.${each.getAttribute('class')}`)"
    )
    assert wide == []
    small = page.js(
        "return [...document.querySelectorAll('body *')].filter((each) => each.childNodes.length"
        " && [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim())"
        " && !each.closest('svg') && parseFloat(getComputedStyle(each).fontSize) < 10)"
        ".map((each) => each.outerHTML.slice(0, 60))"
    )
    assert small == []
    if folder := os.environ.get("SCREENSHOTS"):
        page.browser.save_screenshot(str(Path(folder) / f"board-{screen}-{size[0]}-{theme}.png"))
    axe = Path(os.environ.get("AXE", ""))
    if axe.is_file():
        found = json.loads(barriers(page, axe))
        serious = [each for each in found if each["impact"] in ("serious", "critical")]
        assert serious == []


def barriers(page: Page, axe: Path) -> str:
    """What axe-core finds, as JSON."""
    page.browser.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
    page.js(axe.read_text(encoding="utf-8"))
    page.browser.set_script_timeout(SOON)
    return str(
        page.browser.execute_async_script(
            "const done = arguments[0]; axe.run().then((found) => done(JSON.stringify("
            "found.violations.map(({id, impact, nodes}) => ({id, impact,"
            " nodes: nodes.map((node) => node.html.slice(0, 120))})))))"
        )
    )


def test_the_letters_and_the_colours_are_changed(page: Page) -> None:
    page.open("see", README)
    page.wait(".answer", "Lead K♦")
    page.click("#letters")
    page.wait(".side tbody", "D♦")
    assert page.js("return getComputedStyle(document.documentElement).getPropertyValue('--de')")
    page.click("#letters")
    page.wait(".side tbody", "Q♦")
    theme = page.js("return document.documentElement.dataset.theme")
    page.click("#theme")
    assert page.js("return document.documentElement.dataset.theme") != theme
    page.click("#theme")


def test_two_tabs_do_not_mind_each_other(page: Page) -> None:
    page.open("see", README)
    page.wait(".answer", "Lead K♦")
    first = page.browser.current_window_handle
    page.browser.switch_to.new_window("tab")
    page.open("see", FULL)
    page.wait(".answer", "Lead J♦")
    page.browser.close()
    page.browser.switch_to.window(first)
    page.click('.play[data-move="QD"]')
    page.wait(".trail", "you Q♦")


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_fifty_pages_are_served_or_told_to_wait(served: Served) -> None:
    from concurrent.futures import ThreadPoolExecutor
    from urllib.request import Request, urlopen

    body = json.dumps({"text": STOCK, "seconds": 0.2}).encode()

    def search(_: int) -> bool:
        request = Request(
            f"{served.address}search", body, {"Content-Type": "application/json"}, method="POST"
        )
        with urlopen(request, timeout=60) as answer:
            text = answer.read().decode()
        return "event: line" in text and "event: done" in text

    with ThreadPoolExecutor(50) as clients:
        assert all(clients.map(search, range(50)))
    status = Path(f"/proc/{served.process.pid}/status").read_text()
    (memory,) = re.findall(r"VmRSS:\s+(\d+) kB", status)
    assert int(memory) < 500_000


STUDY = f"""{README}

# study The last four cards
# from {README} : South leads
# KD : the only good lead
#  KD
# TS : the ace takes it
"""


def test_moves_that_are_tried_make_a_tree_which_is_named_kept_and_saved(page: Page) -> None:
    page.open("setup")  # where nothing is searched, and so no tree is kept
    page.js("sessionStorage.clear()")
    page.open("see", README)
    page.wait(".answer", "Lead K♦")
    page.click('.play[data-move="KD"]')
    page.wait(".tree", "you K♦")
    page.click('.play[data-move="KD"]')
    page.wait(".tree", "the opponent K♦")
    page.click('[data-key="node--1"]')
    page.wait('[data-key="node--1"][aria-current]')
    page.wait('.play[data-move="KD"]')  # which is gone in what is left behind
    page.wait(".answer", "Lead K♦")
    page.click('.play[data-move="TS"]')
    page.wait(".tree .variation", "you 10♠")
    assert page.wait(".course", "along this line")
    notes = {"study-name": "The last four cards", "study-note": "the ace takes it"}
    for key, text in notes.items():
        page.js(
            "const input = document.querySelector(`[data-key=${arguments[0]}]`);"
            "input.value = arguments[1]; input.dispatchEvent(new Event('change'))",
            key,
            text,
        )
    page.wait(".tree .variation .note", "the ace takes it")
    page.browser.refresh()
    page.wait(".tree .variation .note", "the ace takes it")  # a reload in the middle
    page.js(
        "URL.createObjectURL = (blob) => {"
        " blob.text().then((text) => { document.title = text; }); return '#'; };"
        "HTMLAnchorElement.prototype.click = () => {}"
    )
    page.click('[data-key="study-save"]')
    end = time.monotonic() + SOON
    while "# study" not in str(page.js("return document.title")) and time.monotonic() < end:
        time.sleep(0.02)
    wanted = STUDY.replace(" : South leads", "").replace(" : the only good lead", "")
    assert page.js("return document.title").split() == wanted.split()
    page.click('[data-key="study-keep"]')
    page.wait(".side", "Kept")
    page.click('[data-key="study-remove"]')
    page.wait(".answer", "Lead K♦")
    assert page.texts(".tree .variation") == []
    page.open("see")
    page.click('[data-study="The last four cards"]')
    page.wait(".tree .variation .note", "the ace takes it")


def test_a_study_is_read_from_a_file(page: Page, tmp_path: Path) -> None:
    page.open("see")
    file = tmp_path / "study.pn"
    file.write_text("# study\n# from rules=hoyle\n")
    page.wait("#study-file")
    page.browser.find_element("css selector", "#study-file").send_keys(str(file))
    page.wait(".refusal", "rules")
    file.write_text(STUDY)
    page.open("see")
    page.wait("#study-file")
    page.browser.find_element("css selector", "#study-file").send_keys(str(file))
    page.wait(".side", "South leads")
    page.wait(".tree", "the only good lead")
    page.click('[data-key="node-1"]')
    page.wait(".answer", "Lead")
    assert page.hash().startswith("#see/rules=hayes trump=S south=T.T.Q.-")


@pytest.fixture
def exported(tmp_path: Path) -> Any:
    """What writes a folder, and gives the address of its page on the disk."""

    def export(text: str) -> str:
        file = tmp_path / "opened.txt"
        file.write_text(text)
        folder = tmp_path / "folder"
        command = [*COMMAND, "board", str(file), "--export", str(folder)]
        subprocess.run(command, check=True, capture_output=True, env=bare_environment())
        return (folder / "index.html").as_uri()

    return export


def test_a_study_is_exported_and_opens_from_disk(page: Page, exported: Any) -> None:
    page.browser.get(exported(STUDY))
    page.wait(".answer", "Lead K♦")
    page.wait(".tree", "the only good lead")
    assert page.texts(".tabs a") == ["Analyse"]
    page.click('[data-key="node-2"]')
    page.wait(".side", "the ace takes it")
    page.browser.back()
    page.wait(".answer", "Lead K♦")
    page.click('.play[data-move="KD"]')
    page.wait(".answer", "Play K♦")
    page.browser.refresh()
    page.wait(".answer", "Play K♦")
    page.click('[data-key="forward"]')
    page.wait('[data-key="node-1"][aria-current]')
    # A move that was not tried in the study has its value, but nothing follows it.
    page.click('[data-key="node--1"]')
    page.wait(".answer", "Lead K♦")
    assert "no" in page.js("return document.querySelector('[data-move=QD]').className").split()


def test_a_review_is_exported_and_opens_from_disk(page: Page, exported: Any) -> None:
    page.browser.get(exported(RECORD))
    page.wait(".decisions")
    assert page.texts(".tabs a") == ["Review"]
    assert page.js("return document.querySelectorAll('.curvebox .curve').length") == 1
    page.click('[data-step="1"]')
    page.wait('[data-step="1"][aria-current]')
    page.browser.refresh()
    page.wait('[data-step="1"][aria-current]')
    assert page.texts('[data-key="try"], [data-key="quiz"]') == []
    page.click("#theme")
    page.click("#theme")

"""Studies: trees of moves as text, which every command reads."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from helpers.commandline import Pinochle
from pinochle_solver.board_server.studies import Study, is_study, read_study, study_text
from pinochle_solver.errors import PositionError
from pinochle_solver.notation.known_rulebooks import KnownRulebooks

KNOWN = KnownRulebooks()
ROOT = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
STUDY = f"""{ROOT}

# study The last four cards
# from {ROOT} : South leads
# KD : the only good lead
#  KD
#   TS
#   QD : no better
# TS : the ace takes it
"""
STOCK = "rules=scarne upcard=KD stock=23 turn=south south=AT.AT9.AKQ9.KJ9 north=-.-.-.-+11 led=TD"
DRAWN = f"""{STOCK}

# study
# from {STOCK}
# 9C
#  pass drawn=AS
#   AC
"""
RECORD = '[View "south"] [Dealer "north"] [Upcard "QC"]\n[South "A9.AA9.AQ9.KKJ9"]\n\n1. AD 9S'


def test_a_study_is_read_and_written_as_it_was() -> None:
    study = read_study(STUDY, KNOWN)
    assert (study.name, study.note, study.root) == ("The last four cards", "South leads", ROOT)
    assert [(each.at, each.seat, each.move) for each in study.moves] == [
        (-1, "south", "KD"),
        (0, "north", "KD"),
        (1, "south", "TS"),
        (1, "south", "QD"),
        (-1, "south", "TS"),
    ]
    assert study.moves[3].note == "no better"
    assert study.moves[0].text is not None
    assert "led=KD" in study.moves[0].text
    assert study_text(study) == STUDY


def test_what_a_move_does_not_tell_stands_beside_it() -> None:
    study = read_study(DRAWN, KNOWN)
    assert [each.seen for each in study.moves] == [{}, {"drawn": "AS"}, {}]
    assert study.moves[1].text is not None
    assert "tricks=TD-9C" in study.moves[1].text
    assert study_text(study) == DRAWN
    again = msgspec.json.decode(msgspec.json.encode(study), type=Study)
    assert study_text(again) == DRAWN


def test_a_study_of_a_record_is_a_record_with_comments(pinochle: Pinochle, tmp_path: Path) -> None:
    study = msgspec.structs.replace(read_study(STUDY, KNOWN), record=RECORD)
    text = study_text(study)
    assert text.startswith(f"{RECORD}\n\n; study The last four cards\n; from rules=hayes")
    assert read_study(text, KNOWN) == study
    file = tmp_path / "study.pnr"
    file.write_text(text)
    assert "A♦" in pinochle("replay", str(file)).out


def test_a_study_of_a_position_is_a_file_of_it(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "study.pn"
    file.write_text(STUDY)
    assert "south 55, north 15" in pinochle("solve", str(file)).out
    assert is_study(STUDY)
    assert not is_study(ROOT)


@pytest.mark.parametrize(
    ("text", "token", "fact"),
    [
        (ROOT, "study", "none in this text"),
        ("# study\n", "study", "no position"),
        (f"# study\n# from {ROOT}\n# KD\n#   KD\n", "KD", "out of place"),
        (f"# study\n# from {ROOT}\n# 9S\n", "9S", ""),
        (f"# study\n# from {STOCK}\n# 9C\n#  pass\n", "pass", "drawn="),
        ("# study\n# from rules=hoyle\n", "rules", ""),
    ],
)
def test_what_is_no_study_is_refused(text: str, token: str, fact: str) -> None:
    with pytest.raises(PositionError) as raised:
        read_study(text, KNOWN)
    assert token in raised.value.token
    assert fact in raised.value.fact

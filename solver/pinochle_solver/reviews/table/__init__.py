"""Hands of the games for three and four, gone through decision by decision.

- ``bid_questions``: hands to bid with, made at random, from clear ones to close ones.
- ``mistakes``: the positions of marked mistakes.
- ``together``: several hands, and what each player lost in all of them.
- ``losses``: what decisions lost, and their marks by what was at stake.
- ``unlaid``: melds that a seat could have laid, and did not.
- ``decisions``: one decision: what was seen, made and best.
- ``choices``: which moments of a record are decisions.
- ``reviewing``: goes through the decisions of a record.
- ``annotations``: what was found, written into the record as comments, and read.
- ``account``: what a result was made of.
- ``review``: all of it.
"""

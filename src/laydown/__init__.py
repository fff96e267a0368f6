"""Laydown: the rummy family, its rules as values, its play as functions.

>>> import laydown
>>> laydown.parse_rules("rummy-500 players=4").setup.players
4
"""

from __future__ import annotations

from laydown.cards import card_text, parse_card, parse_cards
from laydown.engine.actions import HOUSE, Action, Move, public
from laydown.engine.dealing import new_round
from laydown.engine.errors import IllegalAction, Reason
from laydown.engine.game import play
from laydown.engine.legal import LegalActions
from laydown.engine.match import Match, new_match, play_match, standing
from laydown.engine.scoring import RoundScore, score
from laydown.engine.settling import plan
from laydown.engine.state import Round
from laydown.engine.view import PlayerView, open_view, view
from laydown.rules.differences import differences
from laydown.rules.errors import BadRules
from laydown.rules.games import GAMES, preset
from laydown.rules.rules import Rules
from laydown.rules.text import parse_rules, rules_text

__all__ = [
    "GAMES",
    "HOUSE",
    "Action",
    "BadRules",
    "IllegalAction",
    "LegalActions",
    "Match",
    "Move",
    "PlayerView",
    "Reason",
    "Round",
    "RoundScore",
    "Rules",
    "card_text",
    "differences",
    "new_match",
    "new_round",
    "open_view",
    "parse_card",
    "parse_cards",
    "parse_rules",
    "plan",
    "play",
    "play_match",
    "preset",
    "public",
    "rules_text",
    "score",
    "standing",
    "view",
]

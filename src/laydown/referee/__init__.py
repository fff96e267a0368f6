"""The referee: a question about cards on a table, and the answer under its rules.

Every verdict, every reason and every point is the engine's; here questions are read, the table is
set up, and what was found is put into words.
"""

from __future__ import annotations

from laydown.referee.answers import Answer, answer, answer_to, read_back
from laydown.referee.otherwise import Otherwise
from laydown.referee.questions import (
    Asked,
    AskedMeld,
    BadQuestion,
    Kind,
    LaidRow,
    Question,
    Row,
    read_question,
)

__all__ = [
    "Answer",
    "Asked",
    "AskedMeld",
    "BadQuestion",
    "Kind",
    "LaidRow",
    "Otherwise",
    "Question",
    "Row",
    "answer",
    "answer_to",
    "read_back",
    "read_question",
]

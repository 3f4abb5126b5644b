"""For mypy only: each game's modules implement the protocols."""

from thirteen.bots import friday as friday_bot
from thirteen.bots import imaginary as imaginary_bot
from thirteen.bots import make13 as make13_bot
from thirteen.bots import thirteens as thirteens_bot
from thirteen.bots import three_thirteen as three_thirteen_bot
from thirteen.protocols import Bot, Patience, Player, Rules, View
from thirteen.rules import friday, imaginary, make13, thirteens, three_thirteen
from thirteen.views import friday as friday_view
from thirteen.views import imaginary as imaginary_view
from thirteen.views import make13 as make13_view
from thirteen.views import thirteens as thirteens_view
from thirteen.views import three_thirteen as three_thirteen_view

RULES: tuple[Rules, ...] = (friday, imaginary, make13, thirteens, three_thirteen)
BOTS: tuple[Bot, ...] = (friday_bot, imaginary_bot, make13_bot, thirteens_bot)
PLAYERS: tuple[Player, ...] = (three_thirteen_bot,)
VIEWS: tuple[View, ...] = (make13_view, three_thirteen_view)
PATIENCES: tuple[Patience, ...] = (friday_view, imaginary_view, thirteens_view)

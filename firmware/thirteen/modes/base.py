"""Layer 5. What a mode is: how a game is played, beyond its rules and its view.

Each module here has a class `Mode`; `game` is a game.Game, which makes it when it is opened.

What a host may do to a game, and by which of these: a browser's page, a handheld that goes dark.

    open it, at a deal too   `enter`, from `shell.open_game`
    save it                  `save`: what was played is written, and play goes on
    suspend it               `suspend`, from `keys.on_screen_off`: nobody looks, and power may go
    leave it                 by the pause menu or `over`, which the shell asks
    end it                   `over`, once `result_was_read`
"""

from micropython import const

from thirteen import background, screens
from thirteen.protocols import Game
from thirteen.storage import history
from thirteen.ui import sound
from thirteen.ui.status_panel import status_panel

IN_GAME, IN_RACE, IN_PRACTICE = range(3)  # pause menus

_CLOSE = const(8)  # a loss with 1/8 of the cards left is a close one


class Mode:
    """One of a game; `game` is a game.Game."""

    LIVE = False  # whether things happen without a key press
    SOLO = True  # whether nobody else plays
    STATISTICS: tuple = ("",)  # names of the separate rows of statistics,
    FIRST_WINNABLE = 0  # of which the first so many count games that can't be won
    GRAPH = ""  # the screen that shows how a game's score came about
    SLICE = 6  # ms per frame for computing a hint

    def enter(self, game: Game, back: bool, day: int = 0, step: int = 0, deal: tuple = ()) -> bool:
        """The game is opened; False for the launcher. `back`: it was open when power was lost.

        day: that whose deal the player chose in the calendar, 0 for none; step: likewise on the
        path; deal: its number and its options, None for the player's own, if a host asks for one.
        """
        if not game.load():
            game.deal()
        if day or step or deal:
            screens.deal_menu.chosen(game, day, step, deal)
        return True

    def begin(self, game: Game) -> bool:
        """A new or saved deal is ready; returns whether to show it."""
        return True

    def frame(self, game: Game, k: int) -> int:
        """A frame starts, with key k pressed; returns the key for the game to handle."""
        return k

    def autoplay(self, game: Game) -> bool:
        """Nothing moves: make the next move that needs no decision. Whether there is more."""
        return False

    def ponder(self, game: Game) -> bool:
        """The player rests: find out what is shown of the position; whether more is to do."""
        return False

    def placed(self, game: Game) -> None:
        """A move was made: its sound."""
        sound.place()

    def after_key(self, game: Game) -> None:
        """Called after the key was handled and before drawing: the computer players' turn."""

    def view_takes_x_y(self) -> bool:
        """Whether the view handles X and Y."""
        return False

    def may_save(self) -> bool:
        """Whether to save when the player pauses."""
        return True

    def save(self, game: Game) -> None:
        """Write what was played; play goes on."""
        game.save()

    def suspend(self, game: Game) -> None:
        """Nobody looks from now on: write what was played, and let nothing run on."""
        game.save()

    def over(self, game: Game) -> bool:
        """The game is over and on the screen; False for the launcher."""
        return screens.game_over.run(game)

    def pause(self, game: Game) -> int:
        """The pause menu opens; returns which one."""
        background.defer(game.save)
        return IN_GAME

    def table_hidden(self) -> bool:
        """Whether the table is hidden while a menu is open."""
        return False

    def resume(self) -> None:
        """The pause menu is closed."""

    def undo_refused(self, game: Game) -> str:
        """Why the last move can't be undone; "" if it can."""
        return ""

    def confirm_new_deal(self, game: Game) -> bool:
        """Before a new deal: choose players and rules; False for back."""
        return True

    def options(self, game: Game) -> bytes | None:
        """The options of the next deal; None for those of the settings."""
        return None

    def start(self, rest: int) -> None:
        """Start a game, or resume one with what `tick_rest` returned when it was saved."""

    def tick_rest(self) -> int:
        """Up to five bits to save with the game."""
        return 0

    def thinks(self) -> bool:
        """Whether it is a computer player's turn."""
        return False

    def result_was_read(self, game: Game) -> bool:
        """Whether the player has seen the result, so that the game-over menu may open."""
        return True

    def won(self, game: Game) -> bool:
        """Whether the player has won."""
        return game.rules.over(game.match.s) == 1

    def yours(self, s: bytearray) -> bool:
        """Whether it is the player's move, not a computer player's."""
        return True

    def house(self, options: bytes) -> bool:
        """Whether these are house rules, that is differ from the sheet."""
        return any(options)

    def kind(self, options: bytes) -> int:
        """The row of STATISTICS in which a game with these options counts."""
        return 0

    def counts(self, options: bytes) -> bool:
        """Whether a player has a part in a game with these options."""
        return True

    def rating(self, past: list, row: int) -> int:
        """The player's rating by the history, 0 if the mode has none."""
        return 0

    def given_up(self, past: list, row: int, options: bytes) -> tuple | None:
        """(row of STATISTICS, change of the rating) by which a game given up is lost.

        None if it does not count.
        """
        return 0, None

    def gain(self, game: Game, past: list) -> int | None:
        """The change of the rating by the finished game; None if it is not rated."""
        return None

    def hint_costs(self, game: Game) -> str:
        """What a hint costs now: with others to be asked, alone to end a message; "" is free."""
        return ""

    def par(self, game: Game) -> int:
        """The number of moves of the proof that the deal can be won, 0 if there is none."""
        return 0

    def stars(self, game: Game, record: tuple, points: int, first: bool) -> tuple:
        """Whether a game that reached its step's goal earns the second star, and the third.

        points: the goal, 0 for a win; first: its deal was not known; see screens/steps.py.
        """
        helped = record[history.HOW] & (history.IS_HINTED | history.IS_REVIEWED)
        return not helped, 0 < record[history.MOVES] <= game.par

    def after_win(self, game: Game) -> None:
        """A game was won, and the player goes on to another deal."""

    def title(self, game: Game) -> str:
        """The verdict on a finished game."""
        if self.won(game):
            return "You won!"
        left, whole = status_panel.left()
        return "So close!" if left * _CLOSE <= whole else "No moves left"

    def result_lines(self, game: Game, past: list, record: tuple) -> list:
        """The first lines of the result; `record` is the game's in the history."""
        if self.won(game):
            return [history.deal_title(game.how, game.day, game.match.number)]
        return ["Cards left\t%d of %d" % status_panel.left()]

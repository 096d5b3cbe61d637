"""The part of a store that undoes and redoes."""

from __future__ import annotations

from ._native.library import call, library
from ._native.modules import Brief, LazyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ctypes

    from . import history, undo
    from .changes import Change
    from .history import History, HistoryInfo, Step
    from .presentation import Language
    from .undo import UndoStep
else:
    history = LazyModule("history")
    undo = LazyModule("undo")


class Undoing(metaclass=Brief):
    """The part of a Store that undoes and redoes steps."""

    __slots__ = ()

    if TYPE_CHECKING:

        def _use(self) -> ctypes.c_void_p: ...
        def _own(self) -> ctypes.c_void_p: ...

    def undo(self, step: Step | int | None = None) -> str:
        """Undoes the last step made through this Store. Returns its name, such as "Delete 3 books".

        A step is one call that changed something, or one whole transaction; it is undone completely
        or not at all. Deleted books come back with the same id, genres, quotes, readings and dates.
        Orders are never undone. A Store that was opened with a history undoes the last step of the
        history.

        Args:
            step: A Step of the history, or its id. There may be later steps.

        Raises:
            NotFoundError: There is nothing to undo (the message says whether older steps have been
                forgotten), or the history has no such step.
            TooLargeError: The step was too large to be kept, or could not be redone afterwards:
                open the store with larger limits, or skip the step by drop_undo().
            ConflictError: Others, or later steps if `step` is given, have changed the same fields
                of the same rows: see undo_conflicts(). The message names the rows and the steps.
            InvalidError: The step is already undone.
            ArgumentError: A transaction is open in this thread, or a step was given to a Store that
                was opened without a history.
        """
        return undo.undo(self._use()) if step is None else history.undo(self._use(), step)

    def redo(self, step: Step | int | None = None) -> str:
        """Redoes the step that was undone last, or a step of a history. Returns its name.

        Raises the errors of undo(), and InvalidError if the step is not undone.
        """
        return undo.redo(self._use()) if step is None else history.redo(self._use(), step)

    @property
    def history(self) -> History:
        """The steps of the Store's history, a History of Step.

        Each access reads them again, without their contents.

        Raises:
            ArgumentError: The Store was opened without a history.
        """
        return history.read(self._own())

    def histories(self) -> list[HistoryInfo]:
        """Returns all histories of the store, the one with the latest step first.

        The Store itself need not be opened with a history. To forget a history whose `last` is long
        ago, open the store with its name and call clear_undo().
        """
        return history.read_all(self._own())

    @property
    def last_step(self) -> int | None:
        """The id of the last step of the history that this Store recorded, or None.

        Keep it for an "Undo" button next to "3 books deleted": undo(step) then undoes exactly this
        step.
        """
        return undo.last_step(self._own()) or None

    @property
    def undo_name(self) -> str | None:
        """The name of the step that undo() would undo, or None."""
        return undo.names(self._own())[0] or None

    @property
    def redo_name(self) -> str | None:
        """The name of the step that redo() would redo, or None."""
        return undo.names(self._own())[1] or None

    def undo_step(self, language: Language | str = "en", *, redo: bool = False) -> UndoStep | None:
        """Returns the next step to undo, or with redo=True to redo: an UndoStep, or None.

        Its name is in the language, with the title and the new value: "Rate “Dune” 4". Values that
        the step does not contain are read from the store. The name is one line: control characters
        in a title become spaces, and marks that change the direction of text are removed.
        """
        return undo.step(self._own(), redo, language)

    @property
    def undo_count(self) -> int:
        """The number of steps that can be undone; one may be refused: see undo_conflicts()."""
        return undo.counts(self._own())[0]

    @property
    def redo_count(self) -> int:
        """The number of steps that can be redone; 0 after a new change."""
        return undo.counts(self._own())[1]

    def undo_conflicts(self, step: Step | int | None = None, *, redo: bool = False) -> list[Change]:
        """Returns the changes by others that prevent the next step from being undone or redone.

        Others are other programs, and other Stores of the same path in this one. The list is empty
        if nothing prevents it. A Change of the kind "reread" means that the store no longer knows
        all changes by others.

        Args:
            step: A Step of the history, or its id, instead of the next step. Later steps of the
                history count as others.
            redo: Check the next step to redo.
        """
        if step is None:
            return undo.conflicts(self._use(), redo)
        return history.conflicts(self._use(), step)

    def drop_undo(self, *, redo: bool = False) -> None:
        """Forgets the next step to undo or redo, for example a step that cannot be undone.

        Its changes stay. If the step was too large to be kept, they count as changes by others.

        Raises:
            NotFoundError: No step is left.
        """
        call(library.bw_store_drop_undo, self._use(), int(bool(redo)))

    def clear_undo(self) -> None:
        """Forgets all steps that could be undone or redone."""
        call(library.bw_store_clear_undo, self._use())

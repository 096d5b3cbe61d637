"""What a store undoes and redoes."""

from __future__ import annotations

from ._native.library import call, library
from ._native.modules import LazyModule

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ctypes

    from . import undo
    from .changes import Change
    from .presentation import Language
    from .undo import UndoStep
else:
    undo = LazyModule("undo")


class Undoing:
    """The part of a Store that takes steps back."""

    __slots__ = ()

    if TYPE_CHECKING:

        def _use(self) -> ctypes.c_void_p: ...
        def _own(self) -> ctypes.c_void_p: ...

    def undo(self) -> str:
        """Undoes what was done last through this Store; what that was, such as "Delete 3 books".

        A step is one call that changed something, or one whole transaction: all of it is undone,
        or nothing. Deleted books come back with the same id, genres, quotes, readings and dates.
        Orders stay. Raises NotFoundError where there is nothing to undo (its message says whether
        older steps have been forgotten), TooLargeError for a step that neither memory nor disk had
        room to keep (it says which; drop_undo() leads past it), ConflictError where others have
        changed the same rows since (see undo_conflicts()), and ArgumentError within a transaction.
        """
        return undo.undo(self._use())

    def redo(self) -> str:
        """Does again what undo() has undone last; what that was. Raises what undo() raises."""
        return undo.redo(self._use())

    @property
    def undo_name(self) -> str | None:
        """What undo() would undo, or None where there is nothing."""
        return undo.names(self._own())[0] or None

    @property
    def redo_name(self) -> str | None:
        """What redo() would do again, or None where there is nothing."""
        return undo.names(self._own())[1] or None

    def undo_step(self, language: Language | str = "en", *, redo: bool = False) -> UndoStep | None:
        """What undo() would undo, or with redo=True redo() would redo: an UndoStep, or None.

        Its name says it in a language, with the title and the new value: "Rate “Dune” 4". What the
        step does not keep is as the store has it now. The name is one line: of a title, line ends
        and other controls are spaces there, and marks that turn the direction of text left out.
        """
        return undo.step(self._own(), redo, language)

    @property
    def undo_count(self) -> int:
        """How many steps are kept to be undone; one may be refused: see undo_conflicts()."""
        return undo.counts(self._own())[0]

    @property
    def redo_count(self) -> int:
        """How many steps are kept to be redone; it is 0 when something new has been done."""
        return undo.counts(self._own())[1]

    def undo_conflicts(self, *, redo: bool = False) -> list[Change]:
        """What others have changed that keeps the next step from being undone, or redone.

        Others are other programs, and any other Store of the same path in this one. [] where
        nothing is in the way. A Change of the kind "reread" says that the store no longer knows
        all that others have changed since.
        """
        return undo.conflicts(self._use(), redo)

    def drop_undo(self, *, redo: bool = False) -> None:
        """Forgets the next step to undo, or to redo, without doing it: for one that is refused.

        What it changed stays. Where it was not kept at all, that counts as the work of others.
        Raises NotFoundError where there is none.
        """
        call(library.bw_store_drop_undo, self._use(), int(bool(redo)))

    def clear_undo(self) -> None:
        """Forgets all that could be undone and redone."""
        call(library.bw_store_clear_undo, self._use())

"""A row in a form, before it is saved: the base of all drafts."""

from __future__ import annotations

import weakref

from ._native import prototypes as c
from ._native.errors import ArgumentError, Error, in_characters
from ._native.library import call, call_handle, call_int64, free_result, library, unchecked
from ._native.modules import Brief, publish
from ._native.values import typed_text
from .book_changes import read_faults
from .languages import Language, language_number
from .typed_text import format_row

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ctypes
    from collections.abc import Mapping
    from typing import Any, ClassVar

    from .session import Session

_free = unchecked("bw_binding_free")


class FormDraft(metaclass=Brief):
    """A row in a form. See Draft."""

    __slots__ = ("__weakref__", "_close", "_handle")
    _shown_in = "Draft"

    _handle: ctypes.c_void_p
    _close: Any
    # The bits of its fields by their names.
    _bits: ClassVar[Mapping[str, int]]
    # Its attributes, which dir() of the class and help() leave to the docstring.
    _fields: tuple[str, ...]

    def _begin(self, handle: ctypes.c_void_p) -> None:
        object.__setattr__(self, "_handle", handle)
        object.__setattr__(self, "_close", weakref.finalize(self, _free, handle))

    def update(self, **fields: Any) -> None:
        """Sets several fields, or none if one is refused."""
        raise NotImplementedError

    def set_defaults(self) -> None:
        """Gives fields without a value the values that a form for a new row starts with.

        A book gets the rating and the genre of form_defaults(), a genre the colour red, and a
        reading starts today. Raises ArgumentError if the row is stored already.
        """
        call(library.bw_binding_set_defaults, self._handle)

    def set_text(
        self,
        field: str,
        typed: str,
        language: Language | str = "en",
        *,
        shown: str | None = None,
    ) -> None:
        """Sets a field to what a person typed, like presentation.parse().

        Args:
            field: The name of the field.
            typed: The text. A blank one removes the value; a status sets no dates.
            language: The language of the text.
            shown: The text that a form showed, if it was sent back later: get_text() at that
                time. If the person has not changed it, nothing is set, so that the changes of
                other programs stay. Line ends count as equal.

        Raises:
            ConflictError: The person has changed the field, and another program has too, to
                another value. To keep the person's text, pass the current get_text() as `shown`.
            Error: Like presentation.parse(). The draft is then unchanged.
        """
        bit, encoded = self._typed_bit(field), typed_text(typed, field)
        number = language_number(language)
        try:
            if shown is None:
                call(
                    library.bw_binding_parse_field, self._handle, bit, encoded, len(encoded), number
                )
            else:
                before = typed_text(shown, "shown")
                call(
                    library.bw_binding_parse_change, self._handle, bit, before, len(before),
                    encoded, len(encoded), number,
                )  # fmt: skip
        except Error as error:
            in_characters(error, encoded)
            raise

    def set_texts(
        self,
        typed: Mapping[str, str],
        language: Language | str = "en",
        *,
        shown: Mapping[str, str] | None = None,
        session: Session | None = None,
    ) -> list[Error]:
        """Sets the fields of a form that was sent, and returns everything that is wrong.

        Example::

            draft = bookworm.Draft.of(store.books[number])
            errors = draft.set_texts(typed, "de", shown=shown, session=store)
            if not errors:
                draft.save(store)

        Args:
            typed: The texts that were sent, by field.
            language: The language of the form.
            shown: The texts that the form showed, by field; "" for others. See set_text(). If it
                is None, all fields are set.
            session: Where the draft will be saved. If it is given, the errors of check() are
                included.

        Returns:
            At most one error for each field. A field whose text is refused keeps its value.
        """
        errors: dict[str | None, Error] = {}
        for field, text in typed.items():
            before = None if shown is None else shown.get(field, "")
            try:
                self.set_text(field, text, language, shown=before)
            except ArgumentError:
                raise
            except Error as error:
                error.field = field
                errors[field] = error
        for fault in self.check(session) if session is not None else ():
            # If the typed start is refused, the old start stays. The typed end may precede it; that
            # is not reported.
            if "started" not in errors or fault._reason != c.BW_REASON_END_BEFORE_START:
                errors.setdefault(fault.field, fault)
        return list(errors.values())

    def get_text(self, field: str, language: Language | str = "en") -> str:
        """Returns the text that a form shows for a field, like presentation.format()."""
        result = call_handle(library.bw_binding_get, self._handle)
        try:
            return format_row(result, self._typed_bit(field), language)
        finally:
            free_result(result)

    def check(self, session: Session) -> list[Error]:
        """Returns everything that is wrong: an Error for each field that save() would refuse.

        Args:
            session: The store or the transaction to save it in. Nothing is written.

        Raises:
            NotFoundError: The row of the draft, or its book, no longer exists.
        """
        faults = call_handle(library.bw_binding_check, self._handle, session._use())
        found = read_faults(faults)
        for fault in found:
            value = self._read(fault.field) if fault.field and fault.field in self._bits else None
            if isinstance(value, str):
                in_characters(fault, value.encode())
        return found

    def _save(self, session: Session) -> int:
        return call_int64(library.bw_binding_save, self._handle, session._use())

    def bind(self, field: str) -> DraftField:
        """Returns one field for a control; use its `value` as that of Book.bind()."""
        self._bit(field)
        return DraftField(self, field)

    def as_dict(self) -> dict[str, Any]:
        """Returns the value of each field, None if absent."""
        return {name: getattr(self, name) for name in self._bits}

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A field of the row."""

        def __setattr__(self, name: str, value: Any) -> None:
            """Sets a field of the row."""

    else:

        def __setattr__(self, name: str, value: Any) -> None:
            self.update(**{name: value})

    def _read(self, name: str) -> Any:
        result = call_handle(library.bw_binding_get, self._handle)
        try:
            return self._read_from(result, name)
        finally:
            free_result(result)

    def _read_from(self, result: ctypes.c_void_p, name: str) -> Any:
        raise NotImplementedError

    def _bit(self, field: str) -> int:
        if not isinstance(field, str) or field not in self._bits:
            raise self._unknown(field)
        return self._bits[field]

    def _typed_bit(self, field: str) -> int:
        """The bit of the C field that typed texts are for."""
        return self._bit(field)

    def _unknown(self, name: str) -> ArgumentError:
        known = ", ".join(self._bits)
        return ArgumentError(f"a draft has no field {name!r}; the fields are {known}")


class DraftField(metaclass=Brief):
    """One field of a draft as a control's two-way value: see Draft.bind()."""

    __slots__ = ("_draft", "_field")

    def __init__(self, draft: FormDraft, field: str) -> None:
        """Not for use: ask a draft to bind() a field."""
        self._draft, self._field = draft, field

    @property
    def field(self) -> str:
        """The name of the field."""
        return self._field

    @property
    def value(self) -> Any:
        """The draft's value. Setting it writes to no store, and the value may be invalid."""
        return self._draft._read(self._field)

    @value.setter
    def value(self, value: Any) -> None:
        self._draft.update(**{self._field: value})

    def set_text(self, typed: str, language: Language | str = "en") -> None:
        """Sets the value to what a person typed: see Draft.set_text()."""
        self._draft.set_text(self._field, typed, language)

    def get_text(self, language: Language | str = "en") -> str:
        """Returns the text that a form shows: see Draft.get_text()."""
        return self._draft.get_text(self._field, language)


def add_attributes(draft: type[FormDraft]) -> None:
    """Gives a class of drafts an attribute for each of its fields."""
    for name in draft._bits:
        setattr(draft, name, _attribute(name))


def _attribute(name: str) -> property:
    return property(lambda draft: draft._read(name), doc=f"What it has of {name}, or None.")


publish(DraftField)

"""What a book costs: an amount and its currency."""

from __future__ import annotations

from operator import index

from ._errors import InvalidError
from ._fields import INT64_MAX, INT64_MIN, refuse, text
from ._library import give, library, take
from ._named import NamedTuple
from ._public import publish

TYPE_CHECKING = False
if TYPE_CHECKING:
    from decimal import Decimal
    from typing import Any


class Price(NamedTuple):
    """An amount of money, such as `Price(1299, "EUR")`, which is 12.99 euros.

    The amount is an int in the currency's minor unit, such as cents, and so is exact; the currency
    is a code of ISO 4217.
    """

    amount: int
    currency: str

    @property
    def decimal(self) -> Decimal:
        """The amount in the currency itself, such as Decimal("12.99")."""
        from decimal import Decimal  # a tenth of the time that the package takes to be imported

        return Decimal(self.amount).scaleb(-currency_digits(self.currency))

    def __str__(self) -> str:
        return f"{self.decimal} {self.currency}"


def currency_digits(currency: str) -> int:
    """How many digits of an amount stand behind the point: 2 for "EUR", 0 for "JPY".

    Raises InvalidError where it is no currency that a price may be in.
    """
    encoded = text(currency, "currency")
    scratch = take()
    try:
        library.bw_currency_get_digits(encoded, len(encoded), scratch.int32_ref, scratch.error_ref)
        return scratch.int32.value
    finally:
        give(scratch)


def price_parts(value: Any) -> tuple[int, bytes]:
    """The amount and the currency for C, from a Price or such a pair."""
    if not isinstance(value, tuple) or len(value) != 2:
        refuse("price", 'a Price, such as Price(1299, "EUR")', value)
    amount, currency = value
    try:
        number = index(amount)
    except TypeError:
        refuse("price", "a Price with an int of the currency's minor units", amount)
    if not INT64_MIN <= number <= INT64_MAX:
        raise InvalidError(f"price {number} is far out of range", field="price")
    return number, text(currency, "currency")


publish(Price, currency_digits)

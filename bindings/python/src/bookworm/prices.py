"""A book's price: an amount and its currency."""

from __future__ import annotations

from ._native.library import give, library, take
from ._native.modules import LazyModule, publish
from ._native.named_tuple import NamedTuple
from ._native.values import text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import decimal
    from decimal import Decimal
else:
    # Importing it takes a tenth of the time of importing the package.
    decimal = LazyModule("decimal", package=None)


class Price(NamedTuple):
    """An amount of money, such as `Price(1299, "EUR")`, which is 12.99 euros.

    Attributes:
        amount: An int in the currency's minor unit, such as cents, so it is exact.
        currency: A code of ISO 4217, such as "EUR".
    """

    amount: int
    currency: str

    @property
    def decimal(self) -> Decimal:
        """The amount in the major unit, such as Decimal("12.99")."""
        return decimal.Decimal(self.amount).scaleb(-currency_digits(self.currency))

    def __str__(self) -> str:
        return f"{self.decimal} {self.currency}"


def currency_digits(currency: str) -> int:
    """Returns the number of digits after the decimal point: 2 for "EUR", 0 for "JPY".

    Raises:
        InvalidError: A price cannot be in this currency.
    """
    encoded = text(currency, "currency")
    scratch = take()
    try:
        library.bw_currency_get_digits(encoded, len(encoded), scratch.int32_ref, scratch.error_ref)
        return scratch.int32.value
    finally:
        give(scratch)


publish(Price, currency_digits)

"""What a book costs: an amount and its currency."""

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
    # A tenth of the time that the package takes to be imported.
    decimal = LazyModule("decimal", package=None)


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
        return decimal.Decimal(self.amount).scaleb(-currency_digits(self.currency))

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


publish(Price, currency_digits)

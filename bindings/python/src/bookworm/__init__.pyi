from . import presentation as presentation
from ._native.errors import (
    ArgumentError as ArgumentError,
    BusyError as BusyError,
    CannotOpenError as CannotOpenError,
    ClosedError as ClosedError,
    ConflictError as ConflictError,
    CorruptError as CorruptError,
    CursorError as CursorError,
    DirectoryError as DirectoryError,
    DiskError as DiskError,
    DiskFullError as DiskFullError,
    Error as Error,
    ExistingFileError as ExistingFileError,
    ExistsError as ExistsError,
    ForkedError as ForkedError,
    InternalError as InternalError,
    InvalidError as InvalidError,
    NewerStoreError as NewerStoreError,
    NoSuchFileError as NoSuchFileError,
    NotAStoreError as NotAStoreError,
    NotFoundError as NotFoundError,
    NotPermittedError as NotPermittedError,
    OutcomeUnknownError as OutcomeUnknownError,
    OutOfMemoryError as OutOfMemoryError,
    ReadOnlyError as ReadOnlyError,
    TextError as TextError,
    TooLargeError as TooLargeError,
    TransactionError as TransactionError,
    WrongTypeError as WrongTypeError,
)
from ._native.library import library_version as library_version, sqlite_version as sqlite_version
from ._native.values import Status as Status
from ._version import __version__ as __version__
from .binding import Binding as Binding
from .book_quotes import BookQuotes as BookQuotes
from .books import Books as Books
from .changes import (
    Change as Change,
    Changes as Changes,
)
from .completions import Completion as Completion
from .contributors import Contributor as Contributor
from .controls import (
    Star as Star,
    StarControl as StarControl,
    Stepper as Stepper,
)
from .covers import Cover as Cover
from .draft import Draft as Draft
from .duplicates import Duplicates as Duplicates
from .form_draft import DraftField as DraftField
from .forms import (
    FormDefaults as FormDefaults,
    form_defaults as form_defaults,
)
from .frames import ArrowRows as ArrowRows
from .genres import (
    Genres as Genres,
    StandardGenre as StandardGenre,
    standard_genres as standard_genres,
)
from .hints import (
    Conditions as Conditions,
    ContributorLike as ContributorLike,
    FacetLike as FacetLike,
    GenreLike as GenreLike,
    Identifiers as Identifiers,
    NewReading as NewReading,
)
from .history import (
    History as History,
    HistoryInfo as HistoryInfo,
    Step as Step,
)
from .identifiers import Identifier as Identifier
from .imports import (
    Imported as Imported,
    ImportedRow as ImportedRow,
    MissingRow as MissingRow,
    Source as Source,
)
from .maintenance import (
    Problem as Problem,
    restore as restore,
)
from .merging import (
    Difference as Difference,
    StoreMerge as StoreMerge,
)
from .models import (
    Book as Book,
    BookGenres as BookGenres,
    Genre as Genre,
    Match as Match,
    Page as Page,
    Query as Query,
)
from .observer import Observer as Observer
from .opening import (
    open as open,
    open_preview as open_preview,
)
from .orders import (
    Order as Order,
    Orders as Orders,
    OrderTotal as OrderTotal,
)
from .presentation import Language as Language
from .prices import (
    Price as Price,
    currency_digits as currency_digits,
)
from .query_parts import Condition as Condition
from .quote import Quote as Quote
from .quotes import Quotes as Quotes
from .reading import Reading as Reading
from .readings import (
    BookReadings as BookReadings,
    Readings as Readings,
)
from .row_drafts import (
    GenreDraft as GenreDraft,
    QuoteDraft as QuoteDraft,
    ReadingDraft as ReadingDraft,
    ShelfDraft as ShelfDraft,
)
from .shelf import Shelf as Shelf
from .shelves import Shelves as Shelves
from .statistics import (
    Statistics as Statistics,
    StatisticsByGroup as StatisticsByGroup,
)
from .store import (
    Store as Store,
    Transaction as Transaction,
)
from .undo import UndoStep as UndoStep

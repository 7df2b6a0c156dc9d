"""Google's Programmable Search, by its JSON API: ten results a request, so two requests a query."""

from __future__ import annotations

from dataclasses import dataclass, field

from research.errors import SearchError
from research.masking.search import TOP, Page, SearchAnswer, quoted
from research.masking.search.fetching import SECONDS, check_address, get_json, host_of

PAGE_SIZE = 10


@dataclass(frozen=True, slots=True)
class GoogleClient:
    """Asks an address that speaks the JSON API (`customsearch/v1`)."""

    address: str
    key: str = field(repr=False)
    engine: str
    """The id of the search engine (`cx`)."""
    seconds: float = SECONDS

    def __post_init__(self) -> None:
        check_address(self.address)
        if not (self.key and self.engine):
            raise SearchError("Google's search needs a key and the id of a search engine.")

    @property
    def identity(self) -> str:
        """The address and the engine."""
        return f"google {self.address} {self.engine}"

    @property
    def recipient(self) -> str:
        """The host."""
        return host_of(self.address)

    def search(self, name: str, span: str) -> SearchAnswer:
        """Return the first pages that hold both; raises SearchError."""
        pages: list[Page] = []
        hits = 0
        for start in range(1, TOP, PAGE_SIZE):
            answer = get_json(
                self.address,
                {
                    "key": self.key,
                    "cx": self.engine,
                    "q": quoted(name, span),
                    "num": str(PAGE_SIZE),
                    "start": str(start),
                },
                seconds=self.seconds,
            )
            try:
                # Where nothing is found there are no items.
                found = [_page(item) for item in answer.get("items", ())]
                hits = int(answer["searchInformation"]["totalResults"])
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                raise SearchError(
                    "The answer has not the form of Google's Programmable Search."
                ) from error
            pages += found
            if len(found) < PAGE_SIZE:
                break
        return SearchAnswer(pages, hits)


def _page(item: dict[str, object]) -> Page:
    return Page(str(item.get("title", "")), str(item.get("snippet", "")))

"""SearXNG, a metasearch engine that people run themselves; it must allow the format `json`."""

from __future__ import annotations

from dataclasses import dataclass

from research.errors import SearchError
from research.masking.search import TOP, Page, SearchAnswer, quoted
from research.masking.search.fetching import SECONDS, check_address, get_json, host_of

_MOST_REQUESTS = 2


@dataclass(frozen=True, slots=True)
class SearxngClient:
    """Asks the `/search` of an instance."""

    address: str
    seconds: float = SECONDS

    def __post_init__(self) -> None:
        check_address(self.address)

    @property
    def identity(self) -> str:
        """The address."""
        return f"searxng {self.address}"

    @property
    def recipient(self) -> str:
        """The host, which asks other engines in turn."""
        return f"{host_of(self.address)} and the search engines that it asks"

    def search(self, name: str, span: str) -> SearchAnswer:
        """Return the first pages that hold both; raises SearchError.

        An instance that reports no total (0, as most do) has as many hits as results.
        """
        pages: list[Page] = []
        hits = 0
        for number in range(1, _MOST_REQUESTS + 1):
            parameters = {"q": quoted(name, span), "format": "json", "pageno": str(number)}
            answer = get_json(self.address, parameters, seconds=self.seconds)
            try:
                found = [
                    Page(str(each.get("title") or ""), str(each.get("content") or ""))
                    for each in answer["results"]
                ]
                hits = max(hits, int(answer.get("number_of_results") or 0))
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                raise SearchError("The answer has not the form of SearXNG's.") from error
            pages += found
            if not found or len(pages) >= TOP:
                break
        return SearchAnswer(pages[:TOP], max(hits, len(pages)))

"""One GET of JSON over HTTP: to the address that a setting names, and nowhere else."""

from __future__ import annotations

import time
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import orjson

from research.errors import SearchError

USER_AGENT = "Palimpsest (text anonymization by generalization)"
SECONDS = 10.0
"""For one answer, from the first byte sent to the last received."""
MAX_BYTES = 4 * 1024 * 1024
_CHUNK = 65_536
_LONGEST_PAUSE = 3600.0


class RefusedError(SearchError):
    """The engine wants a pause, or no more of this; `pause` in seconds."""

    def __init__(self, problem: str, pause: float) -> None:
        super().__init__(problem)
        self.pause = pause


class _NoRedirects(HTTPRedirectHandler):
    """What is asked goes to the address that the setting names, and nowhere else."""

    def redirect_request(self, *_arguments: object) -> None:
        """Refuse."""


def check_address(address: str) -> None:
    """Refuse what is no address of a web server; raises SearchError."""
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise SearchError(
            f"{address!r} is no address of a search engine: a scheme, http or https, and a host."
        )


def host_of(address: str) -> str:
    """Return the host of an address, with its port, for people to read."""
    return urlsplit(address).netloc.rpartition("@")[2]


def get_json(address: str, parameters: dict[str, str], *, seconds: float = SECONDS) -> Any:  # noqa: ANN401 - whatever JSON the engine answers
    """Return the JSON that an address answers.

    Raises RefusedError for 403, 429 and 503 (with the pause that Retry-After asks for), SearchError
    for whatever else goes wrong. No message holds the query, which is confidential.
    """
    request = Request(  # noqa: S310 - check_address allows http and https only
        f"{address}?{urlencode(parameters)}", headers={"User-Agent": USER_AGENT}
    )
    try:
        return orjson.loads(_read(request, time.monotonic() + seconds))
    except HTTPError as error:
        with error:
            raise _refusal(error) from None
    except orjson.JSONDecodeError:
        raise SearchError("The search engine answered with something that is no JSON.") from None
    except TimeoutError:
        raise SearchError("The search engine was too slow to answer.") from None
    except (URLError, HTTPException, OSError) as error:
        is_slow = isinstance(error, URLError) and isinstance(error.reason, TimeoutError)
        problem = "was too slow to answer" if is_slow else "can't be reached"
        raise SearchError(f"The search engine {problem} ({type(error).__name__}).") from None


def _read(request: Request, deadline: float) -> bytes:
    body = bytearray()
    with build_opener(_NoRedirects).open(request, timeout=_left(deadline)) as response:
        while data := response.read1(_CHUNK):
            body += data
            if len(body) > MAX_BYTES:
                raise SearchError(f"The search engine answered with more than {MAX_BYTES:,} bytes.")
            _left(deadline)
    return bytes(body)


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _refusal(error: HTTPError) -> SearchError:
    asked = error.headers.get("Retry-After", "")
    pause = min(float(asked), _LONGEST_PAUSE) if asked.isdigit() else 0.0
    match error.code:
        case 403:
            return RefusedError(
                "The search engine refused (HTTP 403): the key is wrong, its quota is spent, or it "
                "gives no JSON to programs.",
                _LONGEST_PAUSE,
            )
        case 429 | 503:
            wait = f" for {pause:.0f} s" if pause else ""
            return RefusedError(
                f"The search engine asks for a pause{wait} (HTTP {error.code}).", pause or 60.0
            )
        case code:
            return SearchError(f"The search engine answered with an error (HTTP {code}).")

"""Only addresses of the web count as such."""

from __future__ import annotations

import pytest

from pairlinking._support.addresses import is_web_address


@pytest.mark.parametrize(
    "address",
    [
        "https://en.wikipedia.org/wiki/",
        "HTTP://x.org",
        "http://localhost:8080/wiki/Köln_(Stadt)?a=1&b='2'#c",
        "https://[::1]/x",
    ],
)
def test_addresses_of_the_web(address: str) -> None:
    assert is_web_address(address)


@pytest.mark.parametrize(
    "value",
    [
        None,
        3,
        "",
        "http://",
        "https:///etc/passwd",
        "javascript:alert(1)//",
        " javascript:alert(1)",
        "java\nscript:alert(1)",
        "\x01https://x.org/",
        "https://x.org/a b",
        "https://x.org/\n",
        "https://user@x.org/",
        "http:\\\\x.org",
        "data:text/html,https://x.org/",
        "file:///etc/passwd",
        "//x.org/",
        "ftp://x.org/",
    ],
)
def test_anything_else(value: object) -> None:
    assert not is_web_address(value)

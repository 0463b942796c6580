"""A minimal QR decoder for short texts in byte mode."""

from __future__ import annotations

from collections.abc import Callable, Iterator

Matrix = list[list[bool]]
MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda y, x: (y + x) % 2,
    lambda y, x: y % 2,
    lambda y, x: x % 3,
    lambda y, x: (y + x) % 3,
    lambda y, x: (y // 2 + x // 3) % 2,
    lambda y, x: y * x % 2 + y * x % 3,
    lambda y, x: (y * x % 2 + y * x % 3) % 2,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2,
)
FORMAT_MASK = 0b101010000010010
LOW = 0b01  # at this correction level these sizes have one block
LARGEST = 5
BYTES = 0b0100


def read(code: Matrix) -> str:
    """The text of a code without its margin; an invalid code raises AssertionError."""
    size = len(code)
    version, rest = divmod(size - 17, 4)
    assert rest == 0
    assert 1 <= version <= LARGEST
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        _finder(code, top, left)
    written = [code[8][x] for x in (0, 1, 2, 3, 4, 5, 7, 8)]
    written += [code[y][8] for y in (7, 5, 4, 3, 2, 1, 0)]
    format_ = _number(written) ^ FORMAT_MASK
    assert format_ >> 13 == LOW, "another level of correction has other blocks"
    mask = MASKS[format_ >> 10 & 0b111]
    bits = [code[y][x] != (mask(y, x) == 0) for y, x in _way(size, version)]
    assert _number(bits[:4]) == BYTES
    length = _number(bits[4:12])
    data = bytes(_number(bits[at : at + 8]) for at in range(12, 12 + 8 * length, 8))
    return data.decode()


def _finder(code: Matrix, top: int, left: int) -> None:
    for y in range(7):
        for x in range(7):
            ring = max(abs(y - 3), abs(x - 3))
            assert code[top + y][left + x] == (ring != 2), "no finder pattern"


def _number(bits: list[bool]) -> int:
    return int("".join("1" if bit else "0" for bit in bits), 2)


def _way(size: int, version: int) -> Iterator[tuple[int, int]]:
    """The data cells in reading order: up and down in columns of two, from the right."""
    up = True
    for right in (*range(size - 1, 6, -2), 5, 3, 1):
        for y in range(size - 1, -1, -1) if up else range(size):
            for x in (right, right - 1):
                if not _fixed(size, version, y, x):
                    yield y, x
        up = not up


def _fixed(size: int, version: int, y: int, x: int) -> bool:
    corner = (y < 9 and (x < 9 or x > size - 9)) or (y > size - 9 and x < 9)
    aligned = version > 1 and abs(y - (size - 7)) <= 2 and abs(x - (size - 7)) <= 2
    return corner or aligned or 6 in (y, x)

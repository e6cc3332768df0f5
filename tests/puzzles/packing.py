"""What other programs do to a puzzle before it is an address, for tests."""

from __future__ import annotations

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def packed(text):
    """A text as lz-string packs it: words of a table that the unpacking side builds as well."""
    bits, table, last, at = [], ["", "", ""], "", 0

    def put(value, width):
        bits.extend(value >> k & 1 for k in range(width))

    while at < len(text):
        known = [*table, last + last[:1]]
        word = max((each for each in known if each and text.startswith(each, at)), key=len,
                   default=None)  # fmt: skip
        if word is None:
            word, wide = text[at], ord(text[at]) > 255
            put(int(wide), len(table).bit_length())
            put(ord(word), 16 if wide else 8)
            table.append(word)
        else:
            put(known.index(word), len(table).bit_length())
        if last:
            table.append(last + word[0])
        last, at = word, at + len(word)
    put(2, len(table).bit_length())
    bits += [0] * (-len(bits) % 6)
    sextets = (bits[k : k + 6] for k in range(0, len(bits), 6))
    return "".join(ALPHABET[int("".join(map(str, each)), 2)] for each in sextets)

"""A small DEFLATE writer (RFC 1951, fixed codes) with a window that goes on over messages (RFC 7692).

Written by hand so that the bytes are the same with every release of zlib.
"""


class Deflater:
    """Compresses the messages of one direction."""

    WINDOW = 32768

    def __init__(self):
        self.history = b""

    def message(self, data):
        """A message: one block of fixed codes, and an empty stored one whose last four bytes are left out."""
        bits = Bits()
        bits.add(0, 1)
        bits.add(1, 2)
        text, start = self.history + data, len(self.history)
        places = {}
        for index in range(max(0, start - self.WINDOW), start):
            places[text[index:index + 3]] = index
        index = start
        while index < len(text):
            found = places.get(text[index:index + 3])
            length = 0
            if found is not None and index - found <= self.WINDOW and index + 3 <= len(text):
                while length < 258 and index + length < len(text) and text[found + length] == text[index + length]:
                    length += 1
            taken = length if length >= 3 else 1
            if length >= 3:
                bits.match(length, index - found)
            else:
                bits.literal(text[index])
            for place in range(index, index + taken):
                places[text[place:place + 3]] = place
            index += taken
        bits.literal(256)
        bits.add(0, 1)
        bits.add(0, 2)
        self.history = text[-self.WINDOW:]
        return bits.bytes()


class Bits:
    def __init__(self):
        self.value, self.count = 0, 0

    def add(self, value, count):
        self.value |= value << self.count
        self.count += count

    def code(self, value, count):
        """A Huffman code, whose first bit is its highest."""
        self.add(int(format(value, f"0{count}b")[::-1], 2), count)

    def literal(self, symbol):
        if symbol < 144:
            self.code(0x30 + symbol, 8)
        elif symbol < 256:
            self.code(0x190 + symbol - 144, 9)
        elif symbol < 280:
            self.code(symbol - 256, 7)
        else:
            self.code(0xC0 + symbol - 280, 8)

    def match(self, length, distance):
        symbol, base, extra = slot(length, LENGTHS)
        self.literal(257 + symbol)
        self.add(length - base, extra)
        symbol, base, extra = slot(distance, DISTANCES)
        self.code(symbol, 5)
        self.add(distance - base, extra)

    def bytes(self):
        return self.value.to_bytes((self.count + 7) // 8, "little")


def table(first, count, group, extra):
    rows = []
    for symbol in range(count):
        more = max(0, symbol // group - extra)
        rows.append((symbol, first, more))
        first += 1 << more
    return rows


LENGTHS = table(3, 28, 4, 1) + [(28, 258, 0)]
DISTANCES = table(1, 30, 2, 1)


def slot(value, rows):
    return next(row for row in reversed(rows) if row[1] <= value)

"""Swift source as tokens: as much of the language as finding places for edits takes."""

import re
from dataclasses import dataclass

OPENING = {"(": ")", "[": "]", "{": "}"}
CLOSING = set(OPENING.values())
WORD = re.compile(r"`\w+`|\$\d+|\w+")
NUMBER = re.compile(r"0x[0-9a-fA-F_]+|0b[01_]+|0o[0-7_]+|\d[\d_]*(\.\d[\d_]*)?([eE][+-]?\d+)?")
OPERATOR = re.compile(r"\.{2,}<?|[/=\-+!*%<>&|^~?]+")
HEADERS = {"if", "while", "for", "switch", "guard"}


@dataclass
class Token:
    kind: str  # word, number, text, operator, sign
    text: str
    start: int
    end: int
    line: int
    before: bool = False  # space, or the edge of a line, stands before it
    after: bool = False


class Source:
    """A file's tokens, without comments, attributes and conditional compilation, and how its brackets belong together."""

    def __init__(self, text):
        self.text = text
        self.comments = []
        self.tokens = []
        self._read()
        self.partner = {}
        self.depth_start = []
        self._match()
        self.bodies = self._bodies()

    def _read(self):
        text, place, line = self.text, 0, 1
        while place < len(text):
            start = place
            sign = text[place]
            if sign.isspace():
                line += sign == "\n"
                place += 1
                continue
            if text.startswith("//", place):
                end = text.find("\n", place)
                place = len(text) if end < 0 else end
                self.comments.append((start, place))
                continue
            if text.startswith("/*", place):
                place = self._block_comment(place)
                self.comments.append((start, place))
                line += text.count("\n", start, place)
                continue
            if sign == "#" and re.match(r"#(if|elseif|else|endif)\b", text[place:place + 8]):
                end = text.find("\n", place)
                place = len(text) if end < 0 else end
                continue
            if sign == "@" and WORD.match(text, place + 1):
                place = WORD.match(text, place + 1).end()
                if text.startswith("(", place):
                    place = text.index(")", place) + 1
                continue
            raw = re.compile(r'#*"').match(text, place)
            if raw:
                place = self._string(place, raw.group().count("#"))
                kind = "text"
            elif sign.isdigit():
                place = NUMBER.match(text, place).end()
                kind = "number"
            elif WORD.match(text, place):
                place = WORD.match(text, place).end()
                kind = "word"
            elif OPERATOR.match(text, place):
                place = OPERATOR.match(text, place).end()
                kind = "operator"
            else:
                place += 1
                kind = "sign"
            spaced = start == 0 or text[start - 1].isspace()
            followed = place >= len(text) or text[place].isspace()
            self.tokens.append(Token(kind, text[start:place], start, place, line, spaced, followed))
            line += text.count("\n", start, place)

    def _block_comment(self, place):
        depth = 0
        for match in re.compile(r"/\*|\*/").finditer(self.text, place):
            depth += 1 if match.group() == "/*" else -1
            if depth == 0:
                return match.end()
        return len(self.text)

    def _string(self, place, marks):
        """The end of a string, with what is interpolated in it."""
        text = self.text
        place += marks
        quote = '"""' if text.startswith('"""', place) else '"'
        place += len(quote)
        closing, escape = quote + "#" * marks, "\\" + "#" * marks
        while place < len(text):
            if text.startswith(closing, place):
                return place + len(closing)
            if text.startswith(escape, place):
                place += len(escape)
                if text[place] == "(":
                    place = self._interpolation(place)
                else:
                    place += 1
            else:
                place += 1
        return place

    def _interpolation(self, place):
        depth = 0
        while place < len(self.text):
            sign = self.text[place]
            if sign == '"':
                place = self._string(place, 0)
                continue
            depth += (sign == "(") - (sign == ")")
            place += 1
            if depth == 0:
                return place
        return place

    def _match(self):
        opened = []
        for index, token in enumerate(self.tokens):
            if token.kind != "sign":
                continue
            if token.text in OPENING:
                opened.append(index)
            elif token.text in CLOSING and opened:
                other = opened.pop()
                self.partner[index], self.partner[other] = other, index

    def _bodies(self):
        """The braces that follow a condition, a loop's head or the value of a switch."""
        found = set()
        for index, token in enumerate(self.tokens):
            if token.kind == "word" and token.text in HEADERS and not self.is_member(index):
                brace = self.header_end(index)
                if brace is not None and self.tokens[brace].text == "{":
                    found.add(brace)
        return found

    def header_end(self, index):
        """The brace, or the `else` of a guard, that ends the head of a statement."""
        place = index + 1
        while place < len(self.tokens):
            token = self.tokens[place]
            if token.text == "{" or token.text == "else" and token.kind == "word":
                return place
            if token.kind == "sign" and token.text in CLOSING:
                return None
            place = self.partner[place] + 1 if token.kind == "sign" and token.text in OPENING else place + 1
        return None

    def is_member(self, index):
        return index > 0 and self.tokens[index - 1].text == "."

    def is_binary(self, index):
        token = self.tokens[index]
        return token.kind == "operator" and token.before and token.after

    def breaks(self, index):
        """Whether a statement may end between this token and the next one."""
        if index + 1 >= len(self.tokens):
            return True
        here, following = self.tokens[index], self.tokens[index + 1]
        end_line = here.line + here.text.count("\n")
        if end_line == following.line:
            return False
        if self.is_binary(index) or here.text in {",", "(", "[", ":", "."} or here.text in {"return", "in", "else"}:
            return False
        return not (self.is_binary(index + 1) or following.text in {".", "?", ")", "]"})

    def has_comment(self, start, end):
        return any(first < end and last > start for first, last in self.comments)

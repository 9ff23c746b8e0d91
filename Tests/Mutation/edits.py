"""The edits that a file of Swift allows, and files with a choice of them in it, each behind a switch."""

import random
import re
from dataclasses import asdict, dataclass

from swift_tokens import CLOSING, OPENING, Source

FUNCTION = "isEdited"
COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
ARITHMETIC = {"+": "-", "-": "+", "&+": "&-", "&-": "&+", "<<": ">>", ">>": "<<", "+=": "-=", "-=": "+=",
              "&+=": "&-=", "&-=": "&+="}
LOGIC = {"&&": "||", "||": "&&"}
SWAPPED = {"client": "server", "server": "client", "first": "second", "second": "first"}
VALUES = {"true": "false", "false": "true"}
EXTREMES = {"min": "max", "max": "min"}
PRECEDENCE = {"||": 3, "&&": 4, "??": 6, "..<": 8, "...": 8, "+": 9, "-": 9, "&+": 9, "&-": 9, "|": 9, "^": 9,
              "*": 10, "/": 10, "%": 10, "&*": 10, "&": 10, "<<": 11, ">>": 11, "&<<": 11, "&>>": 11,
              **{sign: 5 for sign in (*COMPARISONS, "===", "!==", "~=")}}
BOUNDARIES = {"return", "if", "guard", "while", "where", "in", "else", "case", "throw", "try", "await", "let", "var",
              "switch", "for", "default", "yield"}
# What these are told is for people, or for the allocator.
PASSED_OVER = {"precondition", "preconditionFailure", "assert", "assertionFailure", "fatalError", "reserveCapacity"}
DECLARING = {"let", "var", "func", "struct", "enum", "class", "extension", "import", "case", "default", "return",
             "throw", "typealias", "init", "public", "private", "fileprivate", "package", "static", "internal", "if",
             "guard", "for", "while", "switch", "else", "mutating", "subscript", "defer", "do", "repeat", "protocol",
             "break", "continue", "fallthrough", "indirect", "nonisolated", "consuming", "borrowing", "yield", "final",
             "convenience", "override", "lazy", "weak", "associatedtype", "deinit", "get", "set", "didSet", "catch"}


@dataclass
class Edit:
    file: str
    line: int
    kind: str
    before: str
    after: str
    start: int
    end: int
    # What stands instead when the edit is on; or what is put in at `start`, with NUMBER for the switch.
    other: str = ""
    form: str = "value"  # value, statement, insert
    first_line: int = 0
    last_line: int = 0
    number: int = 0

    def as_json(self):
        return asdict(self)


class Finder:
    """Finds all edits of one file."""

    def __init__(self, file, text):
        self.file = file
        self.source = Source(text)
        self.tokens = self.source.tokens
        self.text = text
        self.lines = text.split("\n")
        self.found = []
        self.silent = self._silent()
        self.patterns = self._patterns()

    def _silent(self):
        """Tokens inside of what is passed over."""
        found = set()
        for index, token in enumerate(self.tokens[:-1]):
            if token.text in PASSED_OVER and self.tokens[index + 1].text == "(":
                found |= set(range(index, self.source.partner.get(index + 1, index) + 1))
        return found

    def _patterns(self):
        """Tokens of patterns, in which a value cannot be chosen."""
        found = set()
        for index, token in enumerate(self.tokens):
            if token.text != "case" or token.kind != "word":
                continue
            place = index + 1
            while place < len(self.tokens):
                one = self.tokens[place]
                if one.text in {":", "=", "in", "where"} or one.text in CLOSING:
                    break
                end = self.source.partner[place] if one.text in OPENING else place
                found |= set(range(place, end + 1))
                if self.source.breaks(end):
                    break
                place = end + 1
        return found

    def all(self):
        for index, token in enumerate(self.tokens):
            if index in self.silent:
                continue
            if token.kind == "operator":
                self._operator(index, token)
            elif index in self.patterns:
                continue
            elif token.kind == "number":
                self._number(index, token)
            elif token.kind == "word":
                self._word(index, token)
        self._statements()
        seen, kept = set(), []
        for edit in self.found:
            key = (edit.start, edit.end, edit.other, edit.form)
            if key not in seen:
                seen.add(key)
                kept.append(edit)
        return kept

    # Where an expression begins and ends

    def _stops(self, index, level, is_left):
        token = self.tokens[index]
        if token.kind == "sign":
            return token.text in {",", ":", ";"} or token.text in (OPENING if is_left else CLOSING)
        if token.kind == "word":
            return token.text in BOUNDARIES and not self.source.is_member(index)
        if token.kind == "operator" and (token.before and token.after):
            return PRECEDENCE.get(token.text, 0) < level
        return token.text == "->"

    def _extent(self, index, level):
        """First and last token of the expression around an operator."""
        first = index
        while first > 0:
            place = first - 1
            if self._stops(place, level, True) or self.source.breaks(place):
                break
            if self.tokens[place].text in CLOSING and self.tokens[place].kind == "sign":
                if self.tokens[place].text == "}" and self.source.partner.get(place) in self.source.bodies:
                    break
                place = self.source.partner.get(place, place)
            first = place
        last = index
        while last + 1 < len(self.tokens):
            place = last + 1
            if self._stops(place, level, False) or place in self.source.bodies or self.source.breaks(last):
                break
            if self.tokens[place].text in OPENING and self.tokens[place].kind == "sign":
                place = self.source.partner.get(place, place)
            last = place
        return (first, last) if first < index < last else None

    def _add(self, kind, first, last, other, before, after, form="value", line=None):
        start, end = self.tokens[first].start, self.tokens[last].end
        if form == "insert":
            end = start
        if self.source.has_comment(start, end) or any(t.text.startswith('"""') for t in self.tokens[first:last + 1]):
            return
        self.found.append(Edit(
            self.file, line or self.tokens[first].line, kind, " ".join(before.split()), " ".join(after.split()), start,
            end, " ".join(other.split("\n")), form, self.tokens[first].line,
            self.tokens[first if form == "insert" else last].line))

    def _replaced(self, first, last, place, text):
        """The expression with one token exchanged."""
        token = self.tokens[place]
        start, end = self.tokens[first].start, self.tokens[last].end
        return self.text[start:token.start] + text + self.text[token.end:end]

    def _spelled(self, first, last):
        return self.text[self.tokens[first].start:self.tokens[last].end]

    # Kinds of edits

    def _operator(self, index, token):
        if not self.source.is_binary(index):
            return
        if index in self.patterns:
            return
        for kind, table in (("comparison", COMPARISONS), ("arithmetic", ARITHMETIC), ("logic", LOGIC)):
            if token.text not in table:
                continue
            if token.text.endswith("=") and token.text not in COMPARISONS:
                return self._assignment(index, table[token.text])
            extent = self._extent(index, PRECEDENCE[token.text])
            if extent is None:
                return
            other = self._replaced(*extent, index, table[token.text])
            self._add(kind, *extent, other, self._spelled(*extent), other, line=token.line)
        if token.text == "?":
            extent = self._extent_left(index)
            if extent:
                text = self._spelled(*extent)
                self._add("condition", *extent, f"!({text})", text, f"!({text})")

    def _extent_left(self, index):
        first = index
        while first > 0:
            place = first - 1
            if self._stops(place, 3, True) or self.source.breaks(place):
                break
            if self.tokens[place].text in CLOSING and self.tokens[place].kind == "sign":
                place = self.source.partner.get(place, place)
            first = place
        return (first, index - 1) if first < index else None

    def _assignment(self, index, sign):
        first, last = self._statement(index)
        other = self._replaced(first, last, index, sign)
        self._add("arithmetic", first, last, other, self._spelled(first, last), other, form="statement")

    def _statement(self, index):
        first = index
        while first > 0:
            place = first - 1
            if self.tokens[place].text in {"{", ";", ":", "in"} or self.source.breaks(place):
                break
            if self.tokens[place].text in CLOSING and self.tokens[place].kind == "sign":
                place = self.source.partner.get(place, place)
            first = place
        last = index
        while last + 1 < len(self.tokens):
            place = last + 1
            if self.tokens[place].text in {"}", ";"} or self.source.breaks(last):
                break
            if self.tokens[place].text in OPENING and self.tokens[place].kind == "sign":
                place = self.source.partner.get(place, place)
            last = place
        return first, last

    def _number(self, index, token):
        line = self.lines[token.line - 1]
        if "apacity" in line or self.source.is_member(index) or not re.fullmatch(r"0[xb]\w+|[\d_]+", token.text):
            return
        if not token.before and self.text[token.start - 1] == "<":
            return
        digits = token.text.replace("_", "")
        others = []
        if re.match(r"0[xb]", digits):
            base = 16 if digits[1] == "x" else 2
            value = int(digits[2:], base)
            width = (len(digits) - 2) * (4 if base == 16 else 1)
            others = [("mask", f"{value ^ (1 << bit):#0{len(digits)}{digits[1]}}") for bit in range(width)]
        else:
            value = int(digits)
            others = [("constant", str(value + 1))] + ([("constant", str(value - 1))] if value else [])
        for kind, other in others:
            self._add(kind, index, index, other, token.text, other)

    def _word(self, index, token):
        following = self.tokens[index + 1] if index + 1 < len(self.tokens) else None
        member = self.source.is_member(index)
        if member and token.text in SWAPPED and index >= 2:
            owner, dot = self.tokens[index - 2], self.tokens[index - 1]
            # Only a member whose type is left out: others are elements of a collection.
            if dot.before or owner.text in {"(", "[", "{"}:
                self._add("side", index - 1, index, "." + SWAPPED[token.text], "." + token.text,
                          "." + SWAPPED[token.text])
        elif not member and token.text in VALUES:
            self._add("value", index, index, VALUES[token.text], token.text, VALUES[token.text])
        elif not member and token.text in EXTREMES and following is not None and following.text == "(":
            end = self.source.partner[index + 1]
            text = self._spelled(index, end)
            other = EXTREMES[token.text] + text[len(token.text):]
            self._add("extreme", index, end, other, text, other)
        elif not member and token.text in {"if", "guard", "while"}:
            self._condition(index, token)
        elif not member and token.text == "case":
            self._case(index, token)

    def _condition(self, index, token):
        end = self.source.header_end(index)
        if end is None or end == index + 1 or self.tokens[index + 1].text.startswith("#"):
            return
        head = self._spelled(index, end - 1)
        says = {"if": "if false", "guard": "guard false else", "while": "while false"}[token.text]
        self._add("branch", index + 1, index + 1, "!NUMBER, ", head, says, form="insert", line=token.line)
        first = place = index + 1
        while place <= end:
            one = self.tokens[place]
            if place == end or one.text == ",":
                self._clause(first, place - 1)
                first = place + 1
            place = self.source.partner[place] + 1 if one.text in OPENING and place < end else place + 1

    def _clause(self, first, last):
        words = {token.text for token in self.tokens[first:last + 1]}
        if first > last or words & {"let", "var", "case", "#", "try", "await"}:
            return
        text = self._spelled(first, last)
        self._add("condition", first, last, f"!({text})", text, f"!({text})")
        self._add("condition", first, last, "true", text, "true")

    def _case(self, index, token):
        """A case of a switch that has a default: as if it were not there."""
        if self.tokens[index - 1].text in {"if", "guard", "while", ",", "for"}:
            return
        place = index + 1
        while place < len(self.tokens) and self.tokens[place].text != ":":
            if self.tokens[place].text in {",", "where", "=", "}"} or self.source.breaks(place):
                return
            place = self.source.partner.get(place, place) + 1
        # Up to the end of the switch.
        after = place
        while after < len(self.tokens) and self.tokens[after].text != "}":
            if self.tokens[after].text == "default":
                text = self._spelled(index, place)
                self._add("branch", place, place, " where !NUMBER", text, "no such case", form="insert",
                          line=token.line)
                return
            after = self.source.partner[after] + 1 if self.tokens[after].text in OPENING else after + 1

    def _statements(self):
        """Statements of one line: assignments, calls, jumps."""
        for index, token in enumerate(self.tokens):
            if index in self.silent or index == 0 or token.kind not in {"word"}:
                continue
            if not (self.source.breaks(index - 1) or self.tokens[index - 1].text in {"{", ";"}):
                continue
            first, last = self._statement(index)
            if first != index or self.tokens[last].line != token.line:
                continue
            text = self._spelled(first, last)
            inside = self.tokens[first:last + 1]
            if token.text in {"return", "continue", "break"}:
                if first != last or self._is_in_guard(index):
                    continue
            elif token.text in DECLARING:
                continue
            elif not any(self.source.is_binary(place) and self.tokens[place].text.endswith("=")
                         and self.tokens[place].text not in COMPARISONS for place in range(first, last + 1)):
                # A call; alone in its braces it may be their value.
                if inside[-1].text != ")" or self._is_alone(first, last):
                    continue
            if any(one.text in {"{", "}"} for one in inside):
                continue
            self._add("statement", first, last, "", text, "nothing", form="statement")

    def _is_alone(self, first, last):
        return self.tokens[first - 1].text in {"{", "in", ":"} and (
            last + 1 >= len(self.tokens) or self.tokens[last + 1].text in {"}", "case", "default"})

    def _is_in_guard(self, index):
        place = index
        while place > 0:
            place -= 1
            one = self.tokens[place]
            if one.text in CLOSING and one.kind == "sign":
                place = self.source.partner[place]
            elif one.text == "{":
                # The body of an `else` that no `}` precedes.
                return self.tokens[place - 1].text == "else" and self.tokens[place - 2].text != "}"
        return False


def draw(files, seed, count):
    """As many edits, evenly over the files; in a file evenly over the kinds."""
    rows = []
    for file, text in sorted(files.items()):
        dice = random.Random(f"{seed} {file}")
        kinds = {}
        for edit in Finder(file, text).all():
            kinds.setdefault(edit.kind, []).append(edit)
        for edits in kinds.values():
            dice.shuffle(edits)
        row, chosen = [], []
        while kinds:
            kind = dice.choice(sorted(kinds))
            edit = kinds[kind].pop()
            if not kinds[kind]:
                del kinds[kind]
            if fits(edit, chosen):
                chosen.append(edit)
                row.append(edit)
        if row:
            rows.append(row)
    random.Random(str(seed)).shuffle(rows)
    drawn, place = [], 0
    while len(drawn) < count and any(place < len(row) for row in rows):
        drawn += [row[place] for row in rows if place < len(row)]
        place += 1
    drawn = drawn[:count]
    for number, edit in enumerate(drawn, start=1):
        edit.number = number
    return drawn


def fits(edit, chosen):
    """Whether an edit can stand beside those that are chosen: within one or apart, and few in a line."""
    near = 0
    for other in chosen:
        if edit.start < other.end and other.start < edit.end:
            inside = other.start <= edit.start and edit.end <= other.end
            around = edit.start <= other.start and other.end <= edit.end
            if not (inside or around) or (edit.start, edit.end) == (other.start, other.end):
                return False
        if "insert" in (edit.form, other.form) and edit.start == other.start:
            return False
        near += abs(edit.line - other.line) <= 1
    return near < 2


def planted(text, edits):
    """The text of a file with edits behind their switches; lines stay where they are."""
    def render(start, end, inside):
        parts, place = [], start
        while inside:
            # The outermost of those that begin first.
            edit = min(inside, key=lambda one: (one.start, one.form != "insert", -(one.end - one.start)))
            inside = [one for one in inside if one is not edit]
            nested = [one for one in inside if edit.start <= one.start < edit.end and one.end <= edit.end]
            inside = [one for one in inside if one not in nested]
            parts.append(text[place:edit.start])
            call = f"{FUNCTION}({edit.number})"
            if edit.form == "insert":
                parts.append(edit.other.replace("NUMBER", call))
            else:
                original = render(edit.start, edit.end, nested)
                if edit.form == "statement":
                    parts.append(f"if {call} {{ {edit.other} }} else {{ {original} }}" if edit.other
                                 else f"if !{call} {{ {original} }}")
                else:
                    parts.append(f"({call} ? ({edit.other}) : ({original}))")
            place = edit.end
        parts.append(text[place:end])
        return "".join(parts)

    return render(0, len(text), list(edits))

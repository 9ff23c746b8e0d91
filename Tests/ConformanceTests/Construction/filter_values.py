"""Filters on values at their edges: expressions held against Python's, parts of texts that repeat themselves, numbers, moments,
sizes, durations, and fields by every path."""

import itertools
import re

from vectors import accept, case

SOURCE = "Docs/filters.md"


def test(name, filter_text, event, comment, flags, passes=True):
    return case(f"filter-{name}", "should", comment, "filter.test", {"filter": filter_text, "event": event}, accept({"passes": passes}),
                flags, None, SOURCE)


def content(**members):
    return {"n": 1, "messages": [{"objectName": "app:a", "content": members}]}


def python(pattern):
    """The same expression for Python, whose $ also stands before a last line end."""
    pattern = re.sub(r"(?<!\\)\$", r"\\Z", pattern).replace("\\z", "\\Z")
    pattern = re.sub(r"\\x\{([0-9A-Fa-f]+)\}", lambda match: f"\\U{int(match[1], 16):08X}", pattern)
    return re.compile(pattern, re.ASCII)


# Expression: texts in which it is found, texts in which it is not.
PATTERNS = [
    ("abc", ["abc", "xabcx", "ababc", "aabc"], ["ab", "acb", "ABC", "a bc", ""]),
    ("^abc$", ["abc"], ["abcd", "xabc", "abc\n", ""]),
    ("a.c", ["abc", "a c", "a中c", "a🙂c", "a\rc"], ["ac", "abbc", "a\nc"]),
    ("(?s)a.c", ["a\nc", "abc"], ["ac"]),
    ("^.$", ["a", "é", "中", "🙂", "\u0080", "\u07ff", "\u0800", "\uffff", "\U00010000", "\U0010ffff"], ["", "ab", "\n", "é中"]),
    ("^..$", ["ab", "é中", "🙂🙂"], ["a", "abc", "🙂"]),
    ("ab*c", ["ac", "abc", "abbbbc"], ["a", "bc", "adc"]),
    ("ab+c", ["abc", "abbbbc"], ["ac", "a", "bc"]),
    ("ab?c", ["ac", "abc"], ["abbc"]),
    ("^a{3}$", ["aaa"], ["aa", "aaaa", ""]),
    ("^a{2,}$", ["aa", "aaa", "aaaaaaa"], ["a", ""]),
    ("^a{2,4}$", ["aa", "aaa", "aaaa"], ["a", "aaaaa"]),
    ("^a{0,1}$", ["", "a"], ["aa"]),
    ("^a{0}b$", ["b"], ["ab"]),
    ("^(ab){2}$", ["abab"], ["ab", "ababab", "abb"]),
    ("^(a|b){3}c$", ["abac", "bbbc"], ["abc", "ababc", "abcc"]),
    ("^(a{2}){2}$", ["aaaa"], ["aaa", "aaaaa", "aa"]),
    ("^(a{1,2}b){2,3}$", ["abab", "aabab", "abaabab"], ["ab", "aaabab", "abababab"]),
    ("a{,2}", ["a{,2}", "xa{,2}"], ["a", "aa"]),
    ("a{x}", ["a{x}"], ["ax", "aa"]),
    ("^a|b$", ["a", "ab", "ax", "xb"], ["xa", "bx", "xax"]),
    ("^(a|b)$", ["a", "b"], ["ab", "xb", "ax"]),
    ("^(?:ab|cd|ef)+$", ["ab", "abcd", "efefab"], ["abc", "", "de"]),
    ("^(|a)b$", ["b", "ab"], ["aab"]),
    ("^[abc]$", ["a", "b", "c"], ["d", "", "ab"]),
    ("^[^abc]$", ["d", "A", "中", "\n"], ["a", "b", "c", ""]),
    ("^[a-c]+$", ["a", "b", "c", "abcabc"], ["`", "d", "abd"]),
    ("^[a-cx-z]$", ["a", "c", "x", "z"], ["d", "w", "{"]),
    ("^[^a-c]$", ["`", "d"], ["a", "b", "c"]),
    ("^[-a]$", ["-", "a"], ["b", ","]),
    ("^[a-]$", ["-", "a"], ["b", "."]),
    ("^[]a]$", ["]", "a"], ["[", "b"]),
    ("^[^]a]$", ["[", "b"], ["]", "a"]),
    ("^[.*]$", [".", "*"], ["a", "/"]),
    ("^[\\]\\\\]$", ["]", "\\"], ["[", "/"]),
    ("^[\\d_]$", ["0", "9", "_"], ["a", ":", "/"]),
    ("^[^\\d_]$", ["a", ":", "/"], ["0", "9", "_"]),
    ("^[\\w-]+$", ["a-b", "_", "Z9"], ["a b", "é", "@"]),
    ("^[\\s,]$", [" ", ",", "\t", "\n", "\r", "\f"], ["a", "\u00a0"]),
    ("^[^\\W]$", ["a", "0", "_"], ["-", "é"]),
    ("^\\d$", ["0", "5", "9"], ["/", ":", "a", "٣"]),
    ("^\\D$", ["/", ":", "a", "٣"], ["0", "5", "9"]),
    ("^\\w$", ["0", "9", "A", "Z", "a", "z", "_"], ["/", ":", "@", "[", "`", "{", "é", "^"]),
    ("^\\W$", ["/", ":", "@", "[", "`", "{", "é", "^"], ["0", "9", "A", "Z", "a", "z", "_"]),
    ("^\\s$", [" ", "\t", "\n", "\r", "\f"], ["a", "_", "\u00a0", "\u0085"]),
    ("^\\S$", ["a", "_", "\u00a0"], [" ", "\t", "\n", "\r", "\f"]),
    ("^\\n\\t\\r\\f\\v\\a$", ["\n\t\r\f\v\a"], ["\n\t\r\f\v", "ntrfva"]),
    ("^\\x41\\x{42}\\x{1F642}$", ["AB🙂"], ["AB", "ab🙂", "BA🙂"]),
    ("^\\.\\*\\+\\?\\(\\)\\[\\{\\|\\^\\$\\\\$", [".*+?()[{|^$\\"], ["x*+?()[{|^$\\", ""]),
    ("\\bab\\b", ["ab", "x ab x", "-ab-", "éabé", "x ab"], ["xab", "abx", "_ab", "ab_", "1ab"]),
    ("\\Bab\\B", ["xaby", "_ab_", "0ab1"], ["ab", "xab", "abx", " ab "]),
    ("^\\b", ["a", "a b"], ["", " a", "-"]),
    ("\\b$", ["a", "b a"], ["", "a ", "-"]),
    ("^\\B$", [""], ["a", "a "]),
    ("\\Aab\\z", ["ab"], ["xab", "abx"]),
    ("(?i)aBc", ["abc", "ABC", "aBc", "xAbCx"], ["ab", "acb"]),
    ("(?i)^[a-c]$", ["a", "B", "C"], ["d", "D", "@"]),
    ("(?i)^[^a-c]$", ["d", "D", "@", "`"], ["a", "A", "c", "C"]),
    ("(?i)^[X-Z]$", ["x", "X", "z", "Z"], ["w", "W", "[", "{"]),
    ("(?i)^\\x41$", ["a", "A"], ["b"]),
    ("(?i:a)b", ["ab", "Ab"], ["aB", "AB"]),
    ("x(?i:a|b)y", ["xay", "xAy", "xBy"], ["Xay", "xaY", "xcy"]),
    ("(?i)é", ["é"], ["É"]),
    ("^[à-é]+$", ["à", "é", "àáâãäåæçèé"], ["ß", "ê", "a"]),
    ("^[\u07f0-\u0810]$", ["\u07f0", "\u07ff", "\u0800", "\u0810"], ["\u07ef", "\u0811"]),
    ("^[\uff00-\U00010010]$", ["\uff00", "\uffff", "\U00010000", "\U00010010"], ["\ufeff", "\U00010011"]),
    ("^[\u4e00-\u9fff]{2}$", ["中文", "一\u9fff"], ["中", "中a", "\u4dff中", "\ua000中"]),
    ("^[🙂-🙄]$", ["🙂", "🙃", "🙄"], ["🙁", "🙅"]),
    ("^[^中]$", ["一", "丯", "a", "🙂"], ["中", "中中"]),
    ("^[\u0000-\u007f]*$", ["", "abc", "\u007f"], ["\u0080", "aé"]),
    ("(a|ab)(c|bcd)$", ["abcd", "ac", "abc"], ["abd", "acd"]),
    ("^(a*)*b$", ["b", "aab"], ["a", "ba"]),
    ("^(a+)+$", ["a", "aaaa"], ["", "aab"]),
    ("a.*b.*c", ["abc", "axxbxxc", "aabbcc"], ["acb", "ab", "bca"]),
    ("^(\\d{1,3}\\.){3}\\d{1,3}$", ["127.0.0.1", "1.22.333.4"], ["127.0.0", "1.2.3.4444", "a.b.c.d"]),
    ("aab", ["aaab", "aaaab", "baab"], ["ab", "aba", "aa"]),
    ("abab$", ["ababab", "abab"], ["ababa", "aba"]),
    ("a*?b", ["b", "aab"], ["a", ""]),
    ("^a+?$", ["a", "aa"], ["", "b"]),
    ("^a{2,3}?$", ["aa", "aaa"], ["a", "aaaa"]),
    ("", ["", "a"], []),
    ("^$", [""], ["a", "\n"]),
]


# What Python reads otherwise than RE2.
OTHERWISE = {"a{,2}", "^\\B$"}


def expressions():
    for number, (pattern, found, missed) in enumerate(PATTERNS):
        for text in found if pattern not in OTHERWISE else ():
            assert python(pattern).search(text), (pattern, text)
        for text in missed if pattern not in OTHERWISE else ():
            assert not python(pattern).search(text), (pattern, text)
        quote = "'" if '"' in pattern else '"'
        shown = f"{quote}{pattern}{quote}"
        filter_text = f"all(content.y) matches {shown}" + (f" && !(content.n ~ {shown})" if missed else "")
        yield test(f"expression-{number}", filter_text, content(y=found, n=missed),
                   f"The expression {pattern!a} not found where Python finds it, or found where Python does not", ["Matches"])


# Expression, place of the mistake and its length.
MISTAKES = [("a**", 0, 3), ("*a", 0, 1), ("+", 0, 1), ("a|?", 2, 1), ("{2}", 0, 3), ("a{1001}", 1, 6), ("a{3,2}", 1, 5), ("(a", 0, 2),
            ("a)", 1, 1), ("[a", 0, 2), ("[z-a]", 1, 3), ("\\q", 0, 2), ("\\1", 0, 2), ("\\pL", 0, 2), ("[[:alpha:]]", 1, 1),
            ("\\x4", 0, 3), ("\\x{110000}", 0, 10), ("(?=a)", 0, 2), ("[a-\\d]", 1, 4)]


def parts():
    """Texts of two letters: each part of one is found in it, and what is no part is not."""
    texts = ["aabaabaaab", "abababaabab", "bbabbbabbab", "abcabcabdabcabcabe", "aaaaaab", "ééaéaéé中中é"]
    for number, text in enumerate(texts):
        letters = sorted(set(text))
        wanted, others = set(), set()
        for length in range(1, 8):
            wanted |= {text[start:start + length] for start in range(len(text) - length + 1)}
            if len(letters) == 2:
                others |= {"".join(each) for each in itertools.product(letters, repeat=length)}
        if len(letters) > 2:
            for part in list(wanted):
                others |= {part[:place] + letter + part[place + 1:] for place in range(len(part)) for letter in letters}
        found = sorted(wanted, key=lambda part: (len(part), part))
        missed = sorted(others - wanted, key=lambda part: (len(part), part))
        for name, filter_text in (("in", " && ".join(f'content.t contains "{part}"' for part in found)),
                                  ("out", " || ".join(f'content.t contains "{part}"' for part in missed[:120]))):
            yield test(f"parts-{number}-{name}", filter_text, content(t=text),
                       f"Parts of the text {text} " + ("not found" if name == "in" else "found that it does not have"), ["Contains"],
                       name == "in")


def ordered(names, values, comment, name, flags):
    """Values in ascending order, each held against each by every comparison."""
    conditions = []
    for (path, place), (spelling, other) in itertools.product(names, values):
        holds = {"==": place == other, "!=": place != other, "<": place < other, "<=": place <= other, ">": place > other,
                 ">=": place >= other}
        conditions += [f"{path} {sign} {spelling}" if right else f"!({path} {sign} {spelling})" for sign, right in holds.items()]
    return conditions


def numbers():
    values = [-9223372036854775808, -9007199254740993, -9007199254740992, -2, -1, 0, 1, 2, 255, 256, 4294967295, 4294967296,
              9007199254740992, 9007199254740993, 9223372036854775806, 9223372036854775807, 9223372036854775808, 18446744073709551615]
    for number, first in enumerate(values):
        near = [value for value in values if value in (first, 0)] + [value for value in values if abs(value - first) == 1]
        near += [values[-1], values[0]]
        conditions = ordered([("content.a", first), ("content.b", first)], [(str(value), value) for value in dict.fromkeys(near)],
                             "", "", [])
        yield test(f"number-{number}", " && ".join(conditions), content(a=first, b=str(first)),
                   f"The number {first} and the text of it, by every comparison with those beside it", ["Integers"])
    reals = [-2.5, -1.5, -0.25, 0, 0.25, 1, 1.5, 2.5, 1e3, 1e10]
    conditions = ordered([(f"content.r{place}", value) for place, value in enumerate(reals)],
                         [("-2.5", -2.5), ("-0.25", -0.25), ("0", 0), ("0.25", .25), ("1.0", 1), ("1.5", 1.5), ("1e3", 1000),
                          ("10000000000", 1e10)], "", "", [])
    for start in range(0, len(conditions), 80):
        yield test(f"real-{start // 80}", " && ".join(conditions[start:start + 80]),
                   content(**{f"r{place}": value for place, value in enumerate(reals)}),
                   f"Numbers with fractions by every comparison, part {start // 80 + 1}", ["Types"])
    texts = ["", " 1", "01", "1 ", "1.0", "+1", "0x1", "1e0", "-0", "18446744073709551616", "-9223372036854775809"]
    yield test("number-spelling", " && ".join(f"!(content.t{place} < 2) && !(content.t{place} >= -2)" for place in range(len(texts))),
               content(**{f"t{place}": text for place, text in enumerate(texts)}),
               "Texts that are no integer as a line spells it, compared as numbers", ["Integers", "Types"])
    words = ["a", "aa", "ab", "b", "é", "中", "\uffff", "🙂"]
    conditions = ordered([(f"content.w{place}", place) for place in range(len(words))],
                         [(f'"{word}"', place) for place, word in enumerate(words)], "", "", [])
    for start in range(0, len(conditions), 128):
        yield test(f"text-order-{start // 128}", " && ".join(conditions[start:start + 128]),
                   content(**{f"w{place}": word for place, word in enumerate(words)}),
                   f"Texts in another order than that of their code points, part {start // 128 + 1}", ["Types"])
    for spelling, value in (("0x0", 0), ("0xff", 255), ("0xFF", 255), ("0x100", 256), ("0x7fffffffffffffff", 2**63 - 1),
                            ("0xffffffffffffffff", 2**64 - 1)):
        yield test(f"hex-{spelling.lower()}" + ("-upper" if "F" in spelling else ""), f"content.a == {spelling}", content(a=value),
                   f"{spelling} taken for another number than {value}", ["Integers"])


def units():
    sizes = {"B": 1, "kB": 1000, "MB": 10**6, "GB": 10**9, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
    for unit, factor in sizes.items():
        for amount, value in ((3, 3 * factor), (1.5, factor * 3 // 2)):
            if unit == "B" and amount == 1.5:
                continue
            conditions = [f"bytes == {amount}{unit}", f"bytes >= {amount}{unit}", f"!(bytes > {amount}{unit})", f"!(bytes != {amount}{unit})"]
            for other, low in (({"n": 1, "bytes": value - 1}, True), ({"n": 1, "bytes": value + 1}, False)):
                yield test(f"size-{unit.lower()}-{str(amount).replace('.', '-')}-{'less' if low else 'more'}",
                           f"bytes {'<' if low else '>'} {amount}{unit} && bytes != {amount}{unit}", other,
                           f"A byte {'less' if low else 'more'} than {amount} {unit}", ["Sizes"])
            yield test(f"size-{unit.lower()}-{str(amount).replace('.', '-')}", " && ".join(conditions), {"n": 1, "bytes": value},
                       f"{amount} {unit} are not {value} bytes", ["Sizes"])
    lengths = {"ns": 1, "us": 10**3, "µs": 10**3, "ms": 10**6, "s": 10**9, "m": 60 * 10**9, "min": 60 * 10**9, "h": 3600 * 10**9,
               "d": 86400 * 10**9}
    for unit, factor in lengths.items():
        for amount in ("1", "2.5", "5000"):
            nanoseconds = round(float(amount) * factor)
            if nanoseconds < 1000 or nanoseconds % 1000:
                continue
            for shift, sign in ((-1, "<"), (0, "=="), (1, ">")):
                microseconds = nanoseconds // 1000 + shift
                if microseconds < 0:
                    continue
                whole, rest = divmod(microseconds, 1_000_000)
                text = f"{whole}.{rest:06d}"
                latency = float(text)
                if f"{latency:.6f}" != text:
                    continue
                event = {"n": 2, "inReplyTo": {"n": 1, "latency": latency}}
                name = {"µs": "micro"}.get(unit, unit)
                yield test(f"duration-{name}-{amount.replace('.', '-')}-{ {'<': 'less', '==': 'same', '>': 'more'}[sign]}",
                           f"latency {sign} {amount}{unit}", event, f"{text} s is not {sign} {amount} {unit}", ["Durations"])


def moments():
    # Moment of the event, a spelling of a moment, and how the two stand: -1, 0, 1.
    rows = [("2024-02-29T00:00:00.000000Z", "2024-02-29", 0), ("2024-02-29T23:59:59.999999Z", "2024-03-01", -1),
            ("2023-12-31T23:59:59.999999Z", "2024-01-01", -1), ("2000-02-29T12:00:00.000000Z", "2000-02-29T12:00Z", 0),
            ("1970-01-01T00:00:00.000000Z", "1970-01-01", 0), ("1969-12-31T23:59:59.500000Z", "1970-01-01", -1),
            ("1969-12-31T23:59:59.500000Z", "1969-12-31T23:59:59.5Z", 0), ("1900-03-01T00:00:00.000000Z", "1900-02-28", 1),
            ("2026-11-21T03:18:33.512579Z", "2026-11-21T03:18:33.512579000Z", 0), ("2026-11-21T03:18:33.512579Z", "2026-11-21T03:18:33.512578Z", 1),
            ("2026-11-21T03:18:33.512579Z", "2026-11-21T03:18:33.51258Z", -1), ("2026-11-21T03:18:33.000000Z", "2026-11-20T21:48:33-05:30", 0),
            ("2026-11-21T03:18:33.000000Z", "2026-11-21T08:48:33+05:30", 0), ("2026-11-21T03:18:33.000000Z", "2026-11-21T08:48:34+05:30", -1),
            ("2026-01-01T00:30:00.000000Z", "2025-12-31T23:30-01:00", 0), ("2025-12-31T23:30:00.000000Z", "2026-01-01T00:30+01:00", 0),
            ("2026-11-21T03:18:33.000000Z", "2026-11-21t03:18:33z", 0), ("2026-12-31T23:59:59.000000Z", "2026-12-31T23:59:59Z", 0),
            ("2026-05-31T00:00:00.000000Z", "2026-05-31", 0), ("2026-10-31T00:00:00.000000Z", "2026-10-30", 1),
            ("2100-03-01T00:00:00.000000Z", "2100-02-28T23:59:59Z", 1), ("2026-11-21T03:18:33.000000123Z", "2026-11-21T03:18:33.000000122Z", 1)]
    for number, (time, spelling, order) in enumerate(rows):
        holds = {"==": order == 0, "!=": order != 0, "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}
        conditions = [f"time {sign} {spelling}" if right else f"!(time {sign} {spelling})" for sign, right in holds.items()]
        yield test(f"moment-{number}", " && ".join(conditions), {"n": 1, "time": time}, f"{time} against {spelling}", ["Times"])
    for number, spelling in enumerate(("2026-02-29", "2026-13-01", "2026-00-01", "2026-04-31", "2026-01-00", "2026-01-01T24:00Z",
                                       "2026-01-01T23:60Z", "2026-01-01T23:59:61Z", "2026-01-01T23:59", "2100-02-29", "2026-1-1")):
        yield case(f"filter-moment-wrong-{number}", "may", f"A moment that there is not, {spelling}, compared with", "filter.test",
                   {"filter": f"time > {spelling}", "event": {"n": 1}}, accept({"error": {"position": 7, "length": len(spelling)}}),
                   ["Error"], None, SOURCE)


def joined():
    """Every expression of three conditions joined in every way, by what Python makes of it."""
    signs = {"||": "or", "&&": "and"}
    number = 0
    for one, two, three in itertools.product(("||", "&&"), repeat=3):
        for inverted in range(16):
            names = [("not ", "!")[place & 1] if inverted >> place & 1 else "" for place in range(4)]
            text = f"{names[0]}A {one} {names[1]}B {two} {names[2]}C {three} {names[3]}D"
            rows = []
            for bits in range(16):
                values = {letter: bool(bits >> place & 1) for place, letter in enumerate("ABCD")}
                spoken = text.replace("!", "not ").replace("||", "or").replace("&&", "and")
                if eval(spoken, {}, values):
                    rows.append(bits)
            # For each row a field of its own, so that one filter asks all rows.
            number += 1
            conditions = []
            for bits in range(16):
                part = text
                for place, letter in enumerate("ABCD"):
                    part = part.replace(letter, f"flow == {1 if bits >> place & 1 else 2}")
                conditions.append(f"({part})" if bits in rows else f"!({part})")
            if inverted in (0, 1, 2, 4, 8, 5, 10, 15):
                yield test(f"joined-{number}", " && ".join(conditions), {"n": 1, "flow": 1}, f"{text} for every value of its parts",
                           ["Precedence"])
    assert signs


def mistakes():
    for number, (pattern, position, length) in enumerate(MISTAKES):
        start = len("content.a ~ '")
        yield case(f"filter-expression-wrong-{number}", "may", f"The expression {pattern!r}: the place of its mistake is another",
                   "filter.test", {"filter": f"content.a ~ '{pattern}'", "event": {"n": 1}},
                   accept({"error": {"position": start + position, "length": length}}), ["Error"], None, SOURCE)


def cases():
    for part in (expressions, mistakes, parts, numbers, units, moments, joined):
        yield from part()

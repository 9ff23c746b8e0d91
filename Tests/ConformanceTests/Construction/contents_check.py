#!/usr/bin/env python3
"""Checks the vectors of contents, names, codes and UIDs by other means than those that built them.

Contents are parsed again by Python's json, strictly; what was written has to be among what is expected. UIDs are read
by Python's base 32 with the hex alphabet. Flags are compared with the bits of the catalogue, names of codes with its
rows. Says what is covered; ends with 1 when something is wrong.
"""

import base64
import csv
import datetime
import decimal
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
VECTORS = ROOT / "Sources" / "CVectors" / "Vectors"
CATALOGUE = ROOT / "Docs" / "catalogue"
CLASSES = {
    "truncated", "trailing", "length", "checksum", "string", "varint", "wireType", "required", "json", "limit",
    "unsupported", "value",
}

# The rules whose breach is what all cases with a flag have in common.
RULES = {
    "NotJSON": ["content-not-json"], "NoBytes": ["content-empty"], "WrongShape": ["content-wrong-shape"],
    "DoubleEncoded": ["content-double-encoded"], "DuplicateKeys": ["duplicate-key"], "MissingKey": ["missing-field"],
    "Unregistered": ["object-name-case"],
    "PlatformSpelling": ["platform-key", "platform-value", "platform-object-name"],
}

# The rules that one of the catalogue's differences is a breach of.
DIFFERENCES = {
    "D005": "user-empty", "D010": "bool-as-number", "D011": "number-as-text", "D012": "object-for-text",
    "D077": "text-for-object",
    "D162": "extra-not-text",
}

failures = []


def fail(case, what):
    failures.append(f"{case['id']}: {what}")


def refuse(word):
    raise ValueError(word + " is not JSON")


def parse(data):
    """The value of strict JSON in UTF-8, numbers exact, of a key that is there twice the last; else a ValueError."""
    text = data.decode("utf-8")
    # A parser that recurses cannot follow the cases about depth; their brackets are balanced, which is all that counts.
    if "[" * 500 in text:
        match = re.search(r"(\[{500,})(\]*)", text)
        if len(match[1]) != len(match[2]):
            raise ValueError("brackets that nothing closes")
        text = text[:match.start()] + "[]" + text[match.end():]
    value = json.loads(text, parse_float=decimal.Decimal, parse_int=decimal.Decimal, parse_constant=refuse)
    return scalars(value)


def scalars(value):
    """The value with halves of surrogate pairs replaced."""
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, list):
        return [scalars(one) for one in value]
    if isinstance(value, dict):
        return {scalars(key): scalars(one) for key, one in value.items()}
    return value


def number(value):
    return isinstance(value, (int, float, decimal.Decimal)) and not isinstance(value, bool)


def meets(expected, actual):
    """Whether an answer meets an expectation, as the comparison of vectors is described."""
    if expected is None:
        return actual is None
    if isinstance(expected, dict):
        return isinstance(actual, dict) and all(meets(part, actual.get(key)) for key, part in expected.items())
    if isinstance(expected, list):
        return isinstance(actual, list) and len(expected) == len(actual) and all(map(meets, expected, actual))
    if number(expected):
        return number(actual) and decimal.Decimal(repr(expected) if isinstance(expected, float) else expected) == actual
    return type(expected) is type(actual) and expected == actual


def same(one, other):
    return meets(one, other) and (
        set(one) == set(other) and all(same(one[key], other[key]) for key in one) if isinstance(one, dict)
        else all(map(same, one, other)) if isinstance(one, list) else True)


def load(group):
    document = json.loads((VECTORS / f"rongcloud.{group}.json").read_text(encoding="utf-8"))
    cases = document["cases"]
    assert document["schema"] == "imwire-vectors/1" and document["group"] == "rongcloud." + group
    assert document["count"] == len(cases)
    assert len({case["id"] for case in cases}) == len(cases), "an id is there twice"
    assert len({case["comment"] for case in cases}) == len(cases), "a comment is there twice"
    asked = [json.dumps([case["operation"], case["input"]], sort_keys=True) for case in cases if case["input"]]
    for case, question in zip((case for case in cases if case["input"]), asked):
        # What a maker writes is asked for twice: the keys that others have, and its own.
        if asked.count(question) > 1 and not any(
                case["id"] in (other["id"], other["id"] + "-habits", other["id"].removesuffix("-habits"))
                for other in cases if other is not case and json.dumps(
                    [other["operation"], other["input"]], sort_keys=True) == question):
            fail(case, "the same question is asked by another case")
    assert {flag for case in cases for flag in case["flags"]} == set(document["notes"]), "flags and notes"
    for case in cases:
        expect = case["expect"]
        errors = expect.get("error", [])
        for name in [errors] if isinstance(errors, str) else errors:
            if name not in CLASSES:
                fail(case, f"no such error class: {name}")
        if case["level"] not in ("must", "should",
                                 "may") or not case["source"] or not case["flags"] and group != "names":
            fail(case, "level, flags or source")
        shape = {"accept": {"outcome", "value"}, "reject": {"outcome", "error"},
                 "either": {"outcome", "values"}}[expect["outcome"]]
        lonely = expect["outcome"] == "either" and len(expect["values"]) < 2 and not errors
        if set(expect) - {"error", "absent"} != shape - {"error"} or lonely:
            fail(case, "members of the expectation")
    return cases


def answers(case):
    expect = case["expect"]
    return {"accept": lambda: [expect["value"]], "either": lambda: expect["values"],
            "reject": list}[expect["outcome"]]()


def check_messages():
    for case in load("message"):
        if case["operation"] == "message.encode":
            written = parse(bytes.fromhex(case["expect"]["value"]["hex"]))
            if not same(case["input"]["content"], written):
                fail(case, "the bytes are not the content")
            continue
        data = bytes.fromhex(case["input"]["hex"])
        try:
            written = parse(data)
        except ValueError:
            if case["expect"]["outcome"] == "accept" or case["expect"]["outcome"] == "either" and not (
                    "error" in case["expect"] or "NoBytes" in case["flags"]):
                fail(case, "accepted, but Python refuses it")
            continue
        if case["expect"]["outcome"] == "reject":
            fail(case, "refused, but Python reads it")
        elif not any(meets(value, written) for value in answers(case)):
            fail(case, "what was written is not among what is expected")
        if case["expect"]["outcome"] == "either" and any(
                meets(value, other) for at, value in enumerate(answers(case)) for to,
                other in enumerate(answers(case)) if at != to
                and value is not None and not isinstance(value, float) and same(value, other)):
            fail(case, "a value is there twice")


def java_hash(text):
    units = text.encode("utf-16-be")
    value = 0
    for at in range(0, len(units), 2):
        value = (31 * value + int.from_bytes(units[at:at + 2], "big")) % 2 ** 32
    return value


def uid_parts(text):
    """The parts by a string of 80 binary digits, read by Python's own base 32."""
    bits = f"{int.from_bytes(base64.b32hexdecode(text.replace('-', '')), 'big'):080b}"
    late = int(bits[:42], 2) >= 1104537600000
    widths = [("time", 42), ("sequence", 12), ("type", 4), ("hash", 22)] if late else [("time", 43), ("type", 5),
        ("hash", 32)]
    parts, at = {"layout": "B" if late else "A"}, 0
    for name, width in widths:
        parts[name] = int(bits[at:at + width], 2)
        at += width
    return parts


def milliseconds(text):
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", text):
        raise ValueError(text)
    time = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    return (time - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)) // datetime.timedelta(milliseconds=1)


def check_uids():
    limits = {"A": {"time": 2 ** 43, "type": 32, "hash": 2 ** 32},
              "B": {"time": 2 ** 42, "sequence": 4096, "type": 16, "hash": 2 ** 22}}
    for case in load("uid"):
        given, expect = case["input"], case["expect"]
        if expect["outcome"] == "reject":
            if case["operation"] == "uid.decode":
                if re.fullmatch(r"[0-9A-V]{4}(-[0-9A-V]{4}){3}", given["uid"]):
                    fail(case, "refused, but a UID")
                continue
            parts = given | {"time": milliseconds(given["time"])}
            fits = given["layout"] in limits and all(0 <= parts.get(name, -1) < top for name,
                                                     top in limits[given["layout"]].items())
            if fits and "1990" not in case["id"]:
                fail(case, "refused, but every part has room")
            continue
        text, parts = (given["uid"],
                       expect["value"]) if case["operation"] == "uid.decode" else (expect["value"]["uid"], given)
        expected = {name: part for name, part in parts.items() if part is not None}
        expected["time"] = milliseconds(expected["time"])
        if uid_parts(text) != expected:
            fail(case, f"{text} has {uid_parts(text)}")
        target = re.search(r"target (\S+)$", case["source"])
        mask = 0x3FFFFF if expected["layout"] == "B" else 0xFFFFFFFF
        if target and expected["hash"] != java_hash(target[1]) & mask:
            fail(case, "not the target's hash")
        target = re.search(r"the target '(.*)' tells", case["comment"])
        if target and expected["hash"] != java_hash(target[1]):
            fail(case, "not the hash of the target in the comment")


def check_names(messages):
    seen = set()
    for case in load("names"):
        source = next(name for name, entry in messages.items()
                      if answers(case)[0][0]["objectName"] in [name] + entry["aliases"])
        entry = messages[source]
        numbers = [entry["flags"]["value"]] + list(entry["flags"].get("platforms", {}).values())
        allowed = {(bool(value & 1), bool(value & 2)) for value in numbers}
        if source == "RC:UnknownMsg":
            allowed.add((True, True))  # the entry's note: registered so by the web
        found = set()
        for value in answers(case):
            (row,) = value
            seen.add(row["objectName"])
            found.add((row["persisted"], row["counted"]))
            if row["objectName"] not in [source] + entry["aliases"]:
                fail(case, "another name than the entry's")
        if found != allowed:
            fail(case, f"{found} is not {allowed}")
    return seen


def check_codes():
    with open(CATALOGUE / "error-codes.csv", encoding="utf-8", newline="") as file:
        rows = {int(row["code"]): row for row in csv.DictReader(file)}
    with open(CATALOGUE / "status-codes.csv", encoding="utf-8", newline="") as file:
        short = {int(row["code"]): row["name"] for row in csv.DictReader(file) if row["scope"] == "answer"}
    for case in load("code"):
        code = case["input"]["code"]
        row = rows[code]
        known = set("|".join(row[key] for key in row if key.endswith("Name")).split("|")) | {short.get(code)}
        if {value["name"] for value in answers(case)} != known - {"", None}:
            fail(case, "not the names of the tables")
        if ("Differs" in case["flags"]) != (rows[code]["differs"] == "yes"):
            fail(case, "the flag Differs")


def coverage(messages, names):
    cases = load("message")
    have = {case["id"] for case in cases}
    for name, entry in messages.items():
        slug = name.lower().replace(":", "-")
        if not {f"msg-{slug}-minimal", f"msg-{slug}-minimal-2", f"msg-{slug}-opaque"} & have or {name, *entry["aliases"]} - names:
            failures.append(f"{name}: no case, or no case of its flags")
        keys = {field["key"] for field in entry["fields"]} | set(entry["envelope"])
        required = {field["key"] for field in entry["fields"] if field["required"]}
        if (keys - required or not keys) and not any(
                ident.startswith(f"msg-{slug}-{kind}") for ident in have
                for kind in ("full", "opaque", "common", "from-", "with-all")):
            failures.append(f"{name}: no case with more than is required")
        if entry["confidence"] == "high" and keys and not any(ident.startswith(f"msg-encode-{slug}") for ident in have):
            failures.append(f"{name}: no case of encoding")
    numbers = {found for case in cases for found in re.findall(r"D\d{3}", case["source"])}
    rules = re.findall(r"^\| `([a-z0-9-]+)` \| (?:error|warning|note)",
                       (ROOT / "Docs" / "messages.md").read_text(encoding="utf-8"), re.M)
    named = {rule for case in cases for rule in re.findall(r"rule ([a-z0-9-]+)", case["source"])}
    named |= {rule for case in cases for flag in case["flags"] for rule in RULES.get(flag, [])}
    named |= {DIFFERENCES[number] for number in numbers & set(DIFFERENCES)}
    # Flags are no part of a content: the names have cases of them.
    for rule in set(rules) - named - {"flags-contradict"}:
        failures.append(f"no case of the rule {rule}")
    print(f"{len(numbers)} of the catalogue's differences, {len(named & set(rules))} of {len(rules)} rules")
    levels = {level: sum(case["level"] == level for case in cases) for level in ("must", "should", "may")}
    print(f"{len(cases)} contents {levels}, {sum(case['operation'] == 'message.encode' for case in cases)} of encoding")
    print(f"{len(load('names'))} names, {len(load('uid'))} UIDs, {len(load('code'))} codes")


def main():
    table = json.loads((CATALOGUE / "messages.json").read_text(encoding="utf-8"))["messages"]
    messages = {entry["objectName"]: entry for entry in table}
    check_messages()
    check_uids()
    names = check_names(messages)
    check_codes()
    coverage(messages, names)
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

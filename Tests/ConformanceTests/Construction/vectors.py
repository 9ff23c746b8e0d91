"""Cases as the vector files have them, and the form of those files."""

import json
import pathlib
import re
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDER = ROOT / "Sources" / "CVectors" / "Vectors"
SUITE = "2.2.0"
CONSTRUCTION = "construction from the published layout"


def case(identifier, level, comment, operation, given, expect, flags=(), reencode=None, source=CONSTRUCTION):
    """One case, its members in the order of the file."""
    result = {
        "id": identifier, "level": level, "flags": list(flags), "comment": comment, "operation": operation,
        "input": given, "expect": expect,
    }
    if reencode:
        result["reencode"] = reencode
    result["source"] = source
    return result


def accept(value):
    return {"outcome": "accept", "value": value}


def reject(*errors):
    return {"outcome": "reject", "error": errors[0] if len(errors) == 1 else list(errors)}


def either(*values, error=None):
    """Any of the values; with `error`, refusing with one of these classes is right too."""
    distinct = []
    for value in values:
        if value not in distinct:
            distinct.append(value)
    result = {"outcome": "either", "values": distinct}
    if error:
        result["error"] = list(error)
    return result


def document(group, notes, cases):
    """The text of a group's file: the header's members, then one case a line."""
    cases = list(cases)
    identifiers = [entry["id"] for entry in cases]
    repeated = {name for name in identifiers if identifiers.count(name) > 1}
    assert not repeated, f"{group}: repeated ids {sorted(repeated)}"
    comments = [entry["comment"] for entry in cases]
    assert len(set(comments)) == len(comments), (
        f"{group}: repeated comments {sorted({text for text in comments if comments.count(text) > 1})}")
    for entry in cases:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", entry["id"]), entry["id"]
    used = {flag for entry in cases for flag in entry["flags"]}
    assert used <= set(notes), f"{group}: unexplained flags {sorted(used - set(notes))}"
    shown = {flag: notes[flag] for flag in sorted(used)}
    head = [
        '"schema": "imwire-vectors/1"', f'"suite": {_compact(SUITE)}', f'"group": {_compact(group)}',
        f'"count": {len(cases)}',
        '"notes": {\n' + ",\n".join(f"    {_compact(key)}: {_compact(text)}" for key, text in shown.items()) + "\n  }",
    ]
    lines = ",\n".join(_compact(entry) for entry in cases)
    return "{\n  " + ",\n  ".join(head) + ',\n  "cases": [\n' + lines + "\n]\n}\n"


def _compact(value):
    """JSON on one line; characters that an editor would not show are escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)

    def escaped(character):
        if unicodedata.category(character)[0] not in "CZM" or character == " ":
            return character
        units = character.encode("utf-16-be", "surrogatepass")
        return "".join(f"\\u{units[i:i + 2].hex()}" for i in range(0, len(units), 2))

    return "".join(map(escaped, text))

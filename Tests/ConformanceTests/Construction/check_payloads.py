#!/usr/bin/env python3
"""Holds the payload vectors against protoc and the schema file: a second opinion on bytes, values and refusals.

Needs protoc in the path; says so and ends with 0 where it is missing.
"""

import base64
import json
import pathlib
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from payload_wire import ENUMS, MESSAGES  # noqa: E402
from vectors import FOLDER, ROOT  # noqa: E402

SCHEMA = ROOT / "Sources" / "RongCloud" / "Payloads" / "rongcloud.proto"
ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b'"': b'"', b"'": b"'", b"\\": b"\\"}


def protoc(mode, message, data):
    """What protoc writes, or None when it refuses; and what it says."""
    run = subprocess.run(
        ["protoc", f"--{mode}=rongcloud.{message}", f"-I{SCHEMA.parent}", SCHEMA.name],
        input=data,
        capture_output=True,
        check=False,
    )
    return (run.stdout if run.returncode == 0 else None), run.stderr.decode()


def unescaped(text):
    """The bytes of a quoted string of protoc's text format."""
    result = bytearray()
    for match in re.finditer(rb"\\([0-7]{1,3})|\\(.)|([^\\])", text, re.S):
        if match[1]:
            result.append(int(match[1], 8))
        else:
            result += ESCAPES[match[2]] if match[2] else match[3]
    return bytes(result)


def parse(lines, message):
    """A message in protoc's text format as a value by the JSON mapping; unknown fields but enum values are left out."""
    by_name = {field.name: field for field in MESSAGES.get(message, [])}
    by_number = {str(field.number): field for field in MESSAGES.get(message, [])}
    value = {}
    for line in lines:
        line = line.strip()
        if line == b"}":
            return value
        if line.endswith(b"{"):
            field = by_name.get(line[:-1].strip().decode())
            inner = parse(lines, field.type if field else "")
            if field:
                _put(value, field, inner)
            continue
        name, _, text = line.partition(b":")
        name, text = name.decode(), text.strip()
        field = by_name.get(name)
        if field is None:
            field = by_number.get(name)
            if field is None or field.type not in ENUMS or not re.fullmatch(rb"\d+", text):
                continue
            # protoc keeps an enum's unknown value as an unknown varint.
            item = int(text) & 0xFFFFFFFF
            names = {number: known for known, number in ENUMS[field.type].items()}
            signed = item - (1 << 32) if item >> 31 else item
            _put(value, field, names.get(signed, signed))
            continue
        if field.type in ("string", "bytes"):
            data = unescaped(text[1:-1])
            _put(value, field, base64.b64encode(data).decode() if field.type == "bytes" else data)
        elif field.type == "bool":
            _put(value, field, text == b"true")
        elif field.type in ENUMS:
            _put(value, field, text.decode())
        else:
            _put(value, field, str(int(text)) if field.type == "int64" else int(text))
    return value


def _put(value, field, item):
    if field.label == "repeated":
        value.setdefault(field.name, []).append(item)
    else:
        value[field.name] = item


def fits(expected, found):
    """Whether a found value has what is expected, by the rules of the suite."""
    if expected is None:
        return found is None
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(fits(item, found.get(name)) for name, item in expected.items())
    if isinstance(expected, list):
        return isinstance(found, list) and len(found) == len(expected) and all(map(fits, expected, found))
    if isinstance(found, bytes):
        # A string as its bytes: ill-formed ones may be shown in several ways.
        try:
            return found.decode() == expected
        except UnicodeDecodeError:
            return "\ufffd" in expected
    return type(expected) is type(found) and expected == found


def text_format(message, value):
    """A value of the JSON mapping in protobuf's text format."""
    fields = {field.name: field for field in MESSAGES[message]}
    lines = []
    for name, item in value.items():
        field = fields[name]
        for entry in ([] if item is None else item if field.label == "repeated" else [item]):
            if field.type in MESSAGES:
                lines.append(f"{name} {{\n{text_format(field.type, entry)}\n}}")
            elif field.type in ("string", "bytes"):
                data = entry.encode() if field.type == "string" else _base64(entry)
                lines.append(f'{name}: "' + "".join(f"\\{byte:03o}" for byte in data) + '"')
            elif field.type == "bool":
                lines.append(f"{name}: {'true' if entry else 'false'}")
            else:
                lines.append(f"{name}: {entry}")
    return "\n".join(lines)


def _base64(text):
    text = text.replace("-", "+").replace("_", "/")
    return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)


def judge_decode(entry):
    message, text = entry["input"]["message"], entry["input"]["hex"]
    expect = entry["expect"]
    errors = [expect["error"]] if isinstance(expect.get("error"), str) else expect.get("error", [])
    if message not in MESSAGES or len(text) % 2:
        return None if expect["outcome"] == "reject" else "should be refused"
    out, said = protoc("decode", message, bytes.fromhex(text))
    if out is None or "missing required" in said and expect["outcome"] == "reject":
        return None if expect["outcome"] == "reject" or errors else f"protoc refuses: {said.strip()}"
    if expect["outcome"] == "reject":
        return "protoc reads it"
    # protoc counts a closed enum's unknown value as missing.
    if "missing required" in said and "required" not in errors and "OpenEnum" not in entry["flags"]:
        return f"protoc: {said.strip()}"
    found = parse(iter(out.splitlines()), message)
    values = expect.get("values") or [expect["value"]]
    return None if any(fits(value, found) for value in values) else f"protoc reads {found}"


def judge_encode(entry):
    message, value = entry["input"]["message"], entry["input"]["value"]
    expect = entry["expect"]
    if expect["outcome"] != "accept":
        return None
    given = text_format(message, value)
    if re.search(r"^type: \d+$", given, re.M) and "OpenEnum" in entry["flags"]:
        return None  # Text format has no unknown values of closed enums.
    out, said = protoc("encode", message, given.encode())
    if out is None:
        return f"protoc refuses: {said.strip()}"
    return None if out.hex() == expect["value"]["hex"] else f"protoc writes {out.hex()}"


def main():
    if shutil.which("protoc") is None:
        print("skipped: protoc is not installed")
        return 0
    cases = json.loads((FOLDER / "rongcloud.payload.json").read_text(encoding="utf-8"))["cases"]
    wrong = 0
    for entry in cases:
        problem = (judge_decode if entry["operation"] == "payload.decode" else judge_encode)(entry)
        if problem:
            wrong += 1
            print(f"{entry['id']}: {problem}")
    print(f"{len(cases)} payload cases held against protoc, {wrong} disagree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

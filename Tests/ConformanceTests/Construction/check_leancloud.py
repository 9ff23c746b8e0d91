#!/usr/bin/env python3
"""Holds the vectors of LeanCloud's protobuf forms against protoc's schema and Python's protobuf: a second opinion on
bytes, values and refusals.

Needs protoc in the path and the Python package protobuf; says so and ends with 0 where one is missing.
"""

import base64
import importlib
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from vectors import FOLDER, ROOT  # noqa: E402

# Python's reader passes over signs outside of base64's alphabet.
LENIENT = {"lc-pb-write-bytes-no-base64"}
SCHEMAS = ROOT / "Sources" / "LeanCloud" / "Payloads"


def fits(expected, found):
    """Whether a found value has what is expected, by the rules of the suite."""
    if expected is None:
        return found is None
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(fits(item, found.get(name)) for name, item in expected.items())
    if isinstance(expected, list):
        return isinstance(found, list) and len(found) == len(expected) and all(map(fits, expected, found))
    return type(expected) is type(found) and expected == found


class Protobuf:
    """Messages of the two schemas, as protoc reads them."""
    def __init__(self):
        from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message, message_factory

        self.json, self.DecodeError = json_format, message.DecodeError
        with tempfile.NamedTemporaryFile() as file:
            names = ["leancloud.proto", "leancloud-older.proto"]
            command = ["protoc", f"--descriptor_set_out={file.name}", "--include_imports", f"-I{SCHEMAS}", *names]
            subprocess.run(command, check=True)
            files = descriptor_pb2.FileDescriptorSet.FromString(pathlib.Path(file.name).read_bytes())
        pool = descriptor_pool.DescriptorPool()
        for each in files.file:
            pool.Add(each)
        self.find = lambda name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"push_server.{name}"))

    def read(self, name, data):
        """The value; None where protobuf refuses the bytes, or misses what the schema requires."""
        try:
            message = self.find(name).FromString(data)
        except self.DecodeError:
            return None
        return self.json.MessageToDict(message, preserving_proto_field_name=True) if message.IsInitialized() else None

    def write(self, name, value):
        try:
            message = self.json.ParseDict(value, self.find(name)())
            return message.SerializeToString(deterministic=True) if message.IsInitialized() else None
        except self.json.ParseError:
            return None


def judge_read(protobuf, name, data, expect, said=lambda value: value):
    """`said` gives what an expected value says of the message."""
    found = protobuf.read(name, data)
    if found is None:
        return None if "error" in expect else "protobuf refuses it"
    values = expect.get("values") or ([expect["value"]] if "value" in expect else [])
    return None if any(fits(said(value), found) for value in values) else f"protobuf reads {found}"


def judge_write(protobuf, name, value, expect):
    data = protobuf.write(name, value)
    written = None if data is None else data.hex()
    wanted = expect["value"]["hex"] if expect["outcome"] == "accept" else None
    return None if written == wanted else f"protobuf writes {written}"


def judge_frame(protobuf, entry):
    """Whether protobuf has anything to say about a frame, and what is wrong then."""
    given, expect = entry["input"], entry["expect"]
    subprotocol = given.get("subprotocol", "")
    if "protobuf" not in subprotocol and "base64" not in subprotocol:
        return False, None
    name = ("messages2" if "2" in subprotocol.split(".")[1].replace("base64", "") else "messages") + ".GenericCommand"
    is_text = "base64" in subprotocol
    if entry["operation"] == "frame.decode":
        data = bytes.fromhex(given["hex"])
        if is_text:
            try:
                data = base64.b64decode(data, validate=True)
            except ValueError:
                return True, None if "error" in expect else "no base64"
            if data and base64.b64encode(data).hex() != given["hex"]:
                return True, None if "error" in expect else "base64 in another spelling"
        return True, judge_read(protobuf, name, data, expect, command_of)
    frame = given["frame"]
    if "data" in frame or expect["outcome"] == "reject" and "payload" in frame:
        return False, None
    payload = frame.get("payload", {}).get("value", {})
    value = {key: part for key, part in frame.items() if key != "payload"} | payload
    wanted = expect
    if is_text and "value" in expect:
        text = bytes.fromhex(expect["value"]["hex"])
        wanted = expect | {"value": {"hex": base64.b64decode(text, validate=True).hex()}}
    return True, judge_write(protobuf, name, value, wanted)


def command_of(value):
    """What a frame object says of the command, as a value of GenericCommand."""
    shown = {key: part for key, part in value.items() if key not in ("data", "raw", "payload", "messages")}
    for key in ("serverTs", "clientTs"):
        if isinstance(shown.get(key), int):
            shown[key] = str(shown[key])
    return shown | value.get("payload", {}).get("value", {})


def main():
    try:
        importlib.import_module("google.protobuf")
    except ImportError:
        print("skipped: the Python package protobuf is not installed")
        return 0
    if shutil.which("protoc") is None:
        print("skipped: protoc is not installed")
        return 0
    protobuf = Protobuf()
    judged = wrong = 0
    for group in ("leancloud.payload", "leancloud.frame"):
        for entry in json.loads((FOLDER / f"{group}.json").read_text(encoding="utf-8"))["cases"]:
            given, expect = entry["input"], entry["expect"]
            counts, name = True, f"messages2.{given.get('message')}"
            if entry["operation"] == "payload.decode":
                problem = judge_read(protobuf, name, bytes.fromhex(given["hex"]), expect)
            elif entry["operation"] == "payload.encode":
                problem = judge_write(protobuf, name, given["value"], expect)
            else:
                counts, problem = judge_frame(protobuf, entry)
            judged += counts
            if problem and entry["id"] not in LENIENT:
                wrong += 1
                print(f"{entry['id']}: {problem}")
    print(f"{judged} cases of LeanCloud held against protobuf, {wrong} disagree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

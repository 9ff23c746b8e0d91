"""An adapter for `imwire conform run`: an independent codec for RongCloud and LeanCloud, one JSON request a line.

usage: imwire_adapter.py [--tables Docs/catalogue] [--schema rongcloud.proto]
"""

import argparse
import pathlib
import sys

import contents
import frames
import leancloud
import payloads
import polling
import showing
from frames import Refused

# Where this folder lies in the project; a copy of it may lie anywhere, and then the options say where the tables are.
PROJECT = pathlib.Path(__file__).resolve().parent / "../../.."


def key_of(request):
    return frames.from_hex(request["obfuscationKey"]) if request.get("obfuscationKey") is not None else None


def version_of(request):
    version = request.get("protocolVersion")
    if version is None:
        return 3
    if isinstance(version, bool) or not isinstance(version, int):
        raise Refused("value", "protocolVersion")
    return version


class Adapter:
    def __init__(self, tables, schema):
        self.catalogue = contents.Catalogue(tables / "messages.json")
        self.topics = showing.Topics(tables / "topics.csv")
        self.schema = payloads.Schema(schema)
        self.leancloud = leancloud.LeanCloud(tables)
        self.operations = {
            "hello": self.hello,
            "frame.decode": self.frame_decode, "frame.encode": self.frame_encode,
            "payload.decode": lambda i: self.schema.decode(i["message"], frames.from_hex(i["hex"])),
            "payload.encode": lambda i: {"hex": self.schema.encode(i["message"], i["value"]).hex()},
            "message.decode": lambda i: self.catalogue.decode(i["objectName"], frames.from_hex(i["hex"])),
            "message.encode": lambda i: {"hex": self.catalogue.encode(i["objectName"], i["content"]).hex()},
            "names.list": lambda i: self.catalogue.names(),
            "uid.decode": lambda i: contents.decode_uid(i["uid"]),
            "uid.encode": lambda i: {"uid": contents.encode_uid(i)},
        }
        current = self.leancloud.current
        self.leancloud_operations = {
            "frame.decode": lambda i: self.leancloud.decode(i, frames.from_hex(i["hex"])),
            "frame.encode": lambda i: {"hex": self.leancloud.encode(i, i["frame"]).hex()},
            "payload.decode": lambda i: current.decode(i["message"], frames.from_hex(i["hex"])),
            "payload.encode": lambda i: {"hex": current.encode(i["message"], i["value"]).hex()},
            "message.decode": lambda i: leancloud.decode_message(i["objectName"], frames.from_hex(i["hex"])),
            "message.encode": lambda i: {"hex": leancloud.encode_message(i["objectName"], i["content"]).hex()},
        }

    def hello(self, _):
        return {"sdk": "imwire-python-example", "version": "1.0", "systems": ["rongcloud", "leancloud"],
                "operations": [name for name in self.operations if name != "hello"]}

    def frame_decode(self, request):
        data, topic = frames.from_hex(request["hex"]), request.get("topic")
        if request["form"] == "polling":
            frame, payload = polling.decode(request["sender"], data, self.topics.rows, topic)
            read = lambda name: self.schema.from_polling(name, payload)
        else:
            frame = frames.decode(request["form"], request["sender"], data, key_of(request), version_of(request))
            read = lambda name: self.schema.decode(name, bytes.fromhex(frame.get("data", "")))
        showing.show(frame, self.schema, self.topics.message(frame, topic), read)
        return frame

    def frame_encode(self, request):
        frame = request["frame"]
        if frame.get("data") is None and frame.get("payload") is not None:
            payload = frame["payload"]
            frame = frame | {"data": self.schema.encode(payload.get("message"), payload.get("value")).hex()}
        if request["form"] == "polling":
            return {"hex": polling.encode(request["sender"], frame).hex()}
        return {"hex": frames.encode(request["form"], request["sender"], frame, key_of(request)).hex()}

    def answer(self, line):
        request = contents.read_json(line)
        reply = {"id": request.get("id")}
        system = (request.get("input") or {}).get("system") or "rongcloud"
        systems = {"rongcloud": self.operations, "leancloud": self.leancloud_operations}
        operation = systems.get(system, {}).get(request.get("operation"))
        if operation is None:
            return reply | {"unsupported": True}
        try:
            return reply | {"ok": True, "value": operation(request.get("input"))}
        except Refused as refused:
            return reply | {"ok": False, "error": {"class": refused.error_class, "text": str(refused)}}


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--tables", type=pathlib.Path, default=PROJECT / "Docs/catalogue")
    options.add_argument("--schema", default=PROJECT / "Sources/RongCloud/Payloads/rongcloud.proto")
    options = options.parse_args()
    adapter = Adapter(options.tables, options.schema)
    for line in sys.stdin.buffer:
        sys.stdout.write(contents.write_json(adapter.answer(line)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

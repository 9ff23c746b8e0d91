"""An adapter for `imwire conform run`: an independent RongCloud codec, one JSON request a line.

usage: imwire_adapter.py [--catalogue messages.json] [--schema rongcloud.proto]
"""

import argparse
import pathlib
import sys

import contents
import frames
import payloads
from frames import Refused

HOME = pathlib.Path(__file__).resolve().parent
PROJECT = HOME.parents[2]


def field(request, name, kind):
    if not isinstance(request.get(name), kind):
        raise Refused("value", f"the input lacks {name}")
    return request[name]


class Adapter:
    def __init__(self, catalogue, schema):
        self.catalogue = contents.Catalogue(catalogue)
        self.schema = payloads.Schema(schema)
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

    def hello(self, _):
        return {"sdk": "imwire-python-example", "version": "1.0",
                "operations": [name for name in self.operations if name != "hello"]}

    def frame_decode(self, request):
        key = frames.from_hex(request["obfuscationKey"]) if request.get("obfuscationKey") else None
        return frames.decode(request["form"], request["sender"], frames.from_hex(request["hex"]), key)

    def frame_encode(self, request):
        key = frames.from_hex(request["obfuscationKey"]) if request.get("obfuscationKey") else None
        return {"hex": frames.encode(request["form"], request["sender"], request["frame"], key).hex()}

    def answer(self, line):
        request = contents.read_json(line)
        reply = {"id": request.get("id")}
        operation = self.operations.get(request.get("operation"))
        if operation is None:
            return reply | {"unsupported": True}
        try:
            return reply | {"ok": True, "value": operation(request.get("input"))}
        except Refused as refused:
            return reply | {"ok": False, "error": {"class": refused.error_class, "text": str(refused)}}


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--catalogue", default=PROJECT / "Docs/catalogue/messages.json")
    options.add_argument("--schema", default=PROJECT / "Sources/RongCloud/Payloads/rongcloud.proto")
    options = options.parse_args()
    adapter = Adapter(options.catalogue, options.schema)
    for line in sys.stdin.buffer:
        sys.stdout.write(contents.write_json(adapter.answer(line)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

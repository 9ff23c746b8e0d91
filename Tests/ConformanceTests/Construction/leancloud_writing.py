"""Cases of LeanCloud's frames in their form."""

from vectors import CONSTRUCTION, accept, case

CURRENT = "lc.protobuf2.3"


def given(sender, subprotocol, **rest):
    """The input; without a sub-protocol none was offered, as the 2.x generation does."""
    members = {"system": "leancloud", "form": "websocket", "sender": sender}
    if subprotocol:
        members["subprotocol"] = subprotocol
    return members | rest


def decode(identifier,
           level,
           comment,
           sender,
           data,
           expect,
           flags=(),
           reencode=None,
           subprotocol=CURRENT,
           source=CONSTRUCTION):
    return case(identifier, level, comment, "frame.decode", given(sender, subprotocol, hex=data.hex()), expect, flags,
                reencode, source)


def encode(identifier, level, comment, sender, frame, data, flags=(), subprotocol=CURRENT, source=CONSTRUCTION):
    return case(identifier, level, comment, "frame.encode", given(sender, subprotocol, frame=frame),
                accept({"hex": data.hex()}), flags, None, source)

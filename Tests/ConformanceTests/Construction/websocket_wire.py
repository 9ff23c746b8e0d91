"""Frames of WebSocket (RFC 6455 section 5.2) and messages of permessage-deflate (RFC 7692), put together by hand."""

import struct
import zlib

TEXT, BINARY, CLOSE, PING, PONG, CONTINUATION = 1, 2, 8, 9, 10, 0


def frame(opcode, payload=b"", mask=None, fin=True, reserved=0, width=None):
    """A frame; `width` is how many bytes the extended length takes, where that is not the least."""
    length = len(payload)
    if width is None:
        width = 0 if length < 126 else 2 if length < 65536 else 8
    short = {0: length, 2: 126, 8: 127}[width]
    head = bytes([(0x80 if fin else 0) | reserved << 4 | opcode, (0x80 if mask else 0) | short])
    head += {0: b"", 2: struct.pack(">H", length & 0xFFFF), 8: struct.pack(">Q", length)}[width]
    if mask:
        head += mask
        payload = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
    return head + payload


def close(code=None, reason=b"", mask=None):
    return frame(CLOSE, b"" if code is None else struct.pack(">H", code) + reason, mask)


class Deflater:
    """One direction's compression (RFC 7692 section 7.2.1): a sync flush, its last four bytes left out."""

    def __init__(self, bits=15, keeps_context=True):
        self.bits, self.keeps_context = bits, keeps_context
        self.engine = self.fresh()

    def fresh(self):
        return zlib.compressobj(9, zlib.DEFLATED, -self.bits)

    def message(self, plain, flush=zlib.Z_SYNC_FLUSH):
        if not self.keeps_context:
            self.engine = self.fresh()
        data = self.engine.compress(plain) + self.engine.flush(flush)
        if flush == zlib.Z_SYNC_FLUSH:
            assert data.endswith(b"\x00\x00\xff\xff")
            data = data[:-4]
        return data


def text(content):
    content = content.encode() if isinstance(content, str) else content
    return {"kind": "text", "hex": content.hex()}


def binary(content):
    return {"kind": "binary", "hex": content.hex()}


def ping(content=b""):
    return {"kind": "ping", "hex": content.hex()}


def pong(content=b""):
    return {"kind": "pong", "hex": content.hex()}


def closed(code=None, reason=""):
    """A close frame as it is read; `reason` is None where it is no text."""
    if code is None:
        return {"kind": "close", "code": None}
    return {"kind": "close", "code": code, "reason": reason}

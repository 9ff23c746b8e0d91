"""Frames and payloads of the bundled recordings, with what the recording server wrote down about them."""

import functools
import json

from vectors import ROOT

CAPTURES = {
    "websocket-2": "rongcloud-web-v2-chat",
    "websocket-4": "rongcloud-web-v4-chat",
    "tcp": "rongcloud-tcp-chat",
    "polling": "rongcloud-polling-chat",
    "websocket-tls": "rongcloud-tls-chat",
    "leancloud": "leancloud-protobuf-chat",
    "nim": "nim-web-chatroom",
}
FIELDS = [
    "signature",
    "protocolId",
    "protocolVersion",
    "flag",
    "status",
    "keepAlive",
    "clientId",
    "clientIp",
    "willTopic",
    "will",
    "appId",
    "token",
    "userId",
    "sessionId",
    "timestamp",
    "topic",
    "targetId",
    "messageId",
    "date",
    "millisecond",
    "messageUId",
]


@functools.cache
def oracle(short):
    return json.loads((ROOT / "captures" / f"{CAPTURES[short]}.oracle.json").read_text(encoding="utf-8"))


@functools.cache
def packets(short):
    return (ROOT / "captures" / f"{CAPTURES[short]}.pcap").read_bytes()


def event_number(short, index):
    """The number among the capture's events of the oracle's frame `index` (from 0)."""
    if short == "tcp":
        return index + 1
    if short == "polling":
        # Two exchanges of HTTP come first; the waiting request left the client before the confirmation.
        return {4: 8, 5: 7}.get(index, index + 3)
    if short == "leancloud":
        return index + 3  # after router and upgrade
    return index + 4  # after navigation, ping and upgrade, of WebSocket over TLS too


def event(short, number):
    """The oracle's frame for an event's number."""
    frames = oracle(short)["frames"]
    return next(frame for index, frame in enumerate(frames) if event_number(short, index) == number)


def source(short, number):
    return f"capture {CAPTURES[short]}, event {number}"


def sender(frame):
    return {"c2s": "client", "s2c": "server"}[frame["dir"]]


def object_of(frame):
    """The frame object from the oracle's words."""
    members = {"type": frame["type"]}
    for name in ("qos", "dup", "retain"):
        if name in frame:
            members[name] = frame[name]
    for name in FIELDS:
        if name in frame:
            value = frame[name]
            members[name] = f"{value:016x}" if name == "signature" else value
    return members

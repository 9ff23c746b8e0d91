"""Writes the constructed captures and their oracles: make.py FOLDER. Standard library only.

It shares nothing with the programs that read captures: layouts, numbers and tags are written down here a second time, from
what is published of the protocols. The same run gives the same bytes. Oracles are noted while the packets are made.
"""

import pathlib
import sys

import leancloud
import nim
import rongcloud
import yc
from network import Capture, oracle, play

START = 1795400000
CONSTRUCTED = "Made by a script from what is published; nothing of it was recorded. "


def write(folder, name, capture, text):
    (folder / f"{name}.pcap").write_bytes(capture.bytes())
    (folder / f"{name}.oracle.json").write_text(text, encoding="utf-8")


def lean_cloud(folder, name, form, script, notes):
    capture = Capture(START)
    session = leancloud.Session(capture, 52001, 80, form, "ws1")
    play(script(session))
    write(folder, name, capture, oracle(f"{name}.pcap", CONSTRUCTED + notes, leancloud.SERVER, session.frames))


def nim_polling(folder):
    name = "nim-polling-chat"
    capture = Capture(START)
    session = nim.Session(capture, "session 7f3a-0001")
    play(nim.polling(session, 8082))
    notes = (CONSTRUCTED + "An account by long polling; text = the packet, body = its values by their names, itemsInBody and "
             "indexInBody = its place in a body of several. The server's answer 1 to a POST has no entry.")
    write(folder, name, capture, oracle(f"{name}.pcap", notes, nim.SERVER, session.frames))


def yc_polling(folder):
    name = "yc-polling"
    capture = Capture(START)
    session = yc.Session(capture, "1")
    play(session.polls(52001, 80, yc.ANSWERS))
    notes = (CONSTRUCTED + "Only id, type, content, topic and order_id were ever seen; the other keys are reconstructed. The "
             "answers are under replies.")
    write(folder, name, capture, oracle(f"{name}.pcap", notes, {}, [], replies=session.replies))


def mixed(folder):
    name = "mixed-systems"
    capture = Capture(START)
    rong = rongcloud.Session(capture, 53001, 7443, "rongcloud")
    lean = leancloud.Session(capture, 53002, 5001, "protobuf", "leancloud")
    old = leancloud.Session(capture, 53003, 5002, "json", "leancloud, JSON")
    room = nim.Session(capture, "nim")
    poll = nim.Session(capture, "nim, polling")
    taxi = yc.Session(capture, "yc")
    play(rong.chat(), leancloud.chat(lean, "lc.protobuf2.3"), leancloud.legacy(old), nim.websocket(room, 53004, 9090),
         nim.polling(poll, 9191), taxi.polls(53005, 8181, yc.ANSWERS))
    frames = sorted(rong.frames + lean.frames + old.frames + room.frames + poll.frames, key=lambda frame: frame["t"])
    notes = CONSTRUCTED + "Connections of four systems that take turns, on ports that no system is known by."
    write(folder, name, capture, oracle(f"{name}.pcap", notes, {}, frames, replies=taxi.replies))


def main():
    folder = pathlib.Path(sys.argv[1])
    lean_cloud(folder, "leancloud-base64-chat", "base64",
               lambda session: leancloud.chat(session, "lc.proto2base64.3"), "rawHex = the text message.")
    lean_cloud(folder, "leancloud-deflate-chat", "deflate", lambda session: leancloud.chat(session, "lc.protobuf2.3"),
               "permessage-deflate whose window goes on from message to message; rawHex = the message inflated.")
    lean_cloud(folder, "leancloud-older-chat", "protobuf", leancloud.older,
               "The schema push_server.messages, in which login (field 100) has an extendCmd.")
    lean_cloud(folder, "leancloud-json-chat", "json", leancloud.legacy,
               "No sub-protocol; rawHex = the text message. The frame without a type is the keep-alive {}.")
    nim_polling(folder)
    yc_polling(folder)
    mixed(folder)


main()

"""Sends the payloads of a capture over loopback, between a server and a client of its own.

usage: replay.py CAPTURE     prints the server's port, and sends once a line came on standard input
"""

import socket, struct, sys

def packets(data):
    if data[:4] == bytes.fromhex("0a0d0d0a"):
        at = 0
        while at < len(data):
            kind, length = struct.unpack_from("<II", data, at)
            if kind == 6:
                count = struct.unpack_from("<I", data, at + 20)[0]
                yield data[at + 28:at + 28 + count]
            at += length
    else:
        at = 24
        while at < len(data):
            count = struct.unpack_from("<I", data, at + 8)[0]
            yield data[at + 16:at + 16 + count]
            at += 16 + count

listener = socket.create_server(("127.0.0.1", 0))
port = listener.getsockname()[1]
print(port, flush=True)
sys.stdin.readline()
ends = {}
for packet in packets(open(sys.argv[1], "rb").read()):
    ip = packet[14:]
    tcp = ip[(ip[0] & 15) * 4:struct.unpack_from(">H", ip, 2)[0]]
    source, target = struct.unpack_from(">HH", tcp)
    payload = tcp[(tcp[12] >> 4) * 4:]
    if tcp[13] & 0x12 == 2:
        pair = [socket.create_connection(("127.0.0.1", port))]
        pair.append(listener.accept()[0])
        for end in pair:
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        ends[source, target] = pair
        ends[target, source] = pair[::-1]
    elif payload:
        sender, receiver = ends[source, target]
        sender.sendall(payload)
        got = 0
        while got < len(payload):
            got += len(receiver.recv(len(payload) - got))
for pair in ends.values():
    for end in pair:
        end.close()

"""What the flags of the frame groups mean, and where each fact is from."""

NOTES = {
    "ClientId16": "Message ids have two bytes, 1 to 65535, shared by PUBLISH and QUERY. Source: web SDKs 2 to 5, run.",
    "Direction": (
        "PUBLISH and PUBACK are laid out differently by sender, so that the same bytes say different things. "
        "Source: web SDKs 2 and 5, run."
    ),
    "SyncMsg": (
        "dup on a server's PUBLISH is a copy of what the account sent from another device, not a repetition. "
        "Source: web SDKs, read."
    ),
    "Retain": "The SDKs never set retain, servers do on some pushes (0x33). Source: traffic.",
    "QosDefault": "QoS 3 is called default; only 0 and 1 occur. Source: web SDKs, read.",
    "ProtocolVersion4": (
        "With protocolVer=4 in the URL the CONNACK has a byte of flags that says which fields follow; "
        "input.protocolVersion says that the client has asked for it. Source: engine 5.5.5, read."
    ),
    "ProtocolVersion3": (
        "The CONNACK without that byte: user id, then session id and time together; without input.protocolVersion it is "
        "the one that was asked for. Source: web SDK 2, read."
    ),
    "StatusByte": (
        "Any status must be read; old SDKs throw beyond 9 or 12 (CONNACK) and 5 (DISCONNECT). "
        "Source: web SDKs 1 and 2, read."
    ),
    "IgnoredByte": (
        "The first byte of CONNACK and DISCONNECT means nothing to any SDK; the frame object keeps it as flag. "
        "Source: web SDKs, read."
    ),
    "ShortAck": (
        "A server's PUBACK may end after the status or after the milliseconds. Builds 2 of the web SDK then give -257 and "
        "-1 to the application, 4.2.0 gives an empty UID. Source: web SDKs 1 to 5, read."
    ),
    "SurrogatePairs": (
        "The JavaScript SDKs and Java write a character beyond U+FFFF as two surrogates of three bytes each. "
        "Source: web SDKs, run."
    ),
    "FourByteUTF8": (
        "Other writers use plain UTF-8 with four bytes; readers must know both. Source: web SDK 3 and later, read."
    ),
    "ModifiedUTF8": "Java writes NUL as c0 80. Source: nubybear's codec, read.",
    "IllFormedText": (
        "Bytes that are no text become U+FFFD and harm nothing. How many of them is not settled: one for each "
        "byte, for each maximal subpart as the Unicode Standard recommends, or for each surrogate."
    ),
    "OldEmoji": (
        "SDKs 1 and 2 turn a four-byte sequence into its low 16 bits, so that U+F600 on the wire once was U+1F600. "
        "It is relayed as U+F600. Source: web SDK 2, run."
    ),
    "Raw": "raw keeps the bytes of texts that the documented writer would spell otherwise, so that encoding is exact.",
    "Trailing": (
        "Bytes after the last field belong to no documented field: kept as trailing, or refused. SDKs ignore them."
    ),
    "UnusedType": (
        "Types that no web SDK is known to send; their body is unknown and stays data. Source: web SDKs, read."
    ),
    "Dispatcher": (
        "The web SDKs' dispatcher turns types 9, 11 and 13 into PINGRESP, and 8, 10 and 12 into PINGREQ. "
        "A decoder must not. Source: web SDKs 2 and 3, read."
    ),
    "ConnectFrame": (
        "CONNECT is never sent over WebSocket; its writer is in the web SDKs as dead code. Source: web SDK 2, read."
    ),
    "ClientIp": (
        "A field that only nubybear's clients write, without a flag of its own. Source: nubybear's codec, read."
    ),
    "Signature": (
        "Eight opaque bytes before PUBLISH and QUERY of the TCP form. Source: nubybear's codec, read; capture."
    ),
    "Envelope": (
        "Header, checksum (header XOR each length byte), one to three length bytes, body. Source: nubybear's codec, "
        "read; capture."
    ),
    "Obfuscation": (
        "The body is XORed with an eight-byte key from its own start; input.obfuscationKey has it in hex. Without "
        "that member the body is in the clear. Source: nubybear's codec, read; capture."
    ),
    "TcpNames": "Types 8 and 9 are RECONNECT and RECONNECTACK in the TCP form. Source: nubybear's codec, read.",
    "EmptyTopic": "SDK 2.5.3 sends messages of the system type with an empty topic. Source: web SDK 2.5.3, run.",
    "Payload": "frame.encode without data encodes payload by the schema. Source: the frame object's definition.",
    "SignedCode": "headerCode is a signed byte: -32 is 0xE0. Source: web SDK 2, read; capture.",
    "Topic": "A request's body does not name its topic; input.topic has it. Source: web SDK 2, read; capture.",
    "SignedBytes": "A bytes field may come as an array of signed bytes. Source: web SDK 2, read.",
    "Timestrap": (
        "The parameter is really spelled timestrap; 3.0.0 wrote timestamp, SDK 1 neither. Source: web SDKs, read."
    ),
    "MemberOrder": (
        "JSON members have no order; the hex is that of the recorded server's order and should be compared as JSON."
    ),
    "Generation": "Parameters and their order differ by SDK generation. Source: web SDKs 1 to 5, read.",
    "WideMessageId": "SDK 4 does not wrap its message id at 65535 over long polling. Source: web SDK 4, read.",
    "PayloadForm": (
        "data is the payload's JSON as text; some servers may put the object itself. Source: capture; web SDK 2, read."
    ),
    "FrameData": "payload and messages are how a reader shows the protobuf message in data.",
}

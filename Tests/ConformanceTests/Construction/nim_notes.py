"""What the flags of NIM's cases mean, and where the facts are from."""

NOTES = {
    "Captured": "Bytes that the SDK or the recording server wrote, with what the server wrote down about them",
    "ChatRoom": "On the connection to a chat room: tables, message tags and notifications of its own (NIM_Web_SDK_v8.5.0.js)",
    "Convention": "The demo's custom attachments (NIM_iOS_Demo, NTESCustomAttachmentDefines.h): other applications use the numbers "
    "otherwise", "Cut": "The packet ends before its JSON does",
    "Heartbeat": "The transport's 2:: and the command 1_2, whose serial is always 0",
    "MemberOrder": "JSON in the order in which the SDK writes it; another order says the same",
    "Position": "A value that the table does not name stands under its position, such as [2]",
    "Quirk": "Seen when the SDK was run: it goes beyond the tables",
    "Skipped": "Arguments that the caller leaves out are passed over without a gap (NIM_Web_SDK_v8.5.0.js): the types tell which "
    "are there",
    "SocketIO": "Packets of Socket.IO 0.9.11, protocol 1: type, id, endpoint, data with colons between them",
    "Wrapped": "A push inside of 4_1, 4_2, 4_10 or 4_11: [idServer, {headerPacket, body}]; sid and cid stay those outside",
}

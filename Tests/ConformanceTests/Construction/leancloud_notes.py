"""What the flags of LeanCloud's cases mean, and where the facts are from."""

SCHEMA = "js-realtime-sdk, proto/message.proto; java-unified-sdk, Messages.java"
NOTES = {
    "Base64": "The same command as standard base64 with padding in a text message: lc.proto2base64.3 (js-realtime-sdk, noBinary)",
    "Captured": "Bytes that a client wrote, with what the recording server wrote down about them",
    "Cut": "The bytes end before what they announce; reading on gives the application what nobody sent",
    "Doubled": "A field that comes again: of a scalar the last counts, messages are merged, lists go on (protobuf's encoding rules)",
    "Inferred": "The op follows from how SDKs read the body; no published code names the pair",
    "Json": "The 2.x generation: flat JSON without a sub-protocol (js-realtime-sdk branch v2, src/realtime.js)",
    "KeepAlive": "Only keeps the connection alive: echo of the JavaScript SDK from 3 on, {} of 2.x",
    "MessagePack": "lc.msgpack.*: only the sub-protocol's name is published (objc-sdk, AVIMWebSocketWrapper.m), so bytes stay bytes",
    "Older": "The schema push_server.messages of lc.protobuf.* and lc.protobase64.3, before May 2017 (js-realtime-sdk, commit "
    "22cbdef): field 100 is a LoginCommand with extendCmd",
    "OpenEnum": "A number that the enum lacks: kept as a number, or set aside as unknown as closed enums are in proto2",
    "Plugin": "Used by a plug-in of js-realtime-sdk, not by the SDK itself",
    "Refused": "What has no place in the schema is an error of the caller; written all the same it reaches nobody",
    "Required": "The schema says required; readers may refuse (protobuf's rule) or report it (LeanCloud's clients differ)",
    "Spelling": "Base64 that our own writer would spell otherwise is asked back by cases of level may only",
    "Unknown": "Fields that the schema lacks are passed over: the schema has grown four times (fields 20, 32, 100, 117)",
    "Unsettled": "The op is in the schema, and no published client uses it: who sends it is not settled",
    "WireType": "A field of another wire type than the schema's is another schema's field: passed over, or refused",
}

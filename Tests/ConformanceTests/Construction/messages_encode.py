"""Writing: the full content of every message that is known for certain, and what single platforms get wrong."""

from messages_common import JPEG, TABLE, encode, listed, slug
from levels import at_most
from messages_contents import UID, full
from messages_writers import TITLES, asked_keys, cite, contents, level_of, needed, shared, spelt

# What writers are known to do, or easily do.
MISTAKES = {
    "RC:TxtMsg": "writes Content, as an early article has it",
    "RC:VcMsg": "writes the audio with line breaks or a data: prefix",
    "RC:HQVCMsg": "writes the duration as a text, as Go servers may",
    "RC:ImgMsg": "leaves isFull out, as the web does, or writes the older full",
    "RC:GIFMsg": "writes imageUri, the key of pictures",
    "RC:ImgTextMsg": "misspells url as conturlent, as the .NET server does",
    "RC:LBSMsg": "adds mBase64 and mImgUri or drops extra, as Flutter does",
    "RC:FileMsg": "writes the size as a text, as the Go server does",
    "RC:SightMsg": "drops name and size, as Flutter does",
    "RC:StkMsg": "writes one generation's keys only",
    "RC:CardMsg": "writes portrait for the card's portraitUri",
    "RC:CombineMsg": "writes the address under content, as web 2 does, or the lists as texts",
    "RC:ReferenceMsg": "writes the quoted message as a text",
    "RC:PSImgTxtMsg": "wraps the body in richContentMessage, as web 2 does",
    "RC:PSMultiImgTxtMsg": "writes null, as web 2 does",
    "RC:InfoNtf": "writes the notice under content, as the .NET server does",
    "RC:ContactNtf": "writes an information notice, as web 2's obtain() does",
    "RC:ProfileNtf": "writes data as an object, as web 2 does on sending it again",
    "RC:CmdNtf": "writes the name under operation, as the Go server does",
    "RC:GrpNtf": "writes the value of operation into operatorUserId, as Flutter does",
    "RC:DizNtf": "leaves operator out, as Android does, or writes operation, as Go does",
    "RC:RcNtf": "writes mOperatorId, mAdmin and the like, as Flutter does",
    "RC:CmdMsg": "forgets the name, as web 2 does",
    "RC:RcCmd": "writes isAdmin and isDelete as 1 and 0, as servers do",
    "RC:ReadNtf": "writes the time as a text, as the Java server does",
    "RC:RRReqMsg": "writes messageUID",
    "RC:RRRspMsg": "writes one UID for a list of one",
    "RC:SRSMsg": "writes lastMessageSend",
    "RC:TypSts": "leaves data out",
    "RC:MsgExMsg": "writes put as a text, or removeAll for clear",
    "RC:LogCmdMsg": "leaves packageName out",
    "RC:BurnNoticeMsg": "writes burnMessageUids",
    "RC:PSCmd": "writes the property's name command for cmd",
    "RC:chrmKVNotiMsg": "writes the key under string, as the Go server does",
    "RC:RLStart": "writes no keys",
    "RC:RLEnd": "writes no keys, as Android does although there are some",
    "RC:ChrmMemChange": "writes plain ids for members",
    "RC:ChrmSyncMsg": "writes the time in seconds",
    "RC:ChrmBlockMsg": "writes objects for members",
    "RC:InterceptMsg": "writes an object for interceptType, as Android 5 does",
    "RC:Delivered": "wraps the list in an object",
    "RC:RLJoin": "writes nothing, as Android does although there is a text",
    "RC:RLQuit": "writes nothing although there is a text to write",
    "RC:RL": "writes coordinates with a comma or as texts",
    "RC:CsHs": "leaves nested texts out or renames portraitUrl",
    "RC:CsHsR": "writes numbers for the texts of serviceType and isblack",
    "RC:CsCha": "leaves groupid out, as the web does",
    "RC:CsChaR": "moves data.status up",
    "RC:CsEva": "writes isresolve as a truth value, or sugest",
    "RC:CsPullEva": "writes msgUId",
    "RC:CsSp": "writes userId for uid",
    "RC:CsEnd": "writes a truth value for code",
    "RC:CsUpdate": "writes a number for serviceStatus",
    "RC:VCInvite": "writes channelId, as Android does, or id and key in small letters",
    "RC:VCRinging": "adds a mediaType",
    "RC:VCAccept": "writes mediaId as a number",
    "RC:VCHangup": "writes the reason as a text, or the user id into callId as a web echo does",
    "RC:VCModifyMedia": "writes words for media types",
    "RC:VCModifyMem": "corrects the spelling of existedUserPofiles, which breaks calls of several",
    "RC:VCSummary": "writes the duration in seconds, or activeTime or status for the documented keys",
    "RC:VSTMsg": "writes numbers for MO and MT",
    "RC:EncryptRequestMsg": "writes requestKey",
    "RC:EncryptResponseMsg": "corrects the spelling of responserEncId",
    "RC:EncryptConfirmMsg": "adds a key that is not confirmed",
    "RC:EncryptCancelMsg": "exchanges the two ids",
    "RC:EncryptTerminateMsg": "writes requesterEncId for senderEncId",
    "RC:EncryptedMsg": "writes originalObjectName",
    "RC:GiftMsg": "writes the type as a number",
}

# Keys that a writer must not leave in a content, since readers take them for something else or show them.
ABSENT = {name: ("messageName",) for name in ("RC:TxtMsg", "RC:ImgMsg", "RC:InfoNtf")}

FILE = {"name": "a", "size": 12, "type": "t", "fileUrl": "u"}

# id, object name, mistake, content, flags.
SPECIAL = [
    ("nul", "RC:TxtMsg", "writes U+0000 as a byte, or cuts the text there", {"content": "前\0后"}, ["Escapes"]),
    ("controls", "RC:TxtMsg", "writes control characters unescaped, which is no JSON",
     {"content": "".join(map(chr, range(1, 32)))}, ["Escapes"]),
    ("quotes", "RC:TxtMsg", "does not escape quotes and backslashes", {"content": '"\\"\\\\"'}, ["Escapes"]),
    ("solidus", "RC:TxtMsg", "escapes a slash twice", {"content": "</script>\\/"}, ["Escapes"]),
    ("emoji", "RC:TxtMsg", "writes an emoji as two surrogates of three bytes each", {"content": "😀👨‍👩‍👧"}, ["Unicode"]),
    ("highest", "RC:TxtMsg", "writes characters above 16 bits cut to 16 bits", {"content": "\U00010000\U0010ffff"},
     ["Unicode"]),
    ("separators", "RC:TxtMsg", "drops U+2028, U+0085 or a byte order mark", {"content": "\ufeff一\u2028二\u0085三"},
     ["Unicode"]),
    ("combining", "RC:TxtMsg", "composes characters before it writes them", {"content": "e\u0301\u1112\u1161\u11ab"},
     ["Unicode"]),
    ("percent", "RC:TxtMsg", "takes the text for a format or an address", {"content": "100%d%s%20+"}, ["Escapes"]),
    ("empty-text", "RC:TxtMsg", "leaves an empty text out, which is required", {"content": ""}, ["Falsy"]),
    ("blanks", "RC:TxtMsg", "trims a text", {"content": " \t\n"}, ["Unicode"]),
    ("json-text", "RC:TxtMsg", "writes a text that is JSON without its quotes", {"content": '{"content":"里"}'},
     ["Escapes"]),
    ("number-text", "RC:TxtMsg", "writes a text of digits as a number", {"content": "007"}, ["Numbers"]),
    ("size-zero", "RC:FileMsg", "leaves out a size of 0, as web 2 does", FILE | {"size": 0}, ["Falsy"]),
    ("time-zero", "RC:SRSMsg", "leaves out a time of 0, as web 2 does", {"lastMessageSendTime": 0}, ["Falsy"]),
    ("value-empty", "RC:chrmKVNotiMsg", "leaves out an empty value, as web 2 does",
     {"type": 1, "key": "k", "value": ""}, ["Falsy"]),
    ("false", "RC:RcNtf", "leaves out what is false, or writes 0",
     {"operatorId": "u", "recallTime": 1, "originalObjectName": "RC:TxtMsg", "admin": False, "delete": False},
     ["Falsy"]),
    ("lists-empty", "RC:CombineMsg", "leaves out lists that are empty",
     {"remoteUrl": "u", "conversationType": 1, "nameList": [], "summaryList": []}, ["Falsy"]),
    ("coordinates-zero", "RC:RL", "leaves out a coordinate of 0", {"latitude": 0, "longitude": 0.5}, ["Falsy"]),
    ("coordinates-whole", "RC:RL", "rounds or quotes coordinates", {"latitude": 31, "longitude": -179.99999999999997},
     ["Numbers"]),
    ("coordinates-small", "RC:RL", "writes a small coordinate as 0", {"latitude": 1e-7, "longitude": 1e-10},
     ["Numbers"]),
    ("size-large", "RC:FileMsg", "writes a large number as 5e+09 rounded, or cuts it to 32 bits",
     FILE | {"size": 5368709121},
     ["Numbers"]),
    ("time-above-double", "RC:SRSMsg", "writes a 64-bit number by way of a double",
     {"lastMessageSendTime": 9007199254740993},
     ["Numbers", "Int64"]),
    ("time-highest", "RC:SRSMsg", "overflows at the highest 64-bit number",
     {"lastMessageSendTime": 9223372036854775807},
     ["Numbers", "Int64"]),
    ("negative", "RC:CsChaR", "writes a negative number without its sign", {"code": -1}, ["Numbers"]),
    ("quote-deep", "RC:ReferenceMsg", "writes a quoted quote as a text or leaves it out",
     {"content": "三", "referMsgUserId": "u-2", "objName": "RC:ReferenceMsg",
      "referMsg": {"content": "二", "referMsgUserId": "u-3", "objName": "RC:TxtMsg",
                   "referMsg": {"content": "一", "新": [1]}}},
     ["Structure"]),
    ("quote-picture", "RC:ReferenceMsg", "writes null for a quoted message of another type, as Flutter does",
     {"content": "看", "referMsgUserId": "u-2", "objName": "App:Vote", "referMsg": {"票": {"赞成": 3}}}, ["Structure"]),
    ("data-text", "RC:GrpNtf", "writes data as an object, as the Java server does",
     {"operatorUserId": "u", "operation": "Add", "data": '{"a":[1,{"b":null}]}', "message": "m"}, ["Escapes"]),
    ("remove-all", "RC:MsgExMsg", "leaves an empty put or del out, or adds pairs",
     {"mid": UID, "put": {}, "del": [], "clear": 1},
     ["Falsy"]),
    ("burn-off", "RC:TxtMsg", "leaves out a burning that is switched off explicitly",
     {"content": "早", "isBurnAfterRead": False, "burnDuration": 0}, ["Burn", "Falsy"]),
    ("mention-all", "RC:TxtMsg", "leaves out that all are mentioned when the list is empty",
     {"content": "早", "mentionedInfo": {"type": 1, "userIdList": []}}, ["MentionedInfo"]),
    ("mention-link", "RC:ImgTextMsg", "leaves out who is mentioned with a link, as web 2 does",
     {"title": "t", "content": "c", "imageUri": "i", "mentionedInfo": {"type": 2, "userIdList": ["u-2"]}},
     ["MentionedInfo"]),
    ("mention-quote", "RC:ReferenceMsg", "leaves out who is mentioned with a quote, as Android 4 does",
     {"content": "好", "referMsgUserId": "u-2", "objName": "RC:TxtMsg", "referMsg": {"content": "一"},
      "mentionedInfo": {"type": 2, "userIdList": ["u-2"], "mentionedContent": "有人@你"}}, ["MentionedInfo"]),
    ("user-alias", "RC:TxtMsg", "leaves the sender's newer keys out", {"content": "早", "user": {
        "id": "u-1", "name": "美玲", "portrait": "p", "alias": "阿玲", "extra": "k", "time": 1700000000123}}, ["UserInfo"]),
    ("unknown-keys", "RC:TxtMsg", "drops keys that it does not know on the way",
     {"content": "早", "新键": {"a": [None, True]}},
     ["UnknownKeys"]),
    ("unknown-sender-key", "RC:TxtMsg", "drops the sender's keys that it does not know",
     {"content": "早", "user": {"id": "u-1", "level": 3}}, ["UnknownKeys", "UserInfo"]),
    ("article-key", "RC:PSImgTxtMsg", "drops an article's keys that it does not know",
     {"articles": [{"title": "要闻", "digest": "摘要", "picurl": "", "url": "", "新": "1"}]}, ["UnknownKeys"]),
    ("image-original", "RC:ImgMsg", "writes isFull as 1", {"content": JPEG, "imageUri": "u", "isFull": True},
     ["Falsy"]),
]


def _spelling(entry, content):
    """Text that is JSON: writing the object itself is a mistake that receivers live with."""
    return "should" if len(spelt(entry, content)) > 1 else "must"


def cases():
    for entry in TABLE["messages"]:
        name, content = entry["objectName"], full(entry)
        if entry["confidence"] != "high" or content is None:
            continue
        old = ["OldOrDemo"] if entry["standing"] in ("legacy", "demo") else []
        common = content if isinstance(content, list) else {
            key: content[key] for key in content if key in needed(entry)}
        if common:
            keys = "messageUId, time, targetId or objectName" if isinstance(content, list) else listed(common)
            yield encode(slug(name) + ("" if common == content else "-common"), name, common,
                         f"A writer of {name} that {MISTAKES[name]}, or leaves out {keys}.",
                         level=_spelling(entry, common), flags=["Full"] + old, source=cite(name),
                         absent=ABSENT.get(name, ()))
        asked_before = []
        for who, written in contents(entry):
            for kind, level, keys in (("", "should", shared(entry)), ("-habits", "may", None)):
                news = {key: value for key, value in written.items() if key not in common
                        and (key in keys if keys is not None else key not in shared(entry))}
                asked = {key: value for key, value in written.items() if key in common or key in news}
                if news and asked not in asked_before:
                    asked_before.append(asked)
                    yield encode(f"{slug(name)}-as-{who}{kind}", name, asked,
                                 f"A writer of {name} that leaves out {listed(news)}, which {TITLES[who]} writes.",
                                 level=level, flags=["Full"] + old, source=cite(name))
    for ident, name, mistake, content, flags in SPECIAL:
        hard = {"Int64", "UnknownKeys", "Falsy"} & set(flags)
        level = at_most("should" if hard else "must", level_of(name, asked_keys(name, content)))
        yield encode(ident, name, content, f"A writer that {mistake}.", level=level, flags=flags,
                     source="RFC 8259" if {"Escapes", "Unicode", "Numbers"} & set(flags) else cite(name))

"""Every message of the catalogue: with what it requires, with all it has, with a key missing, with unknown values."""

from messages_common import ENTRIES, LEVEL, TABLE, decode, listed, slug, text
from messages_contents import ALIASES, full, minimal
from messages_writers import TITLES, cite, contents, needed, shared

# What readers of one message take for something else; keys that another message spells differently.
CONFUSIONS = {
    "RC:TxtMsg": "takes the text from extra",
    "RC:VcMsg": "decodes content as text instead of keeping its base64",
    "RC:HQVCMsg": "looks for the address in content, as in RC:VcMsg",
    "RC:ImgMsg": "looks for the address in remoteUrl, or gives the thumbnail as an address",
    "RC:GIFMsg": "looks for the address in imageUri and the length in size",
    "RC:ImgTextMsg": "looks for digest and picurl, as in public service articles",
    "RC:LBSMsg": "swaps latitude and longitude, or looks for the place in name",
    "RC:FileMsg": "looks for the suffix in fileType and the address in remoteUrl",
    "RC:SightMsg": "looks for the address in remoteUrl, or drops name and size",
    "RC:StkMsg": "swaps width and height, or keeps one generation of keys only",
    "RC:CardMsg": "takes the card's portraitUri for the sender's avatar",
    "RC:CombineMsg": "takes summaryList for nameList, or title for name",
    "RC:CombineV2Msg": "drops the messages in msgList or decodes their contents into text",
    "RC:ReferenceMsg": "takes the quoted message's extra and user for its own",
    "RC:StreamMsg": "looks for messageUId, where this message alone has messageUID",
    "RC:PSImgTxtMsg": "looks for content and imageUri in an article",
    "RC:PSMultiImgTxtMsg": "keeps the first article only",
    "RCJrmf:RpMsg": "unwraps message, whose members belong to the partner",
    "RCJrmf:RpOpendMsg": "corrects the name to RpOpenedMsg",
    "RC:InfoNtf": "looks for the notice in content",
    "RC:ContactNtf": "swaps sourceUserId and targetUserId",
    "RC:ProfileNtf": "turns the text in data into an object",
    "RC:CmdNtf": "looks for the command in operation",
    "RC:GrpNtf": "swaps operatorUserId and operation, or turns data into an object",
    "RC:DizNtf": "looks for the acting user in operatorId or operation",
    "RC:RcNtf": "takes recallActionTime for recallTime, or looks for isAdmin and isDelete",
    "RC:HDiv": "does not know the Android divider",
    "RC:UIUMsg": "looks for id and portrait in place of userId and portraitUri",
    "RC:CmdMsg": "turns the text in data into an object",
    "RC:RcCmd": "cuts sentTime to 32 bits, or takes isAdmin for isDelete",
    "RC:ReadNtf": "cuts lastMessageSendTime to 32 bits",
    "RC:RRReqMsg": "looks for the UID in messageUID or msgId",
    "RC:RRRspMsg": "expects one UID for a reader where a list stands",
    "RC:RRMsg": "swaps the number of readers and of members",
    "RC:SRSMsg": "takes milliseconds for seconds",
    "RC:TypSts": "takes the type that is being typed for the type of this message",
    "RC:MsgExMsg": "takes del for put, or reads put as text",
    "RC:LogCmdMsg": "swaps startTime and endTime",
    "RC:BurnNoticeMsg": "keeps one UID where a list stands",
    "RC:PSCmd": "looks for the menu item's type in command",
    "RC:chrmKVNotiMsg": "looks the name up as RC:ChrmKVNotiMsg",
    "RC:RLStart": "takes it for RC:RL and asks for coordinates",
    "RC:RLEnd": "takes it for RC:RL and fails without coordinates",
    "RC:RLJoin": "drops everything, since Android sends this one empty",
    "RC:RLQuit": "drops everything, since Android sends this one empty as well",
    "RC:RL": "swaps latitude and longitude or loses the sign",
    "RC:ChrmMemChange": "expects plain user ids in userList",
    "RC:ChrmSyncMsg": "takes reason for status",
    "RC:ChrmBlockMsg": "expects objects in userList",
    "RC:ChrmBanMsg": "takes operateTime for durationTime",
    "RC:InterceptMsg": "looks for messageUId, or parses the text in sourceContent",
    "RC:Delivered": "insists on an object, where this content alone is an array",
    "RC:HsMsg": "reads nothing of the first generation's handshake",
    "RC:SpMsg": "reads nothing of the first generation's suspend message",
    "RC:SFMsg": "takes it for RC:FileMsg and asks for fileUrl",
    "RC:RC": "takes it for RC:RcCmd and asks for sentTime",
    "RC:CsHs": "renames portraitUrl, nickName or QQ in the nested objects",
    "RC:CsHsR": "turns the texts serviceType and isblack into numbers, or renames isblack",
    "RC:CsCha": "looks for groupId with a capital letter",
    "RC:CsChaR": "takes data.status for code",
    "RC:CsEva": "reads isresolve as a truth value, which loses 2",
    "RC:CsPullEva": "looks for messageUId",
    "RC:CsSp": "looks for userId in place of uid",
    "RC:CsEnd": "takes code for an error",
    "RC:CsUpdate": "turns the text in serviceStatus into a number",
    "RC:CsContact": "drops the nested objects",
    "RC:CsLM": "expects text in content, where a form stands",
    "RC:CsPLM": "expects a form in content, as in RC:CsLM",
    "RC:CsEI": "takes the demo's invitation for RC:CsEva",
    "RC:CsCEI": "insists on an object in user, which is a text here and not the sender",
    "RC:CsDHM": "turns the text in begin into a time",
    "RC:CsHM": "turns the text in size into a number",
    "RC:VCInvite": "lower-cases Id and Key of channelInfo, or swaps engineType and mediaType",
    "RC:VCRinging": "asks for mediaType, which ringing lacks",
    "RC:VCAccept": "turns the text in mediaId into a number",
    "RC:VCHangup": "keeps the near side's reasons (1 to 7) only",
    "RC:VCModifyMedia": "takes it for RC:VCModifyMem",
    "RC:VCModifyMem": "corrects the key existedUserPofiles, which is spelt so on the wire",
    "RC:VCSummary": "takes connectedTime for startTime, or milliseconds for seconds",
    "RC:VSTMsg": "turns MO and MT into numbers",
    "RC:CallAISummary": "cuts the fraction off startTime, the catalogue's only time with one",
    "RC:EncryptRequestMsg": "swaps the id and the key",
    "RC:EncryptResponseMsg": "corrects the spelling of responserEncId and responserKey",
    "RC:EncryptConfirmMsg": "asks for the key that only request and response have",
    "RC:EncryptCancelMsg": "swaps requesterEncId and responserEncId",
    "RC:EncryptTerminateMsg": "looks for requesterEncId in place of senderEncId",
    "RC:EncryptedMsg": "looks for originalObjectName, or decodes the cipher text",
    "RC:IWStorageMsg": "looks messageType up as an object name",
    "RC:IWNormalMsg": "moves the members of fields up to the content itself",
    "RC:IWCmdMsg": "turns fields into text",
    "RC:IWStatusMsg": "drops fields whose keys are not ASCII",
    "RC:GiftMsg": "turns the text in type into a number",
}

# Contents that an SDK for messages hands on without looking: one each, so that no two are alike.
OPAQUE = {
    "RCBQMM:EmojiMsg": ({"bqmm": [["e1", "1"], ["笑", "2"]]}, "flattens the lists of lists"),
    "RCBQMM:GifMsg": ({"bqmm": {"w": 120.5, "h": 90, "gif": None}}, "rounds the width"),
    "RC:OldMsgNtf": ({"unreadCount": 12}, "refuses the divider because it has no keys of its own"),
    "RC:UnknownMsg": ({"content": "谁?", "n": [1, {"a": True}]}, "empties a message that is unknown to it"),
    "RC:RecNtf": ({"messageUId": "BUFE-A62U-32C4-01I2"}, "takes the first generation's receipt for RC:ReadNtf"),
    "RCRTC:PublishResource": ({"uris": [{"streamId": "s_1", "mediaType": 0, "uri": "a=b"}]},
                              "renames keys of a stream"),
    "RCRTC:UnpublishResource": ({"uris": [], "cdn": False}, "drops an empty list or false"),
    "RCRTC:ModifyResource": ({"uris": [{"state": 0}]}, "drops the number 0"),
    "RCRTC:TotalContentResources": ({"uris": [[], {}], "ver": -1}, "drops empty containers or a sign"),
    "RCRTC:state": ({"users": {"用户": "1"}}, "takes its lower-case name for a misspelling"),
    "RCRTC:RoomNtf": ({"key": "", "content": "{\"a\":1}"}, "parses text that is itself JSON"),
    "RCRTC:UserNtf": ({"user": {"id": "u", "icon": "p"}}, "rewrites user, which is not the sender here"),
    "RCRTC:kick": ({"extra": {"reason": 5}}, "expects text in extra, which is the service's own here"),
    "RCRTC:invite": ({"inviteInfo": {"roomId": "房间"}, "time": 1700000000123}, "cuts a time to 32 bits"),
    "RCRTC:cancelInvite": ({"a/b": 1, "": 2}, "drops a key that is empty"),
    "RCRTC:answerInvite": ({"answerCode": 1, "answercode": 2}, "folds keys that differ by letter case"),
    "RCRTC:endInvite": ({"burnDuration": "x"}, "takes burnDuration for its own"),
    "RCRTC:inviteTimeout": ({"mentionedInfo": 7}, "insists on an object in mentionedInfo, which is not its own here"),
    "RC:QueryUidMsg": ({"uid": ["BUFE-A62U-32C4-01I2"]}, "expects text in uid"),
    "RC:QueryContMsg": ({"content": {"content": "查"}}, "unwraps the inner content"),
    "RC:MACEMsg": ({"v": 1e-7}, "writes a small number as 0"),
    "RC:StatusMsg": ({"status": 16, "data": None}, "drops a member that is null, or fails on it"),
    "RC:CustomMsg": ({"content": ["自定义"]}, "expects text in content"),
}

# Keys whose absence Android, Flutter or a web SDK is known to fail on; elsewhere the first that is required.
ABSENT = {
    "RC:LBSMsg": ("latitude", "D056"), "RC:CombineMsg": ("summaryList", "D074"), "RC:ReferenceMsg": ("objName", "D078"),
    "RC:RcNtf": ("admin", "D121"), "RC:VCInvite": ("inviteUserIds", "D208"),
    "RC:VCModifyMem": ("inviteUserIds", "D214"),
    "RC:CsHsR": ("data", "D192"), "RC:DizNtf": ("operator", "D114"), "RC:GIFMsg": ("remoteUrl", "D043"),
    "RC:ContactNtf": ("sourceUserId", "D101"), "RC:CmdMsg": ("name", "D124"), "RC:FileMsg": ("size", "D062"),
    "RC:SightMsg": ("size", "D065"),
}

# Values that no SDK documents, one for each kind of list: name, key, value, what goes wrong.
UNKNOWN_VALUES = [
    ("RC:HQVCMsg", "type", "opus", "knows aac only"),
    ("RC:CombineMsg", "conversationType", 10, "knows private chats and groups only"),
    ("RC:ReferenceMsg", "objName", "App:Vote", "quotes built-in types only"),
    ("RC:ReferenceMsg", "referMsgStatus", 9, "indexes a table of four states"),
    ("RC:StreamMsg", "type", "latex", "falls back to plain text"),
    ("RC:ContactNtf", "operation", "Blocked", "has a closed list of contact operations"),
    ("RC:GrpNtf", "operation", "Mute", "has a closed list of group operations"),
    ("RC:DizNtf", "type", 6, "indexes a table of five discussion changes"),
    ("RC:RcCmd", "conversationType", 13, "has a closed list of conversation types"),
    ("RC:ReadNtf", "type", 3, "knows receipts of private chats only"),
    ("RC:TypSts", "typingContentType", "App:Draw", "knows typing of built-in types only"),
    ("RC:chrmKVNotiMsg", "type", 3, "takes everything but 1 for a removal"),
    ("RC:ChrmMemChange", "userList", [{"userId": "u-1", "status": 2}], "reads the state of a member as a truth value"),
    ("RC:ChrmSyncMsg", "status", 2, "reads the status as a truth value"),
    ("RC:ChrmBlockMsg", "operateType", 2, "reads the operation as a truth value"),
    ("RC:ChrmBanMsg", "operateType", 8, "indexes a table of eight operations"),
    ("RC:InterceptMsg", "interceptType", 4, "indexes a table of four kinds of review"),
    ("RC:InterceptMsg", "sourceType", 3, "indexes a table of three sources"),
    ("RC:CsHsR", "status", 2, "reads the handshake's status as a truth value"),
    ("RC:CsEva", "source", 0, "refuses a rating below 1"),
    ("RC:CsEnd", "code", 7, "has a closed list of endings"),
    ("RC:CsUpdate", "serviceStatus", "manual", "parses the service's mode as a number"),
    ("RC:VCInvite", "engineType", 5, "indexes a table of five engines"),
    ("RC:VCModifyMedia", "mediaType", 3, "takes everything but 1 for video"),
    ("RC:VCModifyMem", "modifyMemType", 2, "drops changes that are not additions"),
    ("RC:VCHangup", "reason", 19, "indexes a table of eighteen reasons"),
    ("RC:VSTMsg", "direction", "MM", "takes everything but MO for an incoming call"),
    ("RC:GiftMsg", "type", "2", "indexes a table of two gifts"),
    ("RC:MsgExMsg", "clear", 2, "reads clear as a truth value"),
]


def _flags(entry):
    flags = []
    if entry["standing"] in ("legacy", "demo", "internal"):
        flags.append("OldOrDemo")
    if entry["confidence"] != "high":
        flags.append("Inferred")
    return flags


def _minimal(entry):
    name, content = entry["objectName"], minimal(entry)
    rest = full(entry)
    if rest is None:
        return None
    if isinstance(rest, list):
        comment = f"A reader of {name} that needs targetId or objectName beside the UID and the time of a delivery."
    else:
        optional = [key for key in rest if key not in content]
        if not optional:
            comment = f"A reader that does not know {name} at all, or {CONFUSIONS[name]}."
        else:
            verb = "needs" if content else "fails on an empty object because it needs"
            comment = f"A reader of {name} that {verb} {listed(optional)}."
    return decode(slug(name) + "-minimal", name, content, comment, level=LEVEL[entry["confidence"]],
                  flags=["Minimal"] + _flags(entry), source=cite(name), value=content)


def _whole(entry):
    """The content with all its keys, as each maker writes it."""
    name, content = entry["objectName"], full(entry)
    level = LEVEL[entry["confidence"]]
    if content is None:
        content, mistake = OPAQUE[name]
        yield decode(slug(name) + "-opaque", name, content, f"A reader that, handing on {name}, {mistake}.",
                     level=level, flags=["Opaque"] + _flags(entry), source=cite(name))
        return
    least = minimal(entry)
    common = content if isinstance(content, list) else {key: content[key] for key in content if key in needed(entry)}
    if common and common != least:
        keys = "its members" if isinstance(content, list) else listed(common)
        ident = "-full" if common == content else "-common"
        yield decode(slug(name) + ident, name, common,
                     f"A reader of {name} that {CONFUSIONS[name]}, or that loses {keys}{_script(common)}.",
                     level=level, flags=["Full"] + _flags(entry), source=cite(name), value=common)
    for who, written in contents(entry):
        for kind, keys in (("", shared(entry) | set(common)), ("-habits", None)):
            asked = {key: value for key, value in written.items()
                     if (key in keys if keys is not None else key not in common and key not in shared(entry))}
            news = [key for key in asked if key not in common]
            if not news:
                continue
            yield decode(
                f"{slug(name)}-from-{who}{kind}", name, written,
                f"A reader of {name} that loses {listed(news)}, which {TITLES[who]} writes{_script(asked)}.",
                level=level, flags=["Full"] + _flags(entry), source=cite(name), value=asked)
    if not entry["writers"] and content != common:
        news = [key for key in content if key not in common]
        yield decode(f"{slug(name)}-with-all", name, content,
                     f"A reader of {name} that {CONFUSIONS[name]}, or that loses {listed(news)}{_script(content)}.",
                     level=level, flags=["Full"] + _flags(entry), source=cite(name), value=content)


def _script(content):
    return "" if text(content).isascii() else ", or that spoils text outside ASCII in it"


def _absent(entry):
    name, content = entry["objectName"], full(entry)
    required = [field["key"] for field in entry["fields"] if field["required"]]
    if entry["confidence"] != "high" or not required or isinstance(content, list) or len(content) < 2:
        return None
    key, difference = ABSENT.get(name, (required[0], None))
    rest = {other: value for other, value in content.items() if other != key}
    asked = {other: value for other, value in rest.items() if other in needed(entry)}
    if not asked:
        return None
    comment = f"A reader of {name} that gives up, or loses {listed(asked)}, because {key} is missing."
    return decode(f"{slug(name)}-without-{key.lower()}", name, rest, comment, level="should",
                  flags=["MissingKey"] + _flags(entry), value=asked,
                  source=cite(name) + (f", {difference}" if difference else ""))


def _unknown(name, key, value, mistake):
    entry = ENTRIES[name]
    content = minimal(entry) | {key: value}
    comment = f"A reader of {name} that {mistake}, and so fails on a {key} that came later or gives another one."
    return decode(f"{slug(name)}-undocumented-{key.lower()}", name, content, comment, level="should",
                  flags=["OpenValues"] + _flags(entry), source=cite(name))


def cases():
    for entry in TABLE["messages"]:
        for made in (_minimal(entry), *_whole(entry), _absent(entry)):
            if made:
                yield made
    for row in UNKNOWN_VALUES:
        yield _unknown(*row)
    for name, aliases in ALIASES.items():
        assert aliases <= {field["key"] for field in ENTRIES[name]["fields"]}

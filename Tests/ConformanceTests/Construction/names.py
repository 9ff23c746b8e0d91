"""The group of object names: what the SDK's table says of each, persisted and counted."""

from levels import at_most
from messages_common import ENTRIES, LEVEL, TABLE, slug
from messages_writers import cite_table, registrations
from vectors import accept, case

GROUP = "rongcloud.names"

NOTES = {
    "Alias": "A second spelling of the name that some platforms register; both are on the wire.",
    "Inferred": "The flags are inferred from a class name, a demo or an SDK's string table; see the entry in the "
                "catalogue.",
    "OldOrDemo": "A message of old SDKs, within an SDK, or of a demo of the vendor's: few tables have it.",
    "PlatformFlags": "Platforms register this message with different flags; any of theirs is right.",
    "Status": "Sent with flag 16: neither persisted nor counted, and dropped when the receiver is offline. The web "
              "has no such flag "
              "and registers 0, which says the same of persisted and counted.",
}

# Registered otherwise by a platform: (persisted, counted) by the catalogue's values of flags; the first is the usual
# one.
PLATFORMS = {
    "RC:VCSummary": [(True, True), (True, False), (False, False)],
    "RC:RcCmd": [(False, False), (True, False)],
    "RC:UnknownMsg": [(False, False), (True, True)],
}

# What a table may have wrong about this name more easily than about any other.
MISTAKES = {
    "RC:TxtMsg": "spells it RC:TXTMSG, or takes Unity's flag \"counted\" for not persisted",
    "RC:VcMsg": "takes RC:HQVCMsg for a new name of this one",
    "RC:HQVCMsg": "writes HqVcMsg or HQVcMsg",
    "RC:ImgMsg": "writes IMGMSG",
    "RC:GIFMsg": "writes GifMsg, as the class is called on Flutter and in Java",
    "RC:ImgTextMsg": "writes ImgTxtMsg",
    "RC:LBSMsg": "has RC:LocMsg, the bridges' mistaken constant",
    "RC:FileMsg": "has RC:SFMsg, its first name on iOS",
    "RC:SightMsg": "writes VideoMsg",
    "RC:StkMsg": "lacks it because stickers are a plug-in",
    "RC:CardMsg": "lacks it because contact cards are a plug-in",
    "RC:CombineMsg": "takes the merged forward for a notice that nobody counts",
    "RC:CombineV2Msg": "has the first version only",
    "RC:ReferenceMsg": "lacks quotes, which came with the later generations",
    "RC:StreamMsg": "counts every fragment as status, or none",
    "RC:PSImgTxtMsg": "gives it the name of several articles, as two macros of iOS suggest",
    "RC:PSMultiImgTxtMsg": "gives it the name of the single article",
    "RC:SFMsg": "takes it for an image",
    "RC:InfoNtf": "counts a notice in grey as unread",
    "RC:ContactNtf": "counts a contact notice as unread",
    "RC:ProfileNtf": "leaves profile changes out of the history",
    "RC:CmdNtf": "takes it for RC:CmdMsg, which is not persisted",
    "RC:GrpNtf": "counts group notices, which make groups look unread",
    "RC:DizNtf": "forgets discussion groups, which are gone from newer SDKs but not from histories",
    "RC:RcNtf": "does not keep the notice in place of the recalled message",
    "RC:chrmKVNotiMsg": "begins it with a capital letter, or stores it as a page of the server's documentation says",
    "RC:RLStart": "takes it for signalling as RC:RLJoin is",
    "RC:RLEnd": "counts the end of a sharing as unread, as it does its start",
    "RC:CmdMsg": "persists commands because seed articles call them notices",
    "RC:RcCmd": "counts recalls as unread",
    "RC:MsgExMsg": "stores it by its suffix Msg",
    "RC:LogCmdMsg": "shows the server's upload command in the history",
    "RC:BurnNoticeMsg": "takes a notice by name for a notice by kind and stores it",
    "RC:PSCmd": "stores the menu commands of public services",
    "RC:RC": "takes the first generation's recall for a notice",
    "RC:ReadNtf": "stores a receipt because its name ends in Ntf",
    "RC:RRReqMsg": "counts a request for receipts as a message by its suffix",
    "RC:RRRspMsg": "counts a receipt as a message by its suffix",
    "RC:RRMsg": "confuses it with RC:RRReqMsg",
    "RC:SRSMsg": "stores what keeps devices in step",
    "RC:TypSts": "registers typing as a message that is kept",
    "RC:ChrmMemChange": "fills a chat room's history with arrivals",
    "RC:ChrmSyncMsg": "persists what only the own devices need",
    "RC:ChrmBlockMsg": "takes it for an InterceptMsg",
    "RC:ChrmBanMsg": "confuses banning with blocking and lacks one of them",
    "RC:InterceptMsg": "stores the review's answer beside the blocked message",
    "RC:Delivered": "lacks it because it has no suffix",
    "RC:RecNtf": "stores the first generation's receipt by its suffix Ntf",
    "RC:RLJoin": "shows a bubble for everyone who joins",
    "RC:RLQuit": "shows a bubble for everyone who leaves",
    "RC:RL": "stores every position, or lacks the shortest of names",
    "RC:HsMsg": "stores the first handshake of the customer service",
    "RC:SpMsg": "stores the first suspend message",
    "RC:CsHs": "stores handshakes of the customer service",
    "RC:CsHsR": "has the request only and not its answer",
    "RC:CsCha": "has only the spelling with a capital S",
    "RC:CsChaR": "spells the answer with a capital S as well",
    "RC:CsEva": "persists evaluations",
    "RC:CsPullEva": "counts the request for an evaluation as unread",
    "RC:CsSp": "confuses it with RC:SpMsg",
    "RC:CsEnd": "counts the end of a session as unread",
    "RC:CsUpdate": "persists changes of the service's mode",
    "RC:CsContact": "stores what the visitor's page says of itself",
    "RC:CsLM": "counts the visitor's own form",
    "RC:CsPLM": "takes the invitation to leave a message for signalling as its siblings are",
    "RC:CsEI": "takes the demo's invitation for signalling as RC:CsEva is",
    "RC:CsCEI": "lacks the demo's evaluation item",
    "RC:CsDHM": "takes the demo's request for signalling",
    "RC:CsHM": "does not count the demo's history file",
    "RC:VCInvite": "counts every ringing as unread",
    "RC:VCRinging": "stores what lasts as long as the ringing",
    "RC:VCAccept": "stores acceptances as well as summaries",
    "RC:VCHangup": "takes this for the bubble, which is RC:VCSummary",
    "RC:VCModifyMedia": "persists a switch to video",
    "RC:VCModifyMem": "shows a bubble for everyone who is called in",
    "RC:VCSummary": "stores no trace of a call, or has RC:VcMsg in its place",
    "RC:VSTMsg": "counts the bubble of Android's own call screen",
    "RC:CallAISummary": "takes the machine's summary for signalling of the call",
    "RC:OldMsgNtf": "stores a divider that only the screen needs",
    "RC:HDiv": "counts Android's divider",
    "RC:UIUMsg": "shows news of users in a conversation",
    "RC:UnknownMsg": "lacks a place for what is unknown",
    "RC:GiftMsg": "fills a live room's history with gifts",
    "RC:EncryptRequestMsg": "stores the key of a secret chat",
    "RC:EncryptResponseMsg": "stores the answer that has the other key",
    "RC:EncryptConfirmMsg": "counts the confirmation of a secret chat",
    "RC:EncryptCancelMsg": "persists the cancelling of a secret chat",
    "RC:EncryptTerminateMsg": "persists the end of a secret chat",
    "RC:EncryptedMsg": "gives the wrapper the flags of what it wraps",
    "RC:IWStorageMsg": "counts the wrapper that is only stored",
    "RC:IWNormalMsg": "takes the counted wrapper for the stored one",
    "RC:IWCmdMsg": "stores the wrapper of commands",
    "RC:IWStatusMsg": "stores the wrapper of states",
    "RCJrmf:RpMsg": "refuses prefixes other than RC:",
    "RCJrmf:RpOpendMsg": "corrects Opend, which is spelt so on the wire",
    "RCBQMM:EmojiMsg": "lacks the partner's emoji",
    "RCBQMM:GifMsg": "takes the partner's GIF for RC:GIFMsg",
    "RC:QueryUidMsg": "stores a query of the native library",
    "RC:QueryContMsg": "counts a query of the native library",
    "RC:MACEMsg": "persists what is internal to the native library",
    "RC:StatusMsg": "persists Windows' own status message",
    "RC:CustomMsg": "drops Windows' own custom message",
    "RCRTC:PublishResource": "stores a stream that is published",
    "RCRTC:UnpublishResource": "has the publishing only",
    "RCRTC:ModifyResource": "persists a stream's change of state",
    "RCRTC:TotalContentResources": "persists the list of all streams",
    "RCRTC:state": "begins it with a capital letter as its siblings do",
    "RCRTC:RoomNtf": "stores a room's notice by its suffix Ntf",
    "RCRTC:UserNtf": "stores a user's notice by its suffix Ntf",
    "RCRTC:kick": "writes Kick",
    "RCRTC:invite": "stores an invitation between rooms",
    "RCRTC:cancelInvite": "has the invitation but not its cancelling",
    "RCRTC:answerInvite": "stores the answer of another room",
    "RCRTC:endInvite": "stores the end of a connection between rooms",
    "RCRTC:inviteTimeout": "counts an invitation that ran out as missed",
}


def _case(ident, name, entry, comment, extra=()):
    flags = list(extra)
    usual = (entry["flags"]["persisted"], entry["flags"]["counted"])
    choices = PLATFORMS.get(entry["objectName"], [usual])
    assert choices[0] == usual
    values = [[{"objectName": name, "persisted": persisted, "counted": counted}] for persisted, counted in choices]
    if entry["flags"]["status"]:
        flags.append("Status")
    if entry["confidence"] != "high":
        flags.append("Inferred")
    if entry["standing"] in ("legacy", "demo", "internal"):
        flags.append("OldOrDemo")
    level = LEVEL[entry["confidence"]]
    if level == "must" and (entry["standing"] != "current" or entry["kind"] in ("customerService", "call", "other")):
        level = "should"
    if not registrations(entry):
        level = at_most(level, "should")
    if len(values) > 1:
        flags.append("PlatformFlags")
        return case(ident, level, comment, "names.list", {}, {"outcome": "either", "values": values}, flags,
                    source=cite_table(entry))
    return case(ident, level, comment, "names.list", {}, accept(values[0]), flags, source=cite_table(entry))


def _words(entry):
    if len(PLATFORMS.get(entry["objectName"], [])) > 1:
        return "otherwise than any platform does"
    if entry["flags"]["counted"]:
        return "as not persisted or not counted"
    return "as counted or not persisted" if entry["flags"]["persisted"] else "as persisted or counted"


def cases():
    for entry in TABLE["messages"]:
        name = entry["objectName"]
        yield _case("name-" + slug(name), name, entry,
                    f"A table that {MISTAKES[name]}: it registers {name} {_words(entry)}.")
        for alias in entry["aliases"]:
            yield _case("name-alias-" + slug(alias), alias, ENTRIES[name],
                        f"A table that has {name} and not {alias}, or that gives the two spellings different flags.",
                        ["Alias"])

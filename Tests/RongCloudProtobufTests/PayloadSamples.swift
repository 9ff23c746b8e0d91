import Foundation
import RongCloudProtobuf
import SwiftProtobuf
import Testing

/// A payload made with the generated types.
struct PayloadSample: Sendable, CustomTestStringConvertible {
    /// What the sample shows.
    var name: String
    var message: any SwiftProtobuf.Message

    var testDescription: String { name }

    init(_ name: String, _ message: any SwiftProtobuf.Message) {
        self.name = name
        self.message = message
    }

    static let pushExtra = RongPushExtra.with {
        $0.title = "标题 😀"
        $0.templateIDNoUse = -1
        $0.pushID = ""
        $0.pushConfigs = #"[{"HW":{"channelId":"1"}},{"MI":{}}]"#
        $0.templateID = "t\"\\\n"
    }

    static let upStream = RongUpStreamMessage.with {
        $0.sessionID = 67
        $0.classname = "RC:TxtMsg"
        $0.content = Data(#"{"content":"😀中"}"#.utf8)
        $0.pushText = "hi"
        $0.appData = ""
        $0.userID = ["u1", "", "用户"]
        $0.delMsgTime = .max
        $0.delMsgID = "BKR5-28P4-JT85-SK8H"
        $0.configFlag = .min
        $0.clientUniqueID = .min
        $0.extraContent = #"{"key":{"v":"value"}}"#
        $0.pushExt = pushExtra
        $0.busChannel = "c1"
    }

    static func downStream(_ type: RongChannelType) -> RongDownStreamMessage {
        .with {
            $0.fromUserID = "u2"
            $0.type = type
            $0.groupID = "g1"
            $0.classname = "RC:ImgMsg"
            $0.content = Data((0...255).map { UInt8($0) })
            $0.dataTime = 1_601_372_982_418
            $0.status = 0x0030
            $0.extra = 1
            $0.msgID = "BKR5-28P4-JT85-SK8H"
            $0.direction = 1
            $0.plantform = 2
            $0.isRemoved = 0
            $0.source = "s"
            $0.clientUniqueID = 9_007_199_254_740_993
            $0.extraContent = "{}"
            $0.pushContent = "p"
            $0.configFlag = 15
            $0.pushExt = .with { $0.title = "t" }
            $0.busChannel = "b"
            $0.extStatus = 8
            $0.toUserID = ["a", "b"]
            $0.groupUnpush = 1
        }
    }

    static let all: [PayloadSample] = [
        .init(
            "a notice",
            RongNotifyMsg.with {
                $0.type = 1
                $0.time = 1_601_372_982_418
            }
        ),
        .init("a notice of a chat room", RongNotifyMsg.with { ($0.type, $0.chrmID) = (2, "room") }),
        .init(
            "a pull with every cursor",
            RongSyncRequestMsg.with {
                $0.syncTime = 0
                $0.ispolling = false
                $0.isweb = true
                $0.isPullSend = true
                $0.isKeeping = false
                $0.sendBoxSyncTime = -1
                $0.broadcastSyncTime = 1_700_000_000_000
            }
        ),
        .init("a message sent, with every field", upStream),
        .init("a message received, with every field", downStream(.group)),
        .init(
            "a page of messages",
            RongDownStreamMessages.with {
                $0.list = RongChannelType.allCases.map { downStream($0) }
                $0.syncTime = 1_601_372_982_418
                $0.finished = false
                $0.broadcastSyncTime = 5
            }
        ),
        .init("a page without messages", RongDownStreamMessages.with { ($0.syncTime, $0.finished) = (0, true) }),
        .init(
            "conversations",
            RongRelationsOutput.with {
                $0.info = [
                    .with {
                        $0.type = .ultragroup
                        $0.userID = "g"
                        $0.msg = downStream(.ultragroup)
                        $0.readMsgTime = 1
                        $0.unreadCount = 2
                        $0.busChannel = "c"
                        $0.versionTime = 3
                        $0.remindCount = 4
                        $0.busChannelType = 5
                        $0.msgInfo = .with { ($0.msgID, $0.msgTime, $0.remindType) = ("m", 6, 7) }
                    },
                    .with { ($0.type, $0.userID) = (.person, "") },
                ]
                $0.isFinished = true
            }
        ),
        .init(
            "conversation states with tags",
            RongSessionState.with {
                $0.type = .person
                $0.channelID = "u"
                $0.time = 1
                $0.stateItem = [
                    .with { ($0.sessionStateType, $0.value) = (.isTop, "1") },
                    .with {
                        ($0.sessionStateType, $0.value) = (.tags, "")
                        $0.tags = [.with { $0.tagID = "tag" }]
                    },
                ]
            }
        ),
        .init(
            "a chat room entry with its notice",
            RongSetChrmKV.with {
                $0.entry = .with { ($0.key, $0.value, $0.status, $0.timestamp) = ("k", "v", 3, 1_700_000_000_000) }
                $0.bNotify = true
                $0.notification = upStream
                $0.type = .tempgroup
            }
        ),
        .init(
            "user settings with bytes",
            RongPullUserSettingOutput.with {
                $0.items = [
                    .with {
                        $0.targetID = "t"
                        $0.type = .notify
                        $0.key = "Notification"
                        $0.value = Data([0, 0xFF, 0x80])
                        $0.version = 1
                        $0.status = -7
                    }
                ]
                $0.version = 2
            }
        ),
        .init("the outcome of a comparison, whose value is 0", RongGroupHashOutput.with { $0.result = .groupSuccess }),
        .init(
            "an upload token asked for",
            RongGetQNupTokenInput.with { ($0.type, $0.key) = (.file, "k") }
        ),
        .init(
            "an RTC room joined",
            RongRtcInput.with {
                $0.roomType = 2
                $0.extraInnerData = .with { ($0.key, $0.value) = ("k", "v") }
                $0.needSysChatroom = false
                $0.identityChangeType = .viewerToAnchor
                $0.joinType = .kick
                $0.innerDatas = [.with { ($0.key, $0.value) = ("", "") }]
            }
        ),
        .init(
            "an RTC room's users",
            RongRtcUserListOutput.with {
                $0.list = [
                    .with {
                        $0.userID = "u"
                        $0.userData = [.with { ($0.key, $0.value) = ("uris", "[]") }]
                    }
                ]
                $0.token = "x"
                $0.sessionID = "s"
                $0.syncTime = 1
                $0.offlineKickTime = 60
            }
        ),
        .init("a message of nothing", RongRtcUserListOutput()),
    ]
}

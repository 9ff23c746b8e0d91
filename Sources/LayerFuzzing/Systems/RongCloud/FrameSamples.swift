package import FuzzInputs
import Fuzzer
package import RongCloud
package import WireFormat
import WireProtobuf

/// Well-formed frames as initial inputs.
package enum FrameSamples {
    /// Returns a frame of each type that a sender may write.
    package static func everyType(_ sender: FrameSender, form: FrameForm) -> [Frame] {
        let signature: UInt64? = form == .tcp ? 0xFF : nil
        let date: Int32? = sender == .server ? 1_601_306_624 : nil
        let content = Array("{\"content\":\"hi\"}".utf8)
        let data: [UInt8] = [0x08, 3, 0x12, 9] + Array("RC:TxtMsg".utf8) + [0x1A, UInt8(content.count)] + content
        var frames = [
            Frame(
                .publish(
                    Publish(
                        topic: "ppMsgP",
                        targetId: "bob",
                        messageId: 0x1234,
                        data: data,
                        date: date,
                        signature: signature
                    )
                ),
                qos: 1
            ),
            Frame(.opaque(.subscribe, data: [1, 2, 3])), Frame(.opaque(.symmetric, data: [])),
            Frame(.pingreq), Frame(.pingresp), Frame(.querycon(messageId: 258)),
            Frame(.disconnect(Disconnect(status: 1)), trailing: [7, 7]),
        ]
        if sender == .client {
            frames.append(Frame(.puback(PubAck(messageId: 258))))
            frames.append(
                Frame(
                    .query(Query(topic: "pullMsg", targetId: "me", messageId: 1, data: [8, 0], signature: signature)),
                    qos: 1
                )
            )
            frames.append(
                Frame(
                    .connect(
                        Connect(
                            flags: 0xC4,
                            keepAlive: 60,
                            clientId: "device",
                            clientIp: form == .tcp ? "10.0.0.1" : nil,
                            willTopic: "clientInfo",
                            will: "iOS-iPhone-4.0",
                            appId: "app",
                            token: "token"
                        )
                    )
                )
            )
        } else {
            let receipt = PubAck.Receipt(
                date: 1_601_306_624,
                status: 0,
                millisecond: 418,
                messageUId: "BKR5-28P4-JT85-SK8H"
            )
            frames += [
                Frame(.puback(PubAck(messageId: 258, receipt: receipt))),
                Frame(.puback(PubAck(messageId: 258, receipt: .init(date: 0, status: 23408)))),
                Frame(.queryack(QueryAck(messageId: 1, date: 1_601_306_624, status: 0, data: data)), qos: 1),
                Frame(.connack(ConnAck(status: 0, userId: "u1", sessionId: "sid", timestamp: 1_700_000_000_000))),
                Frame(.connack(ConnAck(status: 4))),
                Frame(
                    .connack(
                        ConnAck(
                            status: 0,
                            userId: "u1",
                            sessionId: "sid",
                            timestamp: 1_700_000_000_000,
                            messageId: 0x1234,
                            flags: 15
                        )
                    )
                ),
            ]
        }
        return frames
    }

    /// Returns a publish or query of every topic that a sender may write, with random payloads.
    package static func everyTopic(_ sender: FrameSender, _ random: inout FuzzRandom) -> [Frame] {
        let map = PayloadMap.shared
        return map.topics.indices.compactMap { index in
            let topic = map.topics[index]
            let part = Topic.Part.request
            let message = map.candidates(topic: index, part: part, generation: nil).first
            let data = message.map { ProtobufShape.sample($0, map.schema, &random).encoded() } ?? []
            let name = WireString(topic.name)
            switch (topic.kind, sender) {
            case (.query, .client):
                return Frame(.query(Query(topic: name, targetId: "me", messageId: 7, data: data)))
            case (.query, .server): return nil
            default:
                let date: Int32? = sender == .server ? 1_601_306_624 : nil
                return Frame(
                    .publish(Publish(topic: name, targetId: "t", messageId: 7, data: data, date: date)),
                    qos: 1
                )
            }
        }
    }

    /// The objects of long-polling answers.
    package static let pollingAnswers = [
        #"{"status":0,"userId":"u1","headerCode":32,"messageId":0,"sessionid":"s1","timestamp":1700000000000}"#,
        #"{"headerCode":48,"topic":"s_ntf","targetId":"u1","messageId":3,"date":1601306624,"data":{"type":1,"time":1601372982418}}"#,
        #"{"headerCode":50,"topic":"s_msg","targetId":"u1","messageId":4,"date":1601306624,"data":"{\"fromUserId\":\"u2\",\"type\":1,\"classname\":\"RC:TxtMsg\",\"content\":\"{}\",\"dataTime\":1601306624418,\"status\":0,\"msgId\":\"BKR5-28P4-JT85-SK8H\"}"}"#,
        #"{"headerCode":64,"messageId":2,"date":1601306624,"status":0,"millisecond":418,"messageUId":"BKR5-28P4-JT85-SK8H"}"#,
        #"{"headerCode":96,"messageId":9,"date":1601306624,"status":0,"data":{"list":[],"syncTime":1,"finished":true}}"#,
        #"{"headerCode":-32,"status":1,"messageId":0}"#, #"{"headerCode":-48}"#,
    ]

    /// The targets and bodies of long-polling requests.
    package static let pollingRequests = [
        "/websocket?appId=app&token=t%2Bk%3D&sdkVer=2.5.3&apiVer=123456&pid=1600000000000.5",
        "/pullmsg.js?sessionid=s1&timestrap=1601306624418&pid=1",
        "/websocket?messageid=1&header=82&sessionid=s1&topic=pullMsg&targetid=u1&pid=1",
        "/websocket?messageid=1&header=64&sessionid=s1&pid=1",
        #"{"sessionId":3,"classname":"RC:TxtMsg","content":"{\"content\":\"hi\"}"}"#,
    ]
}

package import FuzzInputs
package import Fuzzer
import Inspection
import LayerFuzzing
import RongCloud
import WireFormat

/// Frame objects: the JSON that `frame encode` reads.
///
/// The first byte of an input gives the form and the sender as in ``FramesTarget``; the rest is the text.
package struct ObjectsTarget: FuzzTarget {
    /// `objects`.
    package let name = "objects"
    /// The purpose of the target, for lists of targets.
    package let summary = "frame objects: JSON that frames are encoded from"
    /// Members and types.
    package var words: [[UInt8]] {
        [
            "type", "qos", "dup", "retain", "data", "raw", "payload", "message", "value", "trailing", "flags", "flag",
            "date", "status", "messageId", "signature", "PUBLISH", "QUERYACK", "CONNECT", "RECONNECT", "0x",
            "UpStreamMessage",
        ].map { Array($0.utf8) } + RongCloudSamples.words
    }

    /// Makes the target.
    package init() {}

    /// Runs one object.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        guard let selector = input.first else { return }
        let form: FrameForm = [.websocket, .tcp, .polling, .tcp][Int(selector >> 1 & 3)]
        let sender: FrameSender = selector & 1 == 0 ? .client : .server
        let text = Array(input.dropFirst())
        let bytes: [UInt8]
        do throws(WireError) {
            bytes = try FrameObject.encode(text, form: form, sender: sender)
        } catch {
            features.reach("object", error)
            guard error.offset >= 0 || error.offset == WireError.nowhere else { throw Violation(.offset, "\(error)") }
            return
        }
        features.reach("object.frame", Int((bytes.first ?? 0) >> 4), Features.bucket(bytes.count))
        // A long-polling request's body may be any text, and an object without the members of a unit is not one.
        guard form != .polling else { return }
        let object: String
        do throws(WireError) {
            object = try FrameObject.decode(bytes, form: form, sender: sender, topic: nil)
        } catch {
            throw Violation(.roundtrip, "\(Oracles.hex(bytes)) was encoded and cannot be decoded: \(error)")
        }
        let again = attempt { () throws(WireError) in
            try FrameObject.encode(Array(object.utf8), form: form, sender: sender)
        }
        guard case .success(bytes) = again else {
            throw Violation(.roundtrip, "\(Oracles.hex(bytes)) was encoded, then \(again)")
        }
    }

    /// Returns the tokens of the text.
    package func shape(of input: [UInt8]) -> Shape? {
        guard let first = input.first else { return nil }
        return JSONShape.json(Array(input.dropFirst())).map {
            Shape("input", [Shape("selector", .token, [first]), $0])
        }
    }

    /// Returns the objects of frames of every type.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        var seeds: [[UInt8]] = []
        for sender in [FrameSender.client, .server] {
            let bit: UInt8 = sender == .client ? 0 : 1
            for frame in FrameSamples.everyType(sender, form: .websocket) {
                guard let bytes = try? frame.encoded(form: .websocket, sender: sender),
                    let text = try? FrameObject.decode(bytes, form: .websocket, sender: sender, topic: nil)
                else { continue }
                seeds.append([bit] + Array(text.utf8))
                seeds.append([bit | 2] + Array(text.utf8))
            }
            for unit in sender == .server ? FrameSamples.pollingAnswers : FrameSamples.pollingRequests {
                let text = try? FrameObject.decode(Array(unit.utf8), form: .polling, sender: sender, topic: "ppMsgP")
                if let text { seeds.append([bit | 4] + Array(text.utf8)) }
            }
        }
        seeds.append(
            [0]
                + Array(
                    #"{"type":"PUBLISH","topic":"ppMsgP","targetId":"b","messageId":1,"payload":{"message":"UpStreamMessage","value":{"sessionId":1,"classname":"RC:TxtMsg","content":"e30="}}}"#
                        .utf8
                )
        )
        return seeds
    }
}

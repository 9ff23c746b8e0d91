import TestSupport
import Testing
import WireFormat

@testable import RongCloud

/// Makes frames of every type that an end may write.
private struct FrameGenerator: RandomNumberGenerator {
    private var numbers: SplitMix64

    init(_ seed: UInt64) { numbers = SplitMix64(seed: seed) }

    mutating func next() -> UInt64 { numbers.next() }

    mutating func chance() -> Bool { Bool.random(using: &self) }

    mutating func integer<Value: FixedWidthInteger>() -> Value {
        let edges: [Value] = [0, 1, .max, .min]
        if Int.random(in: 0..<4, using: &self) == 0 { return edges.randomElement(using: &self) ?? 0 }
        return Value(truncatingIfNeeded: next())
    }

    mutating func bytes(_ limit: Int) -> [UInt8] {
        let count = Int.random(in: 0...limit, using: &self)
        return (0..<count).map { _ in integer() }
    }

    /// Text in the documented form, or bytes of any kind.
    mutating func text(_ limit: Int = 20) -> WireString {
        if Int.random(in: 0..<4, using: &self) == 0 {
            let bytes = bytes(limit)
            return WireString(decoding: bytes.span)
        }
        let pool: [Character] = ["a", "Z", "0", "-", "\0", "é", "中", "😀", "\u{FFFD}", "\u{7FF}", "\u{10FFFF}"]
        let count = Int.random(in: 0...limit / 6, using: &self)
        return WireString(String((0..<count).map { _ in pool.randomElement(using: &self) ?? "a" }))
    }

    mutating func some<Value>(_ make: (inout FrameGenerator) -> Value) -> Value? { chance() ? make(&self) : nil }

    mutating func body(_ type: FrameType, _ form: FrameForm, _ sender: FrameSender) -> Frame.Body {
        let signature: UInt64? = form == .tcp ? integer() : nil
        switch type {
        case .connect:
            let hasWill = chance()
            var flags: UInt8 = integer()
            flags &= ~(Connect.hasWill | Connect.hasAppId | Connect.hasToken)
            let (appId, token) = (some { $0.text() }, some { $0.text() })
            if hasWill { flags |= Connect.hasWill }
            if appId != nil { flags |= Connect.hasAppId }
            if token != nil { flags |= Connect.hasToken }
            return .connect(
                Connect(
                    protocolId: text(),
                    protocolVersion: integer(),
                    flags: flags,
                    keepAlive: integer(),
                    clientId: text(),
                    clientIp: some { $0.text() },
                    willTopic: hasWill ? text() : nil,
                    will: hasWill ? text() : nil,
                    appId: appId,
                    token: token
                )
            )
        case .connack:
            if chance() {
                let flags: UInt8 = integer()
                return .connack(
                    ConnAck(
                        status: integer(),
                        userId: flags & 1 != 0 ? text() : nil,
                        sessionId: flags & 2 != 0 ? text() : nil,
                        timestamp: flags & 4 != 0 ? integer() : nil,
                        messageId: flags & 8 != 0 ? integer() : nil,
                        // Without a field the flags are a byte alone; with one they are not 0.
                        flags: flags,
                        flag: integer()
                    )
                )
            }
            let (user, rest) = (chance(), chance())
            return .connack(
                ConnAck(
                    status: integer(),
                    userId: user ? text() : nil,
                    sessionId: user && rest ? text() : nil,
                    timestamp: user && rest ? integer() : nil,
                    flag: integer()
                )
            )
        case .publish:
            return .publish(
                Publish(
                    topic: text(),
                    targetId: text(),
                    messageId: integer(),
                    data: bytes(40),
                    date: sender == .server ? integer() : nil,
                    signature: signature
                )
            )
        case .query:
            return .query(
                Query(topic: text(), targetId: text(), messageId: integer(), data: bytes(40), signature: signature)
            )
        case .puback:
            guard sender == .server else { return .puback(PubAck(messageId: integer())) }
            let millisecond: UInt16? = some { $0.integer() }
            let uid = millisecond == nil ? nil : some { $0.text() }
            return .puback(
                PubAck(
                    messageId: integer(),
                    receipt: .init(date: integer(), status: integer(), millisecond: millisecond, messageUId: uid)
                )
            )
        case .queryack:
            return .queryack(QueryAck(messageId: integer(), date: integer(), status: integer(), data: bytes(40)))
        case .querycon: return .querycon(messageId: integer())
        case .pingreq: return .pingreq
        case .pingresp: return .pingresp
        case .disconnect: return .disconnect(Disconnect(status: integer(), flag: integer()))
        default: return .opaque(type, data: bytes(40))
        }
    }
}

@Suite("Random frames")
struct FrameRandomTests {
    @Test("decode to what was encoded, and encode to what was decoded", arguments: 0..<60 as Range<UInt64>)
    func identity(_ seed: UInt64) throws {
        var random = FrameGenerator(seed)
        for rawValue in UInt8(0)..<16 {
            for form in FrameForm.allCases {
                for sender in FrameSender.allCases {
                    let type = FrameType(rawValue: rawValue)
                    let body = random.body(type, form, sender)
                    let frame = Frame(body, qos: random.integer(), dup: random.chance(), retain: random.chance())
                    let bytes = try frame.encoded(form: form, sender: sender)
                    let again = try Frame(decoding: bytes.span, form: form, sender: sender)
                    #expect(again == frame, "\(Hex.encode(bytes))")
                    #expect(try again.encoded(form: form, sender: sender) == bytes)
                }
            }
        }
    }

    @Test("of any bytes decode or fail, and give the same bytes where they decode", arguments: 0..<60 as Range<UInt64>)
    func anyBytes(_ seed: UInt64) {
        var random = FrameGenerator(seed &+ 1000)
        for rawValue in UInt8(0)..<16 {
            for form in FrameForm.allCases {
                for sender in FrameSender.allCases {
                    // Small numbers make lengths that fit.
                    let body: [UInt8] = random.bytes(60).map { random.chance() ? $0 : $0 % 5 }
                    let bytes = [rawValue << 4 | UInt8.random(in: 0...15, using: &random)] + body
                    do throws(WireError) {
                        let frame = try Frame(decoding: bytes.span, form: form, sender: sender)
                        #expect(try frame.encoded(form: form, sender: sender) == bytes)
                    } catch {
                        #expect(
                            error.code == .truncated && error.offset <= bytes.count,
                            "\(Hex.encode(bytes)): \(error)"
                        )
                    }
                }
            }
        }
    }
}

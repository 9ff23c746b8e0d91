import Reporting
import WireFormat
import YC

/// All rules over one connection of YC; they judge only what the one description states.
struct YCCheck: SessionCheck {
    static let typeCase = FindingRule(
        id: "yc-type-case",
        severity: .error,
        title: "A type is written in another letter case.",
        basis:
            "Types are compared as text, and letter case counts: new_chat, DRIVER_ARRIVE, exception_driver, SERVICE_DONE."
    )
    static let orderKey = FindingRule(
        id: "yc-order-key",
        severity: .error,
        title: "The order stands where the app does not look for it.",
        basis:
            "The app takes the order of new_chat from content.topic, and that of an order event from content.order_id."
    )
    static let resultIgnored = FindingRule(
        id: "yc-result-ignored",
        severity: .warning,
        title: "An answer that the app does not process has elements.",
        basis: "Of an answer whose ret_code is not 200 nothing is processed."
    )
    static let localValue = FindingRule(
        id: "yc-local-value",
        severity: .warning,
        title: "The server sends a value that only the app itself makes.",
        basis: "The app makes replies with the speakers 14 and 16 and chats of type 701 itself."
    )
    static let typeUnknown = FindingRule(
        id: "yc-type-unknown",
        severity: .note,
        title: "The app may not know a type.",
        basis:
            "For a type of chat that it does not know the app shows the hint to upgrade; other types of elements are not described."
    )
    static let rules = [typeCase, orderKey, resultIgnored, localValue, typeUnknown]

    init(_ event: borrowing Event, limits: CheckLimits) {}

    mutating func observe(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        guard case .frame = event.kind, let reply = event.units.yc.reply else {
            return UnreadableUnits.leaveOut(event, Self.rules, &log)
        }
        if let code = reply.retCode, !reply.isSuccess, !reply.elements.isEmpty {
            log.add(Self.resultIgnored, event, "ret_code \(code) with \(Count.of("element", reply.elements.count))")
        }
        for element in reply.elements {
            checkType(element, event, &log)
            checkValues(element, event, &log)
        }
    }

    mutating func finish(_ log: inout FindingLog) {}

    private func checkType(_ element: YCElement, _ event: borrowing Event, _ log: inout FindingLog) {
        guard let type = element.type else { return }
        guard element.knownType == nil else {
            let isChat = type == "new_chat"
            if isChat ? element.topic == nil && element.orderId != nil : element.orderId == nil && element.topic != nil
            {
                let key = isChat ? "order_id" : "topic"
                log.add(Self.orderKey, event, "\(type) has its order under \(key)")
            }
            return
        }
        let known = YCValue.all.first { $0.kind == .type && $0.value.lowercased() == type.lowercased() }
        if let known {
            log.add(Self.typeCase, event, "\(type) is \(known.value) in another letter case")
        } else {
            log.add(Self.typeUnknown, event, "the element's type \(type) is none that is stated")
        }
    }

    private func checkValues(_ element: YCElement, _ event: borrowing Event, _ log: inout FindingLog) {
        if let chat = element.chatType {
            if chat == 701 {
                log.add(Self.localValue, event, "ChatType 701 is the app's own hint to upgrade")
            } else if YCValue.find(chat, of: .chat) == nil {
                log.add(Self.typeUnknown, event, "ChatType \(chat) is none that is stated")
            }
        }
        if let speaker = element.speakType, speaker == 14 || speaker == 16 {
            log.add(Self.localValue, event, "SpeakType \(speaker) is the app's own reply")
        }
    }
}

import FuzzInputs
package import Fuzzer
import LayerFuzzing
import WireFormat

/// Clients that connect again and again with one token, and the findings of `check`.
///
/// A step of a plan is two bytes: the server's answer, and which of two tokens is used.
package struct LoginsPlanTarget: PlanTarget {
    /// `logins-plan`.
    package let name = "logins-plan"
    /// The purpose of the target, for lists of targets.
    package let summary = "the rules of check on refused logins made of a plan: in a row, and around successes"
    package static let headBytes = 1
    package static let stepBytes = 2

    /// Makes the target.
    package init() {}

    /// The statuses that refuse the token itself, and those that refuse something else for good; all other statuses do
    /// neither (the reference's table of CONNACK).
    private static let refusesToken = [4, 5, 10, 17]
    private static let refusesOther = [1, 2, 7, 8, 9, 11, 12, 13, 16, 19]

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        var reader = PlanReader(input)
        _ = reader.byte()
        var packets: [WirePacket] = []
        var time: UInt64 = 1_795_000_000_000_000
        // For each token, the refusals in a row by list, and whether the rule has a finding.
        var rows = [[0, 0], [0, 0]]
        var isTold = [[false, false], [false, false]]
        for (number, step) in reader.steps(of: 2, atMost: 30).enumerated() {
            var step = step
            let choice = step.byte()
            let which = step.byte()
            let token = which & 1
            // After an at sign, navigation hosts may follow; they are not part of the token.
            let hosts = ["", "@nav1.example", "@nav2.example"][(which >> 1) % 3]
            let status = [0, 4, 5, 10, 17, 1, 8, 11, 3, 4, 19, 1][choice % 12]
            features.reach("logins-plan", status, rows[token][0] * 4 + rows[token][1])
            var session = SampleSession(port: UInt16(50_000 + number), time: time)
            session.upgrade(path: "/websocket?appId=app1&token=tok-\(token)-long\(hosts)&sdkVer=4.2.0&apiVer=normal")
            session.message(fromClient: false, [0x20, 0x80, UInt8(status)])
            session.close()
            packets += session.packets
            time = session.now + 1_000_000
            for (place, list) in [Self.refusesToken, Self.refusesOther].enumerated() {
                if status == 0 { rows[token][place] = 0 }
                guard list.contains(status) else { continue }
                rows[token][place] += 1
                if rows[token][place] >= 3 { isTold[token][place] = true }
            }
        }
        let rules = ["connect-retry-loop", "connect-retry-refused"]
        let found = try PlanEvents.findings(WireCapture(packets).bytes, rules)
        let expected = (0..<2).map { place in isTold.count { $0[place] } }
        guard found == expected else {
            throw Violation(.meaning, "refusals are judged otherwise: \(found), not \(expected)")
        }
    }
}

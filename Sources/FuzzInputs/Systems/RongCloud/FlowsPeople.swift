/// The users of a plan's connections: users of two apps, who may return, and sessions that the server names.
struct FlowsPeople: Sendable {
    /// The number of a session by its key: the name from the server, or its app and user.
    private var numbers: [String: Int] = [:]
    private var last = 0

    /// Upgrades to WebSocket, and logs a user in.
    ///
    /// - Parameter choice: two bits for the user, 0 for none; one bit for the app, one for the name of the session.
    /// - Returns: the words in the connection's row, and the number of CONNACKs.
    mutating func join(_ session: inout SampleSession, _ choice: Int) -> (words: String, connacks: Int) {
        let app = "app\(1 + choice >> 2 & 1)"
        session.upgrade(extensions: nil, version: "4.2.0", app: app)
        guard choice & 3 > 0 else { return ("- - - \(app)", 0) }
        let user = "user\(choice & 3)"
        // Names differ between the apps, as from a server; two users share one name.
        let name = choice & 8 == 0 ? nil : "s-\(app)-\([1: 1, 2: 2, 3: 1][choice & 3] ?? 0)"
        // Another user may have logged in before on the same connection.
        let isSecond = choice & 7 == 7
        if isSecond { session.message(fromClient: false, [0x20, 0x80, 0] + SessionPlan.text("user1")) }
        var frame: [UInt8] = [0x20, 0x80, 0] + SessionPlan.text(user)
        if let name { frame += SessionPlan.text(name) + SessionPlan.number(1_795_000_000_321, 8) }
        session.message(fromClient: false, frame)
        let keys = (name.map { [$0] } ?? []) + ["\(user) of \(app)"]
        let known = keys.lazy.compactMap { [numbers] in numbers[$0] }.first
        if known == nil { last += 1 }
        for key in keys { numbers[key] = known ?? last }
        return ("\(known ?? last) \(user) \(name ?? "-") \(app)", isSecond ? 2 : 1)
    }
}

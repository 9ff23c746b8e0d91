/// Who is on the connections of a plan: users of two apps, who may come again, and sessions that the server names.
struct FlowsPeople: Sendable {
    /// The number of a session by what tells it: the name that the server gave it, or its app and user.
    private var numbers: [String: Int] = [:]
    private var last = 0

    /// Switches to WebSocket, and says who is there.
    ///
    /// - Parameter choice: two bits for the user, of whom 0 is nobody; one for the app, one for the name of the session.
    /// - Returns: what the row says of it, and how many events of the server that makes.
    mutating func join(_ session: inout SampleSession, _ choice: Int) -> (words: String, connacks: Int) {
        let app = "app\(1 + choice >> 2 & 1)"
        session.upgrade(extensions: nil, version: "4.2.0", app: app)
        guard choice & 3 > 0 else { return ("- - - \(app)", 0) }
        let user = "user\(choice & 3)"
        // Names are different in both apps, as servers make them; two users are on one of them.
        let name = choice & 8 == 0 ? nil : "s-\(app)-\([1: 1, 2: 2, 3: 1][choice & 3] ?? 0)"
        // Somebody else may have logged in before on the same connection.
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

// Invalid responses, and elements that are invalid or lack members that the application reads.
extension YCPlan {
    /// The responses, and their expected texts.
    private static let odd = [
        ("{\"ret_code\":200,\"result\":[{\"id\":\"p\"", "no code; polling-json"), ("[1]", "no code; polling-value"),
        ("hello", "no code; polling-json"), ("\"ret_code\"", "no code; polling-value"),
        ("{\"ret_code\":200,\"result\":[]}}", "no code; polling-json"),
        ("{\"ret_code\":200}", "ok; missing-field result"),
        ("{\"ret_code\":\"499\",\"result\":[]}", "499"), ("{\"ret_code\":\"200\",\"result\":[]}", "ok"),
        ("{\"ret_code\":500}", "500"), ("{\"ret_code\":200,\"result\":{}}", "ok; missing-field result"),
        ("{\"ret_code\":true,\"result\":[]}", "no code; missing-field ret_code"),
        ("{}", "no code; missing-field ret_code"), ("{\"ret_code\":-1,\"result\":[]}", "-1"),
    ]

    mutating func addOdd(_ choice: Int) {
        let (body, says) = Self.odd[choice % Self.odd.count]
        notes.append([])
        send(body, says, isRead: !says.contains("polling"))
    }

    /// Responses that are not recognised as YC's by themselves: without a code or elements; with an element that lacks
    /// its id, its type, its content or its order; or with an undocumented type or an element that is no object.
    static let foreign = [
        #"{"ret_code":200,"result":[]}"#, #"{"ret_code":200}"#,
        #"{"ret_code":true,"result":[{"id":"f","type":"new_chat","content":{"topic":"9"}}]}"#,
        #"{"ret_code":200,"result":[{"type":"new_chat","content":{"topic":"9"}}]}"#,
        #"{"ret_code":200,"result":[{"id":"f","content":{"topic":"9"}}]}"#,
        #"{"ret_code":200,"result":[{"id":"f","type":"new_chat","content":{}}]}"#,
        #"{"ret_code":200,"result":[{"id":"f","type":"new_chat","topic":"9"}]}"#,
        #"{"ret_code":200,"result":[{"id":"f","type":"other","content":{"topic":"9"}}]}"#,
        #"{"ret_code":200,"result":[{"id":"f","type":"new_chat","content":{"topic":"9"}},5]}"#,
    ]

    /// An element that lacks members: the text of its message, if it has one; its handling; its diagnostics.
    struct Bare {
        let element: String
        let says: String?
        let handling: String
        let odd: [String]
    }

    static let bare = [
        Bare(
            element: #"{"type":"new_chat","content":{"topic":"9"}}"#,
            says: "new_chat order 9 -",
            handling: "chat",
            odd: ["missing-field id"]
        ),
        // An empty id counts as an id.
        Bare(
            element: #"{"id":"","type":"new_chat","content":{"topic":"9"}}"#,
            says: "new_chat order 9 ",
            handling: "chat",
            odd: []
        ),
        Bare(
            element: #"{"id":"b1","type":"DRIVER_ARRIVE"}"#,
            says: nil,
            handling: "order",
            odd: ["missing-field content"]
        ),
        Bare(
            element: #"{"id":"b2","type":"SERVICE_DONE","content":"x"}"#,
            says: nil,
            handling: "order",
            odd: ["wrong-type content"]
        ),
        Bare(
            element: #"{"id":"b3","content":{"topic":"9"}}"#,
            says: "- order 9 b3",
            handling: "unknown",
            odd: ["missing-field type"]
        ),
        Bare(
            element: #"{"id":"b4","type":7,"content":{"order_id":"9"}}"#,
            says: "- order 9 b4",
            handling: "unknown",
            odd: ["wrong-type type"]
        ),
        Bare(element: "5", says: nil, handling: "unknown", odd: ["wrong-shape"]),
        Bare(
            element: #"{"id":"b5","type":"new_chat","content":{}}"#,
            says: "new_chat - - b5",
            handling: "chat",
            odd: ["missing-field content.topic"]
        ),
        Bare(
            element: #"{"id":"b6","type":"exception_driver","content":{"order_id":true}}"#,
            says: "exception_driver - - b6",
            handling: "order",
            odd: ["wrong-type content.order_id"]
        ),
        // The class counts, even as a text; the type does not.
        Bare(
            element: #"{"id":"b7","type":"SERVICE_DONE","content":{"order_id":"9","ClassType":"3"}}"#,
            says: "SERVICE_DONE order 9 b7",
            handling: "account",
            odd: []
        ),
    ]
}

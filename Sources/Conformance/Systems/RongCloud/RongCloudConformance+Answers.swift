import WireJSON

extension RongCloudConformance {
    /// One or two requests for each operation.
    static let knownAnswers: [KnownAnswer] = [
        KnownAnswer(
            title: "a heartbeat, one byte",
            operation: "frame.decode",
            input: ["form": "websocket", "sender": "client", "hex": "c0"],
            expected: .accept(["type": "PINGREQ", "qos": 0, "dup": false, "retain": false])
        ),
        KnownAnswer(
            title: "numbers are JSON numbers",
            operation: "frame.decode",
            input: ["form": "websocket", "sender": "client", "hex": "400102"],
            expected: .accept(["type": "PUBACK", "messageId": 258])
        ),
        KnownAnswer(
            title: "a server's push, whose date stands before its topic",
            operation: "frame.decode",
            input: ["form": "websocket", "sender": "server", "hex": "325f7200000005735f6d73670002753100070a00"],
            expected: .accept(["type": "PUBLISH", "topic": "s_msg", "targetId": "u1", "messageId": 7])
        ),
        KnownAnswer(
            title: "a frame that is cut off is an error of the class truncated",
            operation: "frame.decode",
            input: ["form": "websocket", "sender": "client", "hex": "4001"],
            expected: .reject(["truncated"])
        ),
        KnownAnswer(
            title: "hex is in lower case",
            operation: "frame.encode",
            input: [
                "form": "websocket", "sender": "client",
                "frame": ["type": "PINGREQ", "qos": 0, "dup": false, "retain": false],
            ],
            expected: .accept(["hex": "c0"])
        ),
        KnownAnswer(
            title: "texts beyond ASCII arrive as they are",
            operation: "message.decode",
            // {"content":"é漢😀"} in UTF-8
            input: ["objectName": "RC:TxtMsg", "hex": "7b22636f6e74656e74223a22c3a9e6bca2f09f9880227d"],
            expected: .accept(["content": "é漢😀"])
        ),
        KnownAnswer(
            title: "a content comes back as JSON",
            operation: "message.encode",
            input: ["objectName": "RC:TxtMsg", "content": ["content": "hi"]],
            expected: .accept(["hex": "7b22636f6e74656e74223a226869227d"])
        ),
        KnownAnswer(
            title: "an array that has text messages",
            operation: "names.list",
            input: [:],
            expected: .accept([["objectName": "RC:TxtMsg", "persisted": true, "counted": true]])
        ),
        KnownAnswer(
            title: "19 characters are needed",
            operation: "uid.decode",
            input: ["uid": "BKR5"],
            expected: .reject([])
        ),
    ]
}

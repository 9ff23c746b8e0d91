/// The numbers of the fields that hold chat messages and their parts, named as in `leancloud.proto`.
///
/// `leancloud-older.proto` has the same numbers.
enum LeanCloudField {
    enum GenericCommand {
        static let directMessage: UInt32 = 104
        static let unreadMessage: UInt32 = 106
        static let logsMessage: UInt32 = 109
        static let patchMessage: UInt32 = 114
    }

    enum DirectCommand {
        static let msg: UInt32 = 1
        static let fromPeerId: UInt32 = 3
        static let timestamp: UInt32 = 4
        static let cid: UInt32 = 11
        static let id: UInt32 = 12
        static let transient: UInt32 = 13
        static let roomId: UInt32 = 15
        static let patchTimestamp: UInt32 = 18
        static let binaryMsg: UInt32 = 19
        static let mentionAll: UInt32 = 21
        static let convType: UInt32 = 22
    }

    enum UnreadCommand {
        static let convs: UInt32 = 1
    }

    enum UnreadTuple {
        static let cid: UInt32 = 1
        static let mid: UInt32 = 3
        static let timestamp: UInt32 = 4
        static let from: UInt32 = 5
        static let data: UInt32 = 6
        static let patchTimestamp: UInt32 = 7
        static let binaryMsg: UInt32 = 9
        static let convType: UInt32 = 10
    }

    enum LogsCommand {
        static let cid: UInt32 = 1
        static let logs: UInt32 = 105
    }

    enum LogItem {
        static let from: UInt32 = 1
        static let data: UInt32 = 2
        static let timestamp: UInt32 = 3
        static let msgId: UInt32 = 4
        static let patchTimestamp: UInt32 = 7
        static let mentionAll: UInt32 = 8
        static let bin: UInt32 = 10
        static let convType: UInt32 = 11
    }

    enum PatchCommand {
        static let patches: UInt32 = 1
    }

    enum PatchItem {
        static let cid: UInt32 = 1
        static let mid: UInt32 = 2
        static let timestamp: UInt32 = 3
        static let recall: UInt32 = 4
        static let data: UInt32 = 5
        static let patchTimestamp: UInt32 = 6
        static let from: UInt32 = 7
        static let binaryMsg: UInt32 = 8
        static let mentionAll: UInt32 = 9
    }
}

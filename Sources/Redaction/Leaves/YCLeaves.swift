/// The classes of YC's fields.
package enum YCLeaves {
    /// The keys of answers, elements and contents.
    package static let replies = LeafTable(
        """
        user id messageID orderID order_id sessionID topic pushId
        text content text note
        url url
        topic type
        structure ChatType SpeakType ClassType kChatRepeatState ret_code retCode code result isRemote
        """
    )
}

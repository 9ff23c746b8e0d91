/// The classes of YC's fields.
package enum YCLeaves {
    /// The keys of answers.
    package static let replies = LeafTable(
        """
        user id messageID orderID order_id sessionID topic
        text content
        structure type ChatType SpeakType ret_code retCode code result
        """
    )
}

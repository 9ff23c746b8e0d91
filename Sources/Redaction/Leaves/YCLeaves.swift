/// The classes of YC's fields.
package enum YCLeaves {
    /// The keys of answers and of their elements.
    package static let replies = LeafTable(
        LeafTable(
            """
            user id pushId
            content content
            topic type
            structure ret_code retCode code result isRemote
            """
        ),
        contents: contents
    )

    /// The keys of contents.
    package static let contents = LeafTable(
        """
        user id messageID orderID order_id sessionID topic
        text text note
        url url
        structure ChatType SpeakType ClassType kChatRepeatState
        """,
        isOfContents: true
    )
}

// swift-format-ignore-file
// Made by .ci/generate-tables from Docs/catalogue: change those, not this.

/// The catalogue's tables: tab-separated rows without header.
enum CatalogueData {
    /// Columns: kind, value, name, since, certainty, meaning.
    static let values: StaticString = """
        speaker\t11\tdriver\t\tstated\tthe driver
        speaker\t12\tpassenger\t\timplied\tthe passenger; the number is stated, what it means follows from a helper function
        speaker\t13\tsystem\t5.2.2\tstated\tthe system
        speaker\t14\tlocalReply\t5.2.2\tstated\tan automatic reply made by the app itself
        speaker\t15\tdriverReply\t5.2.2\tstated\tan automatic reply of the driver; still the driver
        speaker\t16\tupgradeReply\t5.2.2\tstated\tmade by the app itself for a message type that it does not know
        chat\t1\ttext\t\tstated\ttext; stored as read
        chat\t2\timage\t\tstated\ta picture
        chat\t3\taudio\t\tstated\taudio; downloaded, unread until it is played
        chat\t4\tpoi\t\tstated\ta place
        chat\t5\tmixed\t\tstated\tmixed content
        chat\t6\tcard\t5.2.2\tstated\ta card
        chat\t701\tupgradeHint\t5.2.2\tstated\tthe hint to upgrade, made by the app itself for types that it does not know
        class\t1\torder\t\tstated\tan order event
        class\t2\tchat\t\tstated\ta chat message
        class\t3\taccount\t\tstated\tthe user account
        repeat\t20\thandled\t\tstated\thandled before: the element is passed over; its JSON key is not known
        type\tnew_chat\tnewChat\t\tstated\ta new chat message; the order is content.topic
        type\tDRIVER_ARRIVE\tdriverArrive\t\tstated\tthe driver is there; the order is content.order_id
        type\texception_driver\texceptionDriver\t\tstated\tsomething is wrong with the driver; the order is content.order_id
        type\tSERVICE_DONE\tserviceDone\t\tstated\tthe service is done; the order is content.order_id
        """
}

// swift-format-ignore-file
// Made by .ci/generate-tables from Docs/catalogue: change those, not this.

/// The catalogue's tables: tab-separated rows without header.
enum CatalogueData {
    /// Columns: cmd, op, sender, roles, answers, certainty, note.
    static let commands: StaticString = """
        session\topen\tclient\trequest\tsession/opened|session/closed|error\tsource\trefused with closed and a code
        session\topened\tserver\treply\t\tsource\t
        session\tclose\tclient\trequest\tsession/closed|error\tsource\t
        session\tclosed\tserver\treply|push\t\tsource\twithout i: kicked, code 4111 is a conflict
        session\tquery\tclient\trequest\tsession/query_result|error\tsource\t
        session\tquery_result\tserver\treply\t\tsource\t
        session\trefresh\tclient\trequest\tsession/refreshed|error\tsource\t
        session\trefreshed\tserver\treply\t\tsource\t
        session\tadd\tclient\trequest\tsession/added|error\tsource\tof the time when peers were watched
        session\tadded\tserver\treply\t\tsource\tof the time when peers were watched
        session\tremove\tclient\trequest\tsession/removed|error\tsource\tof the time when peers were watched
        session\tremoved\tserver\treply\t\tsource\tof the time when peers were watched
        session\tconflict\tserver\tpush\t\tsource\tlegacy
        session\terror\tserver\treply\t\tsource\tJSON generation only: op "error"
        conv\tstart\tclient\trequest\tconv/started|error\tsource\t
        conv\tadd\tclient\trequest\tconv/added|error\tsource\t
        conv\tremove\tclient\trequest\tconv/removed|error\tsource\t
        conv\tquery\tclient\trequest\tconv/results|error\tsource\t
        conv\tcount\tclient\trequest\tconv/result|error\tsource\t
        conv\tupdate\tclient\trequest\tconv/updated|error\tsource\t
        conv\tmute\tclient\trequest\tconv/updated|error\tsource\t
        conv\tunmute\tclient\trequest\tconv/updated|error\tsource\t
        conv\tmembers\tclient\trequest\tconv/members|error\tinferred\t
        conv\tmax_read\tclient\trequest\tconv/max_read|error\tsource\t
        conv\tis_member\tclient\trequest\tconv/is_member|error\tunknown\tthe reply has results.data: a JSON object of cid to bool; its op is not settled
        conv\tmember_info_update\tclient\trequest\tconv/member_info_updated|error\tsource\t
        conv\tadd_shutup\tclient\trequest\tconv/shutup_added|error\tsource\t
        conv\tremove_shutup\tclient\trequest\tconv/shutup_removed|error\tsource\t
        conv\tquery_shutup\tclient\trequest\tconv/shutup_result|error\tsource\t
        conv\tcheck_shutup\tclient\trequest\tconv/check_result|error\tinferred\t
        conv\tstatus\tclient\trequest\t\tunknown\tmeaning and reply are not settled
        conv\tstarted\tserver\treply\t\tsource\t
        conv\tadded\tserver\treply\t\tsource\t
        conv\tremoved\tserver\treply\t\tsource\t
        conv\tresults\tserver\treply\t\tsource\t
        conv\tresult\tserver\treply\t\tsource\t
        conv\tupdated\tserver\treply|push\t\tsource\t
        conv\tmembers\tserver\treply\t\tinferred\t
        conv\tmax_read\tserver\treply\t\tsource\t
        conv\tis_member\tserver\treply\t\tunknown\t
        conv\tmember_info_updated\tserver\treply\t\tsource\t
        conv\tshutup_added\tserver\treply\t\tsource\t
        conv\tshutup_removed\tserver\treply\t\tsource\t
        conv\tshutup_result\tserver\treply\t\tsource\t
        conv\tcheck_result\tserver\treply\t\tinferred\t
        conv\terror\tserver\treply\t\tsource\tJSON generation only: op "error"
        conv\tjoined\tserver\tpush\t\tsource\t
        conv\tleft\tserver\tpush\t\tsource\t
        conv\tmembers_joined\tserver\tpush\t\tsource\t
        conv\tmembers_left\tserver\tpush\t\tsource\t
        conv\tmember_info_changed\tserver\tpush\t\tsource\t
        conv\tblocked\tserver\tpush\t\tsource\t
        conv\tunblocked\tserver\tpush\t\tsource\t
        conv\tmembers_blocked\tserver\tpush\t\tsource\t
        conv\tmembers_unblocked\tserver\tpush\t\tsource\t
        conv\tshutuped\tserver\tpush\t\tsource\t
        conv\tunshutuped\tserver\tpush\t\tsource\t
        conv\tmembers_shutuped\tserver\tpush\t\tsource\t
        conv\tmembers_unshutuped\tserver\tpush\t\tsource\t
        direct\t\tclient\trequest|notice\tack|error\tsource\ta transient message, and one without i, is not answered
        direct\t\tserver\tpush\t\tsource\t
        ack\t\tclient\tnotice\t\tsource\treceipt of messages or push items; has no i
        ack\t\tserver\treply\t\tsource\tanswer to direct; with code it is a refusal
        rcp\t\tserver\tpush\t\tsource\tdelivery or read receipt
        unread\t\tserver\tpush\t\tsource\t
        logs\t\tclient\trequest\tlogs|error\tsource\t
        logs\t\tserver\treply\t\tsource\t
        error\t\tserver\treply|push\t\tsource\twith i: that request failed; without: the connection
        login\t\tclient\trequest\tloggedin|error\tsource\tpush and live query
        loggedin\t\tserver\treply\t\tsource\t
        logout\t\tclient\trequest\tloggedout|error\tsource\t
        loggedout\t\tserver\treply\t\tsource\t
        data\t\tserver\tpush\t\tsource\tpush payloads and live query events; the client answers with ack and ids
        room\tjoin\tclient\trequest\t\tunknown\tlegacy rooms; the replies are not settled
        room\tleave\tclient\trequest\t\tunknown\tlegacy rooms; the replies are not settled
        room\tinvite\tclient\trequest\t\tunknown\tlegacy rooms; the replies are not settled
        room\tkick\tclient\trequest\t\tunknown\tlegacy rooms; the replies are not settled
        room\treject\tclient\trequest\t\tunknown\tlegacy rooms; the replies are not settled
        room\tjoined\tserver\tpush\t\tsource\tlegacy rooms
        room\tleft\tserver\tpush\t\tsource\tlegacy rooms
        room\tinvited\tserver\tpush\t\tsource\tlegacy rooms
        room\tkicked\tserver\tpush\t\tsource\tlegacy rooms
        room\tmembers_joined\tserver\tpush\t\tsource\tlegacy rooms
        room\tmembers_left\tserver\tpush\t\tsource\tlegacy rooms
        read\t\tclient\tnotice\t\tsource\tmarks conversations read; has no reply
        read\t\tserver\tpush\t\tunknown\tperhaps mirrored to other devices
        presence\t\tserver\tpush\t\tsource\twatched peers or members go on or off line
        report\tupload\tclient\trequest\treport/uploaded|error\tsource\t
        report\tuploaded\tserver\treply\t\tsource\t
        echo\t\tclient\trequest\techo\tsource\tkeep-alive of the JavaScript SDK from 3 on
        echo\t\tserver\treply\t\tsource\t
        patch\tmodify\tclient\trequest\tpatch/modified|error\tsource\tedits or recalls
        patch\tmodify\tserver\tpush\t\tsource\tsomebody edited or recalled
        patch\tmodified\tserver\treply\t\tsource\t
        patch\tmodified\tclient\tnotice\t\tsource\tJava confirms so, with lastPatchTime and without i
        pubsub\tsubscribe\tclient\trequest\tpubsub/subscribed|error\tsource\t
        pubsub\tsubscribed\tserver\treply\t\tsource\t
        pubsub\tunsubscribe\tclient\trequest\tpubsub/unsubscribed|error\tsource\t
        pubsub\tunsubscribed\tserver\treply\t\tsource\t
        pubsub\tis_subscribed\tclient\trequest\t\tunknown\tthe reply is not settled
        blacklist\tblock\tclient\trequest\tblacklist/blocked|error\tsource\t
        blacklist\tblocked\tserver\treply\t\tsource\t
        blacklist\tunblock\tclient\trequest\tblacklist/unblocked|error\tsource\t
        blacklist\tunblocked\tserver\treply\t\tsource\t
        blacklist\tquery\tclient\trequest\tblacklist/query_result|error\tsource\t
        blacklist\tquery_result\tserver\treply\t\tsource\t
        blacklist\tcheck_block\tclient\trequest\tblacklist/check_block|error\tunknown\tthe reply has blockedPids; its op is not settled
        blacklist\tcheck_block\tserver\treply\t\tunknown\t
        goaway\t\tserver\tpush\t\tsource\task the router again and reconnect
        """

    /// Columns: name, encoding, frame, schema, version, seenIn.
    static let subprotocols: StaticString = """
        lc.json.1\tjson\ttext\t\t1\tobjc-sdk constants of 2016 and 2017
        lc.json.2\tjson\ttext\t\t2\tobjc-sdk constants of 2016 and 2017
        lc.json.3\tjson\ttext\t\t3\tobjc-sdk constants of 2016 and 2017
        lc.msgpack.1\tmessagePack\tbinary\t\t1\tobjc-sdk constants only
        lc.msgpack.2\tmessagePack\tbinary\t\t2\tobjc-sdk constants only
        lc.msgpack.3\tmessagePack\tbinary\t\t3\tobjc-sdk constants only
        lc.protobuf.1\tprotobuf\tbinary\tmessages\t1\tobjc-sdk to early 2017, js-realtime-sdk 3.0 to 3.4
        lc.protobuf.2\tprotobuf\tbinary\tmessages\t2\tobjc-sdk to early 2017, js-realtime-sdk 3.0 to 3.4
        lc.protobuf.3\tprotobuf\tbinary\tmessages\t3\tobjc-sdk to early 2017, js-realtime-sdk 3.0 to 3.4
        lc.protobase64.3\tprotobufBase64\ttext\tmessages\t3\tjs-realtime-sdk 3.x with noBinary
        lc.protobuf2.1\tprotobuf\tbinary\tmessages2\t1\tobjc-sdk, swift-sdk, java-unified-sdk
        lc.protobuf2.2\tprotobuf\tbinary\tmessages2\t2\tobjc-sdk
        lc.protobuf2.3\tprotobuf\tbinary\tmessages2\t3\tobjc-sdk, swift-sdk, java-unified-sdk, js-realtime-sdk
        lc.proto2base64.3\tprotobufBase64\ttext\tmessages2\t3\tjs-realtime-sdk with noBinary
        """

    /// Columns: code, name, scope, fatal, meaning.
    static let codes: StaticString = """
        1000\tnormalClose\tclose\tno\tthe connection was closed as intended
        1006\tabnormalClose\tclose\tno\tthe connection broke without a close frame
        3000\tmissedPong\tclose\tno\tjava-unified-sdk closes so after 360 s without a pong
        4100\tappNotAvailable\tserver\tyes\tthe app is not available
        4102\tsignatureFailed\tserver\tno\tthe signature is wrong
        4103\tinvalidLogin\tserver\tyes\tinvalid login: the client id is not allowed
        4105\tsessionRequired\tserver\tno\ta session must be opened first
        4107\treadTimeout\tserver\tno\tthe server read nothing for too long
        4108\tloginTimeout\tserver\tno\tthe login came too late
        4109\tframeTooLong\tserver\tno\tthe frame is too long
        4110\tinvalidOrigin\tserver\tyes\tthe origin of the page is not allowed
        4111\tsessionConflict\tserver\tno\tanother device logged in with the same tag
        4112\tsessionTokenExpired\tserver\tno\tthe session token has expired
        4113\tdailyActiveUserLimit\tserver\tno\tthe app has no more active users for today
        4116\tcommandsTooFast\tserver\tno\ttoo many commands in a short time
        4200\tinternalError\tserver\tno\tinternal error of the server
        4301\tconversationAPIFailed\tserver\tno\tthe conversation API failed
        4302\tconversationSignatureFailed\tserver\tno\tthe signature for the conversation is wrong
        4303\tconversationNotFound\tserver\tno\tthere is no such conversation
        4304\tconversationFull\tserver\tno\tthe conversation has no room for more members
        4305\tconversationRejectedByApp\tserver\tno\ta hook of the app refused
        4306\tconversationUpdateFailed\tserver\tno\tthe conversation could not be updated
        4307\tconversationReadOnly\tserver\tno\tthe conversation is read-only
        4308\tconversationNotAllowed\tserver\tno\tthe conversation is not allowed
        4309\tconversationUpdateRejected\tserver\tno\tthe update was refused: not a member
        4310\tconversationQueryTooExpensive\tserver\tno\tthe query is too expensive
        4311\tconversationLogFailed\tserver\tno\tthe query of messages failed
        4312\tconversationLogRejected\tserver\tno\tthe query of messages was refused
        4313\tsystemConversationRequired\tserver\tno\tthis needs a system conversation
        4314\tnormalConversationRequired\tserver\tno\tthis needs a normal conversation
        4315\tconversationBlacklisted\tserver\tno\tthe client is on the blacklist of the conversation
        4316\ttransientConversationRequired\tserver\tno\tthis needs a transient conversation
        4317\tconversationMembershipRequired\tserver\tno\tthis needs membership of the conversation
        4318\tconversationAPIQuotaExceeded\tserver\tno\tthe quota of the API is used up
        4323\ttemporaryConversationExpired\tserver\tno\tthe temporary conversation has expired
        4401\tinvalidMessagingTarget\tserver\tno\tthe message has no valid target
        4402\tmessageRejectedByApp\tserver\tno\ta hook of the app refused the message
        4403\tmessageOwnershipRequired\tserver\tno\tonly the owner of the message may do this
        4404\tmessageNotFound\tserver\tno\tthere is no such message
        4405\tmessageUpdateRejectedByApp\tserver\tno\ta hook of the app refused the change
        4406\tmessageEditDisabled\tserver\tno\tediting messages is not enabled
        4407\tmessageRecallDisabled\tserver\tno\trecalling messages is not enabled
        5130\townerPromotionNotAllowed\tserver\tno\ta member cannot be made owner
        9000\ttimeout\tlocal\tno\tno answer came in time
        9001\tconnectionLost\tlocal\tno\tthe connection was lost
        9002\tclientNotOpen\tlocal\tno\tthe client is not open
        9003\tinvalidCommand\tlocal\tno\tthe command that came is not valid
        9008\tcommandTooLong\tlocal\tno\tthe command is longer than 5120 bytes
        9100\t\tlocal\tno\tan error of the client itself
        9120\t\tlocal\tno\tan error of the client itself
        9121\t\tlocal\tno\tan error of the client itself
        9130\t\tlocal\tno\tan error of the client itself
        """

    /// Columns: message, field, secret.
    static let secrets: StaticString = """
        SessionCommand\tn\tnonce
        SessionCommand\ts\tsignature
        SessionCommand\tst\tsessionToken
        SessionCommand\tdeviceToken\tdeviceToken
        ConvCommand\tn\tnonce
        ConvCommand\ts\tsignature
        RoomCommand\ts\tsignature
        RoomCommand\tn\tnonce
        ReportCommand\tdata\tdeviceToken
        BlacklistCommand\tn\tnonce
        BlacklistCommand\ts\tsignature
        """
}

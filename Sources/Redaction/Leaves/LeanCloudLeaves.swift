/// The classes of LeanCloud's fields.
package enum LeanCloudLeaves {
    /// The fields of `leancloud.proto`, which the JSON forms share.
    package static let payloads = LeafTable(
        """
        user allowedPids blockedCids blockedPids byPeerId cid cids deviceId dt from fromPeerId id ids infoId initBy
        user installationId m mentionPids mid msgId onlineSessionPeerIds peerId pid pids roomId roomPeerIds
        user sessionPeerIds srcCid srcPid targetClientId tempConvIds tmid toCids toPeerIds toPids uid uniqueId
        user configBitmap checksum
        name codename tag role
        content DirectCommand.msg UnreadTuple.data LogItem.data PatchItem.data direct.data direct.msg msg
        text appMsg data detail n next pushData reason patchReason results attr attrModified where sort
        text subtopic subtopics topic topics preRelease
        media binaryMsg
        token appId deviceToken s st
        time ackAt cdate clientTs fromts lastPatchTime lastUnreadNotifTime maxAckTimestamp maxReadTimestamp notifTime
        time patchTimestamp readAt serverTs t timestamp tots tt udate
        structure apiLevel appCode build code convType count flag i l lctype limit major minor notificationType patch
        structure patchCode priority service skip statusTTL stTtl tempConvTTL type ua unread
        command cmd op
        object convs maxReadTuples info failedPids logs patches systemInfo osVersion androidVersion
        """
    )

    /// The keys of typed messages.
    package static let contents = LeafTable(
        """
        text _lctext text payload msg
        application _lcattrs attrs
        user objId
        name name
        url url
        media binaryMsg
        coordinate latitude longitude
        time timestamp
        structure _lctype _lcfile _lcloc metaData duration format height size width
        """,
        isOfContents: true
    )

    /// The parameters of requests, and the answer of the router.
    package static let http = LeafTable(
        """
        token appId sign s
        user client_id installationId groupId
        url server secondary
        structure subprotocol secure ttl notifications invalidLocalConvCache
        time _t expires
        """
    )
}

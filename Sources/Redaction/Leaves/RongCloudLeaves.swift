/// The classes of RongCloud's fields: those of payloads, contents and HTTP messages.
package enum RongCloudLeaves {
    /// The fields of `rongcloud.proto`, and those of frames.
    package static let payloads = LeafTable(
        """
        user adminUserId blockeeId channelId chrmId conversationId deviceId firstTenUserIds fromUserId groupId id
        user inviteRoomId inviteSessionId inviteUserId invitedRoomId invitedUserId mpid operatorId pushId roomId
        user rtcRoomId subUserId targetId templateId toUserId uid user userId userIds userid users busChannel tagId
        user clientUniqueId groupHashCode key clientId
        messageUID delMsgId msgId msgUID messageUId
        name channelName name userName inviteRoomKeys title
        text appData channelExtra content extension extra extraContent inviteContent inviteInfo pushConfigs
        text pushContent pushText sdkInfo value source path fileName queryString
        url bosDate downloadUrl portraitUrl userPortrait clientIp
        token bosToken dynamicKey ossBucketName ossPolicy ossSign osskeyId rtcToken s3Algorithm s3BucketName
        token s3Credential s3Date s3Policy s3Signature sessionId stcAuthorization stcBucketName stcContentSha256
        token stcDate token appId signature will
        objectName classname objectName
        content UpStreamMessage.content DownStreamMessage.content content
        topic topic willTopic
        time broadcastSyncTime createdTime dataTime deadline delMsgTime endTime inboxTime joinTime msgDataTime msgTime
        time optime readMsgTime readTime sendBoxSyncTime sendboxTime startTime syncTime time timestamp versionTime date
        structure UpStreamMessage.sessionId DownStreamMessage.extra SessionStateItem.value status
        structure answerCode broadcastType busChannelType changeType configFlag conversationType count direct direction
        structure engineType errorCode extStatus groupUnpush hasMsg httpMethod isRemoved nothing notifyType number
        structure offlineKickTime offset opType openStatus order page plantform remindCount remindType roomType size
        structure subChangeType templateIdNoUse timeoutTime total totalMemberNum totalUnreadCount type unpushLevel
        structure unreadCount userCount userTotalNums version isFinished finished ispolling isPullSend bNotify
        structure bFullUpdate isTop stateItem sessionStateType headerCode millisecond qos dup retain messageId flags
        structure keepAlive protocolId protocolVersion flag
        """
    )

    /// The keys of contents, by the message catalogue.
    package static let contents = LeafTable(
        """
        user callId caller channelId chatroomId deviceId existedMemberStatusList existedUserPofiles groupid id
        user inviteUserIds inviter key mediaId memberIdList logId observerUserIds operator operatorId operatorUserId
        user packageId pid receiverEncId referMsgUserId remoteEncId requesterEncId requesterKey responserEncId
        user responserKey sendUserId senderEncId sid sourceUserId stickerId targetId targetUserId taskId uid
        user updatedUserInfoList user userId userIdList userList rrn messageUIDList encryptedContent
        messageUID burnMessageUIds messageUID messageUId mid msgId msgUId referMsgUid
        name begin name nameList nickName packageName sendUserName mentionedContent tag category
        text RC:CombineMsg.content content digest extension extra msg poi recallContent suggest summaryList title value
        text message del userInfo articles subInfo
        media ImgMsg.content RC:ImgMsg.content RC:LBSMsg.content RC:VcMsg.content RC:SightMsg.content RC:GIFMsg.content
        url filePath fileUrl gifUrl imageUri localPath portrait portraitUri remoteUrl sightUrl thumbUri uri url page
        coordinate latitude longitude
        token jsonMsgKey
        application RC:CmdMsg.data RC:CmdNtf.data RC:CustomerCmd.data data fields put exp pushConfigs menuItem
        application sourceContent contactInfo routingInfo requestInfo channelInfo info receiptMessageDic msgList
        content referMsg originalMessageContent
        objectName objName originalObjName originalObjectName typingContentType messageType
        time acceptTime activeTime connectedTime endTime lastMessageSendTime operateTime recallActionTime recallTime
        time sentTime serverSentTime startTime time dataTime
        structure admin clear cmd code complete completeReason conversationType delete direction disablePush duration
        structure durationTime engineType full gifDataSize hangupReason height interceptType isAdmin isDelete isFull
        structure isHasReceived isInstalled isresolve mediaType memberCount mode modifyMemType msgNum operateType
        structure operation platform reason referMsgStatus removeAll seq serviceStatus size source sourceType status
        structure stopReason tmn type width isBurnAfterRead burnDuration mentionedInfo [] codec bitRate sampleRate
        object user userInfo updatedUserInfoList existedUserPofiles existedMemberStatusList subInfo articles
        """,
        isOfContents: true,
        foldsCase: true
    )

    /// The keys that the contents of applications share with all other contents.
    static let envelope = LeafTable(
        """
        user id userId userIdList user
        name name mentionedContent
        text extra content
        url portrait portraitUri
        structure isBurnAfterRead burnDuration mentionedInfo
        structure mentionedInfo.type
        object user
        """,
        isOfContents: true
    )

    /// The parameters of requests, and the answer of the navigation.
    package static let http = LeafTable(
        """
        token token appId appKey sessionid
        user targetid userId pid deviceId
        url server backupServer uploadServer bosAddr clientIp offlinelogserver onlinelogserver
        application voipCallInfo location ossConfig
        topic topic
        time r timestrap timestamp
        structure polling.data header messageid sdkVer apiVer v callBack ver platform code status openMp kvStorage openUS historyMsg
        structure chatroomMsg type joinMChrm extkitSwitch logSwitch connPolicy grpMsgLimit msgAck tz packageName
        object data
        """
    )

    /// The names of all fields that hold the id of a user, group or room.
    static let users = names(of: .user)
    /// The names of all fields that hold the id of a message.
    static let messageUIDs = names(of: .messageUID)

    /// The names of all fields that hold the name of a message's type.
    static let objectNames = names(of: .objectName)

    private static func names(of leaf: LeafClass) -> Set<String> {
        [payloads, contents, http].reduce(into: []) { $0.formUnion($1.names(of: leaf)) }
    }
}

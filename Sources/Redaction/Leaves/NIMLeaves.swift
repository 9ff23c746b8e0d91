/// The classes of NIM's properties, by the names of their tags, and those of its contents.
package enum NIMLeaves {
    /// The properties of bodies.
    package static let bodies = LeafTable(
        """
        coordinate relations
        name alias channelName chatroomNick delAlias deletedMsgFromNick fromNick name nick nickInTeam objectName
        name objectNamePrefix pushTitle
        structure appLogin beInviteMode bits cc clientType customClientType flag fromClientType inviteMode
        structure isHistoryable isPushable isRoamingable isSyncable isUnreadable joinMode level limit mute muteType
        structure needBadge needPush needPushNick online os protocolVersion pushType queuelevel resend reverse scene
        structure sdkHumanVersion sdkVersion size skipHistory total type valid version
        text active announcement antiSpamContent antiSpamUsingYidun apnsContent apnsForcePush apnsText
        content attach
        text attachExt audio authType beflag birth blacked blurRadius blurSigma body broadcastMsgs broadcastType
        text browser bucket callbackExt chatroomCustom chatroomEnterCustom config country creator cropHeight cropWidth
        text cropX cropY custom customTag data datatunnel_new decryptKey decryptType delRoam
        text delRoam (sent as isDeleteRoam) delete deleteMsg deleteMsgSelf deleteSuperTeamMsg deletedIdServer detail
        text deviceInfo donnop durable duration email enable env expireSec ext extra file filterMsgs friendUsers
        text friends gaged gender guest hasMore hasXMPush header highPriority idServer interlace interval intro ip
        text isAnonymous isBlacked isInBlackList isMuted isOfflinable isReactNative isReplyMsg isSave isSyncSelf
        text keyword lastMsg lastMsgType location loginExt mac md5 memberNum members method modify msgLimit
        text msgReceipts myInfo myInfoInSuperTeams myTeamMembers needLastMsg needMsgReceipt needNotify netcallMsgs
        text netcall_audio netcall_vedio notification offlineMsgs onlineMemberNum open order p2pList pageCount path
        text picInfo picture pinCustom pixelPixel port prefix ps pushContent pushPayload qualityQuality read
        text replyMsgIdServer roamingMsgs robot robots rotateAngle selfCustom sendToOnlineUsersOnly senderList
        text serialize serializeList serverConfig serverCustom serverex sessionAck sessionHistoryMsgsDelete
        text sessionLimit sessions source state stickTopSessions stripmeta subType superTeamRoamingMsgs
        text superTeamSessionAck superTeams sync tag tags teamList teams tel tempMuteDuration tempMuted
        text tempTeamMemberCount text thesaurus threadMsgIdServer threshold thumbnailAxisX thumbnailAxisY
        text thumbnailCenterX thumbnailCenterY thumbnailEnlarge thumbnailHeight thumbnailMode thumbnailToStatic
        text thumbnailWidth tips topCustom transSize transType typeType unread updateCustomMode updateTeamMode
        text userAgent validTimeType validToCurrentUser value video watermarkDissolve watermarkDx watermarkDy
        text watermarkFont watermarkFontColor watermarkFontSize watermarkGravity watermarkImage watermarkText
        text watermarkType yidunAntiCheating yidunEnable zone
        time beginTime bindTime channelCreateTime channelExpireTime createTime deletedMsgTime deletedTime endTime
        time enterTime expire expireTime fromTime joinTime lastMsgTime maxTimestamp memberUpdateTime minTimestamp
        time replyMsgTime subscribeTime threadMsgTime time timeout timestamp timetag toTime updateTime userUpdateTime
        time validTime
        token appKey avSignal hasTokenPreviously needUpdateSession pushToken pushTokenName session sign token
        url avatar broadcastUrl cdnDomain cdnUrls chatroomAvatar fromAvatar nosurl originUrl safeUrl shortUrl url
        user account antiSpamBusinessId apnsAccounts appid botid broadcastId channelId channelInValid chatroomId
        user clientAntiSpam connectionId consid custid deletedIdClient deviceId docId enableMultiClient from fromAccid
        user fromCustom fromDeviceId fromDocId fromUid id idClient invitorAccid invitoraccid lastLoginDeviceId
        user lastMsgId msgid notifyTargetTags opeAccount otherAccid owner pinFrom replyMsgFromAccount replyMsgIdClient
        user replyMsgToAccount requestId sessionId teamId threadMsgFromAccount threadMsgIdClient threadMsgToAccount to
        user toTid uid uniqueId
        """
    )

    /// The keys of attachments.
    package static let contents = LeafTable(
        """
        user channel clientMsgId from id ids members operator robotAccid room sessionId target teamId openPacketId
        user redPacketId sendPacketId catalog chartlet md5
        name name opeNick sessionName tarNick teamName fileName title
        text attach body content ext message messageAbstract params payload text
        url url
        token password
        coordinate lat lng
        time time
        application data param queueChange robotMsg tinfo uinfos
        structure calltype compressed dur duration encrypted fired flag h isGetDone msgOut mute muteDuration muteTtl
        structure muted orientation size teamType tempMuted type value w
        """
    )

    /// What stands around the properties: packets and the handshake.
    package static let packets = LeafTable(
        """
        structure sid cid ser SID CID SER code t timetag
        """
    )
}

/// The classes of NIM's properties, by the names of their tags, and of the keys of its contents.
package enum NIMLeaves {
    /// The properties of bodies.
    package static let bodies = LeafTable(
        """
        code active authType badge beflag blacked blurRadius blurSigma broadcastType count cropHeight cropWidth cropX
        code cropY customClientType datatunnel_new delRoam delete deleteMsg deleteMsgSelf deleteNum donnop durable
        code enable expireSec gaged gender guest hasMore hasXMPush highPriority interlace interval isAdd isAll
        code isAnonymous isBackground isBlacked isDeleteRoam isInBlackList isMuted isOfflinable isReactNative
        code isReplyMsg isSave isSyncSelf isWeixinApp lastMsgType leave level limit memberNum modify msgLimit msgTypes
        code mute needLastMsg needMsgReceipt needNotify needSave num onlineMemberNum order p2p pageCount pixelPixel
        code qualityQuality read reverse rotateAngle scene sendToOnlineUsersOnly sessionLimit state stripmeta subType
        code tempMuted tempTeamMemberCount thumbnailAxisX thumbnailAxisY thumbnailCenterX thumbnailCenterY
        code thumbnailEnlarge thumbnailHeight thumbnailMode thumbnailToStatic thumbnailWidth totalCount transType
        code transient unread updateCustomMode updateTeamMode validTimeType validToCurrentUser watermarkDissolve
        code watermarkDx watermarkDy watermarkFontSize watermarkGravity watermarkType yidunEnable
        content attach
        coordinate relations
        name alias channelName chatroomNick delAlias deletedMsgFromNick fromNick name nick nickInTeam objectName
        name objectNamePrefix pushTitle
        structure appLogin beInviteMode bits cc cid clientType flag fromClientType inviteMode isHistoryable isPushable
        structure isRoamingable isSyncable isUnreadable joinMode muteType needBadge needPush needPushNick online os
        structure protocolVersion pushType queuelevel resend sdkHumanVersion sdkVersion sid size skipHistory total
        structure type valid version
        text address announcement antiSpamContent antiSpamUsingYidun apnsContent apnsForcePush apnsText attachExt
        text audio birth body broadcastMsgs browser bucket callbackExt chatroomCustom chatroomEnterCustom collect
        text comment config country creator custom customTag data decryptKey decryptType deleteSuperTeamMsg
        text deletedIdServer detail deviceInfo duration elementKey elementKeyArray elementMap elementValue email env
        text ext extra file filterMsgs friendUsers friends header idServer intro ip keyword lastMsg location loginExt
        text mac md5 members method msgReceipts myInfo myInfoInSuperTeams myTeamMembers netcallMsgs netcall_audio
        text netcall_vedio notification notifyExt offlineMsgs open p2pList path ph picInfo picture pinCustom port
        text prefix ps pushContent pushPayload queueList reason replyMsgIdServer res responseBody roamingMsgs robot
        text robots selfCustom senderList serialize serializeList serverConfig serverCustom serverex sessionAck
        text sessionHistoryMsgsDelete sessions source stickTopSessions superTeamRoamingMsgs superTeamSessionAck
        text superTeams sync tag tags teamList teams tel tempMuteDuration text thesaurus threadMsgIdServer threshold
        text tips topCustom transInfo transSize typeType userAgent value video watermarkFont watermarkFontColor
        text watermarkImage watermarkText yidunAntiCheating zone
        time beginTime bindTime channelCreateTime channelExpireTime createTime deletedMsgTime deletedTime endTime
        time enterTime expire expireTime fromTime joinTime lastMsgTime maxTimestamp memberUpdateTime minTimestamp
        time replyMsgTime subscribeTime threadMsgTime time timeout timestamp timetag toTime updateTime userUpdateTime
        time validTime
        token appKey avSignal hasTokenPreviously needUpdateSession pushToken pushTokenName session sign token
        token tokenName transToken pushkit
        text team superTeam
        url avatar broadcastUrl cdnDomain cdnUrls chatroomAvatar fromAvatar nosurl originUrl safeUrl shortUrl url
        user abortedAccidList account accounts accountsMap antiSpamBusinessId apnsAccounts appid blacklist botid
        user broadcastId channelId channelInValid chatroomId clientAntiSpam connectionId consid custid deletedIdClient
        user deviceId deviceIds docId enableMultiClient from fromAccid fromCustom fromDeviceId fromDocId fromUid id
        user idClient ids invitorAccid invitoraccid lastLoginDeviceId lastMsgId memberIds msgid mutelist
        user notifyTargetTags opeAccount otherAccid owner pinFrom readAccounts replyMsgFromAccount replyMsgIdClient
        user replyMsgToAccount requestId sessionId teamId teamIds threadMsgFromAccount threadMsgIdClient
        user threadMsgToAccount tids to toTid uid uniqueId unreadAccounts
        """
    )

    /// The keys of attachments, but for those of applications.
    package static let contents = LeafTable(
        """
        code id value
        user channel clientMsgId from ids members operator robotAccid room sessionId target teamId openPacketId
        user redPacketId sendPacketId catalog chartlet md5
        name name opeNick sessionName tarNick teamName fileName title
        text attach body content data ext message messageAbstract params payload text
        url url
        token password
        coordinate lat lng
        time time
        application param queueChange robotMsg tinfo uinfos
        structure calltype compressed dur duration encrypted fired flag h isGetDone msgOut mute muteDuration muteTtl
        structure muted orientation size teamType tempMuted type w
        object data
        """,
        isOfContents: true
    )

    /// The keys of the demo's attachments that tell their kind, and those that are checked; the other keys belong to
    /// the application.
    static let demos = LeafTable(
        """
        code type id value flag
        object data
        """,
        isOfContents: true
    )

    /// The keys that may tell the kind of an application's attachment, which must not become one of the demo's kinds.
    static let customs = LeafTable("code type", isOfContents: true)
    /// The same keys for system messages.
    static let customNotices = LeafTable("code id", isOfContents: true)

    /// The fields around the properties: those of packets and of the handshake.
    package static let packets = LeafTable(
        """
        structure sid cid ser SID CID SER code t timetag headerPacket v
        """
    )

    /// The parameters of the address lookup, and its answer.
    package static let http = LeafTable(
        """
        user id account
        token k
        url link wslink lbs nosup nosdl defaultLink common
        time t
        code code sv pv networkType
        """
    )
}

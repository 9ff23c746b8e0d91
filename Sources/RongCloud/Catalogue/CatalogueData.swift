// swift-format-ignore-file
// Made by .ci/generate-tables from Docs/catalogue: change those, not this.

/// The catalogue's tables: tab-separated rows without header.
enum CatalogueData {
    /// Columns: topic, kind, sender, conversationTypes, request, response, generations, note.
    static let topics: StaticString = """
        ppMsgP\tpublish\tboth\t1\tUpStreamMessage\tnone\tv1-v5\tstored and pushed; also taken for conversation types without a topic of their own
        ppMsgN\tpublish\tclient\t1\tUpStreamMessage\tnone\tv4-v5\tin the topic list only; by its name stored but not pushed
        ppMsgS\tpublish\tboth\t1\tUpStreamMessage\tnone\tv2-v5\tv2 from 2.5.9; status message: not stored, only for devices that are online; the sender does not wait for the PUBACK
        pdMsgP\tpublish\tboth\t2\tUpStreamMessage\tnone\tv1-v2\t
        pgMsgP\tpublish\tboth\t3\tUpStreamMessage\tnone\tv1-v5\tUpStreamMessage.userId names recipients when not the whole group is meant
        pgMsgS\tpublish\tboth\t3\tUpStreamMessage\tnone\tv2-v5\tv2 from 2.5.9; status message; the sender does not wait for the PUBACK
        chatMsg\tpublish\tboth\t4\tUpStreamMessage\tnone\tv1-v5\t
        chatMsgS\tpublish\tclient\t4\tUpStreamMessage\tnone\tv3-v5\tin the topic list only; by its name a status message, whose PUBACK the sender does not wait for
        pcMsgP\tpublish\tboth\t5\tUpStreamMessage\tnone\tv1-v5\t
        pcuMsgP\tpublish\tclient\t5\tUpStreamMessage\tnone\tv2\tthe agent's side
        pmcMsgN\tpublish\tclient\t7\tUpStreamMessage\tnone\tv2\tnot pushed
        pmpMsgN\tpublish\tclient\t8\tUpStreamMessage\tnone\tv2\tnot pushed
        prMsgS\tpublish\tboth\t12\tUpStreamMessage\tnone\tv2-v5\tv2 from 2.5.0; signalling in a room
        prMsgP\tpublish\tclient\t13\tUpStreamMessage\tnone\tv2\tv2 from 2.5.1; in the topic list only; a conversation type without a name
        recallMsg\tpublish\tboth\t\tUpStreamMessage\tnone\tv2-v5\tobject name RC:RcCmd; the target is the conversation in v2 and the own user id from v3 on
        ugMsg\tpublish\tboth\t10\tUpStreamMessage\tnone\tv5\tbusChannel names the channel
        updUgRTime\tpublish\tboth\t10\tSessionMsgReadInput\tnone\tv5\tmarks a channel as read
        operate\tpublish\tclient\t10\tOperateStatus\tnone\tv5\ttyping and the like
        rtcSetData\tpublish\tclient\t12\tRtcSetDataInput\tnone\tv3-v5\tQoS 0; a PUBACK comes all the same
        rtcSetData\tquery\tclient\t12\tRtcSetDataInput\tRtcOutput\tv2\t
        rtcDelData\tpublish\tclient\t12\tRtcDataInput\tnone\tv3-v5\tQoS 0; a PUBACK comes all the same
        rtcDelData\tquery\tclient\t12\tRtcDataInput\tRtcOutput\tv2\t
        rtcUDel\tpublish\tclient\t12\tRtcKeyDeleteInput\tnone\tv3-v5\tQoS 0; a PUBACK comes all the same
        rtcUDel\tquery\tclient\t12\tRtcKeyDeleteInput\tRtcOutput\tv2\t
        userSetData\tpublish\tclient\t12\tRtcUserSetDataInput\tnone\tv3-v4\tQoS 0; a PUBACK comes all the same
        userSetData\tquery\tclient\t12\tRtcUserSetDataInput\tRtcOutput\tv2|v5\tv2 from 2.5.9; v5 passes over a PUBLISH from the server with this topic
        rtcSetOutData\tpublish\tclient\t12\tRtcSetOutDataInput\tnone\tv3\t
        rtcSetOutData\tquery\tclient\t12\tRtcSetOutDataInput\tRtcOutput\tv2|v4-v5\tv4 and v5: in the topic list only
        s_ntf\tpush\tserver\t\tNotifyMsg\tnone\tv1-v5\tsomething new: type 2 in chat room chrmId (fetched with chrmPull), otherwise in the own inbox (pullMsg)
        s_msg\tpush\tserver\t\tDownStreamMessage\tnone\tv1-v5\tdelivers one message; may have retain set
        s_stat\tpush\tserver\t\tGetUserStatusOutput\tnone\tv2-v5\tpresence; only v2 acts on it
        s_cmd\tpush\tserver\t\tNotifyMsg\tnone\tv2-v5\ttype 2: pullKV; 3: pullSeAtts; v5 also 4: chat room destroyed, 6: pullUgMsg, 7: qryMsgChange; some builds call the message ChrmNotifyMsg
        s_us\tpush\tserver\t\tUserSettingNotification\tnone\tv3-v5\taccount settings changed: pullUS; only v5 acts on it
        s_opNtf\tpush\tserver\t10\tOperateStatusNotify\tnone\tv5\twhat other members of an ultra group are doing
        rtc_ntf\tpush\tserver\t12\tRtcNotifyMsg\tnone\tv5\ttype 1: rtcPullKv
        pullMsg\tquery\tclient\t\tSyncRequestMsg\tDownStreamMessages\tv1-v5\town inbox; the target is the own user id; QoS 1 in v1 and v2
        chrmPull\tquery\tclient\t4\tChrmPullMsg\tDownStreamMessages\tv1-v5\tthe target is the chat room; QoS 1 in v1 and v2
        invtDiz\tquery\tclient\t2\tChannelInvitationInput\tnone\tv1-v2\tthe target is the discussion
        crDiz\tquery\tclient\t2\tCreateDiscussionInput\tCreateDiscussionOutput\tv1-v2\tthe target is the own user id
        dizInf\tquery\tclient\t2\tChannelInfoInput\tChannelInfoOutput\tv1-v2\tthe target is the discussion
        quitDiz\tquery\tclient\t2\tLeaveChannelInput\tnone\tv1-v2\tthe target is the discussion
        evctDiz\tquery\tclient\t2\tChannelEvictionInput\tnone\tv1-v2\tthe target is the discussion
        pdOpen\tquery\tclient\t2\tModifyPermissionInput\tnone\tv1-v2\topens or closes the discussion for invitations
        rename\tquery\tclient\t2\tRenameChannelInput\tnone\tv1-v2\t
        joinGrp\tquery\tclient\t3\tGroupInput\tGroupOutput\tv1-v2\tv2: in the topic list only
        exitGrp\tquery\tclient\t3\tLeaveChannelInput\tnone\tv1-v2\tv2: in the topic list only
        uGcmpr\tquery\tclient\t3\tGroupHashInput\tGroupHashOutput\tv1-v2\tv2: in the topic list only
        pGrps\tquery\tclient\t3\tGroupInput\tGroupOutput\tv1-v2\tv2: in the topic list only
        userInf\tquery\tclient\t\tGetUserInfoInput\tGetUserInfoOutput\tv1-v2\t
        qnTkn\tquery\tclient\t\tGetQNupTokenInput\tGetQNupTokenOutput\tv1-v5\tpermission to upload; v1 asks for download addresses with it as well
        qnUrl\tquery\tclient\t\tGetQNdownloadUrlInput\tGetQNdownloadUrlOutput\tv1-v5\tdownload address; v1: in the topic list only
        aliUrl\tquery\tclient\t\tGetDownloadUrlInput\tGetDownloadUrlOutput\tv4-v5\tdownload address of another storage
        s3Url\tquery\tclient\t\tGetDownloadUrlInput\tGetDownloadUrlOutput\tv5\tdownload address of another storage
        stcUrl\tquery\tclient\t\tGetDownloadUrlInput\tGetDownloadUrlOutput\tv5\tdownload address of another storage
        joinChrm\tquery\tclient\t4\tChrmInput\tChrmOutput\tv1-v5\tthe target is the chat room, which is created when it does not exist
        joinChrmR\tquery\tclient\t4\tChrmInput\tChrmOutput\tv3-v5\tjoins an existing chat room only, also to come back to one; fails when it does not exist
        exitChrm\tquery\tclient\t4\tChrmInput\tChrmOutput\tv1-v5\t
        destroyChrm\tquery\tclient\t4\tunknown\tunknown\tv1-v2\tin the topic list only
        createChrm\tquery\tclient\t4\tunknown\tunknown\tv1-v2\tin the topic list only
        queryChrm\tquery\tclient\t4\tunknown\tunknown\tv1-v2\tin the topic list only
        queryChrmI\tquery\tclient\t4\tQueryChatroomInfoInput\tQueryChatroomInfoOutput\tv2-v5\tv3 and later spell the messages QueryChatRoomInfo*; the layout is the same
        setKV\tquery\tclient\t4\tSetChrmKV\tChrmOutput\tv2-v5\t
        delKV\tquery\tclient\t4\tv3-v5:SetChrmKV;v2:DeleteChrmKV\tChrmOutput\tv2-v5\tentry.status tells SetChrmKV from DeleteChrmKV, whose layout is the same without it
        setKVS\tquery\tclient\t4\tSetChrmKVS\tChrmKVSOutput\tv5\tstatus 23428 has a body too
        delKVS\tquery\tclient\t4\tSetChrmKVS\tChrmKVSOutput\tv5\tstatus 23428 has a body too
        pullKV\tquery\tclient\t4\tQueryChrmKV\tChrmKVOutput\tv2-v5\t
        qryPMsg\tquery\tclient\t1|7|8\tv2-v5:HistoryMsgInput;v1:HistoryMessageInput\tv2-v5:HistoryMsgOuput;v1:HistoryMessagesOuput\tv1-v5\tthe default for other types too; the target is the conversation in v2 and the own user id in v4 and v5
        qryDMsg\tquery\tclient\t2\tv2:HistoryMsgInput;v1:HistoryMessageInput\tv2:HistoryMsgOuput;v1:HistoryMessagesOuput\tv1-v2\tthe target is the conversation in v2
        qryGMsg\tquery\tclient\t3\tv2-v5:HistoryMsgInput;v1:HistoryMessageInput\tv2-v5:HistoryMsgOuput;v1:HistoryMessagesOuput\tv1-v5\tthe target is the conversation in v2 and the own user id in v4 and v5
        qryCMsg\tquery\tclient\t5|4\tv2-v5:HistoryMsgInput;v1:HistoryMessageInput\tv2-v5:HistoryMsgOuput;v1:HistoryMessagesOuput\tv1-v5\tv2 lists it for chat rooms too; the target is the conversation in v2 and the own user id in v4 and v5
        qrySMsg\tquery\tclient\t6\tv2-v5:HistoryMsgInput;v1:HistoryMessageInput\tv2-v5:HistoryMsgOuput;v1:HistoryMessagesOuput\tv1-v5\tthe target is the conversation in v2 and the own user id in v4 and v5
        qryCHMsg\tquery\tclient\t4\tHistoryMsgInput\tHistoryMsgOuput\tv2-v5\tthe target is the own user id in v2 and the chat room in v4 and v5
        qryUgMsg\tquery\tclient\t10\tHistoryMsgInput\tHistoryMsgOuput\tv5\tthe target is the own user id
        delMsg\tquery\tclient\t\tDeleteMsgInput\tDeleteMsgOutput\tv2-v5\tthe target is the conversation in v2 and the own user id from v4 on
        cleanPMsg\tquery\tclient\t1\tCleanHisMsgInput\tnone\tv2-v5\t
        cleanDMsg\tquery\tclient\t2\tCleanHisMsgInput\tnone\tv2\t
        cleanGMsg\tquery\tclient\t3|10\tCleanHisMsgInput\tnone\tv2-v5\tv5 uses it for ultra groups too
        cleanCMsg\tquery\tclient\t5\tCleanHisMsgInput\tnone\tv2-v5\t
        cleanSMsg\tquery\tclient\t6\tCleanHisMsgInput\tnone\tv2-v5\t
        cleanHisMsg\tquery\tclient\t\tCleanHisMsgInput\tnone\tv2\tin the topic list only
        qryRelation\tquery\tclient\t\tRelationsInput\tRelationsOutput\tv1-v5\tv4 and v5: in the topic list only, qryRelationR has taken its place
        qryRelationR\tquery\tclient\t\tRelationQryInput\tRelationsOutput\tv4-v5\tlist of conversations
        addRelation\tquery\tclient\t\tRelationsInput\tnone\tv1-v2\tv2: in the topic list only
        delRelation\tquery\tclient\t\tv2-v3|v5:RelationsInput;v4:RelationQryInput;v1:RelationInfo\tnone\tv1-v5\tthe target is the conversation
        pullMp\tquery\tclient\t\tPullMpInput\tPullMpOutput\tv2\tpublic services of both kinds
        schMp\tquery\tclient\t\tSearchMpInput\tSearchMpOutput\tv2\tpublic services of both kinds
        mpFollow\tquery\tclient\t8\tMPFollowInput\tMPFollowOutput\tv2\t
        mcFollow\tquery\tclient\t7\tMPFollowInput\tMPFollowOutput\tv2\t
        mpUnFollow\tquery\tclient\t8\tMPFollowInput\tMPFollowOutput\tv2\t
        mcUnFollow\tquery\tclient\t7\tMPFollowInput\tMPFollowOutput\tv2\t
        addBlack\tquery\tclient\t\tAdd2BlackListInput\tnone\tv1-v2\t
        rmBlack\tquery\tclient\t\tRemoveFromBlackListInput\tnone\tv1-v2\t
        getBlack\tquery\tclient\t\tQueryBlackListInput\tQueryBlackListOutput\tv1-v2\t
        blackStat\tquery\tclient\t\tBlackListStatusInput\tnone\tv1-v2\tthe status of the QUERYACK answers: 0 listed, 1 (web) or 101 (mobile SDKs) not listed
        qryVoipK\tquery\tclient\t\tVoipDynamicInput\tVoipDynamicOutput\tv2\t
        getUserStatus\tquery\tclient\t\tGetUserStatusInput\tGetUserStatusOutput\tv2\t
        setUserStatus\tquery\tclient\t\tSetUserStatusInput\tSetUserStatusOutput\tv2\t
        subUserStatus\tquery\tclient\t\tSubUserStatusInput\tSubUserStatusOutput\tv2\t
        qryPPush\tquery\tclient\t1\tBlockPushInput\tnone\tv2\tstatus 1: blocked
        qryDPush\tquery\tclient\t3\tBlockPushInput\tnone\tv2\tstatus 1: blocked; D means group here
        blkPPush\tquery\tclient\t1\tBlockPushInput\tnone\tv2\t
        blkDPush\tquery\tclient\t3\tBlockPushInput\tnone\tv2\tD means group here
        unblkPPush\tquery\tclient\t1\tBlockPushInput\tnone\tv2\t
        unblkDPush\tquery\tclient\t3\tBlockPushInput\tnone\tv2\tD means group here
        pullUS\tquery\tclient\t\tPullUserSettingInput\tPullUserSettingOutput\tv2-v5\taccount settings
        setOfflineMsgDur\tquery\tclient\t\tSetUserSettingInput\tSetUserSettingOutput\tv2\tv2 writes its GetQNupTokenOutput with deadline as version and token as value; the layout is the same; it reads the answer with it too
        pullSeAtts\tquery\tclient\t\tSessionReq\tSessionStates\tv2-v5\tv2 from 2.5.9 or later; conversation states changed since a time
        setSeAtt\tquery\tclient\t\tSessionStateModifyReq\tSessionStateModifyResp\tv2-v5\tv2 from 2.5.9 or later; the target is the own user id
        qrySessionsAtt\tquery\tclient\t\tSessionsAttQryInput\tSessionsAttOutput\tv3-v5\tv4 and v5: in the topic list only
        qrySessions\tquery\tclient\t\tRelationQryInput\tRelationsOutput\tv3-v5\tv4 and v5: in the topic list only
        delSessions\tquery\tclient\t\tDeleteSessionsInput\tDeleteSessionsOutput\tv3-v5\tv4 and v5: in the topic list only
        updRRTime\tquery\tclient\t\tSessionMsgReadInput\tSessionMsgReadOutput\tv3-v5\tv4 and v5: in the topic list only
        rrMsg\tquery\tclient\t3\tGrpReadReceiptMsg\tnone\tv5\t
        rrList\tquery\tclient\t3\tGrpReadReceiptQryReq\tGrpReadReceiptQryResp\tv5\t
        addSeTag\tquery\tclient\t\tSessionTagAddInput\tSetUserSettingOutput\tv5\t
        delSeTag\tquery\tclient\t\tSessionTagDelInput\tSetUserSettingOutput\tv5\t
        addTag\tquery\tclient\t\tSessionStateModifyReq\tSessionStateModifyResp\tv5\t
        delTag\tquery\tclient\t\tSessionStateModifyReq\tSessionStateModifyResp\tv5\t
        disTag\tquery\tclient\t\tSessionDisTagReq\tSessionStateModifyResp\tv5\tin the topic list only
        reportsdk\tquery\tclient\t\tReportSDKInput\tReportSDKOutput\tv5\tJSON text about the client
        pullUgMsg\tquery\tclient\t10\tUltraGrpPullMsg\tDownStreamMessages\tv5\t
        pullUgSes\tquery\tclient\t10\tUltraGrpPullSes\tRelationsOutput\tv5\tpage by page until isFinished
        upMsgEx\tquery\tclient\t10\tMsgChangeReq\tnone\tv5\tQoS 1; the target is the group
        modifyMsg\tquery\tclient\t10\tMsgChangeReq\tnone\tv5\tQoS 1; the target is the group
        qryMsgChange\tquery\tclient\t10\tQueryMsgChange\tMsgChangeList\tv5\tQoS 1
        qryMsg\tquery\tclient\t10\tMsgQuery\tMsgQueryAck\tv5\tQoS 1
        ugUnpushQuery\tquery\tclient\t10\tGroupUnpushQuery\tGroupUnpushResult\tv5\t
        ugUnpushSet\tquery\tclient\t10\tGroupUnpushSet\tnone\tv5\t
        qryUgUal\tquery\tclient\t10\tQryRemindListReq\tQryRemindListResp\tv5\t
        setRtcRoomId\tquery\tclient\t12\tSetRtcRoomIdInput\tSetRtcRoomIdOutput\tv5\t
        rtcRJoin_data\tquery\tclient\t12\tRtcInput\tRtcUserListOutput\tv2-v5\tthe target is the room
        rtcRExit\tquery\tclient\t12\tSetUserStatusInput\tnone\tv2-v5\t
        rtcPing\tquery\tclient\t12\tRtcInput\tnone\tv2-v5\t
        rtcRInfo\tquery\tclient\t12\tRtcQueryListInput\tRtcRoomInfoOutput\tv2-v5\t
        rtcUData\tquery\tclient\t12\tRtcQueryListInput\tRtcUserListOutput\tv2-v5\t
        rtcUList\tquery\tclient\t12\tRtcQueryListInput\tRtcUserListOutput\tv2-v5\torder is 2
        rtcUPut\tquery\tclient\t12\tRtcValueInfo\tRtcOutput\tv2-v5\tv4 notes that the answer may not come in time
        rtcRPut\tquery\tclient\t12\tRtcValueInfo\tRtcOutput\tv2\t
        rtcRDel\tquery\tclient\t12\tRtcKeyDeleteInput\tRtcOutput\tv2\t
        rtcQryData\tquery\tclient\t12\tRtcDataInput\tRtcQryOutput\tv2-v5\t
        rtcQryUserOutData\tquery\tclient\t12\tRtcQryUserOutDataInput\tRtcUserOutDataOutput\tv2-v5\tv4 and v5: in the topic list only
        rtcToken\tquery\tclient\t12\tRtcInput\tRtcTokenOutput\tv2-v5\t
        rtcUserState\tquery\tclient\t12\tMCFollowInput\tRtcOutput\tv2-v5\tthe message is meant for public services by its name
        viewerJoinR\tquery\tclient\t12\tRtcInput\tRtcViewerJoinedOutput\tv5\t
        viewerExitR\tquery\tclient\t12\tSetUserStatusInput\tnone\tv5\t
        rtcPullKv\tquery\tclient\t12\tRtcPullKV\tRtcKVOutput\tv5\t
        rtcIdentityChange\tquery\tclient\t12\tRtcInput\tRtcUserListOutput\tv5\t
        rtcInvite\tquery\tclient\t12\tRtcInviteInput\tnone\tv5\t
        rtcCancelInvite\tquery\tclient\t12\tRtcCancelInviteInput\tnone\tv5\t
        rtcInviteAnswer\tquery\tclient\t12\tRtcInviteAnswerInput\tnone\tv5\t
        rtcEndInvite\tquery\tclient\t12\tRtcEndInviteInput\tnone\tv5\t
        rtcQueryJoined\tquery\tclient\t12\tRtcQueryUserJoinedInput\tRtcQueryUserJoinedOutput\tv5\tthe target is empty
        """

    /// Columns: value, name, title, iosName, androidName, webName, flutterName, uniappReactNativeName, serverName, universalSdkName.
    static let conversationTypes: StaticString = """
        0\tnone\tnone\t\tNONE\tNONE\t\t\t\tNotSupportedYet
        1\tprivate\tprivate\tConversationType_PRIVATE\tPRIVATE\tPRIVATE\tPrivate\tPRIVATE\tPRIVATE\tPrivate
        2\tdiscussion\tdiscussion\tConversationType_DISCUSSION\tDISCUSSION\tDISCUSSION\t\tDISCUSSION\tDISCUSSION\tDiscussion
        3\tgroup\tgroup\tConversationType_GROUP\tGROUP\tGROUP\tGroup\tGROUP\tGROUP\tGroup
        4\tchatroom\tchat room\tConversationType_CHATROOM\tCHATROOM\tCHATROOM\tChatRoom\tCHATROOM\tCHATROOM\tChatroom
        5\tcustomerService\tcustomer service\tConversationType_CUSTOMERSERVICE\tCUSTOMER_SERVICE\tCUSTOMER_SERVICE\t\tCUSTOMER_SERVICE\tCUSTOMER_SERVICE\tCustomerService
        6\tsystem\tsystem\tConversationType_SYSTEM\tSYSTEM\tSYSTEM\tSystem\tSYSTEM\tSYSTEM\tSystem
        7\tappPublicService\tapp public service\tConversationType_APPSERVICE\tAPP_PUBLIC_SERVICE\tAPP_PUBLIC_SERVICE\t\tAPP_SERVICE\tAPP_PUBLIC\tAppPublicService
        8\tpublicService\tpublic service\tConversationType_PUBLICSERVICE\tPUBLIC_SERVICE\tPUBLIC_SERVICE\t\tPUBLIC_SERVICE\tPUBLIC\tPublicService
        9\tpushService\tpush service\tConversationType_PUSHSERVICE\tPUSH_SERVICE\t\t\tPUSH_SERVICE\t\tPushService
        10\tultraGroup\tultra group\tConversationType_ULTRAGROUP\t\t\t\t\tULTRAGROUP\tUltraGroup
        11\tencrypted\tencrypted\tConversationType_Encrypted\t\t\t\t\t\tEncrypted
        12\trtcRoom\tRTC room\tConversationType_RTC\t\tRTC_ROOM\t\t\t\tRtcRoom
        """

    /// Columns: scope, code, topic, name, meaning.
    static let statusCodes: StaticString = """
        connack\t0\t\taccepted\taccepted
        connack\t1\t\tunsupportedProtocolVersion\tprotocol version not supported
        connack\t2\t\tidentifierRejected\tclient identifier refused, or client information in a wrong format
        connack\t3\t\tserverUnavailable\tserver unavailable, or platform not enabled
        connack\t4\t\ttokenIncorrect\ttoken incorrect
        connack\t5\t\tnotAuthorized\tnot authorised (protection against abuse)
        connack\t6\t\tredirect\tgo to another server: ask navigation again
        connack\t7\t\tpackageNameInvalid\tapp package name incorrect
        connack\t8\t\tappBlocked\tapp blocked or deleted
        connack\t9\t\tuserBlocked\tuser blocked
        connack\t10\t\ttokenExpired\ttoken expired
        connack\t11\t\tdeviceMismatch\ttoken belongs to another device
        connack\t12\t\thostNameRefused\tweb host name not in the allowed list
        connack\t13\t\totherClientOnline\ta client of the same kind is online
        connack\t15\t\totherCluster\tuser is in another cluster
        connack\t16\t\tappAuthenticationFailed\tapp authentication failed
        connack\t17\t\ttokenUsed\tone-time token already used
        connack\t18\t\tplatformError\tplatform error
        connack\t19\t\tuserClosed\tuser closed the account
        connack\t20\t\tserviceError\tservice error
        disconnect\t0\t\tredirect\tgo to another server: ask navigation again and reconnect
        disconnect\t1\t\totherDeviceLogin\tanother device of the user logged in
        disconnect\t2\t\tclosure\tuser blocked
        disconnect\t3\t\tunknownError\tclosed by the server without a known reason
        disconnect\t4\t\tlogout\tlogged out
        disconnect\t5\t\tblock\tuser blocked, newer form
        disconnect\t6\t\tredirectNew\tgo to another server, newer form
        answer\t0\t\tsuccess\tsuccess
        answer\t1\t\tfailure\tfailed; for blackStat: not listed; for qryPPush and qryDPush: blocked
        answer\t101\tblackStat\tnotListed\tfor blackStat: not listed, as mobile SDKs know it
        answer\t405\t\trejectedByBlackList\tsender is in the receiver's black list
        answer\t407\t\tnotInWhiteList\tsender is not in the receiver's white list
        answer\t20106\t\tforbiddenInPrivate\tsender is muted in private chats
        answer\t20109\t\tconversationNotSupportMessage\tthis kind of conversation does not take this message
        answer\t20112\t\tdangerousContent\tcontent is dangerous
        answer\t20113\t\tcontentReviewRejected\tcontent review refused the message
        answer\t20114\t\tmodifyTooLate\ttoo late to modify the message
        answer\t20115\t\tmessageTooLarge\tmessage too large
        answer\t20116\t\tmodifyUnsupported\tmessage cannot be modified
        answer\t20406\t\tmessageUnauthorized\tnot authorised to send
        answer\t20407\t\tdiscussionIdInvalid\tdiscussion id invalid
        answer\t20512\t\tdataCenterInvalid\tdata centre invalid
        answer\t20604\t\tsendTooFast\tsending too fast
        answer\t20605\t\toperationBlocked\toperation blocked
        answer\t20606\t\toperationNotSupported\toperation not supported
        answer\t20607\t\trequestTooFrequent\trequests too frequent
        answer\t21406\t\tnotInDiscussion\tsender is not in the discussion
        answer\t21407\t\tjoinDiscussionFailed\tjoining the discussion failed
        answer\t21408\t\tcreateDiscussionFailed\tcreating the discussion failed
        answer\t21409\t\tinviteDiscussionFailed\tchanging or using the discussion's invitations failed
        answer\t21501\t\tsensitiveWordBlocked\tsensitive word: message blocked
        answer\t21502\t\tsensitiveWordReplaced\tsensitive word replaced, message delivered
        answer\t22201\t\toriginalMessageMissing\texpansion: original message missing
        answer\t22202\t\tmessageNotExpandable\tmessage cannot be expanded
        answer\t22203\t\texpansionFormatInvalid\texpansion has a wrong format
        answer\t22204\t\texpansionNotAuthorized\tnot authorised to expand the message
        answer\t22406\t\tnotInGroup\tsender is not in the group
        answer\t22408\t\tforbiddenInGroup\tsender is muted in the group
        answer\t23298\t\tmessageNotDestructing\tmessage is not one that deletes itself
        answer\t23406\t\tnotInChatroom\tuser is not in the chat room
        answer\t23407\t\tuserInfoFailed\tuser information could not be read
        answer\t23408\t\tforbiddenInChatroom\tuser is muted in the chat room
        answer\t23409\t\tkickedFromChatroom\tuser was kicked from the chat room
        answer\t23410\t\tchatroomNotExist\tchat room does not exist
        answer\t23411\t\tchatroomFull\tchat room is full
        answer\t23412\t\tchatroomParameterInvalid\tchat room parameter invalid
        answer\t23413\t\tchatroomHistoryFailed\tchat room history could not be read
        answer\t23414\t\tchatroomHistoryNotEnabled\tchat room history is not stored for this app
        answer\t23423\t\tchatroomTooManyKeys\tchat room has too many keys
        answer\t23424\t\tchatroomKeyNotOverwritable\tkey was set by another user and may not be overwritten
        answer\t23425\t\tchatroomKVTooFrequent\tkey-value calls too frequent
        answer\t23426\t\tchatroomKVNotEnabled\tkey-value storage is not enabled
        answer\t23427\t\tchatroomKeyNotExist\tkey does not exist
        answer\t23428\t\tchatroomKVPartlyFailed\tbatch failed in part; the answer's body says where
        answer\t23429\t\tchatroomKVBatchTooLarge\tbatch over its limit
        answer\t23431\t\tchatroomKVConcurrentSet\tkey was being set by another call
        answer\t23437\t\tchatroomExtraTooLarge\tchat room extra text too large
        answer\t24001\t\tdeviceIdMissing\tdevice id not registered
        answer\t24002\t\tdeviceIdExists\tdevice id already registered
        answer\t24009\t\tcallUserUnknown\tfailed: no such user or token
        answer\t24010\t\tcallEngineUnsupported\tcall engine type missing or not supported
        answer\t24011\t\tcallChannelNameEmpty\tcall channel name is empty
        answer\t24012\t\tcallKeyFailed\tcall key could not be made
        answer\t24013\t\tcallDataEmpty\tcall data is empty
        answer\t24014\t\tcallNotConfigured\tcalls are not configured
        answer\t24015\t\tcallInternalError\tinternal error of the call service
        answer\t24016\t\tcallServiceClosed\tcall service is closed
        answer\t24360\t\tuserProfileKeyNotSettable\tuser profile: key cannot be set by an SDK
        answer\t24361\t\tuserProfileKeyNotExist\tuser profile: no such key
        answer\t24362\t\tuserProfileExtKeyNotExist\tuser profile: no such extra key
        answer\t24363\t\tuserProfileTooManyExtKeys\tuser profile: too many extra keys
        answer\t24364\t\tuserProfileValueTooLong\tuser profile: value too long
        answer\t24365\t\tuserProfileTooManyQueried\tuser profile: too many users asked for
        answer\t24366\t\tuserProfileUserNotExist\tuser profile: no such user
        answer\t24367\t\tuserProfileValueNotNumber\tuser profile: value must be a number
        answer\t24368\t\tuserProfileValueOutOfRange\tuser profile: value out of range
        answer\t24369\t\tuserProfileServiceUnavailable\tuser profile: service unavailable
        answer\t24401\t\tultraGroupDisabled\tultra groups are not enabled
        answer\t24402\t\tultraGroupServiceError\tultra group service failed
        answer\t24403\t\tultraGroupParameterInvalid\tultra group parameter invalid
        answer\t24404\t\tultraGroupUnknownError\tunknown ultra group error
        answer\t24406\t\tnotInUltraGroup\tuser is not in the ultra group
        answer\t24408\t\tforbiddenInUltraGroup\tuser is muted in the ultra group
        answer\t24410\t\tultraGroupNotExist\tultra group does not exist
        answer\t24411\t\tultraGroupTooManyMembers\ttoo many members in the ultra group
        answer\t24412\t\tultraGroupTooMany\ttoo many ultra groups
        answer\t24413\t\tultraGroupTooManyChannels\ttoo many channels in the ultra group
        answer\t24414\t\tultraGroupChannelNotExist\tchannel id does not exist
        answer\t24415\t\tultraGroupChannelMessageLimit\ttoo many messages in the channel
        answer\t24416\t\tnotInPrivateChannel\tuser is not in the private channel
        answer\t25101\t\trecallParameterInvalid\trecall: parameter invalid
        answer\t25102\t\tmessageStorageUnavailable\tmessage storage is not enabled
        answer\t25104\t\tserverUnknownError\tunknown server error
        answer\t25107\t\trecallUserInvalid\tuser may not recall this message
        answer\t25402\t\tentrustServerError\tentrusted groups and friends: server error
        answer\t25403\t\tentrustParameterError\tentrusted groups and friends: parameter error
        answer\t25404\t\tgroupIllegal\tgroup is in an illegal state
        answer\t25405\t\tgroupAuthorityError\tgroup: not permitted
        answer\t25406\t\tgroupParameterTooLong\tgroup parameter too long
        answer\t25407\t\tgroupParameterFormatInvalid\tgroup parameter has a wrong format
        answer\t25408\t\tgroupParameterNotNumber\tgroup parameter must be a number
        answer\t25409\t\tgroupIdExists\tgroup id is taken
        answer\t25410\t\tgroupIdNotExist\tgroup id does not exist
        answer\t25411\t\tgroupTooManyMembers\ttoo many members in the group
        answer\t25412\t\tgroupMembersAlreadyIn\tusers are already in the group
        answer\t25413\t\tgroupSDKOperationRefused\tgroup cannot be changed by an SDK
        answer\t25414\t\tgroupJoinRefused\tgroup cannot be joined
        answer\t25415\t\tgroupExtKeyNotExist\tgroup: no such extra key
        answer\t25416\t\tgroupRequestTooFrequent\tgroup requests too frequent
        answer\t25417\t\tgroupOwnerCannotLeave\tgroup owner can neither leave nor be removed
        answer\t25418\t\tgroupUserNotIn\tuser is not in the group
        answer\t25419\t\tgroupTooManyManagers\ttoo many managers of, or members followed in, the group
        answer\t25420\t\tgroupUserNotManager\tuser is not a manager of the group
        answer\t25421\t\tgroupApplicationNotExist\tgroup: no such application
        answer\t25422\t\tgroupTooManyQueried\ttoo many groups asked for
        answer\t25423\t\tgroupNameInvalid\tgroup name invalid
        answer\t25424\t\tgroupJoinNeedsManager\tjoining the group needs a manager's consent
        answer\t25425\t\tgroupOwnerCannotBeManager\tgroup owner cannot be made a manager
        answer\t25426\t\tgroupInviteNotPermitted\tnot permitted to invite to the group
        answer\t25427\t\tgroupInviteNeedsConsent\tthe invited user has to agree
        answer\t25428\t\tgroupApplicationHandled\tgroup: application was dealt with before
        answer\t25429\t\tgroupNotEntrusted\told group is not entrusted to the server
        answer\t25430\t\tgroupIdInvalid\tgroup id invalid
        answer\t25432\t\tpageTokenInvalid\tpage token cannot be read
        answer\t25460\t\tfriendAlready\tuser is a friend already
        answer\t25461\t\tfriendNeedsConsent\tthe other user has to agree to be a friend
        answer\t25462\t\tfriendInOtherBlackList\tin the other user's black list
        answer\t25463\t\tfriendNotInOtherWhiteList\tnot in the other user's white list
        answer\t25464\t\tfriendInOwnBlackList\tthe other user is in the own black list
        answer\t25465\t\tfriendNotInOwnWhiteList\tthe other user is not in the own white list
        answer\t25466\t\tfriendApplicationNotExist\tfriends: no such application
        answer\t25467\t\tfriendTooManyOwn\ttoo many friends
        answer\t25468\t\tfriendTooManyOther\tthe other user has too many friends
        answer\t25469\t\tfriendNot\tuser is not a friend
        answer\t25470\t\tfriendFieldTooLong\tfriends: field too long
        answer\t25471\t\tfriendRefusedByOther\tthe other user takes no friends
        answer\t25472\t\tfriendNotExist\tfriends: no such user
        answer\t25473\t\tfriendSelf\tnobody can be their own friend
        answer\t25474\t\tfriendRobotUnsupported\ta robot cannot be a friend
        answer\t25480\t\tinformationAuditFailed\tinformation did not pass the review
        answer\t26001\t\tpushSettingParameterInvalid\tpush setting parameter invalid
        answer\t26002\t\tsettingSyncFailed\tsyncing settings failed
        answer\t26003\t\tserviceInternalError\tinternal error of the service
        answer\t26004\t\ttooManyTags\ttoo many tags
        answer\t26005\t\treadReceiptV4Invalid\tread receipts, version 4: invalid
        answer\t26006\t\tunreadCountInvalid\tunread count kept by the server: invalid
        answer\t26007\t\tmessageUIdsConfused\tmessage UIDs do not belong together
        answer\t26008\t\ttimestampSyncUnsupported\ttimestamp cannot be synced
        answer\t26009\t\tmessageUIdInvalid\tmessage UID invalid
        answer\t26010\t\tparameterInvalid\tparameter invalid
        answer\t26020\t\tonlineSubscriptionUnavailable\tsubscribing to presence is not available
        answer\t26021\t\ttooManySubscribers\ttoo many subscriptions to a user
        answer\t26022\t\ttooManySubscribed\ttoo many users subscribed to
        answer\t26101\t\tsightServiceUnavailable\tshort video service is not available
        answer\t26106\t\tfileTooLarge\tfile too large
        answer\t26107\t\tfileSizeMissing\tfile size missing
        answer\t26314\t\treadReceiptV5Unavailable\tread receipts, version 5: not available
        answer\t26315\t\treadReceiptV5Unsupported\tread receipts, version 5: not supported
        answer\t26316\t\treadReceiptV5ParameterTooLong\tread receipts, version 5: parameter too long
        answer\t26317\t\treadReceiptV5ConversationUnsupported\tread receipts, version 5: not for this kind of conversation
        answer\t26318\t\treadReceiptV5QueryUnsupported\tread receipts, version 5: query not supported
        answer\t26320\t\treadReceiptV5SenderMismatch\tread receipts, version 5: message has another sender
        answer\t26321\t\treadReceiptV5NotNeeded\tread receipts, version 5: message asks for none
        answer\t26322\t\treadReceiptV5MessageNotExist\tread receipts, version 5: no such message
        answer\t26323\t\treactionLimit\ttoo many reactions to the message
        answer\t26324\t\treactionUserLimit\ttoo many users reacted to the message
        answer\t28300\t\tspeechUnavailable\tspeech to text: not available
        answer\t28304\t\tspeechConversionFailed\tspeech to text: conversion failed
        answer\t28305\t\tspeechInternalError\tspeech to text: internal error
        answer\t28306\t\tspeechParameterMissing\tspeech to text: parameter missing
        answer\t28307\t\tspeechQuotaUsedUp\tspeech to text: quota used up
        answer\t28400\t\ttranslationNotEnabled\ttranslation: not enabled
        answer\t28401\t\ttranslationFailed\ttranslation: failed
        answer\t28402\t\ttranslationInternalError\ttranslation: internal error
        answer\t28403\t\ttranslationParameterMissing\ttranslation: parameter missing
        answer\t28404\t\ttranslationParameterInvalid\ttranslation: parameter invalid
        answer\t28405\t\ttranslationQuotaUsedUp\ttranslation: quota used up
        answer\t28406\t\ttranslationTextTooLong\ttranslation: text too long
        answer\t28407\t\ttranslationLanguageUnsupported\ttranslation: language not supported
        answer\t29002\t\tstreamMissing\tstream message: no such stream
        answer\t29003\t\tstreamDeltaTooLate\tstream message: part came too late
        answer\t29004\t\tstreamDeltaTimeLimit\tstream message: time limit for parts
        answer\t29005\t\tstreamReviewFailed\tstream message: did not pass the review
        answer\t29006\t\tstreamTruncated\tstream message: data cut short
        answer\t29007\t\tstreamInternalError\tstream message: internal error
        answer\t29102\t\tappPublicServiceFollowedByDefault\tapp public service is followed by default
        answer\t29103\t\tappPublicServiceFollowed\tapp public service is followed already
        answer\t29104\t\tappPublicServiceUnfollowedByDefault\tapp public service is unfollowed by default
        answer\t29105\t\tappPublicServiceUnfollowed\tapp public service is unfollowed already
        answer\t29106\t\tappPublicServiceNotFollowed\tapp public service is not followed
        answer\t29201\t\tpublicServiceInvalid\tpublic service id or type invalid
        answer\t29202\t\tpublicServiceFollowedByDefault\tpublic service is followed by default
        answer\t29203\t\tpublicServiceFollowed\tpublic service is followed already
        answer\t29204\t\tpublicServiceUnfollowedByDefault\tpublic service is unfollowed by default
        answer\t29205\t\tpublicServiceUnfollowed\tpublic service is unfollowed already
        answer\t29206\t\tpublicServiceNotFollowed\tpublic service is not followed
        answer\t29301\t\tmodelRequestFailed\tlanguage model: request failed
        answer\t29302\t\tmodelResponseError\tlanguage model: bad response
        answer\t29303\t\tmodelResponseTimeout\tlanguage model: no response in time
        answer\t29310\t\tassistantNotFound\tassistant not found
        answer\t29311\t\tmodelClientNotFound\tlanguage model: no client for it
        answer\t29320\t\tassistantParameterFormatInvalid\tassistant: parameter has a wrong format
        answer\t29321\t\tassistantChannelTypeInvalid\tassistant: channel type invalid
        answer\t29322\t\tassistantChannelIdInvalid\tassistant: channel id invalid
        answer\t29323\t\tassistantTargetIdInvalid\tassistant: target id invalid
        answer\t29324\t\tassistantMessageUserIdInvalid\tassistant: user id of a message invalid
        answer\t29325\t\tassistantMessageIdInvalid\tassistant: message id invalid
        answer\t29326\t\tassistantMessageUserNameInvalid\tassistant: user name of a message invalid
        answer\t29327\t\tassistantMessageTypeInvalid\tassistant: message type invalid
        answer\t29328\t\tassistantMessageContentInvalid\tassistant: message content invalid
        answer\t29329\t\tassistantMessageTimeInvalid\tassistant: time of a message invalid
        answer\t29330\t\tassistantAgentIdInvalid\tassistant: agent id invalid
        answer\t29331\t\tassistantTooManyCustomKeys\tassistant: too many custom keys
        answer\t29332\t\tassistantCustomInfoTooLong\tassistant: custom information too long
        answer\t29399\t\tassistantUnknownError\tassistant: unknown error
        """
}

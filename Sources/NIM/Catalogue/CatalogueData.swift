// swift-format-ignore-file
// Made by .ci/generate-tables from Docs/catalogue: change those, not this.

/// The catalogue's tables: tab-separated rows without header.
enum CatalogueData {
    /// Columns: scope, sid, cid, service, direction, command, values, secret.
    static let commands: StaticString = """
        im\t1\t2\tlink\trequest\theartbeat\t\t
        im\t1\t2\tlink\tresponse\theartbeat\t\t
        im\t1\t5\tlink\trequest\tnegotiateTransport\tint sdkVersion | Property negotiateTransportTag\t
        im\t1\t5\tlink\tresponse\tnegotiateTransport\tProperty negotiateTransportTag\t
        im\t1\t6\tlink\trequest\tinitTransport\tProperty initTransportTag\t
        im\t1\t6\tlink\tresponse\tinitTransport\tProperty initTransportTag\t
        im\t2\t3\tauth\trequest\tlogin\tProperty login\t
        im\t2\t3\tauth\tresponse\tlogin\tProperty loginRes | PropertyArray loginPorts of loginPort | Property aosPushInfo\t
        im\t2\t5\tauth\tresponse\tkicked\tNumber from | Number reason | String custom | Number customClientType\t
        im\t2\t6\tauth\trequest\tlogout\t\t
        im\t2\t6\tauth\tresponse\tlogout\t\t
        im\t2\t7\tauth\tresponse\tmultiPortLogin\tNumber state | PropertyArray loginPorts of loginPort\t
        im\t2\t8\tauth\trequest\tkick\tStrArray deviceIds\t
        im\t2\t8\tauth\tresponse\tkick\tStrArray deviceIds\t
        im\t3\t1\tuser\trequest\tupdatePushToken\tString tokenName | String token | int pushkit\ttoken
        im\t3\t1\tuser\tresponse\tupdatePushToken\t\t
        im\t3\t2\tuser\trequest\tappBackground\tbool isBackground | Int badge\t
        im\t3\t2\tuser\tresponse\tappBackground\t\t
        im\t3\t3\tuser\trequest\tmarkInBlacklist\tString account | bool isAdd\t
        im\t3\t3\tuser\tresponse\tmarkInBlacklist\t\t
        im\t3\t4\tuser\trequest\tgetBlacklist\tlong time\t
        im\t3\t4\tuser\tresponse\tgetBlacklist\tStrArray blacklist\t
        im\t3\t5\tuser\trequest\tmarkInMutelist\tString account | bool isAdd\t
        im\t3\t5\tuser\tresponse\tmarkInMutelist\t\t
        im\t3\t6\tuser\trequest\tgetMutelist\tlong time\t
        im\t3\t6\tuser\tresponse\tgetMutelist\tStrArray mutelist\t
        im\t3\t7\tuser\trequest\tgetUsers\tStrArray accounts\t
        im\t3\t7\tuser\tresponse\tgetUsers\tPropertyArray users of user\t
        im\t3\t8\tuser\trequest\tgetRelations\tlong timetag\t
        im\t3\t8\tuser\tresponse\tgetRelations\tPropertyArray specialRelations of specialRelation | Number timetag\t
        im\t3\t10\tuser\trequest\tupdateMyInfo\tProperty user\t
        im\t3\t10\tuser\tresponse\tupdateMyInfo\tNumber timetag\t
        im\t3\t15\tuser\trequest\tupdateDonnop\tProperty donnop\t
        im\t3\t15\tuser\tresponse\tupdateDonnop\tNumber timetag\t
        im\t3\t103\tuser\tresponse\tsyncMarkInBlacklist\tString account | Boolean isAdd\t
        im\t3\t105\tuser\tresponse\tsyncMarkInMutelist\tString account | Boolean isAdd\t
        im\t3\t109\tuser\tresponse\tsyncMyInfo\tProperty user | Number timetag\t
        im\t3\t110\tuser\tresponse\tsyncUpdateMyInfo\tProperty user\t
        im\t3\t115\tuser\tresponse\tsyncUpdateDonnop\tProperty donnop | Number timetag\t
        im\t4\t1\tnotify\tresponse\t\t\t
        im\t4\t2\tnotify\tresponse\t\t\t
        im\t4\t3\tnotify\trequest\tmarkRead\tlong id | ph ph\t
        im\t4\t3\tnotify\tresponse\tmarkRead\t\t
        im\t4\t4\tnotify\tresponse\tsyncOfflineMsgs\tPropertyArray msgs of msg\t
        im\t4\t5\tnotify\trequest\tbatchMarkRead\tbyte sid | byte cid | LongArray ids\t
        im\t4\t5\tnotify\tresponse\tbatchMarkRead\t\t
        im\t4\t6\tnotify\tresponse\tsyncOfflineSysMsgs\tPropertyArray sysMsgs of sysMsg\t
        im\t4\t8\tnotify\tresponse\tsyncOfflineNetcallMsgs\tPropertyArray msgs of msg\t
        im\t4\t9\tnotify\tresponse\tsyncRoamingMsgs\tPropertyArray msgs of msg\t
        im\t4\t12\tnotify\tresponse\tsyncMsgReceipts\tPropertyArray msgReceipts of msgReceipt | Number timetag\t
        im\t4\t13\tnotify\tresponse\tsyncDonnop\tProperty donnop | Number timetag\t
        im\t4\t14\tnotify\tresponse\tsyncSessionAck\tStrLongMap p2p | LongLongMap team | Number timetag\t
        im\t4\t15\tnotify\tresponse\tsyncRobots\tPropertyArray robots of robot\t
        im\t4\t16\tnotify\tresponse\tsyncBroadcastMsgs\tPropertyArray broadcastMsgs of broadcastMsg\t
        im\t4\t17\tnotify\tresponse\tsyncSuperTeamRoamingMsgs\tPropertyArray msgs of msg\t
        im\t4\t18\tnotify\tresponse\tsyncOfflineSuperTeamSysMsgs\tPropertyArray sysMsgs of sysMsg\t
        im\t4\t19\tnotify\tresponse\tsyncDeleteSuperTeamMsgOfflineRoaming\tPropertyArray sysMsgs of sysMsg | Number timetag | Number type\t
        im\t4\t20\tnotify\tresponse\tsyncSuperTeamSessionAck\tLongLongMap superTeam | Number timetag\t
        im\t4\t21\tnotify\tresponse\tsyncDeleteMsgSelf\tPropertyArray deletedMsgs of deleteMsgSelfTag\t
        im\t4\t22\tnotify\tresponse\tsyncSessionsWithMoreRoaming\tPropertyArray sessions of msg\t
        im\t4\t23\tnotify\tresponse\tsyncStickTopSessions\tNumber timetag | boolean modify | PropertyArray sessions of stickTopSession\t
        im\t4\t24\tnotify\tresponse\tsyncSessionHistoryMsgsDelete\tPropertyArray sessionHistoryMsgsDeleteTags of clearMsgsParamsWithSync\t
        im\t4\t100\tnotify\tresponse\tsyncOfflineFilterMsgs\tPropertyArray msgs of msg\t
        im\t4\t101\tnotify\tresponse\tsyncOfflineFilterSysMsgs\tPropertyArray sysMsgs of sysMsg\t
        im\t5\t1\tsync\trequest\tsync\tProperty sync\t
        im\t5\t1\tsync\tresponse\tsyncDone\tNumber timetag\t
        im\t5\t2\tsync\trequest\tsyncTeamMembers\tLongLongMap sync\t
        im\t5\t2\tsync\tresponse\tsyncTeamMembersDone\tNumber timetag\t
        im\t5\t3\tsync\trequest\tsyncSuperTeamMembers\tLongLongMap sync\t
        im\t5\t3\tsync\tresponse\tsyncSuperTeamMembersDone\tNumber timetag\t
        im\t6\t1\tmisc\trequest\tgetSimpleNosToken\tint num\t
        im\t6\t1\tmisc\tresponse\tgetSimpleNosToken\tPropertyArray nosTokens of nosToken\t
        im\t6\t2\tmisc\trequest\tgetNosToken\tString responseBody | Property nosToken of nosToken\t
        im\t6\t2\tmisc\tresponse\tgetNosToken\tProperty nosToken\t
        im\t6\t3\tmisc\tresponse\tnotifyUploadLog\t\t
        im\t6\t4\tmisc\trequest\tuploadSdkLogUrl\tstring url\t
        im\t6\t4\tmisc\tresponse\tuploadSdkLogUrl\t\t
        im\t6\t5\tmisc\trequest\taudioToText\tProperty audioToText\t
        im\t6\t5\tmisc\tresponse\taudioToText\tString text\t
        im\t6\t6\tmisc\trequest\tprocessImage\tString url | PropertyArray imageOps of imageOp\t
        im\t6\t6\tmisc\tresponse\tprocessImage\tString url\t
        im\t6\t7\tmisc\trequest\tgetNosTokenTrans\tProperty transToken\t
        im\t6\t7\tmisc\tresponse\tgetNosTokenTrans\tProperty nosToken | String docId\t
        im\t6\t8\tmisc\tresponse\tnotifyTransLog\tProperty transInfo\t
        im\t6\t9\tmisc\trequest\tfetchFile\tString docId\t
        im\t6\t9\tmisc\tresponse\tfetchFile\tProperty info of transInfo\t
        im\t6\t10\tmisc\trequest\tfetchFileList\tProperty fileListParam\t
        im\t6\t10\tmisc\tresponse\tfetchFileList\tPropertyArray list of transInfo | Number totalCount\t
        im\t6\t11\tmisc\trequest\tremoveFile\tString docId\t
        im\t6\t11\tmisc\tresponse\tremoveFile\tString res\t
        im\t6\t17\tmisc\trequest\tgetClientAntispam\tProperty clientAntispam\t
        im\t6\t17\tmisc\tresponse\tgetClientAntispam\tProperty clientAntispam\t
        im\t6\t18\tmisc\trequest\tfileQuickTransfer\tProperty fileQuickTransfer\t
        im\t6\t18\tmisc\tresponse\tfileQuickTransfer\tProperty fileQuickTransfer\t
        im\t6\t22\tmisc\trequest\tgetNosOriginUrl\tProperty nosFileUrlTag\t
        im\t6\t22\tmisc\tresponse\tgetNosOriginUrl\tProperty nosFileUrlTag\t
        im\t6\t23\tmisc\trequest\tgetServerTime\t\t
        im\t6\t23\tmisc\tresponse\tgetServerTime\tNumber time\t
        im\t6\t24\tmisc\trequest\tgetNosAccessToken\tProperty nosAccessTokenTag\t
        im\t6\t24\tmisc\tresponse\tgetNosAccessToken\tProperty nosAccessTokenTag\t
        im\t6\t25\tmisc\trequest\tdeleteNosAccessToken\tProperty nosAccessTokenTag\t
        im\t6\t25\tmisc\tresponse\tdeleteNosAccessToken\t\t
        im\t6\t26\tmisc\trequest\tgetNosCdnHost\t\t
        im\t6\t26\tmisc\tresponse\tgetNosCdnHost\tProperty nosConfigTag\t
        im\t7\t1\tmsg\trequest\tsendMsg\tProperty msg\t
        im\t7\t1\tmsg\tresponse\tsendMsg\tProperty msg\t
        im\t7\t2\tmsg\tresponse\tmsg\tProperty msg\t
        im\t7\t3\tmsg\tresponse\tsysMsg\tProperty sysMsg\t
        im\t7\t6\tmsg\trequest\tgetHistoryMsgs\tString to | long beginTime | long endTime | long lastMsgId | int limit | bool reverse | LongArray msgTypes\t
        im\t7\t6\tmsg\tresponse\tgetHistoryMsgs\tPropertyArray msgs of msg\t
        im\t7\t7\tmsg\trequest\tsendCustomSysMsg\tProperty sysMsg\t
        im\t7\t7\tmsg\tresponse\tsendCustomSysMsg\t\t
        im\t7\t8\tmsg\trequest\tsearchHistoryMsgs\tString to | long beginTime | long endTime | String keyword | int limit | bool reverse\t
        im\t7\t8\tmsg\tresponse\tsearchHistoryMsgs\tPropertyArray msgs of msg\t
        im\t7\t9\tmsg\trequest\tdeleteSessions\tStrArray sessions\t
        im\t7\t9\tmsg\tresponse\tdeleteSessions\t\t
        im\t7\t10\tmsg\trequest\tgetSessions\tlong time\t
        im\t7\t10\tmsg\tresponse\tgetSessions\tStrArray sessions\t
        im\t7\t11\tmsg\trequest\tsendMsgReceipt\tProperty msgReceipt\t
        im\t7\t11\tmsg\tresponse\tsendMsgReceipt\tProperty msgReceipt\t
        im\t7\t12\tmsg\tresponse\tmsgReceipt\tProperty msgReceipt\t
        im\t7\t13\tmsg\trequest\tdeleteMsg\tProperty sysMsg\t
        im\t7\t13\tmsg\tresponse\tonDeleteMsg\t\t
        im\t7\t14\tmsg\tresponse\tonMsgDeleted\tProperty sysMsg\t
        im\t7\t15\tmsg\tresponse\tonDeleteMsgOfflineRoaming\tPropertyArray sysMsgs of sysMsg | Number timetag | Number type\t
        im\t7\t16\tmsg\trequest\tmarkSessionAck\tbyte scene | String to | long timetag\t
        im\t7\t16\tmsg\tresponse\tonMarkSessionAck\t\t
        im\t7\t17\tmsg\tresponse\tbroadcastMsg\tProperty broadcastMsg\t
        im\t7\t18\tmsg\trequest\tclearServerHistoryMsgs\tProperty clearMsgsParams\t
        im\t7\t18\tmsg\trequest\tclearServerHistoryMsgsWithSync\tProperty clearMsgsParamsWithSync\t
        im\t7\t18\tmsg\trequest\tonClearServerHistoryMsgs\t\t
        im\t7\t18\tmsg\tresponse\tclearServerHistoryMsgs\tLong timetag\t
        im\t7\t19\tmsg\trequest\tgetServerSessions\tProperty sessionReqTag\t
        im\t7\t19\tsession\tresponse\tgetServerSessions\tProperty sessionReqTag | PropertyArray sessionList of session\t
        im\t7\t20\tmsg\trequest\tgetServerSession\tProperty session\t
        im\t7\t20\tsession\tresponse\tgetServerSession\tProperty session\t
        im\t7\t21\tmsg\trequest\tupdateServerSession\tProperty session\t
        im\t7\t21\tsession\tresponse\tupdateServerSession\t\t
        im\t7\t22\tmsg\trequest\tdeleteServerSessions\tPropertyArray sessions of session\t
        im\t7\t22\tsession\tresponse\tdeleteServerSessions\t\t
        im\t7\t23\tmsg\trequest\tdeleteMsgSelf\tProperty deleteMsgSelfTag\t
        im\t7\t23\tmsg\tresponse\tdeleteMsgSelf\tLong timetag\t
        im\t7\t24\tmsg\trequest\tdeleteMsgSelfBatch\tPropertyArray deleteMsgSelfTags of deleteMsgSelfTag\t
        im\t7\t24\tmsg\tresponse\tdeleteMsgSelfBatch\tLong timetag\t
        im\t7\t25\tmsg\trequest\tmarkSessionAckBatch\tPropertyArray sessionAckTags of sessionAckTag\t
        im\t7\t25\tmsg\tresponse\tonMarkSessionAckBatch\t\t
        im\t7\t26\tmsg\trequest\tmsgFtsInServer\tProperty msgFullSearchRequestTag\t
        im\t7\t26\tmsg\tresponse\tmsgFtsInServer\tPropertyArray msgs of msg\t
        im\t7\t101\tmsg\tresponse\tsyncSendMsg\tProperty msg\t
        im\t7\t116\tmsg\tresponse\tsyncMarkSessionAck\tNumber scene | String to | Number timetag\t
        im\t7\t118\tmsg\tresponse\tonClearServerHistoryMsgs\tProperty sessionHistoryMsgsDeleteTag of clearMsgsParamsWithSync\t
        im\t7\t121\tmsg\tresponse\tsyncUpdateServerSession\tProperty session\t
        im\t7\t123\tmsg\trequest\tonDeleteMsgSelf\t\t
        im\t7\t123\tmsg\tresponse\tonDeleteMsgSelf\tProperty deleteMsgSelfTag\t
        im\t7\t124\tmsg\trequest\tonDeleteMsgSelfBatch\t\t
        im\t7\t124\tmsg\tresponse\tonDeleteMsgSelfBatch\tPropertyArray deleteMsgSelfTags of deleteMsgSelfTag\t
        im\t8\t1\tteam\trequest\tcreateTeam\tProperty team | StrArray accounts | String ps\t
        im\t8\t1\tteam\tresponse\tcreateTeam\tProperty team | StrArray abortedAccidList\t
        im\t8\t2\tteam\trequest\tsendTeamMsg\tProperty msg\t
        im\t8\t2\tteam\tresponse\tsendTeamMsg\tProperty msg\t
        im\t8\t3\tteam\tresponse\tteamMsg\tProperty msg\t
        im\t8\t4\tteam\tresponse\tteamMsgs\tPropertyArray msgs of msg\t
        im\t8\t5\tteam\trequest\taddTeamMembers\tlong teamId | StrArray accounts | String ps | String attach\t
        im\t8\t5\tteam\tresponse\taddTeamMembers\tlong time | StrArray abortedAccidList\t
        im\t8\t6\tteam\trequest\tremoveTeamMembers\tlong teamId | StrArray accounts\t
        im\t8\t6\tteam\tresponse\tremoveTeamMembers\t\t
        im\t8\t7\tteam\trequest\tupdateTeam\tProperty team\t
        im\t8\t7\tteam\tresponse\tupdateTeam\tNumber id | Number time\t
        im\t8\t8\tteam\trequest\tleaveTeam\tlong teamId\t
        im\t8\t8\tteam\tresponse\tleaveTeam\t\t
        im\t8\t9\tteam\trequest\tgetTeam\tlong teamId\t
        im\t8\t9\tteam\tresponse\tgetTeam\tProperty team\t
        im\t8\t10\tteam\trequest\tgetTeams\tlong timetag\t
        im\t8\t10\tteam\tresponse\tgetTeams\tPropertyArray teams of team | Number timetag\t
        im\t8\t11\tteam\trequest\tgetTeamMembers\tlong teamId | long timetag\t
        im\t8\t11\tteam\tresponse\tgetTeamMembers\tNumber teamId | PropertyArray members of teamMember | Number timetag\t
        im\t8\t12\tteam\trequest\tdismissTeam\tlong teamId\t
        im\t8\t12\tteam\tresponse\tdismissTeam\t\t
        im\t8\t13\tteam\trequest\tapplyTeam\tlong teamId | String ps\t
        im\t8\t13\tteam\tresponse\tapplyTeam\tProperty team\t
        im\t8\t14\tteam\trequest\tpassTeamApply\tlong teamId | String from\t
        im\t8\t14\tteam\tresponse\tpassTeamApply\t\t
        im\t8\t15\tteam\trequest\trejectTeamApply\tlong teamId | String from | String ps\t
        im\t8\t15\tteam\tresponse\trejectTeamApply\t\t
        im\t8\t16\tteam\trequest\taddTeamManagers\tlong teamId | StrArray accounts\t
        im\t8\t16\tteam\tresponse\taddTeamManagers\t\t
        im\t8\t17\tteam\trequest\tremoveTeamManagers\tlong teamId | StrArray accounts\t
        im\t8\t17\tteam\tresponse\tremoveTeamManagers\t\t
        im\t8\t18\tteam\trequest\ttransferTeam\tlong teamId | String account | bool leave\t
        im\t8\t18\tteam\tresponse\ttransferTeam\t\t
        im\t8\t19\tteam\trequest\tupdateInfoInTeam\tProperty teamMember\t
        im\t8\t19\tteam\tresponse\tupdateInfoInTeam\t\t
        im\t8\t20\tteam\trequest\tupdateNickInTeam\tProperty teamMember\t
        im\t8\t20\tteam\tresponse\tupdateNickInTeam\t\t
        im\t8\t21\tteam\trequest\tacceptTeamInvite\tlong teamId | String from\t
        im\t8\t21\tteam\tresponse\tacceptTeamInvite\tProperty team\t
        im\t8\t22\tteam\trequest\trejectTeamInvite\tlong teamId | String from | String ps\t
        im\t8\t22\tteam\tresponse\trejectTeamInvite\t\t
        im\t8\t23\tteam\trequest\tgetTeamHistoryMsgs\tlong to | long beginTime | long endTime | long lastMsgId | int limit | bool reverse | LongArray msgTypes\t
        im\t8\t23\tteam\tresponse\tgetTeamHistoryMsgs\tPropertyArray msgs of msg\t
        im\t8\t24\tteam\trequest\tsearchTeamHistoryMsgs\tlong to | long beginTime | long endTime | String keyword | int limit | bool reverse\t
        im\t8\t24\tteam\tresponse\tsearchTeamHistoryMsgs\tPropertyArray msgs of msg\t
        im\t8\t25\tteam\trequest\tupdateMuteStateInTeam\tlong teamId | String account | int mute\t
        im\t8\t25\tteam\tresponse\tupdateMuteStateInTeam\t\t
        im\t8\t26\tteam\trequest\tgetMyTeamMembers\tLongArray teamIds\t
        im\t8\t26\tteam\tresponse\tgetMyTeamMembers\tPropertyArray teamMembers of teamMember\t
        im\t8\t27\tteam\trequest\tgetMutedTeamMembers\tlong teamId\t
        im\t8\t27\tteam\tresponse\tgetMutedTeamMembers\tNumber teamId | PropertyArray teamMembers of teamMember\t
        im\t8\t28\tteam\trequest\tsendTeamMsgReceipt\tPropertyArray teamMsgReceipts of teamMsgReceipt\t
        im\t8\t28\tteam\tresponse\tsendTeamMsgReceipt\tPropertyArray teamMsgReceipts of teamMsgReceipt\t
        im\t8\t29\tteam\trequest\tgetTeamMsgReads\tPropertyArray teamMsgReceipts of teamMsgReceipt\t
        im\t8\t29\tteam\tresponse\tgetTeamMsgReads\tPropertyArray teamMsgReceipts of teamMsgReceipt\t
        im\t8\t30\tteam\trequest\tgetTeamMsgReadAccounts\tProperty teamMsgReceipt\t
        im\t8\t30\tteam\tresponse\tgetTeamMsgReadAccounts\tProperty teamMsgReceipt | StrArray readAccounts | StrArray unreadAccounts\t
        im\t8\t31\tteam\tresponse\tnotifyTeamMsgReads\tPropertyArray teamMsgReceipts of teamMsgReceipt\t
        im\t8\t32\tteam\trequest\tmuteTeamAll\tlong teamId | int mute\t
        im\t8\t32\tteam\tresponse\tmuteTeamAll\t\t
        im\t8\t33\tteam\trequest\tgetTeamMemberInvitorAccid\tlong teamId | StrArray accounts\t
        im\t8\t33\tteam\tresponse\tgetTeamMemberInvitorAccid\tobject accountsMap\t
        im\t8\t34\tteam\trequest\tgetTeamsById\tlongArray teamIds\t
        im\t8\t34\tteam\tresponse\tgetTeamsById\tPropertyArray teams of team | StrArray tids\t
        im\t8\t101\tteam\tresponse\tsyncCreateTeam\tProperty team\t
        im\t8\t102\tteam\tresponse\tsyncSendTeamMsg\tProperty msg\t
        im\t8\t109\tteam\tresponse\tsyncTeams\tNumber timetag | PropertyArray teams of team\t
        im\t8\t111\tteam\tresponse\tsyncTeamMembers\tNumber teamId | PropertyArray members of teamMember | Number timetag\t
        im\t8\t119\tteam\tresponse\tsyncUpdateTeamMember\tProperty teamMember\t
        im\t8\t126\tteam\tresponse\tsyncMyTeamMembers\tPropertyArray teamMembers of teamMember | Number timetag\t
        im\t12\t1\tfriend\trequest\tfriendRequest\tString account | byte type | String ps\t
        im\t12\t1\tfriend\tresponse\tfriendRequest\t\t
        im\t12\t2\tfriend\trequest\tdeleteFriend\tString account | Property delFriendParams\t
        im\t12\t2\tfriend\tresponse\tdeleteFriend\t\t
        im\t12\t3\tfriend\trequest\tupdateFriend\tProperty friend\t
        im\t12\t3\tfriend\tresponse\tupdateFriend\t\t
        im\t12\t4\tfriend\trequest\tgetFriends\tlong timetag\t
        im\t12\t4\tfriend\tresponse\tgetFriends\tPropertyArray friends of friend | Number timetag\t
        im\t12\t5\tfriend\tresponse\tsyncFriends\tPropertyArray friends of friend | Number timetag\t
        im\t12\t6\tfriend\tresponse\tsyncFriendUsers\tPropertyArray users of user | Number timetag\t
        im\t12\t101\tfriend\tresponse\tsyncFriendRequest\tString account | Number type | String ps\t
        im\t12\t102\tfriend\tresponse\tsyncDeleteFriend\tString account\t
        im\t12\t103\tfriend\tresponse\tsyncUpdateFriend\tProperty friend\t
        im\t13\t1\tchatroom\trequest\tgetChatroomAddress\tlong chatroomId | bool isWeixinApp | number type\t
        im\t13\t1\tchatroom\tresponse\tgetChatroomAddress\tStrArray address\t
        im\t14\t1\teventService\trequest\tpublishEvent\tProperty msgEvent\t
        im\t14\t1\teventService\tresponse\tpublishEvent\tProperty msgEvent\t
        im\t14\t2\teventService\trequest\tpushEvent\t\t
        im\t14\t2\teventService\tresponse\tpushEvent\tProperty msgEvent\t
        im\t14\t3\teventService\trequest\tsubscribeEvent\tProperty msgEventSubscribe | StrArray accounts\t
        im\t14\t3\teventService\tresponse\tsubscribeEvent\tStrArray accounts\t
        im\t14\t4\teventService\trequest\tunSubscribeEventsByAccounts\tProperty msgEventSubscribe | StrArray accounts\t
        im\t14\t4\teventService\tresponse\tunSubscribeEventsByAccounts\tStrArray accounts\t
        im\t14\t5\teventService\trequest\tunSubscribeEventsByType\tProperty msgEventSubscribe\t
        im\t14\t5\teventService\tresponse\tunSubscribeEventsByType\t\t
        im\t14\t6\teventService\trequest\tquerySubscribeEventsByAccounts\tProperty msgEventSubscribe | StrArray accounts\t
        im\t14\t6\teventService\tresponse\tquerySubscribeEventsByAccounts\tPropertyArray msgEventSubscribes of msgEventSubscribe\t
        im\t14\t7\teventService\trequest\tquerySubscribeEventsByType\tProperty msgEventSubscribe\t
        im\t14\t7\teventService\tresponse\tquerySubscribeEventsByType\tPropertyArray msgEventSubscribes of msgEventSubscribe\t
        im\t14\t9\teventService\trequest\tpushEvents\t\t
        im\t14\t9\teventService\tresponse\tpushEvents\tPropertyArray msgEvents of msgEvent\t
        im\t15\t1\tavSignal\trequest\tsignalingCreate\tProperty avSignalTag\t
        im\t15\t1\tavSignal\tresponse\tsignalingCreate\tProperty avSignalTag\t
        im\t15\t2\tavSignal\trequest\tsignalingDelay\tProperty avSignalTag\t
        im\t15\t2\tavSignal\tresponse\tsignalingDelay\tProperty avSignalTag\t
        im\t15\t3\tavSignal\trequest\tsignalingClose\tProperty avSignalTag\t
        im\t15\t3\tavSignal\tresponse\tsignalingClose\tProperty avSignalTag\t
        im\t15\t4\tavSignal\trequest\tsignalingJoin\tProperty avSignalTag\t
        im\t15\t4\tavSignal\tresponse\tsignalingJoin\tProperty avSignalTag\t
        im\t15\t5\tavSignal\trequest\tsignalingLeave\tProperty avSignalTag\t
        im\t15\t5\tavSignal\tresponse\tsignalingLeave\t\t
        im\t15\t6\tavSignal\trequest\tsignalingInvite\tProperty avSignalTag\t
        im\t15\t6\tavSignal\tresponse\tsignalingInvite\t\t
        im\t15\t7\tavSignal\trequest\tsignalingCancel\tProperty avSignalTag\t
        im\t15\t7\tavSignal\tresponse\tsignalingCancel\t\t
        im\t15\t8\tavSignal\trequest\tsignalingReject\tProperty avSignalTag\t
        im\t15\t8\tavSignal\tresponse\tsignalingReject\t\t
        im\t15\t9\tavSignal\trequest\tsignalingAccept\tProperty avSignalTag\t
        im\t15\t9\tavSignal\tresponse\tsignalingAccept\t\t
        im\t15\t10\tavSignal\trequest\tsignalingControl\tProperty avSignalTag\t
        im\t15\t10\tavSignal\tresponse\tsignalingControl\t\t
        im\t15\t11\tavSignal\tresponse\tsignalingNotify\tProperty avSignalTag\t
        im\t15\t12\tavSignal\tresponse\tsignalingMutilClientSyncNotify\tProperty avSignalTag\t
        im\t15\t13\tavSignal\tresponse\tsignalingUnreadMessageSyncNotify\tPropertyArray avSignalTag\t
        im\t15\t14\tavSignal\tresponse\tsignalingChannelsSyncNotify\tPropertyArray avSignalTag\t
        im\t15\t15\tavSignal\trequest\tsignalingGetChannelInfo\tProperty avSignalTag\t
        im\t15\t15\tavSignal\tresponse\tsignalingGetChannelInfo\tProperty avSignalTag\t
        im\t21\t2\tsuperTeam\trequest\tsendSuperTeamMsg\tProperty msg\t
        im\t21\t2\tsuperTeam\tresponse\tsendSuperTeamMsg\tProperty msg\t
        im\t21\t3\tsuperTeam\tresponse\tsuperTeamMsg\tProperty msg\t
        im\t21\t5\tsuperTeam\trequest\taddSuperTeamMembers\tlong teamId | StrArray accounts | String ps\t
        im\t21\t5\tsuperTeam\tresponse\taddSuperTeamMembers\tStrArray abortedAccidList | long timetag\t
        im\t21\t6\tsuperTeam\trequest\tremoveSuperTeamMembers\tlong teamId | StrArray accounts\t
        im\t21\t6\tsuperTeam\tresponse\tremoveSuperTeamMembers\t\t
        im\t21\t7\tsuperTeam\trequest\tleaveSuperTeam\tlong teamId\t
        im\t21\t7\tsuperTeam\tresponse\tleaveSuperTeam\t\t
        im\t21\t8\tsuperTeam\trequest\tupdateSuperTeam\tProperty team\t
        im\t21\t8\tsuperTeam\tresponse\tupdateSuperTeam\tlong teamId | long timetag\t
        im\t21\t9\tsuperTeam\trequest\tgetSuperTeam\tlong teamId\t
        im\t21\t9\tsuperTeam\tresponse\tgetSuperTeam\tProperty team\t
        im\t21\t10\tsuperTeam\trequest\tupdateInfoInSuperTeam\tProperty superTeamMember\t
        im\t21\t10\tsuperTeam\tresponse\tupdateInfoInSuperTeam\t\t
        im\t21\t11\tsuperTeam\trequest\tgetMySuperTeamMembers\tLongArray teamIds\t
        im\t21\t11\tsuperTeam\tresponse\tgetMySuperTeamMembers\tPropertyArray members of superTeamMember\t
        im\t21\t12\tsuperTeam\trequest\tgetSuperTeams\tlong timetag\t
        im\t21\t12\tsuperTeam\tresponse\tgetSuperTeams\tPropertyArray teams of superTeam | bool isAll | long timetag\t
        im\t21\t13\tsuperTeam\trequest\tgetSuperTeamMembers\tlong teamId | long timetag\t
        im\t21\t13\tsuperTeam\tresponse\tgetSuperTeamMembers\tlong timetag\t
        im\t21\t14\tsuperTeam\trequest\tgetSuperTeamHistoryMsgs\tlong to | long beginTime | long endTime | long lastMsgId | int limit | bool reverse | LongArray msgTypes\t
        im\t21\t14\tsuperTeam\tresponse\tgetSuperTeamHistoryMsgs\tPropertyArray msgs of msg\t
        im\t21\t15\tsuperTeam\trequest\tgetSuperTeamMembersByJoinTime\tlong teamId | long joinTime | int limit | bool reverse\t
        im\t21\t15\tsuperTeam\tresponse\tgetSuperTeamMembersByJoinTime\tPropertyArray members of superTeamMember\t
        im\t21\t16\tsuperTeam\trequest\tsendSuperTeamCustomSysMsg\tProperty sysMsg\t
        im\t21\t16\tsuperTeam\tresponse\tsendSuperTeamCustomSysMsg\t\t
        im\t21\t17\tsuperTeam\trequest\tdeleteSuperTeamMsg\tProperty sysMsg\t
        im\t21\t17\tsuperTeam\tresponse\tonDeleteSuperTeamMsg\t\t
        im\t21\t18\tsuperTeam\tresponse\tonSuperTeamMsgDelete\tProperty sysMsg\t
        im\t21\t19\tsuperTeam\tresponse\tsuperTeamCustomSysMsg\tProperty sysMsg\t
        im\t21\t20\tsuperTeam\trequest\tapplySuperTeam\tlong teamId | String ps\t
        im\t21\t20\tsuperTeam\tresponse\tapplySuperTeam\tProperty team\t
        im\t21\t21\tsuperTeam\trequest\tpassSuperTeamApply\tlong teamId | String from\t
        im\t21\t21\tsuperTeam\tresponse\tpassSuperTeamApply\t\t
        im\t21\t22\tsuperTeam\trequest\trejectSuperTeamApply\tlong teamId | String from | String ps\t
        im\t21\t22\tsuperTeam\tresponse\trejectSuperTeamApply\t\t
        im\t21\t23\tsuperTeam\trequest\tacceptSuperTeamInvite\tlong teamId | String from\t
        im\t21\t23\tsuperTeam\tresponse\tacceptSuperTeamInvite\tProperty team\t
        im\t21\t24\tsuperTeam\trequest\trejectSuperTeamInvite\tlong teamId | String from | String ps\t
        im\t21\t24\tsuperTeam\tresponse\trejectSuperTeamInvite\t\t
        im\t21\t25\tsuperTeam\trequest\tmarkSuperTeamSessionAck\tlong to | long timetag\t
        im\t21\t25\tsuperTeam\tresponse\tonMarkSuperTeamSessionAck\t\t
        im\t21\t26\tsuperTeam\trequest\taddSuperTeamManagers\tlong teamId | StrArray accounts\t
        im\t21\t26\tsuperTeam\tresponse\taddSuperTeamManagers\t\t
        im\t21\t27\tsuperTeam\trequest\tremoveSuperTeamManagers\tlong teamId | StrArray accounts\t
        im\t21\t27\tsuperTeam\tresponse\tremoveSuperTeamManagers\t\t
        im\t21\t28\tsuperTeam\trequest\tupdateSuperTeamMute\tlong teamId | int mute\t
        im\t21\t28\tsuperTeam\tresponse\tupdateSuperTeamMute\t\t
        im\t21\t29\tsuperTeam\trequest\tupdateSuperTeamMembersMute\tlong teamId | StrArray accounts | int mute\t
        im\t21\t29\tsuperTeam\tresponse\tupdateSuperTeamMembersMute\tlong timetag\t
        im\t21\t30\tsuperTeam\trequest\tupdateNickInSuperTeam\tProperty superTeamMember\t
        im\t21\t30\tsuperTeam\tresponse\tupdateNickInSuperTeam\t\t
        im\t21\t31\tsuperTeam\trequest\ttransferSuperTeam\tlong teamId | String account | bool leave\t
        im\t21\t31\tsuperTeam\tresponse\ttransferSuperTeam\t\t
        im\t21\t32\tsuperTeam\trequest\tmarkSuperTeamSessionsAck\tPropertyArray sessionAckTags of sessionAckTag\t
        im\t21\t32\tsuperTeam\tresponse\tonMarkSuperTeamSessionsAck\t\t
        im\t21\t33\tsuperTeam\trequest\tgetSuperTeamMembersByAccounts\tStrArray memberIds\t
        im\t21\t33\tsuperTeam\tresponse\tgetSuperTeamMembersByAccounts\tPropertyArray members of superTeamMember\t
        im\t21\t34\tsuperTeam\trequest\tgetMutedSuperTeamMembers\tlong teamId | long joinTime | int limit | bool reverse\t
        im\t21\t34\tsuperTeam\tresponse\tgetMutedSuperTeamMembers\tPropertyArray members of superTeamMember\t
        im\t21\t101\tsuperTeam\tresponse\tsyncCreateSuperTeam\tProperty team\t
        im\t21\t102\tsuperTeam\tresponse\tsyncSendSuperTeamMsg\tProperty msg\t
        im\t21\t109\tsuperTeam\tresponse\tsyncSuperTeams\tPropertyArray teams of superTeam | bool isAll | long timetag\t
        im\t21\t110\tsuperTeam\tresponse\tsyncUpdateSuperTeamMember\tProperty teamMember of superTeamMember\t
        im\t21\t111\tsuperTeam\tresponse\tsyncMySuperTeamMembers\tPropertyArray teamMembers of superTeamMember | long timetag\t
        im\t21\t113\tsuperTeam\tresponse\tsyncSuperTeamMembers\tNumber teamId | PropertyArray members of superTeamMember | bool isAll | long timetag\t
        im\t21\t117\tsuperTeam\tresponse\tsyncDeleteSuperTeamMsg\tProperty sysMsg\t
        im\t21\t125\tsuperTeam\tresponse\tsyncMarkSuperTeamSessionAck\tLong to | Long timetag\t
        im\t22\t1\tproxyService\trequest\thttpProxy\tProperty proxyTag\t
        im\t22\t1\tproxyService\tresponse\thttpProxy\tProperty proxyTag\t
        im\t22\t2\tproxyService\tresponse\tonProxyMsg\tProperty proxyMsg of proxyMsgTag\t
        im\t23\t1\tmsgExtend\trequest\tgetThreadMsgs\tProperty msg | Property threadMsgReq\t
        im\t23\t1\tmsgExtend\tresponse\tgetThreadMsgs\tProperty threadMsg of msg | Property threadMsgsMeta | PropertyArray msgs of msg\t
        im\t23\t2\tmsgExtend\trequest\tgetMsgsByIdServer\tPropertyArray reqMsgs of msg\t
        im\t23\t2\tmsgExtend\tresponse\tgetMsgsByIdServer\tPropertyArray msgs of msg\t
        im\t23\t3\tmsgExtend\trequest\taddQuickComment\tProperty msg | Property comment\t
        im\t23\t3\tmsgExtend\tresponse\taddQuickComment\tNumber timetag\t
        im\t23\t4\tmsgExtend\trequest\tdeleteQuickComment\tProperty msg | Property comment\t
        im\t23\t4\tmsgExtend\tresponse\tdeleteQuickComment\tNumber timetag\t
        im\t23\t5\tmsgExtend\tresponse\tonQuickComment\tProperty msg | Property comment\t
        im\t23\t6\tmsgExtend\tresponse\tonDeleteQuickComment\tProperty msg | Property comment\t
        im\t23\t7\tmsgExtend\trequest\tgetQuickComments\tPropertyArray commentReq of commentReq\t
        im\t23\t7\tmsgExtend\tresponse\tgetQuickComments\tPropertyArray commentRes of commentRes\t
        im\t23\t8\tmsgExtend\trequest\taddCollect\tProperty collect\t
        im\t23\t8\tmsgExtend\tresponse\taddCollect\tProperty collect\t
        im\t23\t9\tmsgExtend\trequest\tdeleteCollects\tPropertyArray collectList of collect\t
        im\t23\t9\tmsgExtend\tresponse\tdeleteCollects\tNumber deleteNum\t
        im\t23\t10\tmsgExtend\trequest\tupdateCollect\tProperty collect\t
        im\t23\t10\tmsgExtend\tresponse\tupdateCollect\tProperty collect\t
        im\t23\t11\tmsgExtend\trequest\tgetCollects\tProperty collectQuery\t
        im\t23\t11\tmsgExtend\tresponse\tgetCollects\tNumber total | PropertyArray collectList of collect\t
        im\t23\t12\tmsgExtend\trequest\taddStickTopSession\tProperty stickTopSession\t
        im\t23\t12\tmsgExtend\tresponse\taddStickTopSession\tProperty stickTopSession\t
        im\t23\t13\tmsgExtend\trequest\tdeleteStickTopSession\tProperty stickTopSession\t
        im\t23\t13\tmsgExtend\tresponse\tdeleteStickTopSession\tNumber timetag\t
        im\t23\t14\tmsgExtend\trequest\tupdateStickTopSession\tProperty stickTopSession\t
        im\t23\t14\tmsgExtend\tresponse\tupdateStickTopSession\tProperty stickTopSession\t
        im\t23\t15\tmsgExtend\trequest\taddMsgPin\tProperty msg | Property pinTag\t
        im\t23\t15\tmsgExtend\tresponse\taddMsgPin\tNumber timetag\t
        im\t23\t16\tmsgExtend\trequest\tupdateMsgPin\tProperty msg | Property pinTag\t
        im\t23\t16\tmsgExtend\tresponse\tupdateMsgPin\tNumber timetag\t
        im\t23\t17\tmsgExtend\trequest\tdeleteMsgPin\tProperty msg | Property pinTag\t
        im\t23\t17\tmsgExtend\tresponse\tdeleteMsgPin\tNumber timetag\t
        im\t23\t18\tmsgExtend\tresponse\tonAddMsgPin\tProperty msg | Property pinTag | Number timetag\t
        im\t23\t19\tmsgExtend\tresponse\tonUpdateMsgPin\tProperty msg | Property pinTag | Number timetag\t
        im\t23\t20\tmsgExtend\tresponse\tonDeleteMsgPin\tProperty msg | Property pinTag | Number timetag\t
        im\t23\t21\tmsgExtend\trequest\tgetMsgPins\tProperty msgPinReq\t
        im\t23\t21\tmsgExtend\tresponse\tgetMsgPins\tNumber timetag | Boolean modify | PropertyArray pins of msgPinRes\t
        im\t23\t103\tmsgExtend\tresponse\tsyncAddQuickComment\tProperty msg | Property comment\t
        im\t23\t104\tmsgExtend\tresponse\tsyncDeleteQuickComment\tProperty msg | Property comment\t
        im\t23\t112\tmsgExtend\tresponse\tsyncAddStickTopSession\tProperty stickTopSession\t
        im\t23\t113\tmsgExtend\tresponse\tsyncDeleteStickTopSession\tNumber timetag | Property stickTopSession\t
        im\t23\t114\tmsgExtend\tresponse\tsyncUpdateStickTopSession\tProperty stickTopSession\t
        im\t23\t115\tmsgExtend\tresponse\tsyncAddMsgPin\tProperty msg | Property pinTag | Number timetag\t
        im\t23\t116\tmsgExtend\tresponse\tsyncUpdateMsgPin\tProperty msg | Property pinTag | Number timetag\t
        im\t23\t117\tmsgExtend\tresponse\tsyncDeleteMsgPin\tProperty msg | Property pinTag | Number timetag\t
        im\t101\t1\tfilter\trequest\tsendFilterMsg\tProperty msg\t
        im\t101\t1\tfilter\tresponse\tsendFilterMsg\tProperty msg\t
        im\t101\t2\tfilter\tresponse\tfilterMsg\tProperty msg\t
        im\t101\t3\tfilter\tresponse\tfilterSysMsg\tProperty sysMsg\t
        im\t101\t7\tfilter\trequest\tsendFilterCustomSysMsg\tProperty sysMsg\t
        im\t101\t7\tfilter\tresponse\tsendFilterCustomSysMsg\t\t
        chatroom\t1\t2\tlink\trequest\theartbeat\t\t
        chatroom\t1\t2\tlink\tresponse\theartbeat\t\t
        chatroom\t1\t5\tlink\trequest\tnegotiateTransport\tint sdkVersion | Property negotiateTransportTag\t
        chatroom\t1\t5\tlink\tresponse\tnegotiateTransport\tProperty negotiateTransportTag\t
        chatroom\t1\t6\tlink\trequest\tinitTransport\tProperty initTransportTag\t
        chatroom\t1\t6\tlink\tresponse\tinitTransport\tProperty initTransportTag\t
        chatroom\t3\t16\tuser\trequest\tsyncRobot\tlong timetag\t
        chatroom\t3\t16\tchatroom\tresponse\tsyncRobot\tPropertyArray robots of robot\t
        chatroom\t4\t10\tnotify\tresponse\t\t\t
        chatroom\t4\t11\tnotify\tresponse\t\t\t
        chatroom\t6\t1\tmisc\trequest\tgetSimpleNosToken\tint num\t
        chatroom\t6\t1\tmisc\tresponse\tgetSimpleNosToken\tPropertyArray nosTokens of nosToken\t
        chatroom\t6\t2\tmisc\trequest\tgetNosToken\tString responseBody | Property nosToken of nosToken\t
        chatroom\t6\t2\tmisc\tresponse\tgetNosToken\tProperty nosToken\t
        chatroom\t6\t3\tmisc\tresponse\tnotifyUploadLog\t\t
        chatroom\t6\t4\tmisc\trequest\tuploadSdkLogUrl\tstring url\t
        chatroom\t6\t4\tmisc\tresponse\tuploadSdkLogUrl\t\t
        chatroom\t6\t5\tmisc\trequest\taudioToText\tProperty audioToText\t
        chatroom\t6\t5\tmisc\tresponse\taudioToText\tString text\t
        chatroom\t6\t6\tmisc\trequest\tprocessImage\tString url | PropertyArray imageOps of imageOp\t
        chatroom\t6\t6\tmisc\tresponse\tprocessImage\tString url\t
        chatroom\t6\t7\tmisc\trequest\tgetNosTokenTrans\tProperty transToken\t
        chatroom\t6\t7\tmisc\tresponse\tgetNosTokenTrans\tProperty nosToken | String docId\t
        chatroom\t6\t8\tmisc\tresponse\tnotifyTransLog\tProperty transInfo\t
        chatroom\t6\t9\tmisc\trequest\tfetchFile\tString docId\t
        chatroom\t6\t9\tmisc\tresponse\tfetchFile\tProperty info of transInfo\t
        chatroom\t6\t10\tmisc\trequest\tfetchFileList\tProperty fileListParam\t
        chatroom\t6\t10\tmisc\tresponse\tfetchFileList\tPropertyArray list of transInfo | Number totalCount\t
        chatroom\t6\t11\tmisc\trequest\tremoveFile\tString docId\t
        chatroom\t6\t11\tmisc\tresponse\tremoveFile\tString res\t
        chatroom\t6\t17\tmisc\trequest\tgetClientAntispam\tProperty clientAntispam\t
        chatroom\t6\t17\tmisc\tresponse\tgetClientAntispam\tProperty clientAntispam\t
        chatroom\t6\t18\tmisc\trequest\tfileQuickTransfer\tProperty fileQuickTransfer\t
        chatroom\t6\t18\tmisc\tresponse\tfileQuickTransfer\tProperty fileQuickTransfer\t
        chatroom\t6\t22\tmisc\trequest\tgetNosOriginUrl\tProperty nosFileUrlTag\t
        chatroom\t6\t22\tmisc\tresponse\tgetNosOriginUrl\tProperty nosFileUrlTag\t
        chatroom\t6\t23\tmisc\trequest\tgetServerTime\t\t
        chatroom\t6\t23\tmisc\tresponse\tgetServerTime\tNumber time\t
        chatroom\t6\t24\tmisc\trequest\tgetNosAccessToken\tProperty nosAccessTokenTag\t
        chatroom\t6\t24\tmisc\tresponse\tgetNosAccessToken\tProperty nosAccessTokenTag\t
        chatroom\t6\t25\tmisc\trequest\tdeleteNosAccessToken\tProperty nosAccessTokenTag\t
        chatroom\t6\t25\tmisc\tresponse\tdeleteNosAccessToken\t\t
        chatroom\t6\t26\tmisc\trequest\tgetNosCdnHost\t\t
        chatroom\t6\t26\tmisc\tresponse\tgetNosCdnHost\tProperty nosConfigTag\t
        chatroom\t13\t2\tchatroom\trequest\tlogin\tbyte type | Property login | Property imLogin\t
        chatroom\t13\t2\tchatroom\tresponse\tlogin\tProperty chatroom | Property chatroomMember | Property chatroomCdnInfo\t
        chatroom\t13\t3\tchatroom\tresponse\tkicked\tNumber reason | String custom\t
        chatroom\t13\t4\tchatroom\trequest\tlogout\t\t
        chatroom\t13\t4\tchatroom\tresponse\tlogout\t\t
        chatroom\t13\t6\tchatroom\trequest\tsendMsg\tProperty msg\t
        chatroom\t13\t6\tchatroom\tresponse\tsendMsg\tProperty msg\t
        chatroom\t13\t7\tchatroom\tresponse\tmsg\tProperty msg\t
        chatroom\t13\t8\tchatroom\trequest\tgetChatroomMembers\tbyte type | long time | int limit\t
        chatroom\t13\t8\tchatroom\tresponse\tgetChatroomMembers\tPropertyArray members of chatroomMember\t
        chatroom\t13\t9\tchatroom\trequest\tgetHistoryMsgs\tlong timetag | int limit | bool reverse | LongArray msgTypes\t
        chatroom\t13\t9\tchatroom\tresponse\tgetHistoryMsgs\tPropertyArray msgs of msg\t
        chatroom\t13\t11\tchatroom\trequest\tmarkChatroomMember\tstring account | int type | bool isAdd | int level | string custom\t
        chatroom\t13\t11\tchatroom\tresponse\tmarkChatroomMember\tProperty chatroomMember\t
        chatroom\t13\t12\tchatroom\trequest\tcloseChatroom\tstring custom\t
        chatroom\t13\t12\tchatroom\tresponse\tcloseChatroom\t\t
        chatroom\t13\t13\tchatroom\trequest\tgetChatroom\t\t
        chatroom\t13\t13\tchatroom\tresponse\tgetChatroom\tProperty chatroom\t
        chatroom\t13\t14\tchatroom\trequest\tupdateChatroom\tProperty chatroom | bool needNotify | String custom\t
        chatroom\t13\t14\tchatroom\tresponse\tupdateChatroom\t\t
        chatroom\t13\t15\tchatroom\trequest\tupdateMyChatroomMemberInfo\tProperty chatroomMember | bool needNotify | String custom | bool needSave\t
        chatroom\t13\t15\tchatroom\tresponse\tupdateMyChatroomMemberInfo\t\t
        chatroom\t13\t16\tchatroom\trequest\tgetChatroomMembersInfo\tStrArray accounts\t
        chatroom\t13\t16\tchatroom\tresponse\tgetChatroomMembersInfo\tPropertyArray members of chatroomMember\t
        chatroom\t13\t17\tchatroom\trequest\tkickChatroomMember\tstring account | string custom\t
        chatroom\t13\t17\tchatroom\tresponse\tkickChatroomMember\t\t
        chatroom\t13\t19\tchatroom\trequest\tupdateChatroomMemberTempMute\tString account | long duration | bool needNotify | String custom\t
        chatroom\t13\t19\tchatroom\tresponse\tupdateChatroomMemberTempMute\t\t
        chatroom\t13\t20\tchatroom\trequest\tqueueOffer\tstring elementKey | string elementValue | bool transient\t
        chatroom\t13\t20\tchatroom\tresponse\tqueueOffer\t\t
        chatroom\t13\t21\tchatroom\trequest\tqueuePoll\tstring elementKey\t
        chatroom\t13\t21\tchatroom\tresponse\tqueuePoll\tString elementKey | String elementValue\t
        chatroom\t13\t22\tchatroom\trequest\tqueueList\t\t
        chatroom\t13\t22\tchatroom\tresponse\tqueueList\tKVArray queueList\t
        chatroom\t13\t23\tchatroom\trequest\tpeak\t\t
        chatroom\t13\t23\tchatroom\tresponse\tpeak\tString elementKey | String elementValue\t
        chatroom\t13\t24\tchatroom\trequest\tqueueDrop\t\t
        chatroom\t13\t24\tchatroom\tresponse\tqueueDrop\t\t
        chatroom\t13\t25\tchatroom\trequest\tqueueInit\tint limit\t
        chatroom\t13\t25\tchatroom\tresponse\tqueueInit\t\t
        chatroom\t13\t26\tchatroom\trequest\tqueueChange\tStrStrMap elementMap | bool needNotify | string notifyExt\t
        chatroom\t13\t26\tchatroom\tresponse\tqueueChange\tStrArray elementKeyArray\t
        chatroom\t13\t30\tchatroom\trequest\tupdateTagMembersTempMute\tProperty tagMuteReq\t
        chatroom\t13\t30\tchatroom\tresponse\tupdateTagMembersTempMute\t\t
        chatroom\t13\t31\tchatroom\trequest\tgetChatroomMembersByTag\tProperty tagMemberReq\t
        chatroom\t13\t31\tchatroom\tresponse\tgetChatroomMembersByTag\tPropertyArray members of chatroomMember\t
        chatroom\t13\t32\tchatroom\trequest\tgetChatroomMemberCountByTag\tString tag\t
        chatroom\t13\t32\tchatroom\tresponse\tgetChatroomMemberCountByTag\tlong count\t
        chatroom\t13\t99\tchatroom\trequest\tnotifyCdnInfo\t\t
        chatroom\t13\t99\tchatroom\tresponse\tnotifyCdnInfo\tProperty chatroomCdnInfo\t
        chatroom\t15\t1\tavSignal\trequest\tsignalingCreate\tProperty avSignalTag\t
        chatroom\t15\t1\tavSignal\tresponse\tsignalingCreate\tProperty avSignalTag\t
        chatroom\t15\t2\tavSignal\trequest\tsignalingDelay\tProperty avSignalTag\t
        chatroom\t15\t2\tavSignal\tresponse\tsignalingDelay\tProperty avSignalTag\t
        chatroom\t15\t3\tavSignal\trequest\tsignalingClose\tProperty avSignalTag\t
        chatroom\t15\t3\tavSignal\tresponse\tsignalingClose\tProperty avSignalTag\t
        chatroom\t15\t4\tavSignal\trequest\tsignalingJoin\tProperty avSignalTag\t
        chatroom\t15\t4\tavSignal\tresponse\tsignalingJoin\tProperty avSignalTag\t
        chatroom\t15\t5\tavSignal\trequest\tsignalingLeave\tProperty avSignalTag\t
        chatroom\t15\t5\tavSignal\tresponse\tsignalingLeave\t\t
        chatroom\t15\t6\tavSignal\trequest\tsignalingInvite\tProperty avSignalTag\t
        chatroom\t15\t6\tavSignal\tresponse\tsignalingInvite\t\t
        chatroom\t15\t7\tavSignal\trequest\tsignalingCancel\tProperty avSignalTag\t
        chatroom\t15\t7\tavSignal\tresponse\tsignalingCancel\t\t
        chatroom\t15\t8\tavSignal\trequest\tsignalingReject\tProperty avSignalTag\t
        chatroom\t15\t8\tavSignal\tresponse\tsignalingReject\t\t
        chatroom\t15\t9\tavSignal\trequest\tsignalingAccept\tProperty avSignalTag\t
        chatroom\t15\t9\tavSignal\tresponse\tsignalingAccept\t\t
        chatroom\t15\t10\tavSignal\trequest\tsignalingControl\tProperty avSignalTag\t
        chatroom\t15\t10\tavSignal\tresponse\tsignalingControl\t\t
        chatroom\t15\t11\tavSignal\tresponse\tsignalingNotify\tProperty avSignalTag\t
        chatroom\t15\t12\tavSignal\tresponse\tsignalingMutilClientSyncNotify\tProperty avSignalTag\t
        chatroom\t15\t13\tavSignal\tresponse\tsignalingUnreadMessageSyncNotify\tPropertyArray avSignalTag\t
        chatroom\t15\t14\tavSignal\tresponse\tsignalingChannelsSyncNotify\tPropertyArray avSignalTag\t
        chatroom\t15\t15\tavSignal\trequest\tsignalingGetChannelInfo\tProperty avSignalTag\t
        chatroom\t15\t15\tavSignal\tresponse\tsignalingGetChannelInfo\tProperty avSignalTag\t
        """

    /// Columns: scope, entity, tag, name, usedIn, secret.
    static let tags: StaticString = """
        im\taosPushInfo\t110\tpushType\tboth\t
        im\taosPushInfo\t111\thasTokenPreviously\tboth\t
        im\taudioToText\t2\turl\tboth\t
        im\tavSignalTag\t1\ttype\tboth\t
        im\tavSignalTag\t2\tchannelName\tboth\t
        im\tavSignalTag\t3\tchannelId\tboth\t
        im\tavSignalTag\t4\tchannelCreateTime\tboth\t
        im\tavSignalTag\t5\tchannelExpireTime\tboth\t
        im\tavSignalTag\t6\tcreator\tboth\t
        im\tavSignalTag\t7\text\tboth\t
        im\tavSignalTag\t8\tchannelInValid\tboth\t
        im\tavSignalTag\t10\tfrom\tboth\t
        im\tavSignalTag\t11\tto\tboth\t
        im\tavSignalTag\t12\trequestId\tboth\t
        im\tavSignalTag\t13\tneedPush\tboth\t
        im\tavSignalTag\t14\tpushTitle\tboth\t
        im\tavSignalTag\t15\tpushContent\tboth\t
        im\tavSignalTag\t16\tpushPayload\tboth\t
        im\tavSignalTag\t17\tneedBadge\tboth\t
        im\tavSignalTag\t18\tmembers\tboth\t
        im\tavSignalTag\t19\tattach\tboth\t
        im\tavSignalTag\t20\tattachExt\tboth\t
        im\tavSignalTag\t21\tisSave\tboth\t
        im\tavSignalTag\t22\tmsgid\tboth\t
        im\tavSignalTag\t23\tuid\tboth\t
        im\tavSignalTag\t24\ttime\tboth\t
        im\tbroadcastMsg\t1\tbroadcastId\tboth\t
        im\tbroadcastMsg\t2\tfromAccid\tboth\t
        im\tbroadcastMsg\t3\tfromUid\tboth\t
        im\tbroadcastMsg\t4\ttimestamp\tboth\t
        im\tbroadcastMsg\t5\tbody\tboth\t
        im\tclearMsgsParams\t1\taccount\tboth\t
        im\tclearMsgsParams\t2\tdelRoam\tboth\t
        im\tclearMsgsParamsWithSync\t0\ttype\tboth\t
        im\tclearMsgsParamsWithSync\t1\totherAccid\tboth\t
        im\tclearMsgsParamsWithSync\t2\tdelRoam (sent as isDeleteRoam)\tboth\t
        im\tclearMsgsParamsWithSync\t3\ttoTid\tboth\t
        im\tclearMsgsParamsWithSync\t4\tisSyncSelf\tboth\t
        im\tclearMsgsParamsWithSync\t5\tfromAccid\tboth\t
        im\tclearMsgsParamsWithSync\t6\ttime\tboth\t
        im\tclearMsgsParamsWithSync\t7\text\tboth\t
        im\tclientAntispam\t1\tversion\tboth\t
        im\tclientAntispam\t2\tmd5\tboth\t
        im\tclientAntispam\t3\tnosurl\tboth\t
        im\tclientAntispam\t4\tthesaurus\tboth\t
        im\tcollect\t1\tid\tboth\t
        im\tcollect\t2\ttype\tboth\t
        im\tcollect\t3\tdata\tboth\t
        im\tcollect\t4\tcustom\tboth\t
        im\tcollect\t5\tuniqueId\tboth\t
        im\tcollect\t6\tcreateTime\tboth\t
        im\tcollect\t7\tupdateTime\tboth\t
        im\tcollectQuery\t1\tbeginTime\tboth\t
        im\tcollectQuery\t2\tendTime\tboth\t
        im\tcollectQuery\t3\tlastMsgId\tboth\t
        im\tcollectQuery\t4\tlimit\tboth\t
        im\tcollectQuery\t5\treverse\tboth\t
        im\tcollectQuery\t6\ttype\tboth\t
        im\tcomment\t1\tfrom\tboth\t
        im\tcomment\t2\tbody\tboth\t
        im\tcomment\t3\ttime\tboth\t
        im\tcomment\t4\tcustom\tboth\t
        im\tcomment\t5\tneedPush\tboth\t
        im\tcomment\t6\tneedBadge\tboth\t
        im\tcomment\t7\tpushTitle\tboth\t
        im\tcomment\t8\tapnsText\tboth\t
        im\tcomment\t9\tpushPayload\tboth\t
        im\tcommentReq\t1\tscene\tboth\t
        im\tcommentReq\t2\tfrom\tboth\t
        im\tcommentReq\t3\tto\tboth\t
        im\tcommentReq\t4\ttime\tboth\t
        im\tcommentReq\t5\tidServer\tboth\t
        im\tcommentReq\t6\tidClient\tboth\t
        im\tcommentReq\t100\ttimestamp\tboth\t
        im\tcommentRes\t1\tscene\tboth\t
        im\tcommentRes\t2\tfrom\tboth\t
        im\tcommentRes\t3\tto\tboth\t
        im\tcommentRes\t4\ttime\tboth\t
        im\tcommentRes\t5\tidServer\tboth\t
        im\tcommentRes\t6\tidClient\tboth\t
        im\tcommentRes\t7\tdetail\tboth\t
        im\tcommentRes\t8\tmodify\tboth\t
        im\tcommentRes\t100\ttimestamp\tboth\t
        im\tdelFriendParams\t1\tdelAlias\tboth\t
        im\tdeleteMsgSelfTag\t1\tscene\tboth\t
        im\tdeleteMsgSelfTag\t2\tfrom\tboth\t
        im\tdeleteMsgSelfTag\t3\tto\tboth\t
        im\tdeleteMsgSelfTag\t4\tidServer\tboth\t
        im\tdeleteMsgSelfTag\t5\tidClient\tboth\t
        im\tdeleteMsgSelfTag\t6\ttime\tboth\t
        im\tdeleteMsgSelfTag\t7\tdeletedTime\tboth\t
        im\tdeleteMsgSelfTag\t8\tcustom\tboth\t
        im\tdonnop\t1\topen\tboth\t
        im\tfileListParam\t1\tfromDocId\tboth\t
        im\tfileListParam\t2\tlimit\tboth\t
        im\tfileQuickTransfer\t1\tmd5\tboth\t
        im\tfileQuickTransfer\t2\turl\tboth\t
        im\tfileQuickTransfer\t3\tsize\tboth\t
        im\tfileQuickTransfer\t4\tthreshold\tboth\t
        im\tfriend\t4\taccount\tboth\t
        im\tfriend\t5\tflag\tboth\t
        im\tfriend\t6\tbeflag\tboth\t
        im\tfriend\t7\tsource\tboth\t
        im\tfriend\t8\talias\tboth\t
        im\tfriend\t9\tbits\tboth\t
        im\tfriend\t10\tcustom\tboth\t
        im\tfriend\t11\tcreateTime\tboth\t
        im\tfriend\t12\tupdateTime\tboth\t
        im\tfriend\t13\tserverex\tboth\t
        im\timageOp\t0\ttype\tboth\t
        im\timageOp\t1\tstripmeta\tboth\t
        im\timageOp\t2\ttypeType\tboth\t
        im\timageOp\t3\tblurRadius\tboth\t
        im\timageOp\t4\tblurSigma\tboth\t
        im\timageOp\t5\tqualityQuality\tboth\t
        im\timageOp\t6\tcropX\tboth\t
        im\timageOp\t7\tcropY\tboth\t
        im\timageOp\t8\tcropWidth\tboth\t
        im\timageOp\t9\tcropHeight\tboth\t
        im\timageOp\t10\trotateAngle\tboth\t
        im\timageOp\t11\tpixelPixel\tboth\t
        im\timageOp\t12\tthumbnailMode\tboth\t
        im\timageOp\t13\tthumbnailWidth\tboth\t
        im\timageOp\t14\tthumbnailHeight\tboth\t
        im\timageOp\t15\tthumbnailAxisX\tboth\t
        im\timageOp\t16\tthumbnailAxisY\tboth\t
        im\timageOp\t17\tthumbnailCenterX\tboth\t
        im\timageOp\t18\tthumbnailCenterY\tboth\t
        im\timageOp\t19\tthumbnailEnlarge\tboth\t
        im\timageOp\t20\tthumbnailToStatic\tboth\t
        im\timageOp\t21\twatermarkType\tboth\t
        im\timageOp\t22\twatermarkGravity\tboth\t
        im\timageOp\t23\twatermarkDissolve\tboth\t
        im\timageOp\t24\twatermarkDx\tboth\t
        im\timageOp\t25\twatermarkDy\tboth\t
        im\timageOp\t26\twatermarkImage\tboth\t
        im\timageOp\t27\twatermarkText\tboth\t
        im\timageOp\t28\twatermarkFont\tboth\t
        im\timageOp\t29\twatermarkFontSize\tboth\t
        im\timageOp\t30\twatermarkFontColor\tboth\t
        im\timageOp\t31\tinterlace\tboth\t
        im\tlogin\t3\tclientType\tboth\t
        im\tlogin\t4\tos\tboth\t
        im\tlogin\t6\tsdkVersion\tboth\t
        im\tlogin\t8\tappLogin\tboth\t
        im\tlogin\t9\tprotocolVersion\tboth\t
        im\tlogin\t10\tpushTokenName\tboth\t
        im\tlogin\t11\tpushToken\tboth\tpushToken
        im\tlogin\t13\tdeviceId\tboth\t
        im\tlogin\t18\tappKey\tboth\t
        im\tlogin\t19\taccount\tboth\t
        im\tlogin\t24\tbrowser\tboth\t
        im\tlogin\t26\tsession\tboth\t
        im\tlogin\t32\tdeviceInfo\tboth\t
        im\tlogin\t38\tcustomTag\tboth\t
        im\tlogin\t39\tcustomClientType\tboth\t
        im\tlogin\t40\tsdkHumanVersion\tboth\t
        im\tlogin\t112\tisReactNative\tboth\t
        im\tlogin\t115\tauthType\tboth\t
        im\tlogin\t116\tloginExt\tboth\t
        im\tlogin\t1000\ttoken\tboth\ttoken
        im\tloginPort\t3\ttype\tboth\t
        im\tloginPort\t4\tos\tboth\t
        im\tloginPort\t5\tmac\tboth\t
        im\tloginPort\t13\tdeviceId\tboth\t
        im\tloginPort\t19\taccount\tboth\t
        im\tloginPort\t32\tdeviceInfo\tboth\t
        im\tloginPort\t38\tcustomTag\tboth\t
        im\tloginPort\t102\tconnectionId\tboth\t
        im\tloginPort\t103\tip\tboth\t
        im\tloginPort\t109\ttime\tboth\t
        im\tloginRes\t17\tlastLoginDeviceId\tboth\t
        im\tloginRes\t38\tcustomTag\tboth\t
        im\tloginRes\t102\tconnectionId\tboth\t
        im\tloginRes\t103\tip\tboth\t
        im\tloginRes\t104\tport\tboth\t
        im\tloginRes\t106\tcountry\tboth\t
        im\tloginRes\t111\thasXMPush\tboth\t
        im\tmsg\t0\tscene\tboth\t
        im\tmsg\t1\tto\tboth\t
        im\tmsg\t2\tfrom\tboth\t
        im\tmsg\t4\tfromClientType\tboth\t
        im\tmsg\t5\tfromDeviceId\tboth\t
        im\tmsg\t6\tfromNick\tboth\t
        im\tmsg\t7\ttime\tboth\t
        im\tmsg\t8\ttype\tboth\t
        im\tmsg\t9\tbody\tboth\t
        im\tmsg\t10\tattach\tboth\t
        im\tmsg\t11\tidClient\tboth\t
        im\tmsg\t12\tidServer\tboth\t
        im\tmsg\t13\tresend\tboth\t
        im\tmsg\t14\tuserUpdateTime\tboth\t
        im\tmsg\t15\tcustom\tboth\t
        im\tmsg\t16\tpushPayload\tboth\t
        im\tmsg\t17\tpushContent\tboth\t
        im\tmsg\t18\tapnsAccounts\tboth\t
        im\tmsg\t19\tapnsContent\tboth\t
        im\tmsg\t20\tapnsForcePush\tboth\t
        im\tmsg\t21\tyidunEnable\tboth\t
        im\tmsg\t22\tantiSpamContent\tboth\t
        im\tmsg\t23\tantiSpamBusinessId\tboth\t
        im\tmsg\t24\tclientAntiSpam\tboth\t
        im\tmsg\t25\tantiSpamUsingYidun\tboth\t
        im\tmsg\t26\tneedMsgReceipt\tboth\t
        im\tmsg\t28\tneedUpdateSession\tboth\t
        im\tmsg\t29\treplyMsgFromAccount\tboth\t
        im\tmsg\t30\treplyMsgToAccount\tboth\t
        im\tmsg\t31\treplyMsgTime\tboth\t
        im\tmsg\t32\treplyMsgIdServer\tboth\t
        im\tmsg\t33\treplyMsgIdClient\tboth\t
        im\tmsg\t34\tthreadMsgFromAccount\tboth\t
        im\tmsg\t35\tthreadMsgToAccount\tboth\t
        im\tmsg\t36\tthreadMsgTime\tboth\t
        im\tmsg\t37\tthreadMsgIdServer\tboth\t
        im\tmsg\t38\tthreadMsgIdClient\tboth\t
        im\tmsg\t39\tdelete\tboth\t
        im\tmsg\t40\tcallbackExt\tboth\t
        im\tmsg\t41\tsubType\tboth\t
        im\tmsg\t42\tyidunAntiCheating\tboth\t
        im\tmsg\t43\tenv\tboth\t
        im\tmsg\t100\tisHistoryable\tboth\t
        im\tmsg\t101\tisRoamingable\tboth\t
        im\tmsg\t102\tisSyncable\tboth\t
        im\tmsg\t104\tisMuted\tboth\t
        im\tmsg\t105\tcc\tboth\t
        im\tmsg\t106\tisInBlackList\tboth\t
        im\tmsg\t107\tisPushable\tboth\t
        im\tmsg\t108\tisOfflinable\tboth\t
        im\tmsg\t109\tisUnreadable\tboth\t
        im\tmsg\t110\tneedPushNick\tboth\t
        im\tmsg\t111\tisReplyMsg\tboth\t
        im\tmsg\t112\ttempTeamMemberCount\tboth\t
        im\tmsgEvent\t1\ttype\tboth\t
        im\tmsgEvent\t2\tvalue\tboth\t
        im\tmsgEvent\t3\tidClient\tboth\t
        im\tmsgEvent\t4\tcustom\tboth\t
        im\tmsgEvent\t5\tvalidTime\tboth\t
        im\tmsgEvent\t6\tbroadcastType\tboth\t
        im\tmsgEvent\t7\tsync\tboth\t
        im\tmsgEvent\t8\tvalidTimeType\tboth\t
        im\tmsgEvent\t9\tdurable\tboth\t
        im\tmsgEvent\t10\ttime\tboth\t
        im\tmsgEvent\t11\tidServer\tboth\t
        im\tmsgEvent\t12\tclientType\tboth\t
        im\tmsgEvent\t13\tserverConfig\tboth\t
        im\tmsgEvent\t14\tserverCustom\tboth\t
        im\tmsgEvent\t101\tappid\tboth\t
        im\tmsgEvent\t103\taccount\tboth\t
        im\tmsgEvent\t104\tenableMultiClient\tboth\t
        im\tmsgEvent\t106\tconsid\tboth\t
        im\tmsgEventSubscribe\t1\ttype\tboth\t
        im\tmsgEventSubscribe\t2\tsubscribeTime\tboth\t
        im\tmsgEventSubscribe\t3\tsync\tboth\t
        im\tmsgEventSubscribe\t102\tto\tboth\t
        im\tmsgEventSubscribe\t104\tfrom\tboth\t
        im\tmsgEventSubscribe\t105\ttime\tboth\t
        im\tmsgFullSearchRequestTag\t1\tkeyword\tboth\t
        im\tmsgFullSearchRequestTag\t2\tfromTime\tboth\t
        im\tmsgFullSearchRequestTag\t3\ttoTime\tboth\t
        im\tmsgFullSearchRequestTag\t4\tsessionLimit\tboth\t
        im\tmsgFullSearchRequestTag\t5\tmsgLimit\tboth\t
        im\tmsgFullSearchRequestTag\t6\torder\tboth\t
        im\tmsgFullSearchRequestTag\t7\tp2pList\tboth\t
        im\tmsgFullSearchRequestTag\t8\tteamList\tboth\t
        im\tmsgFullSearchRequestTag\t9\tsenderList\tboth\t
        im\tmsgPinReq\t1\tsessionId\tboth\t
        im\tmsgPinReq\t2\ttimetag\tboth\t
        im\tmsgPinRes\t1\tscene\tboth\t
        im\tmsgPinRes\t2\tfrom\tboth\t
        im\tmsgPinRes\t3\tto\tboth\t
        im\tmsgPinRes\t4\ttime\tboth\t
        im\tmsgPinRes\t5\tidServer\tboth\t
        im\tmsgPinRes\t6\tidClient\tboth\t
        im\tmsgPinRes\t7\tpinFrom\tboth\t
        im\tmsgPinRes\t8\tpinCustom\tboth\t
        im\tmsgReceipt\t1\tto\tboth\t
        im\tmsgReceipt\t2\tfrom\tboth\t
        im\tmsgReceipt\t7\ttime\tboth\t
        im\tmsgReceipt\t11\tidClient\tboth\t
        im\tmsgType\t0\ttext\tboth\t
        im\tmsgType\t1\tpicture\tboth\t
        im\tmsgType\t2\taudio\tboth\t
        im\tmsgType\t3\tvideo\tboth\t
        im\tmsgType\t4\tlocation\tboth\t
        im\tmsgType\t5\tnotification\tboth\t
        im\tmsgType\t6\tfile\tboth\t
        im\tmsgType\t7\tnetcall_audio\tboth\t
        im\tmsgType\t8\tnetcall_vedio\tboth\t
        im\tmsgType\t9\tdatatunnel_new\tboth\t
        im\tmsgType\t10\ttips\tboth\t
        im\tmsgType\t11\trobot\tboth\t
        im\tmsgType\t100\tcustom\tboth\t
        im\tnegotiateTransportTag\t-1\tversion\tboth\t
        im\tnegotiateTransportTag\t1\tserializeList\tboth\t
        im\tnegotiateTransportTag\t101\tserialize\tboth\t
        im\tnosAccessTokenTag\t0\ttoken\tboth\ttoken
        im\tnosAccessTokenTag\t1\turl\tboth\t
        im\tnosAccessTokenTag\t2\tuserAgent\tboth\t
        im\tnosAccessTokenTag\t3\text\tboth\t
        im\tnosConfigTag\t1\tbucket\tresponse\t
        im\tnosConfigTag\t2\tcdnDomain\tresponse\t
        im\tnosConfigTag\t3\texpire\tresponse\t
        im\tnosConfigTag\t4\tobjectNamePrefix\tresponse\t
        im\tnosFileUrlTag\t0\tsafeUrl\tboth\t
        im\tnosFileUrlTag\t1\toriginUrl\tboth\t
        im\tnosToken\t1\tobjectName\tboth\t
        im\tnosToken\t2\ttoken\tboth\ttoken
        im\tnosToken\t3\tbucket\tboth\t
        im\tnosToken\t4\texpireTime\tboth\t
        im\tnosToken\t7\texpireSec\tboth\t
        im\tnosToken\t8\ttag\tboth\t
        im\tnosToken\t9\tshortUrl\tboth\t
        im\tpinTag\t1\tpinFrom\tboth\t
        im\tpinTag\t2\tpinCustom\tboth\t
        im\tpinTag\t3\tcreateTime\tboth\t
        im\tpinTag\t4\tupdateTime\tboth\t
        im\tproxyMsgTag\t1\tfrom\tboth\t
        im\tproxyMsgTag\t2\tbody\tboth\t
        im\tproxyMsgTag\t3\ttime\tboth\t
        im\tproxyTag\t1\tzone\tboth\t
        im\tproxyTag\t2\tpath\tboth\t
        im\tproxyTag\t3\tmethod\tboth\t
        im\tproxyTag\t4\theader\tboth\t
        im\tproxyTag\t5\tbody\tboth\t
        im\trobot\t4\taccount\tboth\t
        im\trobot\t5\tnick\tboth\t
        im\trobot\t6\tavatar\tboth\t
        im\trobot\t7\tintro\tboth\t
        im\trobot\t8\tconfig\tboth\t
        im\trobot\t9\tvalid\tboth\t
        im\trobot\t10\tcreateTime\tboth\t
        im\trobot\t11\tupdateTime\tboth\t
        im\trobot\t12\tcustid\tboth\t
        im\trobot\t13\tbotid\tboth\t
        im\trobot\t14\tbindTime\tboth\t
        im\tsession\t1\tid\tboth\t
        im\tsession\t2\tupdateTime\tboth\t
        im\tsession\t3\text\tboth\t
        im\tsession\t4\tlastMsg\tboth\t
        im\tsession\t5\tlastMsgType\tresponse\t
        im\tsessionAckTag\t1\tscene\trequest\t
        im\tsessionAckTag\t2\tto\trequest\t
        im\tsessionAckTag\t3\ttimetag\trequest\t
        im\tsessionReqTag\t1\tminTimestamp\tboth\t
        im\tsessionReqTag\t2\tmaxTimestamp\tboth\t
        im\tsessionReqTag\t3\tneedLastMsg\tboth\t
        im\tsessionReqTag\t4\tlimit\tboth\t
        im\tsessionReqTag\t5\thasMore\tboth\t
        im\tspecialRelation\t0\taccount\tboth\t
        im\tspecialRelation\t1\tisMuted\tboth\t
        im\tspecialRelation\t2\tisBlacked\tboth\t
        im\tspecialRelation\t3\tcreateTime\tboth\t
        im\tspecialRelation\t4\tupdateTime\tboth\t
        im\tstickTopSession\t1\tid\tboth\t
        im\tstickTopSession\t2\ttopCustom\tboth\t
        im\tstickTopSession\t3\tcreateTime\tboth\t
        im\tstickTopSession\t4\tupdateTime\tboth\t
        im\tsuperTeam\t1\tteamId\tboth\t
        im\tsuperTeam\t3\tname\tboth\t
        im\tsuperTeam\t4\ttype\tboth\t
        im\tsuperTeam\t5\towner\tboth\t
        im\tsuperTeam\t6\tlevel\tboth\t
        im\tsuperTeam\t7\tselfCustom\tboth\t
        im\tsuperTeam\t8\tvalid\tboth\t
        im\tsuperTeam\t9\tmemberNum\tboth\t
        im\tsuperTeam\t10\tmemberUpdateTime\tboth\t
        im\tsuperTeam\t11\tcreateTime\tboth\t
        im\tsuperTeam\t12\tupdateTime\tboth\t
        im\tsuperTeam\t13\tvalidToCurrentUser\tboth\t
        im\tsuperTeam\t14\tintro\tboth\t
        im\tsuperTeam\t15\tannouncement\tboth\t
        im\tsuperTeam\t16\tjoinMode\tboth\t
        im\tsuperTeam\t17\tbits\tboth\t
        im\tsuperTeam\t18\tcustom\tboth\t
        im\tsuperTeam\t19\tserverCustom\tboth\t
        im\tsuperTeam\t20\tavatar\tboth\t
        im\tsuperTeam\t21\tbeInviteMode\tboth\t
        im\tsuperTeam\t22\tinviteMode\tboth\t
        im\tsuperTeam\t23\tupdateTeamMode\tboth\t
        im\tsuperTeam\t24\tupdateCustomMode\tboth\t
        im\tsuperTeam\t100\tmute\tboth\t
        im\tsuperTeam\t101\tmuteType\tboth\t
        im\tsuperTeamMember\t1\tteamId\tboth\t
        im\tsuperTeamMember\t3\taccount\tboth\t
        im\tsuperTeamMember\t4\ttype\tboth\t
        im\tsuperTeamMember\t5\tnickInTeam\tboth\t
        im\tsuperTeamMember\t7\tbits\tboth\t
        im\tsuperTeamMember\t8\tactive\tboth\t
        im\tsuperTeamMember\t9\tvalid\tboth\t
        im\tsuperTeamMember\t10\tcreateTime\tboth\t
        im\tsuperTeamMember\t11\tupdateTime\tboth\t
        im\tsuperTeamMember\t12\tcustom\tboth\t
        im\tsuperTeamMember\t13\tmute\tboth\t
        im\tsuperTeamMember\t14\tinvitoraccid\tboth\t
        im\tsuperTeamMember\t15\tjoinTime\tboth\t
        im\tsync\t1\tmyInfo\tboth\t
        im\tsync\t2\tofflineMsgs\tboth\t
        im\tsync\t3\tteams\tboth\t
        im\tsync\t6\tnetcallMsgs\tboth\t
        im\tsync\t7\troamingMsgs\tboth\t
        im\tsync\t9\trelations\tboth\t
        im\tsync\t11\tfriends\tboth\t
        im\tsync\t12\tsessions\tboth\t
        im\tsync\t13\tfriendUsers\tboth\t
        im\tsync\t14\tmsgReceipts\tboth\t
        im\tsync\t15\tmyTeamMembers\tboth\t
        im\tsync\t16\tdonnop\tboth\t
        im\tsync\t17\tdeleteMsg\tboth\t
        im\tsync\t18\tsessionAck\tboth\t
        im\tsync\t19\trobots\tboth\t
        im\tsync\t20\tbroadcastMsgs\tboth\t
        im\tsync\t21\tavSignal\tboth\t
        im\tsync\t22\tsuperTeams\tboth\t
        im\tsync\t23\tmyInfoInSuperTeams\tboth\t
        im\tsync\t24\tsuperTeamRoamingMsgs\tboth\t
        im\tsync\t25\tdeleteSuperTeamMsg\tboth\t
        im\tsync\t26\tsuperTeamSessionAck\tboth\t
        im\tsync\t27\tdeleteMsgSelf\tboth\t
        im\tsync\t28\tstickTopSessions\tboth\t
        im\tsync\t29\tsessionHistoryMsgsDelete\tboth\t
        im\tsync\t100\tfilterMsgs\tboth\t
        im\tsysMsg\t0\ttime\tboth\t
        im\tsysMsg\t1\ttype\tboth\t
        im\tsysMsg\t2\tto\tboth\t
        im\tsysMsg\t3\tfrom\tboth\t
        im\tsysMsg\t4\tps\tboth\t
        im\tsysMsg\t5\tattach\tboth\t
        im\tsysMsg\t6\tidServer\tboth\t
        im\tsysMsg\t7\tsendToOnlineUsersOnly\tboth\t
        im\tsysMsg\t8\tapnsText\tboth\t
        im\tsysMsg\t9\tpushPayload\tboth\t
        im\tsysMsg\t10\tdeletedIdClient\tboth\t
        im\tsysMsg\t11\tdeletedIdServer\tboth\t
        im\tsysMsg\t12\tyidunEnable\tboth\t
        im\tsysMsg\t13\tantiSpamContent\tboth\t
        im\tsysMsg\t14\tdeletedMsgTime\tboth\t
        im\tsysMsg\t15\tdeletedMsgFromNick\tboth\t
        im\tsysMsg\t16\topeAccount\tboth\t
        im\tsysMsg\t21\tenv\tboth\t
        im\tsysMsg\t22\tcallbackExt\tboth\t
        im\tsysMsg\t105\tcc\tboth\t
        im\tsysMsg\t107\tisPushable\tboth\t
        im\tsysMsg\t109\tisUnreadable\tboth\t
        im\tsysMsg\t110\tneedPushNick\tboth\t
        im\tteam\t1\tteamId\tboth\t
        im\tteam\t3\tname\tboth\t
        im\tteam\t4\ttype\tboth\t
        im\tteam\t5\towner\tboth\t
        im\tteam\t6\tlevel\tboth\t
        im\tteam\t7\tselfCustom\tboth\t
        im\tteam\t8\tvalid\tboth\t
        im\tteam\t9\tmemberNum\tboth\t
        im\tteam\t10\tmemberUpdateTime\tboth\t
        im\tteam\t11\tcreateTime\tboth\t
        im\tteam\t12\tupdateTime\tboth\t
        im\tteam\t13\tvalidToCurrentUser\tboth\t
        im\tteam\t14\tintro\tboth\t
        im\tteam\t15\tannouncement\tboth\t
        im\tteam\t16\tjoinMode\tboth\t
        im\tteam\t17\tbits\tboth\t
        im\tteam\t18\tcustom\tboth\t
        im\tteam\t19\tserverCustom\tboth\t
        im\tteam\t20\tavatar\tboth\t
        im\tteam\t21\tbeInviteMode\tboth\t
        im\tteam\t22\tinviteMode\tboth\t
        im\tteam\t23\tupdateTeamMode\tboth\t
        im\tteam\t24\tupdateCustomMode\tboth\t
        im\tteam\t100\tmute\tboth\t
        im\tteam\t101\tmuteType\tboth\t
        im\tteamMember\t1\tteamId\tboth\t
        im\tteamMember\t3\taccount\tboth\t
        im\tteamMember\t4\ttype\tboth\t
        im\tteamMember\t5\tnickInTeam\tboth\t
        im\tteamMember\t7\tbits\tboth\t
        im\tteamMember\t8\tactive\tboth\t
        im\tteamMember\t9\tvalid\tboth\t
        im\tteamMember\t10\tjoinTime\tboth\t
        im\tteamMember\t11\tupdateTime\tboth\t
        im\tteamMember\t12\tcustom\tboth\t
        im\tteamMember\t13\tmute\tboth\t
        im\tteamMember\t14\tinvitorAccid\tboth\t
        im\tteamMsgReceipt\t0\tteamId\tboth\t
        im\tteamMsgReceipt\t1\tidServer\tboth\t
        im\tteamMsgReceipt\t100\tread\tboth\t
        im\tteamMsgReceipt\t101\tunread\tboth\t
        im\tteamMsgReceipt\t102\tidClient\tboth\t
        im\tteamMsgReceipt\t103\taccount\tboth\t
        im\tthreadMsgReq\t1\tbeginTime\tboth\t
        im\tthreadMsgReq\t2\tendTime\tboth\t
        im\tthreadMsgReq\t3\tlastMsgId\tboth\t
        im\tthreadMsgReq\t4\tlimit\tboth\t
        im\tthreadMsgReq\t5\treverse\tboth\t
        im\tthreadMsgsMeta\t1\ttotal\tboth\t
        im\tthreadMsgsMeta\t2\tlastMsgTime\tboth\t
        im\ttransInfo\t1\tdocId\tboth\t
        im\ttransInfo\t2\tname\tboth\t
        im\ttransInfo\t3\tprefix\tboth\t
        im\ttransInfo\t4\tsize\tboth\t
        im\ttransInfo\t5\ttype\tboth\t
        im\ttransInfo\t6\tstate\tboth\t
        im\ttransInfo\t7\ttransType\tboth\t
        im\ttransInfo\t8\ttransSize\tboth\t
        im\ttransInfo\t9\tpageCount\tboth\t
        im\ttransInfo\t10\tpicInfo\tboth\t
        im\ttransInfo\t11\textra\tboth\t
        im\ttransInfo\t12\tflag\tboth\t
        im\ttransToken\t1\tname\tboth\t
        im\ttransToken\t2\ttype\tboth\t
        im\ttransToken\t3\ttransType\tboth\t
        im\ttransToken\t4\tsize\tboth\t
        im\ttransToken\t5\textra\tboth\t
        im\ttransToken\t6\tbody\tboth\t
        im\tuser\t1\taccount\tboth\t
        im\tuser\t3\tnick\tboth\t
        im\tuser\t4\tavatar\tboth\t
        im\tuser\t5\tsign\tboth\t
        im\tuser\t6\tgender\tboth\t
        im\tuser\t7\temail\tboth\t
        im\tuser\t8\tbirth\tboth\t
        im\tuser\t9\ttel\tboth\t
        im\tuser\t10\tcustom\tboth\t
        im\tuser\t12\tcreateTime\tboth\t
        im\tuser\t13\tupdateTime\tboth\t
        chatroom\taudioToText\t2\turl\tboth\t
        chatroom\tavSignalTag\t1\ttype\tboth\t
        chatroom\tavSignalTag\t2\tchannelName\tboth\t
        chatroom\tavSignalTag\t3\tchannelId\tboth\t
        chatroom\tavSignalTag\t4\tchannelCreateTime\tboth\t
        chatroom\tavSignalTag\t5\tchannelExpireTime\tboth\t
        chatroom\tavSignalTag\t6\tcreator\tboth\t
        chatroom\tavSignalTag\t7\text\tboth\t
        chatroom\tavSignalTag\t8\tchannelInValid\tboth\t
        chatroom\tavSignalTag\t10\tfrom\tboth\t
        chatroom\tavSignalTag\t11\tto\tboth\t
        chatroom\tavSignalTag\t12\trequestId\tboth\t
        chatroom\tavSignalTag\t13\tneedPush\tboth\t
        chatroom\tavSignalTag\t14\tpushTitle\tboth\t
        chatroom\tavSignalTag\t15\tpushContent\tboth\t
        chatroom\tavSignalTag\t16\tpushPayload\tboth\t
        chatroom\tavSignalTag\t17\tneedBadge\tboth\t
        chatroom\tavSignalTag\t18\tmembers\tboth\t
        chatroom\tavSignalTag\t19\tattach\tboth\t
        chatroom\tavSignalTag\t20\tattachExt\tboth\t
        chatroom\tavSignalTag\t21\tisSave\tboth\t
        chatroom\tavSignalTag\t22\tmsgid\tboth\t
        chatroom\tavSignalTag\t23\tuid\tboth\t
        chatroom\tavSignalTag\t24\ttime\tboth\t
        chatroom\tchatroom\t1\tid\tboth\t
        chatroom\tchatroom\t3\tname\tboth\t
        chatroom\tchatroom\t4\tannouncement\tboth\t
        chatroom\tchatroom\t5\tbroadcastUrl\tboth\t
        chatroom\tchatroom\t12\tcustom\tboth\t
        chatroom\tchatroom\t14\tcreateTime\tboth\t
        chatroom\tchatroom\t15\tupdateTime\tboth\t
        chatroom\tchatroom\t16\tqueuelevel\tboth\t
        chatroom\tchatroom\t100\tcreator\tboth\t
        chatroom\tchatroom\t101\tonlineMemberNum\tboth\t
        chatroom\tchatroom\t102\tmute\tboth\t
        chatroom\tchatroomCdnInfo\t1\tenable\tboth\t
        chatroom\tchatroomCdnInfo\t2\tcdnUrls\tboth\t
        chatroom\tchatroomCdnInfo\t3\ttimestamp\tboth\t
        chatroom\tchatroomCdnInfo\t4\tinterval\tboth\t
        chatroom\tchatroomCdnInfo\t5\tdecryptType\tboth\t
        chatroom\tchatroomCdnInfo\t6\tdecryptKey\tboth\t
        chatroom\tchatroomCdnInfo\t7\ttimeout\tboth\t
        chatroom\tchatroomMember\t1\tchatroomId\tboth\t
        chatroom\tchatroomMember\t2\taccount\tboth\t
        chatroom\tchatroomMember\t3\ttype\tboth\t
        chatroom\tchatroomMember\t4\tlevel\tboth\t
        chatroom\tchatroomMember\t5\tnick\tboth\t
        chatroom\tchatroomMember\t6\tavatar\tboth\t
        chatroom\tchatroomMember\t7\tcustom\tboth\t
        chatroom\tchatroomMember\t8\tonline\tboth\t
        chatroom\tchatroomMember\t9\tguest\tboth\t
        chatroom\tchatroomMember\t10\tenterTime\tboth\t
        chatroom\tchatroomMember\t12\tblacked\tboth\t
        chatroom\tchatroomMember\t13\tgaged\tboth\t
        chatroom\tchatroomMember\t14\tvalid\tboth\t
        chatroom\tchatroomMember\t15\tupdateTime\tboth\t
        chatroom\tchatroomMember\t16\ttempMuted\tboth\t
        chatroom\tchatroomMember\t17\ttempMuteDuration\tboth\t
        chatroom\tclientAntispam\t1\tversion\tboth\t
        chatroom\tclientAntispam\t2\tmd5\tboth\t
        chatroom\tclientAntispam\t3\tnosurl\tboth\t
        chatroom\tclientAntispam\t4\tthesaurus\tboth\t
        chatroom\tfileListParam\t1\tfromDocId\tboth\t
        chatroom\tfileListParam\t2\tlimit\tboth\t
        chatroom\tfileQuickTransfer\t1\tmd5\tboth\t
        chatroom\tfileQuickTransfer\t2\turl\tboth\t
        chatroom\tfileQuickTransfer\t3\tsize\tboth\t
        chatroom\tfileQuickTransfer\t4\tthreshold\tboth\t
        chatroom\timLogin\t3\tclientType\tboth\t
        chatroom\timLogin\t4\tos\tboth\t
        chatroom\timLogin\t6\tsdkVersion\tboth\t
        chatroom\timLogin\t8\tappLogin\tboth\t
        chatroom\timLogin\t9\tprotocolVersion\tboth\t
        chatroom\timLogin\t10\tpushTokenName\tboth\t
        chatroom\timLogin\t11\tpushToken\tboth\tpushToken
        chatroom\timLogin\t13\tdeviceId\tboth\t
        chatroom\timLogin\t18\tappKey\tboth\t
        chatroom\timLogin\t19\taccount\tboth\t
        chatroom\timLogin\t24\tbrowser\tboth\t
        chatroom\timLogin\t26\tsession\tboth\t
        chatroom\timLogin\t32\tdeviceInfo\tboth\t
        chatroom\timLogin\t38\tcustomTag\tboth\t
        chatroom\timLogin\t112\tisReactNative\tboth\t
        chatroom\timLogin\t1000\ttoken\tboth\ttoken
        chatroom\timageOp\t0\ttype\tboth\t
        chatroom\timageOp\t1\tstripmeta\tboth\t
        chatroom\timageOp\t2\ttypeType\tboth\t
        chatroom\timageOp\t3\tblurRadius\tboth\t
        chatroom\timageOp\t4\tblurSigma\tboth\t
        chatroom\timageOp\t5\tqualityQuality\tboth\t
        chatroom\timageOp\t6\tcropX\tboth\t
        chatroom\timageOp\t7\tcropY\tboth\t
        chatroom\timageOp\t8\tcropWidth\tboth\t
        chatroom\timageOp\t9\tcropHeight\tboth\t
        chatroom\timageOp\t10\trotateAngle\tboth\t
        chatroom\timageOp\t11\tpixelPixel\tboth\t
        chatroom\timageOp\t12\tthumbnailMode\tboth\t
        chatroom\timageOp\t13\tthumbnailWidth\tboth\t
        chatroom\timageOp\t14\tthumbnailHeight\tboth\t
        chatroom\timageOp\t15\tthumbnailAxisX\tboth\t
        chatroom\timageOp\t16\tthumbnailAxisY\tboth\t
        chatroom\timageOp\t17\tthumbnailCenterX\tboth\t
        chatroom\timageOp\t18\tthumbnailCenterY\tboth\t
        chatroom\timageOp\t19\tthumbnailEnlarge\tboth\t
        chatroom\timageOp\t20\tthumbnailToStatic\tboth\t
        chatroom\timageOp\t21\twatermarkType\tboth\t
        chatroom\timageOp\t22\twatermarkGravity\tboth\t
        chatroom\timageOp\t23\twatermarkDissolve\tboth\t
        chatroom\timageOp\t24\twatermarkDx\tboth\t
        chatroom\timageOp\t25\twatermarkDy\tboth\t
        chatroom\timageOp\t26\twatermarkImage\tboth\t
        chatroom\timageOp\t27\twatermarkText\tboth\t
        chatroom\timageOp\t28\twatermarkFont\tboth\t
        chatroom\timageOp\t29\twatermarkFontSize\tboth\t
        chatroom\timageOp\t30\twatermarkFontColor\tboth\t
        chatroom\timageOp\t31\tinterlace\tboth\t
        chatroom\tlogin\t1\tappKey\tboth\t
        chatroom\tlogin\t2\taccount\tboth\t
        chatroom\tlogin\t3\tdeviceId\tboth\t
        chatroom\tlogin\t5\tchatroomId\tboth\t
        chatroom\tlogin\t8\tappLogin\tboth\t
        chatroom\tlogin\t20\tchatroomNick\tboth\t
        chatroom\tlogin\t21\tchatroomAvatar\tboth\t
        chatroom\tlogin\t22\tchatroomCustom\tboth\t
        chatroom\tlogin\t23\tchatroomEnterCustom\tboth\t
        chatroom\tlogin\t26\tsession\tboth\t
        chatroom\tlogin\t38\tisAnonymous\tboth\t
        chatroom\tlogin\t39\ttags\tboth\t
        chatroom\tlogin\t40\tnotifyTargetTags\tboth\t
        chatroom\tmsg\t1\tidClient\tboth\t
        chatroom\tmsg\t2\ttype\tboth\t
        chatroom\tmsg\t3\tattach\tboth\t
        chatroom\tmsg\t4\tcustom\tboth\t
        chatroom\tmsg\t5\tresend\tboth\t
        chatroom\tmsg\t6\tuserUpdateTime\tboth\t
        chatroom\tmsg\t7\tfromNick\tboth\t
        chatroom\tmsg\t8\tfromAvatar\tboth\t
        chatroom\tmsg\t9\tfromCustom\tboth\t
        chatroom\tmsg\t10\tyidunEnable\tboth\t
        chatroom\tmsg\t11\tantiSpamContent\tboth\t
        chatroom\tmsg\t12\tskipHistory\tboth\t
        chatroom\tmsg\t13\tbody\tboth\t
        chatroom\tmsg\t14\tantiSpamBusinessId\tboth\t
        chatroom\tmsg\t15\tclientAntiSpam\tboth\t
        chatroom\tmsg\t16\tantiSpamUsingYidun\tboth\t
        chatroom\tmsg\t20\ttime\tboth\t
        chatroom\tmsg\t21\tfrom\tboth\t
        chatroom\tmsg\t22\tchatroomId\tboth\t
        chatroom\tmsg\t23\tfromClientType\tboth\t
        chatroom\tmsg\t25\thighPriority\tboth\t
        chatroom\tmsg\t27\tcallbackExt\tboth\t
        chatroom\tmsg\t28\tsubType\tboth\t
        chatroom\tmsg\t29\tyidunAntiCheating\tboth\t
        chatroom\tmsg\t30\tenv\tboth\t
        chatroom\tmsg\t31\tnotifyTargetTags\tboth\t
        chatroom\tnosAccessTokenTag\t0\ttoken\tboth\ttoken
        chatroom\tnosAccessTokenTag\t1\turl\tboth\t
        chatroom\tnosAccessTokenTag\t2\tuserAgent\tboth\t
        chatroom\tnosAccessTokenTag\t3\text\tboth\t
        chatroom\tnosConfigTag\t1\tbucket\tresponse\t
        chatroom\tnosConfigTag\t2\tcdnDomain\tresponse\t
        chatroom\tnosConfigTag\t3\texpire\tresponse\t
        chatroom\tnosConfigTag\t4\tobjectNamePrefix\tresponse\t
        chatroom\tnosFileUrlTag\t0\tsafeUrl\tboth\t
        chatroom\tnosFileUrlTag\t1\toriginUrl\tboth\t
        chatroom\tnosToken\t1\tobjectName\tboth\t
        chatroom\tnosToken\t2\ttoken\tboth\ttoken
        chatroom\tnosToken\t3\tbucket\tboth\t
        chatroom\tnosToken\t4\texpireTime\tboth\t
        chatroom\tnosToken\t7\texpireSec\tboth\t
        chatroom\tnosToken\t8\ttag\tboth\t
        chatroom\tnosToken\t9\tshortUrl\tboth\t
        chatroom\trobot\t4\taccount\tboth\t
        chatroom\trobot\t5\tnick\tboth\t
        chatroom\trobot\t6\tavatar\tboth\t
        chatroom\trobot\t7\tintro\tboth\t
        chatroom\trobot\t8\tconfig\tboth\t
        chatroom\trobot\t9\tvalid\tboth\t
        chatroom\trobot\t10\tcreateTime\tboth\t
        chatroom\trobot\t11\tupdateTime\tboth\t
        chatroom\trobot\t12\tcustid\tboth\t
        chatroom\trobot\t13\tbotid\tboth\t
        chatroom\trobot\t14\tbindTime\tboth\t
        chatroom\ttagMemberReq\t1\ttag\trequest\t
        chatroom\ttagMemberReq\t2\ttime\trequest\t
        chatroom\ttagMemberReq\t3\tlimit\trequest\t
        chatroom\ttagMuteReq\t1\ttag\trequest\t
        chatroom\ttagMuteReq\t2\tduration\trequest\t
        chatroom\ttagMuteReq\t3\tneedNotify\trequest\t
        chatroom\ttagMuteReq\t4\tcustom\trequest\t
        chatroom\ttagMuteReq\t5\tnotifyTargetTags\trequest\t
        chatroom\ttransInfo\t1\tdocId\tboth\t
        chatroom\ttransInfo\t2\tname\tboth\t
        chatroom\ttransInfo\t3\tprefix\tboth\t
        chatroom\ttransInfo\t4\tsize\tboth\t
        chatroom\ttransInfo\t5\ttype\tboth\t
        chatroom\ttransInfo\t6\tstate\tboth\t
        chatroom\ttransInfo\t7\ttransType\tboth\t
        chatroom\ttransInfo\t8\ttransSize\tboth\t
        chatroom\ttransInfo\t9\tpageCount\tboth\t
        chatroom\ttransInfo\t10\tpicInfo\tboth\t
        chatroom\ttransInfo\t11\textra\tboth\t
        chatroom\ttransInfo\t12\tflag\tboth\t
        chatroom\ttransToken\t1\tname\tboth\t
        chatroom\ttransToken\t2\ttype\tboth\t
        chatroom\ttransToken\t3\ttransType\tboth\t
        chatroom\ttransToken\t4\tsize\tboth\t
        chatroom\ttransToken\t5\textra\tboth\t
        chatroom\ttransToken\t6\tbody\tboth\t
        """

    /// Columns: scope, id, name, title.
    static let notifications: StaticString = """
        team\t0\tinvite\tmembers were invited
        team\t1\tkick\tmembers were removed
        team\t2\tleave\ta member left
        team\t3\tupdate\tthe team was changed
        team\t4\tdismiss\tthe team was dismissed
        team\t5\tapplyPassed\tan application was accepted
        team\t6\townerTransfer\tthe owner changed
        team\t7\taddManager\tmanagers were named
        team\t8\tremoveManager\ta manager was removed
        team\t9\tinviteAccepted\tan invitation was accepted
        team\t10\tmemberMute\ta member was muted or unmuted
        team\t101\tcallMissed\ta call was missed
        team\t102\tcallBill\twhat a call took
        team\t103\tcallRejected\ta call was rejected
        team\t401\tsuperInvite\tmembers were invited (super team)
        team\t402\tsuperKick\tmembers were removed (super team)
        team\t403\tsuperLeave\ta member left (super team)
        team\t404\tsuperUpdate\tthe team was changed (super team)
        team\t405\tsuperDismiss\tthe team was dismissed (super team)
        team\t406\tsuperOwnerTransfer\tthe owner changed (super team)
        team\t407\tsuperAddManager\tmanagers were named (super team)
        team\t408\tsuperRemoveManager\ta manager was removed (super team)
        team\t409\tsuperMemberMute\ta member was muted or unmuted (super team)
        team\t410\tsuperApplyPassed\tan application was accepted (super team)
        team\t411\tsuperInviteAccepted\tan invitation was accepted (super team)
        chatroom\t301\tenter\tsomebody came in
        chatroom\t302\texit\tsomebody left
        chatroom\t303\tblack\tput on the blacklist
        chatroom\t304\tunblack\ttaken off the blacklist
        chatroom\t305\tmute\tmuted
        chatroom\t306\tunmute\tunmuted
        chatroom\t307\taddManager\tmanagers were named
        chatroom\t308\tremoveManager\ta manager was removed
        chatroom\t309\taddCommonMember\tbecame a member
        chatroom\t310\tremoveCommonMember\tis no member any more
        chatroom\t311\troomClosed\tthe room was closed
        chatroom\t312\troomInfoUpdated\tthe room was changed
        chatroom\t313\tkicked\tsomebody was removed
        chatroom\t314\ttempMute\tmuted for a time
        chatroom\t315\ttempUnmute\tno longer muted for a time
        chatroom\t316\tmemberUpdated\ta member changed what is said of them
        chatroom\t317\tqueueChanged\tthe queue changed
        chatroom\t318\troomMuted\tthe whole room was muted
        chatroom\t319\troomUnmuted\tthe whole room was unmuted
        chatroom\t320\tqueueBatchChange\tseveral elements of the queue changed
        chatroom\t321\ttempMuteByTag\tthose with a tag were muted for a time
        chatroom\t322\ttempUnmuteByTag\tthose with a tag are no longer muted
        chatroom\t323\tmessageRecalled\ta message was recalled (headers of the PC SDK only)
        chatroom\t324\tqueueBatchOffer\tseveral elements were put in the queue (headers of the PC SDK only)
        sysMsg\t0\tteamApply\tasks to join a team
        sysMsg\t1\tteamApplyRejected\tmay not join the team
        sysMsg\t2\tteamInvite\tis invited to a team
        sysMsg\t3\tteamInviteRejected\tdoes not join the team
        sysMsg\t5\tfriend\tadded, requested, accepted or rejected as friend
        sysMsg\t6\tfriendDeleted\tis no friend any more
        sysMsg\t7\trecall\ta message between two was recalled
        sysMsg\t8\tteamRecall\ta message in a team was recalled
        sysMsg\t12\tsuperTeamRecall\ta message in a super team was recalled
        sysMsg\t13\tdeleteOneWay\ta message between two was deleted on one side
        sysMsg\t14\tteamDeleteOneWay\ta message in a team was deleted on one side
        sysMsg\t15\tsuperTeamApply\tasks to join a super team
        sysMsg\t16\tsuperTeamApplyRejected\tmay not join the super team
        sysMsg\t17\tsuperTeamInvite\tis invited to a super team
        sysMsg\t18\tsuperTeamInviteRejected\tdoes not join the super team
        sysMsg\t100\tcustom\tof the application, to one
        sysMsg\t101\tteamCustom\tof the application, to a team
        sysMsg\t102\tcustom\tof the application, to one
        sysMsg\t103\tsuperTeamCustom\tof the application, to a super team
        """

    /// Columns: code, name, success, meaning.
    static let codes: StaticString = """
        200\tok\tyes\tdone
        201\tclientTooOld\tno\tthe client is too old
        302\twrongLogin\tno\taccount or token is wrong
        403\tforbidden\tno\tnot allowed
        404\tnotFound\tno\tthere is no such thing
        405\ttooLong\tno\ta parameter is too long
        406\t\tyes\ttreated as success by the Web SDK
        408\ttimeout\tno\tthe time is over
        414\tbadParameter\tno\ta parameter is wrong
        415\tnoServer\tno\tno server can be reached
        416\trateLimited\tno\ttoo often; r[0] has the seconds to wait
        417\trepeated\tno\tthe same was asked before
        422\taccountDisabled\tno\tthe account is disabled
        500\tserverError\tno\tinternal error of the server
        501\tserverError\tno\tinternal error of the server
        503\tserverBusy\tno\tthe server is busy
        508\trecallExpired\tno\tit is too late to recall the message
        509\tinvalid\tno\tnot valid any more
        700\tpartialFailure\tno\ta part of it failed
        801\tteam\tno\ta team command failed
        802\tteam\tno\ta team command failed
        803\tteam\tno\ta team command failed
        804\tteam\tno\ta team command failed
        805\tteam\tno\ta team command failed
        806\tteam\tno\ta team command failed
        807\tteam\tno\ta team command failed
        808\t\tyes\ttreated as success by the Web SDK
        809\tteam\tno\ta team command failed
        810\t\tyes\ttreated as success by the Web SDK
        811\tteam\tno\ta team command failed
        812\tteam\tno\ta team command failed
        813\tteam\tno\ta team command failed
        814\tteam\tno\ta team command failed
        815\tteam\tno\ta team command failed
        816\tpartialFailure\tno\ta part of it failed
        997\tprotocolExpired\tno\tthe protocol is too old
        998\tunpackFailed\tno\tthe packet could not be read
        999\tpackFailed\tno\tthe packet could not be written
        7101\tblacklisted\tno\tthe receiver has the sender on the blacklist; the answer is read all the same
        9102\tcallFailed\tno\ta call failed
        9103\tcallFailed\tno\ta call failed
        11001\tcallFailed\tno\ta call failed
        13002\tchatroomState\tno\tthe room is in the wrong state
        13003\tchatroomBlacklisted\tno\tthe room has the account on its blacklist
        13004\tchatroomMuted\tno\tthe account is muted in the room
        13006\tchatroomMutedAll\tno\tthe whole room is muted
        """
}

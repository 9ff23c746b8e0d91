// swift-format-ignore-file
// Made by .ci/generate-tables from Docs/catalogue: change those, not this.

/// The tables of codes: tab-separated rows without header.
enum CodeData {
    /// Columns: scope, code, iosName, androidName, web2Name, web3Name, web4Name, universalName, flutterName, bridgeName, meaning, transient, handling, differs.
    static let errorCodes: StaticString = """
        sdk\t-1000\tRC_INVALID_ARGUMENT\t\t\t\t\t\t\tRC_INVALID_ARGUMENT\ta wrong argument was passed to connect\tno\tfixArgument\t
        sdk\t-3\tOPERATION_MEDIA_NOT_FOUND\tPARAMETER_ERROR\tPARAMETER_ERROR\tPARAMETER_ERROR\tPARAMETER_ERROR\t\t\tPARAMETER_ERROR\tAndroid and web: wrong parameter; iOS: no media to work on\tno\tlog\tyes
        sdk\t-2\t\tIPC_DISCONNECT\tUNKNOWN\tSDK_INTERNAL_ERROR\tUNKNOWN\t\t\t\tweb: unknown failure; Android: the process of the SDK is not connected\tno\tlog\tyes
        sdk\t-1\tERRORCODE_UNKNOWN\tUNKNOWN\tTIMEOUT\tTIMEOUT\tTIMEOUT\t\t\tERRORCODE_UNKNOWN\tiOS and Android: unknown error; web: timeout\tno\tlog\tyes
        sdk\t0\tRC_SUCCESS\tCONNECTED\tSUCCESS\t\tSUCCESS\tSuccess\tSuccess\tRC_SUCCESS\tsuccess\tno\tnone\t
        call\t1\t\t\tCANCEL\t\tCANCEL\t\t\t\tcaller cancelled\tno\ttellUser\t
        call\t2\t\t\tREJECT\t\tREJECT\t\t\t\tlocal user rejected\tno\ttellUser\t
        call\t3\t\t\tHANGUP\t\tHANGUP\t\t\t\tlocal user hung up\tno\ttellUser\t
        call\t4\t\t\tBUSYLINE\t\tBUSYLINE\t\t\t\tlocal user busy\tno\ttellUser\t
        call\t5\t\t\tNO_RESPONSE\t\tNO_RESPONSE\t\t\t\tlocal user did not answer\tno\ttellUser\t
        call\t6\t\t\tENGINE_UN_SUPPORTED\t\tENGINE_UN_SUPPORTED\t\t\t\tlocal engine not supported\tno\ttellUser\t
        call\t7\t\t\tNETWORK_ERROR\t\tNETWORK_ERROR\t\t\t\tlocal network error\tno\ttellUser\t
        call\t11\t\t\tREMOTE_CANCEL\t\tREMOTE_CANCEL\t\t\t\tremote side cancelled\tno\ttellUser\t
        call\t12\t\t\tREMOTE_REJECT\t\tREMOTE_REJECT\t\t\t\tremote side rejected\tno\ttellUser\t
        call\t13\t\t\tREMOTE_HANGUP\t\tREMOTE_HANGUP\t\t\t\tremote side hung up\tno\ttellUser\t
        call\t14\t\t\tREMOTE_BUSYLINE\t\tREMOTE_BUSYLINE\t\t\t\tremote side busy\tno\ttellUser\t
        call\t15\t\t\tREMOTE_NO_RESPONSE\t\tREMOTE_NO_RESPONSE\t\t\t\tremote side did not answer\tno\ttellUser\t
        call\t16\t\t\tREMOTE_ENGINE_UN_SUPPORTED\t\tREMOTE_ENGINE_UN_SUPPORTED\t\t\t\tremote engine not supported\tno\ttellUser\t
        call\t17\t\t\tREMOTE_NETWORK_ERROR\t\tREMOTE_NETWORK_ERROR\t\t\t\tremote network error\tno\ttellUser\t
        call\t18\t\t\tVOIP_NOT_AVALIABLE\t\tVOIP_NOT_AVALIABLE\t\t\t\tcalling not available\tno\ttellUser\t
        sdk\t405\tREJECTED_BY_BLACKLIST\tREJECTED_BY_BLACKLIST\tREJECTED_BY_BLACKLIST\tREJECTED_BY_BLACKLIST\tREJECTED_BY_BLACKLIST\tRejectedByBlackList\tRejectedByBlackList\tREJECTED_BY_BLACKLIST\tsender is in the receiver's black list\tno\ttellUser\t
        sdk\t407\tNOT_IN_WHITELIST\t\t\t\t\tNotWhitelisted\t\t\tsender is not in the receiver's white list\tno\ttellUser\t
        serverAPI\t1000\t\t\t\t\t\t\t\t\tserver internal error\tno\tserverAPI\t
        serverAPI\t1001\t\t\t\t\t\t\t\t\tApp Key and App Secret do not match\tno\tserverAPI\t
        serverAPI\t1002\t\t\t\t\t\t\t\t\tparameter error\tno\tserverAPI\t
        serverAPI\t1003\t\t\t\t\t\t\t\t\tno POST data\tno\tserverAPI\t
        serverAPI\t1004\tRC_SERVICE_REQUEST_UNAUTHORIZED\t\t\t\t\t\t\t\tsignature check failed\tno\tserverAPI\tyes
        serverAPI\t1005\t\t\t\t\t\t\t\t\tvalue too long\tno\tserverAPI\t
        serverAPI\t1006\t\t\t\t\t\t\t\t\tapp locked or deleted\tno\tserverAPI\t
        serverAPI\t1007\t\t\t\t\t\t\t\t\tmethod not allowed for this app\tno\tserverAPI\t
        serverAPI\t1008\t\t\t\t\t\t\t\t\trate limit\tno\tslowDown\t
        serverAPI\t1009\t\t\t\t\t\t\t\t\tservice not enabled\tno\tenableService\t
        serverAPI\t1010\t\t\t\t\t\t\t\t\tcaptcha feature not used\tno\tserverAPI\t
        serverAPI\t1011\t\t\t\t\t\t\t\t\tquota used up\tno\tserverAPI\t
        serverAPI\t1012\t\t\t\t\t\t\t\t\tcaptcha wrong\tno\tserverAPI\t
        serverAPI\t1013\t\t\t\t\t\t\t\t\tSMS channel unavailable\tno\tretryLater\t
        serverAPI\t1014\t\t\t\t\t\t\t\t\tSMS code already used\tno\tserverAPI\t
        serverAPI\t1015\t\t\t\t\t\t\t\t\tentry to delete does not exist\tno\tserverAPI\t
        serverAPI\t1016\t\t\t\t\t\t\t\t\ttoo many kept-alive chatrooms\tno\tserverAPI\t
        serverAPI\t1017\t\t\t\t\t\t\t\t\tRTC SDK version not supported\tno\tserverAPI\t
        serverAPI\t1018\t\t\t\t\t\t\t\t\tRTC service not enabled\tno\tenableService\t
        serverAPI\t1019\t\t\t\t\t\t\t\t\ttoo many banned words\tno\tserverAPI\t
        serverAPI\t1050\t\t\t\t\t\t\t\t\tinternal timeout\tno\tretryLater\t
        serverAPI\t1501\t\t\t\t\t\t\t\t\tparameter has the wrong type\tno\tserverAPI\t
        serverAPI\t1502\t\t\t\t\t\t\t\t\tcount limit exceeded\tno\tserverAPI\t
        serverAPI\t1508\t\t\t\t\t\t\t\t\tHTTP body too large (100 KB)\tno\tserverAPI\t
        serverAPI\t2007\t\t\t\t\t\t\t\t\tuser limit of the development environment\tno\tserverAPI\t
        sdk\t5004\tERRORCODE_TIMEOUT\t\t\t\t\t\t\tERRORCODE_TIMEOUT\toperation timed out\tno\tretryLater\t
        sdk\t20106\tFORBIDDEN_IN_PRIVATE\t\t\t\t\tForbiddenInPrivateChat\t\t\tsender is muted in private chats\tno\ttellUser\t
        sdk\t20109\tRC_CONVERSATION_NOT_SUPPORT_MESSAGE\t\t\t\t\tConversationNotSupportMessage\t\t\tthis kind of conversation does not take this message\tno\ttellUser\t
        sdk\t20112\tRC_DANGEROUS_CONTENT\t\t\t\t\t\t\t\tcontent is dangerous\tno\ttellUser\t
        sdk\t20113\tRC_CONTENT_REVIEW_REJECTED\t\t\t\t\t\t\t\tcontent review refused the message\tno\ttellUser\t
        sdk\t20114\tMESSAGE_OVER_MODIFY_TIME_FAIL\t\t\t\t\t\t\t\ttoo late to modify the message\tno\ttellUser\t
        sdk\t20115\tRC_MESSAGE_SIZE_EXCEEDED\t\t\t\t\t\t\t\tmessage too large\tno\ttellUser\t
        sdk\t20116\tMESSAGE_UNSUPPORTED_MODIFY\t\t\t\t\t\t\t\tmessage cannot be modified\tno\tlog\t
        sdk\t20406\t\t\tRC_MSG_UNAUTHORIZED\t\tRC_MSG_UNAUTHORIZED\t\t\t\tnot authorised to send\tno\ttellUser\t
        sdk\t20407\t\t\tRC_DISCUSSION_GROUP_ID_INVALID\t\tRC_DISCUSSION_GROUP_ID_INVALID\t\t\t\tdiscussion id invalid\tno\ttellUser\t
        sdk\t20512\tCLOUD_DATA_CENTER_INVALID\t\t\t\t\t\t\t\tdata centre setting is wrong\tno\tlog\t
        sdk\t20604\tSEND_MSG_FREQUENCY_OVERRUN\t\tSEND_FREQUENCY_TOO_FAST\tSEND_TOO_FAST\tSEND_FREQUENCY_TOO_FAST\tMessageSendOverFrequency\tSendMsgOverfrequency\tSEND_MSG_FREQUENCY_OVERRUN\tsending too fast\tno\tslowDown\t
        sdk\t20605\tRC_OPERATION_BLOCKED\t\t\tOPERATION_BLOCKED\t\t\t\tOPERATION_BLOCKED\toperation blocked\tno\tlog\t
        sdk\t20606\tRC_OPERATION_NOT_SUPPORT\t\t\tOPERATION_NOT_SUPPORT\t\t\t\tOPERATION_NOT_SUPPORT\toperation not supported\tno\tlog\t
        sdk\t20607\tRC_REQUEST_OVERFREQUENCY\t\t\t\t\tRequestOverFrequency\t\t\trequests too frequent\tno\tslowDown\t
        sdk\t21406\tNOT_IN_DISCUSSION\tNOT_IN_DISCUSSION\tNOT_IN_DISCUSSION\t\tNOT_IN_DISCUSSION\t\t\tNOT_IN_DISCUSSION\tsender is not in the discussion\tno\ttellUser\t
        sdk\t21407\t\t\tJOIN_IN_DISCUSSION\t\tJOIN_IN_DISCUSSION\t\t\t\tjoining the discussion failed\tno\ttellUser\t
        sdk\t21408\t\t\tCREATE_DISCUSSION\t\tCREATE_DISCUSSION\t\t\t\tcreating the discussion failed\tno\ttellUser\t
        sdk\t21409\t\t\tINVITE_DICUSSION\t\tINVITE_DICUSSION\t\t\t\tchanging or using the discussion's invitations failed\tno\ttellUser\t
        sdk\t21501\tRC_MSG_BLOCKED_SENSITIVE_WORD\t\tSENSITIVE_SHIELD\tMSG_BLOCKED_SENSITIVE_WORD\tSENSITIVE_SHIELD\tMessageIncludeSensitiveWord\t\tMSG_BLOCKED_SENSITIVE_WORD\tsensitive word: message blocked\tno\ttellUser\t
        sdk\t21502\tRC_MSG_REPLACED_SENSITIVE_WORD\t\tSENSITIVE_REPLACE\tREPLACED_SENSITIVE_WORD\tSENSITIVE_REPLACE\tMessageReplacedSensitiveWord\t\tMSG_REPLACED_SENSITIVE_WORD\tsensitive word replaced, message delivered\tno\tasSent\t
        sdk\t22201\tRC_ORIGINAL_MESSAGE_NOT_EXIST\t\t\t\t\t\t\t\texpansion: original message missing\tno\ttellUser\t
        sdk\t22202\tRC_ORIGINAL_MESSAGE_CANT_EXPAND\t\t\t\t\t\t\t\tmessage cannot be expanded\tno\tlog\t
        sdk\t22203\tRC_MESSAGE_EXPAND_FORMAT_ERROR\t\t\t\t\t\t\t\texpansion has a wrong format\tno\tlog\t
        sdk\t22204\tRC_MESSAGE_EXPAND_NOT_AUTHORIZED\t\t\t\t\t\t\t\tnot authorised to expand the message\tno\tlog\t
        sdk\t22406\tNOT_IN_GROUP\tNOT_IN_GROUP\tNOT_IN_GROUP\tNOT_IN_GROUP\tNOT_IN_GROUP\tNotInGroup\tNotInGroup\tNOT_IN_GROUP\tsender is not in the group\tno\ttellUser\t
        sdk\t22408\tFORBIDDEN_IN_GROUP\tFORBIDDEN_IN_GROUP\tFORBIDDEN_IN_GROUP\tFORBIDDEN_IN_GROUP\tFORBIDDEN_IN_GROUP\tForbiddenInGroupChat\tForbiddenInGroup\tFORBIDDEN_IN_GROUP\tsender is muted in the group\tno\ttellUser\t
        sdk\t23298\t\t\t\t\t\tMessageNotDestructing\t\t\tmessage is not one that deletes itself\tno\ttellUser\t
        sdk\t23406\tNOT_IN_CHATROOM\tNOT_IN_CHATROOM\tNOT_IN_CHATROOM\tNOT_IN_CHATROOM\tNOT_IN_CHATROOM\tNotInChatroom\tNotInChatRoom\tNOT_IN_CHATROOM\tuser is not in the chat room\tno\ttellUser\t
        sdk\t23407\tRC_GET_USER_INFO_ERROR\t\tGET_USERINFO_ERROR\t\tGET_USERINFO_ERROR\tGetUserError\t\t\tuser information could not be read\tno\ttellUser\t
        sdk\t23408\tFORBIDDEN_IN_CHATROOM\tFORBIDDEN_IN_CHATROOM\tFORBIDDEN_IN_CHATROOM\tFORBIDDEN_IN_CHATROOM\tFORBIDDEN_IN_CHATROOM\tForbiddenInChatroom\tForbiddenInChatRoom\tFORBIDDEN_IN_CHATROOM\tuser is muted in the chat room\tno\ttellUser\t
        sdk\t23409\tKICKED_FROM_CHATROOM\tKICKED_FROM_CHATROOM\tRC_CHATROOM_USER_KICKED\tKICKED_FROM_CHATROOM\tRC_CHATROOM_USER_KICKED\tChatroomKicked\t\tKICKED_FROM_CHATROOM\tuser was kicked from the chat room\tno\ttellUser\t
        sdk\t23410\tRC_CHATROOM_NOT_EXIST\tRC_CHATROOM_NOT_EXIST\tRC_CHATROOM_NOT_EXIST\tCHATROOM_NOT_EXIST\tRC_CHATROOM_NOT_EXIST\tChatroomNotExist\t\tCHATROOM_NOT_EXIST\tchat room does not exist\tno\ttellUser\t
        sdk\t23411\tRC_CHATROOM_IS_FULL\tRC_CHATROOM_IS_FULL\tRC_CHATROOM_IS_FULL\tCHATROOM_IS_FULL\tRC_CHATROOM_IS_FULL\tChatroomIsFull\t\tCHATROOM_IS_FULL\tchat room is full\tno\ttellUser\t
        sdk\t23412\tRC_PARAMETER_INVALID_CHATROOM\tRC_CHATROOM_ILLEGAL_ARGUMENT\tRC_CHATROOM_PATAMETER_INVALID\tPARAMETER_INVALID_CHATROOM\tRC_CHATROOM_PATAMETER_INVALID\tChatroomInvalidParameter\t\tPARAMETER_INVALID_CHATROOM\tchat room parameter invalid\tno\tfixArgument\t
        sdk\t23413\tCHATROOM_GET_HISTORYMSG_ERROR\t\tCHATROOM_GET_HISTORYMSG_ERROR\t\tCHATROOM_GET_HISTORYMSG_ERROR\tQueryChatroomHistoryError\t\t\tchat room history could not be read\tno\ttellUser\t
        sdk\t23414\tRC_ROAMING_SERVICE_UNAVAILABLE_CHATROOM\t\tCHATROOM_NOT_OPEN_HISTORYMSG_STORE\tROAMING_SERVICE_UNAVAILABLE_CHATROOM\tCHATROOM_NOT_OPEN_HISTORYMSG_STORE\tRoamingServiceUnavailableChatroom\t\tROAMING_SERVICE_UNAVAILABLE_CHATROOM\tchat room history is not stored for this app\tno\tenableService\t
        sdk\t23423\tRC_EXCCED_MAX_KV_SIZE\t\tCHATROOM_KV_EXCEED\tCHATROOM_KV_EXCEED\tCHATROOM_KV_EXCEED\tChatroomKvCountExceed\t\t\tchat room has too many keys\tno\ttellUser\t
        sdk\t23424\tRC_TRY_OVERWRITE_INVALID_KEY\t\tCHATROOM_KV_OVERWRITE_INVALID\tCHATROOM_KV_OVERWRITE_INVALID\tCHATROOM_KV_OVERWRITE_INVALID\tChatroomKvOverwriteInvalidKey\t\t\tkey was set by another user and may not be overwritten\tno\ttellUser\t
        sdk\t23425\tRC_EXCCED_MAX_CALL_API_SIZE\t\t\t\t\tChatroomKvCallAPIExceed\t\t\tkey-value calls too frequent\tno\ttellUser\t
        sdk\t23426\tRC_KV_STORE_NOT_AVAILABLE\t\tCHATROOM_KV_STORE_NOT_OPEN\tCHATROOM_KV_STORE_NOT_OPEN\tCHATROOM_KV_STORE_NOT_OPEN\tChatroomKvStoreUnavailable\t\t\tkey-value storage is not enabled\tno\tenableService\t
        sdk\t23427\tRC_KEY_NOT_EXIST\t\tCHATROOM_KEY_NOT_EXIST\tCHATROOM_KEY_NOT_EXIST\tCHATROOM_KEY_NOT_EXIST\tChatroomKvNotExist\t\t\tkey does not exist\tno\ttellUser\t
        sdk\t23428\tRC_KV_STORE_NOT_ALL_SUCCESS\t\t\t\t\tChatroomKvNotAllSuccess\t\t\tbatch failed in part; the answer's body says where\tno\ttellUser\t
        sdk\t23429\tRC_KV_STORE_OUT_OF_LIMIT\t\t\t\t\tChatroomKvLimit\t\t\tbatch over its limit\tno\ttellUser\t
        sdk\t23431\tRC_KV_CONCURRENT_SET_ERROR\t\t\t\t\tChatroomKvConcurrentError\t\t\tkey was being set by another call\tno\ttellUser\t
        sdk\t23437\tRC_CHATROOM_EXTRA_SIZE_LIMIT_EXCEED\t\t\t\t\t\t\t\tchat room extra text too large\tno\ttellUser\t
        sdk\t24001\tHAVNODEVICEID\t\tHAVNODEVICEID\t\tHAVNODEVICEID\t\t\t\tdevice id not registered\tno\ttellUser\t
        sdk\t24002\tDEVICEIDISHAVE\t\tDEVICEIDISHAVE\t\tDEVICEIDISHAVE\t\t\t\tdevice id already registered\tno\ttellUser\t
        sdk\t24009\tFEILD\t\tFEILD\t\tFEILD\t\t\t\tfailed: no such user or token\tno\ttellUser\t
        sdk\t24010\t\t\tNOENGINETYPE\t\tNOENGINETYPE\t\t\t\tcall engine type missing or not supported\tno\ttellUser\t
        sdk\t24011\t\t\tNULLCHANNELNAME\t\tNULLCHANNELNAME\t\t\t\tcall channel name is empty\tno\ttellUser\t
        sdk\t24012\t\t\tVOIPDYANMICERROR\t\tVOIPDYANMICERROR\t\t\t\tcall key could not be made\tno\ttellUser\t
        sdk\t24013\t\t\tVOIPISNULL\t\tVOIPISNULL\t\t\t\tcall data is empty\tno\ttellUser\t
        sdk\t24014\t\t\tNOVOIP\t\tNOVOIP\t\t\t\tcalls are not configured\tno\ttellUser\t
        sdk\t24015\tINTERNALERRROR\t\tINTERNALERRROR\t\tINTERNALERRROR\t\t\t\tinternal error of the call service\tno\ttellUser\t
        sdk\t24016\t\t\tVOIPCLOSE\t\tVOIPCLOSE\t\t\t\tcall service is closed\tno\ttellUser\t
        sdk\t24360\tRC_USER_PROFILE_KEY_NOT_ALLOW_SDK_SET\t\t\t\t\t\t\t\tuser profile: key cannot be set by an SDK\tno\tlog\t
        sdk\t24361\tRC_USER_PROFILE_KEY_NOT_EXIST\t\t\t\t\t\t\t\tuser profile: no such key\tno\tlog\t
        sdk\t24362\tRC_USER_PROFILE_EXT_KEY_NOT_EXIST\t\t\t\t\t\t\t\tuser profile: no such extra key\tno\tlog\t
        sdk\t24363\tRC_USER_PROFILE_EXT_KV_COUNT_EXCEED_LIMIT\t\t\t\t\t\t\t\tuser profile: too many extra keys\tno\tlog\t
        sdk\t24364\tRC_USER_PROFILE_VALUE_LENGTH_EXCEED_LIMIT\t\t\t\t\t\t\t\tuser profile: value too long\tno\tlog\t
        sdk\t24365\tRC_USER_PROFILE_QUERY_COUNT_EXCEED_LIMIT\t\t\t\t\t\t\t\tuser profile: too many users asked for\tno\tlog\t
        sdk\t24366\tRC_USER_PROFILE_USER_NOT_EXIST\t\t\t\t\t\t\t\tuser profile: no such user\tno\tlog\t
        sdk\t24367\tRC_USER_PROFILE_VALUE_CAN_ONLY_BE_NUMBERS\t\t\t\t\t\t\t\tuser profile: value must be a number\tno\tlog\t
        sdk\t24368\tRC_USER_PROFILE_VALUE_EXCEED_RANGE\t\t\t\t\t\t\t\tuser profile: value out of range\tno\tlog\t
        sdk\t24369\tRC_USER_PROFILE_SERVICE_UNAVAILABLE\t\t\t\t\t\t\t\tuser profile: service unavailable\tno\tretryLater\t
        sdk\t24401\tRC_ULTRA_GROUP_DISABLED\t\t\t\t\t\t\t\tultra groups are not enabled\tno\tenableService\t
        sdk\t24402\tRC_ULTRA_GROUP_SERVICE_ABNORMAL\t\t\t\t\t\t\t\tultra group service failed\tno\ttellUser\t
        sdk\t24403\tRC_ULTRA_GROUP_PARAMETER_ERROR\t\t\t\t\t\t\t\tultra group parameter invalid\tno\tfixArgument\t
        sdk\t24404\tRC_ULTRA_GROUP_UNKNOWN_ERROR\t\t\t\t\t\t\t\tunknown ultra group error\tno\ttellUser\t
        sdk\t24406\tRC_NOT_IN_ULTRA_GROUP\t\t\t\t\t\t\t\tuser is not in the ultra group\tno\ttellUser\t
        sdk\t24408\tRC_FORBIDDEN_IN_ULTRA_GROUP\t\t\t\t\t\t\t\tuser is muted in the ultra group\tno\ttellUser\t
        sdk\t24410\tRC_ULTRA_GROUP_NOT_EXIST\t\t\t\t\t\t\t\tultra group does not exist\tno\ttellUser\t
        sdk\t24411\tRC_ULTRA_GROUP_MEMBERS_EXCEED_LIMIT\t\t\t\t\t\t\t\ttoo many members in the ultra group\tno\ttellUser\t
        sdk\t24412\tRC_ULTRA_GROUP_NUMBER_EXCEED_LIMIT\t\t\t\t\t\t\t\ttoo many ultra groups\tno\ttellUser\t
        sdk\t24413\tRC_ULTRA_GROUP_CHANNELS_EXCEED_LIMIT\t\t\t\t\t\t\t\ttoo many channels in the ultra group\tno\ttellUser\t
        sdk\t24414\tRC_ULTRA_GROUP_CHANNEL_ID_NOT_EXIST\t\t\t\t\t\t\t\tchannel id does not exist\tno\ttellUser\t
        sdk\t24415\tRC_ULTRA_GROUP_CHANNEL_MESSAGE_EXCEED_LIMIT\t\t\t\t\t\t\t\ttoo many messages in the channel\tno\ttellUser\t
        sdk\t24416\tRC_ULTRA_GROUP_USER_NOT_IN_PRIVATE_CHANNEL\t\t\t\t\t\t\t\tuser is not in the private channel\tno\ttellUser\t
        sdk\t25101\tRC_RECALLMESSAGE_PARAMETER_INVALID\t\tRECALL_MESSAGE\tRECALLMESSAGE_PARAMETER_INVALID\tRECALL_MESSAGE\tRecallParameterInvalid\t\tRECALLMESSAGE_PARAMETER_INVALID\trecall: parameter invalid\tno\tfixArgument\t
        sdk\t25102\tRC_MESSAGE_STORAGE_SERVICE_UNAVAILABLE\t\t\t\t\tMessageStorageServiceUnavailable\t\t\tmessage storage is not enabled\tno\tenableService\t
        sdk\t25104\tRC_SERVER_UNKNOWN_ERROR\t\t\t\t\t\t\t\tunknown server error\tno\tlog\t
        sdk\t25107\tRC_RECALL_MESSAGE_USER_INVALID\t\t\t\t\tRecallMessageUserInvalid\t\t\tuser may not recall this message\tno\tlog\t
        sdk\t25402\tRC_ENTRUST_SERVER_ERROR\t\t\t\t\t\t\t\tentrusted groups and friends: server error\tno\tlog\t
        sdk\t25403\tRC_ENTRUST_SERVER_PARAMETER_ERROR\t\t\t\t\t\t\t\tentrusted groups and friends: parameter error\tno\tlog\t
        sdk\t25404\tRC_GROUP_ILLEGAL_ERROR\t\t\t\t\t\t\t\tgroup is in an illegal state\tno\ttellUser\t
        sdk\t25405\tRC_GROUP_AUTHORITY_ERROR\t\t\t\t\t\t\t\tgroup: not permitted\tno\ttellUser\t
        sdk\t25406\tRC_GROUP_PARAMETER_LENGTH_EXCEED_LIMIT\t\t\t\t\t\t\t\tgroup parameter too long\tno\ttellUser\t
        sdk\t25407\tRC_GROUP_PARAMETER_FORMAT_ERROR\t\t\t\t\t\t\t\tgroup parameter has a wrong format\tno\ttellUser\t
        sdk\t25408\tRC_GROUP_PARAMETER_VALUE_CAN_ONLY_BE_NUMBERS\t\t\t\t\t\t\t\tgroup parameter must be a number\tno\ttellUser\t
        sdk\t25409\tRC_GROUP_ID_ALREADY_EXIST\t\t\t\t\t\t\t\tgroup id is taken\tno\ttellUser\t
        sdk\t25410\tRC_GROUP_ID_NOT_EXIST\t\t\t\t\t\t\t\tgroup id does not exist\tno\ttellUser\t
        sdk\t25411\tRC_GROUP_MEMBERS_COUNT_EXCEED_LIMIT\t\t\t\t\t\t\t\ttoo many members in the group\tno\ttellUser\t
        sdk\t25412\tRC_GROUP_MEMBERS_ALREADY_IN_GROUP\t\t\t\t\t\t\t\tusers are already in the group\tno\ttellUser\t
        sdk\t25413\tRC_GROUP_NOT_ALLOW_SDK_OPERATION\t\t\t\t\t\t\t\tgroup cannot be changed by an SDK\tno\ttellUser\t
        sdk\t25414\tRC_GROUP_NOT_ALLOW_JOIN\t\t\t\t\t\t\t\tgroup cannot be joined\tno\ttellUser\t
        sdk\t25415\tRC_GROUP_EXT_KEY_NOT_EXIST\t\t\t\t\t\t\t\tgroup: no such extra key\tno\ttellUser\t
        sdk\t25416\tRC_GROUP_REQUEST_OVERFREQUENCY\t\t\t\t\t\t\t\tgroup requests too frequent\tno\tslowDown\t
        sdk\t25417\tRC_GROUP_OWNER_NOT_ALLOW_QUIT_OR_KICK\t\t\t\t\t\t\t\tgroup owner can neither leave nor be removed\tno\ttellUser\t
        sdk\t25418\tRC_GROUP_USER_NOT_IN_GROUP\t\t\t\t\t\t\t\tuser is not in the group\tno\ttellUser\t
        sdk\t25419\tRC_GROUP_MANAGER_OR_FOLLOW_COUNT_EXCEED_LIMIT\t\t\t\t\t\t\t\ttoo many managers of, or members followed in, the group\tno\ttellUser\t
        sdk\t25420\tRC_GROUP_USER_IS_NOT_MANAGER_IN_GROUP\t\t\t\t\t\t\t\tuser is not a manager of the group\tno\ttellUser\t
        sdk\t25421\tRC_GROUP_APPLICATION_NOT_EXIST\t\t\t\t\t\t\t\tgroup: no such application\tno\ttellUser\t
        sdk\t25422\tRC_GROUP_QUERY_GROUP_COUNT_EXCEED_LIMIT\t\t\t\t\t\t\t\ttoo many groups asked for\tno\ttellUser\t
        sdk\t25423\tRC_GROUP_NAME_INVALID\t\t\t\t\t\t\t\tgroup name invalid\tno\ttellUser\t
        sdk\t25424\tRC_GROUP_JOIN_GROUP_NEED_MANAGER_ACCEPT\t\t\t\t\t\t\t\tjoining the group needs a manager's consent\tno\ttellUser\t
        sdk\t25425\tRC_GROUP_OWNER_NOT_ALLOW_BE_MANAGER\t\t\t\t\t\t\t\tgroup owner cannot be made a manager\tno\ttellUser\t
        sdk\t25426\tRC_GROUP_NO_INVITE_PERMISSION\t\t\t\t\t\t\t\tnot permitted to invite to the group\tno\ttellUser\t
        sdk\t25427\tRC_GROUP_NEED_INVITEE_ACCEPT\t\t\t\t\t\t\t\tthe invited user has to agree\tno\ttellUser\t
        sdk\t25428\tRC_GROUP_APPLICATION_ALREADY_HANDLE\t\t\t\t\t\t\t\tgroup: application was dealt with before\tno\ttellUser\t
        sdk\t25429\tRC_GROUP_OLD_GROUP_NOT_ENTRUST\t\t\t\t\t\t\t\told group is not entrusted to the server\tno\ttellUser\t
        sdk\t25430\tRC_GROUP_ID_INVALID\t\t\t\t\t\t\t\tgroup id invalid\tno\ttellUser\t
        sdk\t25432\tRC_PAGE_TOKEN_PARSING_FAILED\t\t\t\t\t\t\t\tpage token cannot be read\tno\tlog\t
        sdk\t25460\tRC_FRIEND_ALREADY_FRIEND\t\t\t\t\t\t\t\tuser is a friend already\tno\ttellUser\t
        sdk\t25461\tRC_FRIEND_NEED_ACCEPT\t\t\t\t\t\t\t\tthe other user has to agree to be a friend\tno\ttellUser\t
        sdk\t25462\tRC_FRIEND_IN_OTHER_BLACK_LIST\t\t\t\t\t\t\t\tin the other user's black list\tno\ttellUser\t
        sdk\t25463\tRC_FRIEND_NOT_IN_OTHER_WHITE_LIST\t\t\t\t\t\t\t\tnot in the other user's white list\tno\ttellUser\t
        sdk\t25464\tRC_FRIEND_IN_MY_BLACK_LIST\t\t\t\t\t\t\t\tthe other user is in the own black list\tno\ttellUser\t
        sdk\t25465\tRC_FRIEND_NOT_IN_MY_WHITE_LIST\t\t\t\t\t\t\t\tthe other user is not in the own white list\tno\ttellUser\t
        sdk\t25466\tRC_FRIEND_APPLICATION_NOT_EXIST\t\t\t\t\t\t\t\tfriends: no such application\tno\ttellUser\t
        sdk\t25467\tRC_FRIEND_MY_FRIEND_COUNT_EXCEED_LIMIT\t\t\t\t\t\t\t\ttoo many friends\tno\ttellUser\t
        sdk\t25468\tRC_FRIEND_OTHER_FRIEND_COUNT_EXCEED_LIMIT\t\t\t\t\t\t\t\tthe other user has too many friends\tno\ttellUser\t
        sdk\t25469\tRC_FRIEND_NOT_FRIEND\t\t\t\t\t\t\t\tuser is not a friend\tno\ttellUser\t
        sdk\t25470\tRC_FRIEND_FIELDS_LENGTH_EXCEED_LIMIT\t\t\t\t\t\t\t\tfriends: field too long\tno\ttellUser\t
        sdk\t25471\tRC_FRIEND_OTHER_NOT_ALLOW_ADD_FRIEND\t\t\t\t\t\t\t\tthe other user takes no friends\tno\ttellUser\t
        sdk\t25472\tRC_FRIEND_NOT_EXIST\t\t\t\t\t\t\t\tfriends: no such user\tno\ttellUser\t
        sdk\t25473\tRC_FRIEND_NOT_ALLOW_ADD_SELF\t\t\t\t\t\t\t\tnobody can be their own friend\tno\ttellUser\t
        sdk\t25474\tRCErrorCodeRc_friend_not_support_robot\t\t\t\t\t\t\t\ta robot cannot be a friend\tno\ttellUser\t
        sdk\t25480\tRC_SERVICE_INFORMATION_AUDIT_FAILED\t\t\t\t\t\t\t\tinformation did not pass the review\tno\tlog\t
        sdk\t26001\tRC_PUSHSETTING_PARAMETER_INVALID\t\t\tPUSHSETTING_PARAMETER_INVALID\t\tPushSettingParameterInvalid\t\tPUSHSETTING_PARAMETER_INVALID\tpush setting parameter invalid\tno\tfixArgument\t
        sdk\t26002\tRC_SETTING_SYNC_FAILED\t\t\t\t\tSettingSyncFailed\t\t\tsyncing settings failed\tno\tlog\t
        sdk\t26003\tRC_SERVICE_INTERNAL_ERROR\t\t\t\t\t\t\t\tinternal error of the service\tno\tlog\t
        sdk\t26004\tRC_TAG_LIMIT_EXCEED\t\t\t\t\t\t\t\ttoo many tags\tno\tlog\t
        sdk\t26005\tRC_READ_RECEIPT_V4_INVALID\t\t\t\t\t\t\t\tread receipts, version 4: invalid\tno\tlog\t
        sdk\t26006\tRC_SERVER_DRIVE_UNREAD_COUNT_INVALID\t\t\t\t\t\t\t\tunread count kept by the server: invalid\tno\tlog\t
        sdk\t26007\tRC_SERVER_PARAMETER_MESSAGEUIDS_CONFUSED\t\t\t\t\t\t\t\tmessage UIDs do not belong together\tno\tlog\t
        sdk\t26008\tRC_SERVER_PARAMETER_TIMESTAMP_NOT_SUPPORT_SYNC\t\t\t\t\t\t\t\ttimestamp cannot be synced\tno\tlog\t
        sdk\t26009\tRC_SERVER_PARAMETER_MESSAGEUID_INVALID\t\t\t\t\tInvalidArgumentMessageUid\t\t\tmessage UID invalid\tno\tlog\t
        sdk\t26010\tRC_SERVER_PARAMETER_INVALID\t\t\t\t\t\t\t\tparameter invalid\tno\tfixArgument\t
        sdk\t26020\tRC_SUBSCRIBE_ONLINE_SERVICE_UNAVAILABLE\t\t\t\t\t\t\t\tsubscribing to presence is not available\tno\tlog\t
        sdk\t26021\tRC_BESUBSCRIBED_USERIDS_COUNT_EXCEED_LIMIT\t\t\t\t\t\t\t\ttoo many subscriptions to a user\tno\tlog\t
        sdk\t26022\tRC_SUBSCRIBED_USERIDS_EXCEED_LIMIT\t\t\t\t\t\t\t\ttoo many users subscribed to\tno\tlog\t
        sdk\t26101\tRC_SIGHT_SERVICE_UNAVAILABLE\t\t\t\t\t\t\t\tshort video service is not available\tno\tlog\t
        sdk\t26106\tRC_FILE_SIZE_EXCEED_LIMIT\t\t\t\t\t\t\t\tfile too large\tno\tlog\t
        sdk\t26107\tINVALID_PARAMETER_SIZE_NOT_FOUND\t\t\t\t\tRequestUploadTokenSizeError\t\t\tfile size missing\tno\tfixArgument\t
        sdk\t26314\tRC_SERVICE_RRSV5_UNAVAILABLE\t\t\t\t\t\t\t\tread receipts, version 5: not available\tno\tlog\t
        sdk\t26315\tRC_SERVICE_RRSV5_READ_RECEIPT_NOT_SUPPORT\t\t\t\t\t\t\t\tread receipts, version 5: not supported\tno\tlog\t
        sdk\t26316\tRC_SERVICE_RRSV5_PARAM_LENGTH_EXCEED\t\t\t\t\t\t\t\tread receipts, version 5: parameter too long\tno\tlog\t
        sdk\t26317\tRC_SERVICE_RRSV5_CONVERSATION_NOT_SUPPORT\t\t\t\t\t\t\t\tread receipts, version 5: not for this kind of conversation\tno\tlog\t
        sdk\t26318\tRC_SERVICE_RRSV5_QUERY_NOT_SUPPORT\t\t\t\t\t\t\t\tread receipts, version 5: query not supported\tno\tlog\t
        sdk\t26320\tRC_SERVICE_RRSV5_MESSAGE_SENDER_MISMATCH\t\t\t\t\t\t\t\tread receipts, version 5: message has another sender\tno\tlog\t
        sdk\t26321\tRC_SERVICE_RRSV5_MESSAGE_RECEIPT_NEEDLESS\t\t\t\t\t\t\t\tread receipts, version 5: message asks for none\tno\tlog\t
        sdk\t26322\tRC_SERVICE_RRSV5_MESSAGE_NOT_EXIST\t\t\t\t\t\t\t\tread receipts, version 5: no such message\tno\tlog\t
        sdk\t26323\tRC_MSG_REACTION_LIMIT_REACHED\t\t\t\t\t\t\t\ttoo many reactions to the message\tno\tlog\t
        sdk\t26324\tRC_MSG_REACTION_USER_LIMIT_REACHED\t\t\t\t\t\t\t\ttoo many users reacted to the message\tno\tlog\t
        sdk\t28300\tRC_SERVICE_STT_UNAVAILABLE\t\t\t\t\t\t\t\tspeech to text: not available\tno\tlog\t
        sdk\t28304\tRC_SERVICE_STT_CONVERTED_FAILED\t\t\t\t\t\t\t\tspeech to text: conversion failed\tno\tlog\t
        sdk\t28305\tRC_SERVICE_STT_INTERNAL_ERROR\t\t\t\t\t\t\t\tspeech to text: internal error\tno\tlog\t
        sdk\t28306\tRC_SERVICE_STT_PARAM_MISS\t\t\t\t\t\t\t\tspeech to text: parameter missing\tno\tfixArgument\t
        sdk\t28307\tRC_SERVICE_STT_USAGE_EXCEED\t\t\t\t\t\t\t\tspeech to text: quota used up\tno\tlog\t
        sdk\t28400\tRC_TRANS_SERVICE_NOT_OPEN\t\t\t\t\t\t\t\ttranslation: not enabled\tno\tenableService\t
        sdk\t28401\tRC_TRANS_FAILED\t\t\t\t\t\t\t\ttranslation: failed\tno\tlog\t
        sdk\t28402\tRC_TRANS_INTERNAL_ERROR\t\t\t\t\t\t\t\ttranslation: internal error\tno\tlog\t
        sdk\t28403\tRC_TRANS_PARAM_MISSING\t\t\t\t\t\t\t\ttranslation: parameter missing\tno\tfixArgument\t
        sdk\t28404\tRC_TRANS_PARAM_ERROR\t\t\t\t\t\t\t\ttranslation: parameter invalid\tno\tfixArgument\t
        sdk\t28405\tRC_TRANS_QUOTA_LIMIT\t\t\t\t\t\t\t\ttranslation: quota used up\tno\tlog\t
        sdk\t28406\tRC_TRANS_TEXT_LENGTH_EXCEEDS_LIMIT\t\t\t\t\t\t\t\ttranslation: text too long\tno\tlog\t
        sdk\t28407\tRC_TRANS_LANGUAGE_NOT_SUPPORT\t\t\t\t\t\t\t\ttranslation: language not supported\tno\tlog\t
        sdk\t29002\tSTREAM_MESSAGE_NO_STREAM\t\t\t\t\t\t\t\tstream message: no such stream\tno\tlog\t
        sdk\t29003\tSTREAM_MESSAGE_DELTA_TIME_OVER\t\t\t\t\t\t\t\tstream message: part came too late\tno\tlog\t
        sdk\t29004\tSTREAM_MESSAGE_DELTA_TIME_LIMIT\t\t\t\t\t\t\t\tstream message: time limit for parts\tno\tlog\t
        sdk\t29005\tSTREAM_MESSAGE_REVIEW_FAILED\t\t\t\t\t\t\t\tstream message: did not pass the review\tno\tlog\t
        sdk\t29006\tSTREAM_MESSAGE_DATA_TRUNCATED\t\t\t\t\t\t\t\tstream message: data cut short\tno\tlog\t
        sdk\t29007\tSTREAM_MESSAGE_SERVER_INTERNAL_ERROR\t\t\t\t\t\t\t\tstream message: internal error\tno\tlog\t
        sdk\t29102\tRC_APP_PUBLICSERVICE_DEFFOLLOWED\t\t\t\t\t\t\t\tapp public service is followed by default\tno\tlog\t
        sdk\t29103\tRC_APP_PUBLICSERVICE_FOLLOWED\t\t\t\t\t\t\t\tapp public service is followed already\tno\tlog\t
        sdk\t29104\tRC_APP_PUBLICSERVICE_DEFUNFOLLOWED\t\t\t\t\t\t\t\tapp public service is unfollowed by default\tno\tlog\t
        sdk\t29105\tRC_APP_PUBLICSERVICE_UNFOLLOWED\t\t\t\t\t\t\t\tapp public service is unfollowed already\tno\tlog\t
        sdk\t29106\tRC_APP_PUBLICSERVICE_UNFOLLOW\tNOT_FOLLOWED\t\t\t\t\t\t\tapp public service is not followed\tno\tlog\t
        sdk\t29201\tRC_APP_PUBLICSERVICE_ERROR_TYPE|INVALID_PUBLIC_NUMBER\t\t\t\t\tInvalidPublicService\t\tINVALID_PUBLIC_NUMBER\tpublic service id or type invalid\tno\tfixArgument\t
        sdk\t29202\tRC_PUBLICSERVICE_DEFFOLLOWED\t\t\t\t\t\t\t\tpublic service is followed by default\tno\tlog\t
        sdk\t29203\tRC_PUBLICSERVICE_FOLLOWED\t\t\t\t\t\t\t\tpublic service is followed already\tno\tlog\t
        sdk\t29204\tRC_PUBLICSERVICE_DEFUNFOLLOWED\t\t\t\t\t\t\t\tpublic service is unfollowed by default\tno\tlog\t
        sdk\t29205\tRC_PUBLICSERVICE_UNFOLLOWED\t\t\t\t\t\t\t\tpublic service is unfollowed already\tno\tlog\t
        sdk\t29206\tRC_PUBLICSERVICE_UNFOLLOW\t\t\t\t\t\t\t\tpublic service is not followed\tno\tlog\t
        sdk\t29301\tRC_SERVICE_LLM_REQUEST_FAIL\t\t\t\t\t\t\t\tlanguage model: request failed\tno\tlog\t
        sdk\t29302\tRC_SERVICE_LLM_RESPONSE_ERROR\t\t\t\t\t\t\t\tlanguage model: bad response\tno\tlog\t
        sdk\t29303\tRC_SERVICE_LLM_RESPONSE_TIMEOUT\t\t\t\t\t\t\t\tlanguage model: no response in time\tno\tretryLater\t
        sdk\t29310\tRC_SERVICE_ASSISTANT_NOT_FOUND\t\t\t\t\t\t\t\tassistant not found\tno\tlog\t
        sdk\t29311\tRC_SERVICE_LLM_CHAT_CLIENT_NOT_FOUND\t\t\t\t\t\t\t\tlanguage model: no client for it\tno\tlog\t
        sdk\t29320\tRC_SERVICE_INVALID_PARAMETER_FORMAT\t\t\t\t\t\t\t\tassistant: parameter has a wrong format\tno\tlog\t
        sdk\t29321\tRC_SERVICE_INVALID_PARAMETER_CHANNELTYPE\t\t\t\t\t\t\t\tassistant: channel type invalid\tno\tfixArgument\t
        sdk\t29322\tRC_SERVICE_INVALID_PARAMETER_CHANNELID\t\t\t\t\t\t\t\tassistant: channel id invalid\tno\tfixArgument\t
        sdk\t29323\tRC_SERVICE_INVALID_PARAMETER_TARGETID\t\t\t\t\t\t\t\tassistant: target id invalid\tno\tfixArgument\t
        sdk\t29324\tRC_SERVICE_INVALID_PARAMETER_MESSAGE_USERID\t\t\t\t\t\t\t\tassistant: user id of a message invalid\tno\tfixArgument\t
        sdk\t29325\tRC_SERVICE_INVALID_PARAMETER_MESSAGE_MESSAGEID\t\t\t\t\t\t\t\tassistant: message id invalid\tno\tfixArgument\t
        sdk\t29326\tRC_SERVICE_INVALID_PARAMETER_MESSAGE_USERNAME\t\t\t\t\t\t\t\tassistant: user name of a message invalid\tno\tfixArgument\t
        sdk\t29327\tRC_SERVICE_INVALID_PARAMETER_MESSAGE_TYPE\t\t\t\t\t\t\t\tassistant: message type invalid\tno\tfixArgument\t
        sdk\t29328\tRC_SERVICE_INVALID_PARAMETER_MESSAGE_CONTENT\t\t\t\t\t\t\t\tassistant: message content invalid\tno\tfixArgument\t
        sdk\t29329\tRC_SERVICE_INVALID_PARAMETER_MESSAGE_TIMESTAMP\t\t\t\t\t\t\t\tassistant: time of a message invalid\tno\tfixArgument\t
        sdk\t29330\tRC_SERVICE_INVALID_PARAMETER_AGENTID\t\t\t\t\t\t\t\tassistant: agent id invalid\tno\tfixArgument\t
        sdk\t29331\tRC_SERVICE_INVALID_PARAMETER_CUSTOMEINFO_KEY_EXCEED\t\t\t\t\t\t\t\tassistant: too many custom keys\tno\tlog\t
        sdk\t29332\tRC_SERVICE_INVALID_PARAMETER_CUSTOMEINFO_LENGTH_EXCEED\t\t\t\t\t\t\t\tassistant: custom information too long\tno\tlog\t
        sdk\t29399\tRC_SERVICE_UNKOWN_ERROR\t\t\t\t\t\t\t\tassistant: unknown error\tno\tlog\t
        sdk\t30001\tRC_CHANNEL_INVALID|RC_NET_CHANNEL_INVALID\tRC_NET_CHANNEL_INVALID\tRC_NET_CHANNEL_INVALID\tNOT_CONNECTED\tRC_NET_CHANNEL_INVALID\tConnectionClosed\t\tRC_NET_CHANNEL_INVALID|CHANNEL_INVALID\tthe connection was released, or there is no socket\tyes\treconnects\t
        sdk\t30002\tRC_NETWORK_UNAVAILABLE|RC_NET_UNAVAILABLE\tRC_NET_UNAVAILABLE\tRC_NET_UNAVAILABLE\t\tRC_NET_UNAVAILABLE\t\t\tRC_NET_UNAVAILABLE|NETWORK_UNAVAILABLE\tconnection is not available\tyes\treconnects\t
        sdk\t30003\tRC_MSG_RESPONSE_TIMEOUT\tRC_MSG_RESP_TIMEOUT\tRC_MSG_RESP_TIMEOUT\t\tRC_MSG_RESP_TIMEOUT\tSocketRecvTimeout\t\tMSG_RESPONSE_TIMEOUT\tno answer in time\tyes\treconnects\t
        sdk\t30004\tRC_NAVI_REQUEST_FAIL\tRC_HTTP_SEND_FAIL\tRC_HTTP_SEND_FAIL\t\tRC_HTTP_SEND_FAIL\tNaviReqFailed\t\tRC_NAVI_REQUEST_FAIL\tnavigation request could not be sent\tyes\treconnects\t
        sdk\t30005\tRC_NAVIGATION_REQUEST_TIMEOUT\tRC_HTTP_REQ_TIMEOUT\tRC_HTTP_REQ_TIMEOUT\t\tRC_HTTP_REQ_TIMEOUT\tNaviReqTimeout\t\t\tnavigation request timed out\tyes\treconnects\t
        sdk\t30006\tRC_NAVIGATION_RESPONSE_ERROR\tRC_HTTP_RECV_FAIL\tRC_HTTP_RECV_FAIL\t\tRC_HTTP_RECV_FAIL\t\t\t\tnavigation answer could not be read\tyes\treconnects\t
        sdk\t30007\tRC_NAVI_RESPONSE_ERROR\tRC_NAVI_RESOURCE_ERROR\tRC_NAVI_RESOURCE_ERROR\tNAVI_REQUEST_ERROR\tRC_NAVI_RESOURCE_ERROR\t\t\tRC_NAVI_RESPONSE_ERROR\tnavigation request failed with a status other than 200\tyes\treconnects\t
        sdk\t30008\tRC_NODE_NOT_FOUND\tRC_NODE_NOT_FOUND\tRC_NODE_NOT_FOUND\t\tRC_NODE_NOT_FOUND\t\t\tRC_NODE_NOT_FOUND\tnavigation answer has a wrong format\tyes\treconnects\t
        sdk\t30009\tRC_DOMAIN_NOT_FOUND\tRC_DOMAIN_NOT_RESOLVE\tRC_DOMAIN_NOT_RESOLVE\t\tRC_DOMAIN_NOT_RESOLVE\t\t\t\tnavigation answer names no usable address\tyes\treconnects\t
        sdk\t30010\tRC_SOCKET_NOT_CONNECTED\tRC_SOCKET_NOT_CREATED\tRC_SOCKET_NOT_CREATED\tCMP_REQUEST_ERROR\tRC_SOCKET_NOT_CREATED\t\t\tRC_SOCKET_NOT_CONNECTED\tsocket could not be made\tyes\treconnects\t
        sdk\t30011\tRC_SOCKET_DISCONNECTED\tRC_SOCKET_DISCONNECTED\tRC_SOCKET_DISCONNECTED\t\tRC_SOCKET_DISCONNECTED\t\t\tRC_SOCKET_DISCONNECTED\tsocket was closed\tyes\treconnects\t
        sdk\t30012\tRC_PING_SEND_FAIL\tRC_PING_SEND_FAIL\tRC_PING_SEND_FAIL\t\tRC_PING_SEND_FAIL\t\t\tRC_PING_SEND_FAIL\tping could not be sent\tyes\treconnects\t
        sdk\t30013\tRC_PONG_RECV_FAIL\tRC_PONG_RECV_FAIL\tRC_PONG_RECV_FAIL\t\tRC_PONG_RECV_FAIL\t\t\tRC_PONG_RECV_FAIL\tno answer to a ping in time\tyes\treconnects\t
        sdk\t30014\tRC_MSG_SEND_FAIL\tRC_MSG_SEND_FAIL\tRC_MSG_SEND_FAIL\t\tRC_MSG_SEND_FAIL\t\t\tRC_MSG_SEND_FAIL\ta frame could not be sent\tyes\treconnects\t
        sdk\t30015\tRC_CONNECT_OVER_FREQUENCY|RC_CONN_OVERFREQUENCY\tRC_CONN_OVERFREQUENCY\t\t\t\t\t\tRC_CONN_OVERFREQUENCY\tconnected too often\tyes\treconnects\t
        sdk\t30016\tRC_MSG_SIZE_OUT_OF_LIMIT\t\tRC_MSG_CONTENT_EXCEED_LIMIT\t\tRC_MSG_CONTENT_EXCEED_LIMIT\tMsgSizeOutOfLimit\t\tMSG_SIZE_OUT_OF_LIMIT\tmessage too large\tno\tcheckAccount\t
        sdk\t30017\tMESSAGE_NOT_SUPPORT_SENDING\t\t\t\t\t\t\t\tthis message cannot be sent\tno\tcheckAccount\t
        sdk\t30019\tRC_NETWORK_IS_DOWN_OR_UNREACHABLE\t\t\t\t\t\t\t\tnetwork down or unreachable\tno\tretryLater\t
        sdk\t30021\tRC_RMTP_CONNECTED_ERROR\t\t\t\t\t\t\t\tconnecting failed\tno\tretryLater\t
        sdk\t30022\t\t\t\t\t\tSocketSendTimeout\t\t\tsending on the socket timed out\tyes\treconnects\t
        sdk\t30024\t\t\t\t\t\tNaviRespTokenIncorrect\t\t\tnavigation: token incorrect\tno\tcheckAccount\t
        sdk\t30026\t\t\t\t\t\tNaviLicenseMismatch\t\t\tnavigation: license does not match\tno\tcheckAccount\t
        sdk\t30027\tCONNECTION_CLOSING\t\t\t\t\tConnectionClosing\t\t\tconnection is being closed\tno\tcheckAccount\t
        sdk\t31000\tRC_CONN_ACK_TIMEOUT\tRC_CONN_ACK_TIMEOUT\tRC_CONN_ACK_TIMEOUT\tCONN_ACK_TIMEOUT\tRC_CONN_ACK_TIMEOUT\t\t\tRC_CONN_ACK_TIMEOUT\tno CONNACK in time\tyes\treconnects\t
        sdk\t31001\tRC_CONN_PROTO_VERSION_ERROR\tRC_CONN_PROTO_VERSION_ERROR\tRC_CONN_PROTO_VERSION_ERROR\t\tRC_CONN_PROTO_VERSION_ERROR\tConnectIllegalProtocolVersion\t\tRC_CONN_PROTO_VERSION_ERROR\tprotocol version refused\tyes\treconnects\t
        sdk\t31002\tRC_CONN_ID_REJECT\tRC_CONN_ID_REJECT\tRC_CONN_ID_REJECT\tCONN_APPKEY_FAKE\tRC_CONN_ID_REJECT\tConnectIdReject\tAppKeyError\tRC_CONN_ID_REJECT\tApp Key incorrect\tno\tcheckAppKey\t
        sdk\t31003\tRC_CONN_SERVER_UNAVAILABLE\tRC_CONN_SERVER_UNAVAILABLE\tRC_CONN_SERVER_UNAVAILABLE\tCONN_MINI_SERVICE_NOT_OPEN\tRC_CONN_SERVER_UNAVAILABLE\tConnectPlatformUnavailable\t\tRC_CONN_SERVER_UNAVAILABLE\tserver unavailable; web 3 uses the number for: mini program service not enabled\tyes\treconnects\tyes
        sdk\t31004\tRC_CONN_TOKEN_INCORRECT\tRC_CONN_USER_OR_PASSWD_ERROR\tRC_CONN_USER_OR_PASSWD_ERROR\tCONN_TOKEN_INCORRECT\tRC_CONN_USER_OR_PASSWD_ERROR\tConnectTokenIncorrect\tTokenIncorrect\tRC_CONN_TOKEN_INCORRECT\ttoken incorrect or expired\tno\trefreshToken\t
        sdk\t31005\tRC_CONN_NOT_AUTHRORIZED\tRC_CONN_NOT_AUTHRORIZED\tRC_CONN_NOT_AUTHRORIZED\tCONN_NOT_AUTHRORIZED\tRC_CONN_NOT_AUTHRORIZED\tConnectNotAuthorized\tNotAuthrorized\tRC_CONN_NOT_AUTHRORIZED\tApp Key and token do not belong together\tno\tcheckAppKey\t
        sdk\t31006\tRC_CONN_REDIRECTED\tRC_CONN_REDIRECTED\tRC_CONN_REDIRECTED\tCONN_REDIRECTED\tRC_CONN_REDIRECTED\tConnectRedirect\t\tRC_CONN_REDIRECTED\tredirected to another server\tyes\treconnects\t
        sdk\t31007\tRC_CONN_PACKAGE_NAME_INVALID\tRC_CONN_PACKAGE_NAME_INVALID\tRC_CONN_PACKAGE_NAME_INVALID\t\tRC_CONN_PACKAGE_NAME_INVALID\tConnectPackageNameInvalid\t\tRC_CONN_PACKAGE_NAME_INVALID\tbundle id or package name refused\tno\tcheckPackage\t
        sdk\t31008\tRC_CONN_APP_BLOCKED_OR_DELETED\tRC_CONN_APP_BLOCKED_OR_DELETED\tRC_CONN_APP_BLOCKED_OR_DELETED\tCONN_APP_BLOCKED_OR_DELETED\tRC_CONN_APP_BLOCKED_OR_DELETED\tConnectAppBlockOrDelete\tAppBlockedOrDeleted\tRC_CONN_APP_BLOCKED_OR_DELETED\tApp Key blocked or deleted\tno\tcheckAppKey\t
        sdk\t31009\tRC_CONN_USER_BLOCKED\tRC_CONN_USER_BLOCKED\tRC_CONN_USER_BLOCKED\tCONN_USER_BLOCKED\tRC_CONN_USER_BLOCKED\tConnectUserBlocked\tUserBlocked\tRC_CONN_USER_BLOCKED\tuser blocked\tyes\tdepends\tyes
        sdk\t31010\tRC_DISCONN_KICK\tRC_DISCONN_KICK\tRC_DISCONN_KICK\t\tRC_DISCONN_KICK\tDisconnectUserKicked\tKickByOtherClient\tRC_DISCONN_KICK\tthe account logged in on another device\tno\taskLogin\t
        sdk\t31011\t\tRC_DISCONN_EXCEPTION\tRC_DISCONN_EXCEPTION\t\tRC_DISCONN_EXCEPTION\tDisconnectUserBlocked\t\t\tdisconnected by the server; newer SDKs: user was blocked while online\tyes\tdepends\tyes
        sdk\t31012\t\t\t\tCONN_DOMAIN_INCORRECT\t\tDisconnectUserLogout\t\t\tuser logged out; web 3: domain not allowed\tno\tcheckAccount\tyes
        sdk\t31014\t\t\t\t\t\tSocketConnectionFailed\t\t\tsocket could not connect\tyes\treconnects\t
        sdk\t31015\t\t\t\t\t\tSocketShutdownFailed\t\t\tsocket could not be shut down\tyes\treconnects\t
        sdk\t31016\t\t\t\t\t\tConnectionCancel\t\t\tconnecting was cancelled\tno\tcheckAccount\t
        sdk\t31020\tRC_CONN_TOKEN_EXPIRE\t\t\t\t\tConnectTokenExpired\t\t\ttoken has expired\tno\trefreshToken\t
        sdk\t31021\t\t\t\t\t\tConnectDeviceError\t\t\tdevice does not match\tno\tcheckAccount\t
        sdk\t31022\t\t\t\t\t\tConnectHostnameError\t\t\tweb host name is not allowed\tno\tcheckAccount\t
        sdk\t31023\tRC_CONN_OTHER_DEVICE_LOGIN\t\t\t\t\tConnectOtherDeviceLogin\t\tRC_CONN_OTHER_DEVICE_LOGIN\tanother device of the user holds the connection\tno\tcheckAccount\t
        sdk\t31024\tCONCURRENT_LIMIT_ERROR\t\t\t\t\tConnectConcurrentLimitError\t\t\ttoo many connections at once\tno\tcheckAccount\t
        sdk\t31025\tRC_CONN_CLUSTER_ERROR\t\t\t\t\tConnectClusterError\t\t\tuser is in another cluster\tno\tcheckAccount\t
        sdk\t31026\tRC_CONN_APP_AUTH_FAILED|RC_CONN_CLUSTER_ERROR\t\t\t\t\tConnectAppAuthFailed\t\t\tapp authentication failed\tno\tcheckAccount\t
        sdk\t31027\tRC_CONN_DISPOSABLE_TOKEN_USED\t\t\t\t\tConnectOneTimePasswordUsed\t\t\tone-time token was used before\tno\tcheckAccount\t
        sdk\t31028\t\t\t\t\t\tConnectPlatformError\t\t\tplatform is not enabled\tno\tenableService\t
        sdk\t31029\tRC_CONN_USER_ABANDON\t\t\t\t\tConnectUserDeleteAccount\t\t\tuser closed the account\tno\tcheckAccount\t
        sdk\t31030\tRC_CONN_APP_LICENSE_EXPIRED\t\t\t\t\tConnectLicenseExpired\t\t\tlicense of the app has expired\tno\tcheckAccount\t
        sdk\t31031\tRC_AGENT_INVALID_PARAMETER_CHANNELTYPE\t\t\t\t\t\t\t\tassistant: channel type invalid\tno\tfixArgument\t
        sdk\t31032\tRC_AGENT_INVALID_PARAMETER_CUSTOMINFO\t\t\t\t\t\t\t\tassistant: custom information invalid\tno\tfixArgument\t
        sdk\t31033\tRC_AGENT_SERVICE_UNAVAILABLE\t\t\t\t\t\t\t\tassistant service unavailable\tno\tretryLater\t
        sdk\t31034\tRC_AGENT_INVALID_PARAMETER_MESSAGE_USERID\t\t\t\t\t\t\t\tassistant: user id of a message invalid\tno\tfixArgument\t
        sdk\t31035\tRC_AGENT_INVALID_PARAMETER_MESSAGE_MESSAGEID\t\t\t\t\t\t\t\tassistant: message id invalid\tno\tfixArgument\t
        sdk\t31036\tRC_AGENT_INVALID_PARAMETER_MESSAGE_USERNAME\t\t\t\t\t\t\t\tassistant: user name of a message invalid\tno\tfixArgument\t
        sdk\t31037\tRC_AGENT_INVALID_PARAMETER_MESSAGE_TYPE\t\t\t\t\t\t\t\tassistant: message type invalid\tno\tfixArgument\t
        sdk\t31038\tRC_AGENT_INVALID_PARAMETER_MESSAGE_CONTENT\t\t\t\t\t\t\t\tassistant: message content invalid\tno\tfixArgument\t
        sdk\t31039\tRC_AGENT_INVALID_PARAMETER_MESSAGE_TIMESTAMP\t\t\t\t\t\t\t\tassistant: time of a message invalid\tno\tfixArgument\t
        sdk\t31040\tRC_AGENT_INVALID_PARAMETER_AGENTID\t\t\t\t\t\t\t\tassistant: agent id invalid\tno\tfixArgument\t
        sdk\t31041\tRC_AGENT_INVALID_PARAMETER_RECOMMENDATIONPARAMS\t\t\t\t\t\t\t\tassistant: recommendation parameters invalid\tno\tfixArgument\t
        sdk\t31042\tRC_AGENT_INVALID_CONTEXT_MESSAGE_LIST\t\t\t\t\t\t\t\tassistant: list of context messages invalid\tno\tfixArgument\t
        sdk\t31043\tRC_AGENT_INVALID_CONTEXT_MESSAGE\t\t\t\t\t\t\t\tassistant: context message invalid\tno\tfixArgument\t
        sdk\t31044\tRC_AGENT_CONTEXT_MESSAGE_LIST_EXCEED_MAX\t\t\t\t\t\t\t\tassistant: too many context messages\tno\tcheckAccount\t
        sdk\t31510\t\t\t\t\t\tKvStoreNotOpened\t\t\tkey-value store is not open\tno\tlog\t
        sdk\t31511\t\t\t\t\t\tKvStoreOpenFailed\t\t\tkey-value store could not be opened\tno\tlog\t
        sdk\t31512\t\t\t\t\t\tKvStoreIOError\t\t\tkey-value store: input/output error\tno\tlog\t
        sdk\t31513\t\t\t\t\t\tKvStoreSerializationError\t\t\tkey-value store: value cannot be serialized\tno\tlog\t
        sdk\t31610\t\t\t\t\t\tJsonParserFailed\t\t\tJSON could not be parsed\tno\tlog\t
        sdk\t31611\t\t\t\t\t\tImageFormatError\t\t\timage has a wrong format\tno\tlog\t
        sdk\t31612\t\t\t\t\t\tRequestUploadTokenError\t\t\tasking for an upload token failed\tno\tlog\t
        sdk\t31613\t\t\t\t\t\tGetUploadTokenError\t\t\tno upload token\tno\tlog\t
        sdk\t31614\t\t\t\t\t\tSightMessageCompressError\t\t\tshort video could not be compressed\tno\tlog\t
        sdk\t32001\tRC_QUERY_ACK_NO_DATA\tRC_QUERY_ACK_NO_DATA\tRC_QUERY_ACK_NO_DATA\t\tRC_QUERY_ACK_NO_DATA\t\t\t\tan answer came without data\tno\tcheckAccount\t
        sdk\t32002\tRC_MESSAGE_DATA_INCOMPLETE\tRC_MSG_DATA_INCOMPLETE\tRC_MSG_DATA_INCOMPLETE\t\tRC_MSG_DATA_INCOMPLETE\t\t\t\tmessage data is incomplete\tno\tcheckAccount\t
        sdk\t32011\tRC_UDP_DISCONNECTED\t\t\t\t\t\t\t\tUDP connection lost\tno\tretryLater\t
        sdk\t32054\tRC_CONNECTION_RESET_BY_PEER\t\t\t\t\t\t\t\tconnection reset by the peer\tno\tretryLater\t
        sdk\t32061\tRC_CONN_REFUSED\t\t\t\t\tConnectRefused\t\tRC_CONN_REFUSED\tconnection refused by the server\tno\tcheckAccount\t
        sdk\t33000\tBIZ_SAVE_MESSAGE_ERROR\t\t\t\t\tMessageSavedError\t\t\tmessage could not be saved\tno\tlog\t
        sdk\t33001\tCLIENT_NOT_INIT|RC_CLIENT_NOT_INIT\tBIZ_ERROR_CLIENT_NOT_INIT\tBIZ_ERROR_CLIENT_NOT_INIT\t\tBIZ_ERROR_CLIENT_NOT_INIT\t\tClientNotInit\tRC_CLIENT_NOT_INIT|CLIENT_NOT_INIT\tSDK is not initialised\tno\tinitialise\t
        sdk\t33002\tDATABASE_ERROR\tBIZ_ERROR_DATABASE_ERROR\tBIZ_ERROR_DATABASE_ERROR\t\tBIZ_ERROR_DATABASE_ERROR\t\t\tDATABASE_ERROR\tlocal database error, often because token and user id do not fit\tno\tcheckUser\t
        sdk\t33003\tINVALID_PARAMETER|RC_INVALID_PARAMETER\tBIZ_ERROR_INVALID_PARAMETER\tBIZ_ERROR_INVALID_PARAMETER\t\tBIZ_ERROR_INVALID_PARAMETER\t\tInvalidParameter\tRC_INVALID_PARAMETER|INVALID_PARAMETER\twrong argument in a call\tno\tfixArgument\t
        sdk\t33004\t\tBIZ_ERROR_NO_CHANNEL\tBIZ_ERROR_NO_CHANNEL\t\tBIZ_ERROR_NO_CHANNEL\t\t\t\tno connection channel\tno\tlog\t
        sdk\t33005\t\tBIZ_ERROR_RECONNECT_SUCCESS\tBIZ_ERROR_RECONNECT_SUCCESS\t\tBIZ_ERROR_RECONNECT_SUCCESS\t\t\t\talready connected\tno\tlog\t
        sdk\t33006\t\tBIZ_ERROR_CONNECTING\tBIZ_ERROR_CONNECTING\t\tBIZ_ERROR_CONNECTING\tConnectionInProcess\t\t\tconnect was called while connecting\tno\tlog\t
        sdk\t33007\tMSG_ROAMING_SERVICE_UNAVAILABLE\tMSG_ROAMING_SERVICE_UNAVAILABLE\tMSG_ROAMING_SERVICE_UNAVAILABLE\tROAMING_SERVICE_UNAVAILABLE\tMSG_ROAMING_SERVICE_UNAVAILABLE\tCloudStorageForHistoryMessageDisable\tRoamingServiceUnAvailable\tMSG_ROAMING_SERVICE_UNAVAILABLE\tcloud history is not enabled\tno\tenableService\t
        sdk\t33008\tRC_PROTOCOL_MESSAGE_INSERTED_ERROR\t\tMSG_INSERT_ERROR\t\tMSG_INSERT_ERROR\t\t\t\tmessage was inserted already\tno\tlog\t
        sdk\t33009\tRC_CHATROOM_RESET\t\tMSG_DEL_ERROR\t\tMSG_DEL_ERROR\t\t\t\tchat room was reset\tno\ttellUser\t
        sdk\t33100\tRC_TAG_NOT_EXIST\t\t\t\t\t\t\t\ttag does not exist\tno\tlog\t
        sdk\t33101\tRC_TAG_ALREADY_EXISTS\t\t\t\t\t\t\t\ttag exists already\tno\tlog\t
        sdk\t33102\tRC_TAG_INVALID_FOR_CONVERSATION\t\t\t\t\t\t\t\ttag does not fit the conversation\tno\tlog\t
        sdk\t33200\t\t\t\t\t\tRequestCanceled\t\t\trequest was cancelled\tno\tlog\t
        sdk\t33201\t\t\t\t\t\tInvalidArgumentFileNameEmpty\t\t\tfile name is empty\tno\tfixArgument\t
        sdk\t33202\t\t\t\t\t\tDownloadRequestExist\t\t\tdownload is running already\tno\tlog\t
        sdk\t33204\t\t\t\t\t\tRequestPaused\t\t\trequest was paused\tno\tlog\t
        sdk\t33205\t\t\t\t\t\tDownloadTaskNotExist\t\t\tno such download\tno\tlog\t
        sdk\t33206\t\t\t\t\t\tUploadTaskNotExist\t\t\tno such upload\tno\tlog\t
        sdk\t33207\t\t\t\t\t\tMediaMessageHandlerError\t\t\tmedia message could not be prepared\tno\tlog\t
        sdk\t33301\tRC_NOT_ALLOW_PULL_CONVERSATION\t\t\t\t\t\t\t\tpulling the list of conversations is not allowed\tno\tlog\t
        sdk\t33302\tSDK_PULL_CONVERSATION\t\t\t\t\t\t\t\tlist of conversations is being pulled\tno\tlog\t
        sdk\t33401\tRC_MODIFIED_MESSAGE_IS_NOT_SENT\t\t\t\t\t\t\t\tmodified message was never sent\tno\tlog\t
        sdk\t33402\tRC_MODIFIED_MESSAGE_TIMEOUT\t\t\t\t\t\t\t\tmessage is too old to be modified\tno\tlog\t
        sdk\t33403\tRC_QUOTE_MSG_NOT_FOUND\t\t\t\t\t\t\t\tquoted message not found\tno\tlog\t
        sdk\t33405\tRC_REACTION_ID_INVALID\t\t\t\t\t\t\t\treaction id invalid\tno\tlog\t
        sdk\t33406\tINVALID_PARAMETER_UNREAD_COUNT_FILTER\t\t\t\t\t\t\t\tfilter of the unread count invalid\tno\tfixArgument\t
        sdk\t34001\tRC_CONNECTION_EXIST\t\tCONVER_REMOVE_ERROR\tRC_CONNECTION_EXIST\tCONVER_REMOVE_ERROR\tConnectionExists\t\tRC_CONNECTION_EXIST\tconnection exists already\tno\tlog\t
        sdk\t34002\tRC_SIGHT_MSG_DURATION_LIMIT_EXCEED\t\tCONVER_GETLIST_ERROR\t\tCONVER_GETLIST_ERROR\tSightMsgDurationLimit\tSightMessageDurationLimitExceed\tRC_BACKGROUND_CONNECT|SIGHT_MSG_DURATION_LIMIT_EXCEED\tiOS, Flutter and universal SDK: short video too long; web: list of conversations failed; uniapp and React Native: connected in the background\tno\tlog\tyes
        sdk\t34003\tRC_GIF_MSG_SIZE_LIMIT_EXCEED\t\tCONVER_SETOP_ERROR\t\tCONVER_SETOP_ERROR\tGifMessageSizeOutOfLimit\t\t\tiOS and Android: GIF too large; web: setting of a conversation failed\tno\tlog\tyes
        sdk\t34004\tRC_KV_STORE_NOT_SYNC\t\tCONVER_TOTAL_UNREAD_ERROR\t\tCONVER_TOTAL_UNREAD_ERROR\t\t\t\tkey-value store is not synced\tno\tlog\t
        sdk\t34005\tRC_ENVIRONMENT_ERROR\t\tCONVER_TYPE_UNREAD_ERROR\t\tCONVER_TYPE_UNREAD_ERROR\t\t\t\tenvironment does not fit\tno\tlog\t
        sdk\t34006\tRC_CONNECT_TIMEOUT\t\tCONVER_ID_TYPE_UNREAD_ERROR\t\tCONVER_ID_TYPE_UNREAD_ERROR\tConnectionTimeout\t\t\tconnecting timed out\tno\tretryLater\t
        sdk\t34007\tRC_PUBLIC_SERVICE_PROFILE_NOT_EXIST\t\tCONVER_CLEAR_ERROR\t\tCONVER_CLEAR_ERROR\t\t\t\tpublic service has no profile\tno\tlog\t
        sdk\t34008\tRC_MESSAGE_CANT_EXPAND\t\tCLEAR_HIS_TYPE_ERROR\t\tMESSAGE_KV_NOT_SUPPORT\tMessageCantExpand\t\t\tiOS, universal SDK and web 4: message cannot be expanded; web 2: clearing history by type failed\tno\tlog\tyes
        sdk\t34009\tRC_MESSAGE_EXPAND_FAIL\t\tCONVER_GET_ERROR\t\tCONVER_GET_ERROR\t\t\t\tmessage expansion failed\tno\tlog\t
        sdk\t34010\tRC_MSG_EXPANSION_SIZE_LIMIT_EXCEED\t\tCLEAR_HIS_ERROR\t\tEXPANSION_LIMIT_EXCEET\tMessageExpansionSizeLimitExceed\t\t\tiOS, Android and web 4: expansion too large; web 2: clearing history failed\tno\tlog\tyes
        sdk\t34011\tRC_FILE_UPLOAD_FAILED\t\tCLEAR_HIS_TIME_ERROR\t\tCLEAR_HIS_TIME_ERROR\tUploadMediaFailed\t\t\tfile could not be uploaded\tno\tlog\t
        sdk\t34012\tRC_CONVERSATION_TAG_INVALID_CONVERSATION_TYPE\t\t\t\t\t\t\t\tconversation type cannot be tagged\tno\tlog\t
        sdk\t34013\tRC_CONVERSATION_TAG_LIMIT_EXCEED\t\t\t\t\t\t\t\ttoo many tags on the conversation\tno\tlog\t
        sdk\t34014\tRC_Group_Read_Receipt_Version_Not_Support\t\t\t\t\tGroupReadReceiptVersionNotSupport\t\t\tversion of group read receipts is not supported\tno\ttellUser\t
        sdk\t34015\tRC_SIGHT_COMPRESS_FAILED\t\t\t\t\t\t\t\tshort video could not be compressed\tno\tlog\t
        sdk\t34016\tRC_USER_SETTING_DISABLED\t\t\t\t\tUserSettingUnavailable\t\t\tuser settings are switched off\tno\tlog\t
        sdk\t34017\tRC_MESSAGE_NULL_EXCEPTION\t\t\t\t\t\t\t\tmessage is null\tno\tlog\t
        sdk\t34018\tRC_MEDIA_EXCEPTION\t\t\t\t\t\t\t\tmedia failure\tno\tlog\t
        sdk\t34019\tRC_MEDIA_FILETYPE_INVALID\t\t\t\t\t\t\t\tmedia file type is not allowed\tno\tlog\t
        sdk\t34020\tRC_FILE_EXPIRED\t\t\t\t\t\t\t\tfile has expired\tno\tlog\t
        sdk\t34021\tRC_MESSAGE_NOT_REGISTERED\t\t\t\t\tMessageNotRegistered\t\t\tmessage type is not registered\tno\tlog\t
        sdk\t34022\tRC_ULTRA_GROUP_NOT_SUPPORT\t\t\t\t\tInvalidArgumentUltraGroupNotSupport\t\t\tultra groups are not supported\tno\ttellUser\t
        sdk\t34024\tRC_ULTRA_GROUP_CHANNEL_NOT_EXIST\t\t\t\t\t\t\t\tchannel does not exist\tno\ttellUser\t
        sdk\t34025\tRC_MESSAGE_EXPAND_CONVERSATION_TYPE_NOT_MATCH\t\t\t\t\tMessageExpandConversationTypeNotMatch\t\t\tconversation type allows no message expansion\tno\tlog\t
        sdk\t34026\tRC_NETWORK_THROWS_IOEXCEPTION\t\t\t\t\tHttpReqFailed\t\t\tnetwork: input/output error\tno\tretryLater\t
        sdk\t34027\tRC_NETWORK_THROWS_SOCKET_TIMEOUT_EXCEPTION\t\t\t\t\tHttpReqTimeout\t\t\tnetwork: socket timed out\tno\tretryLater\t
        sdk\t34028\tRC_NO_REDIRECT_ALLOWED\t\t\t\t\t\t\t\tnetwork: redirect is not allowed\tno\tlog\t
        sdk\t34029\tMESSAGE_READ_RECEIPT_NOT_SUPPORT\t\t\t\t\t\t\t\tmessage supports no read receipt\tno\tlog\t
        sdk\t34030\tRC_MEDIA_DOWNLOAD_FORBIDDEN\t\t\t\t\t\t\t\tmedia may not be downloaded\tno\tlog\t
        sdk\t34031\tRC_NET_TLS_HANDSHAKE_FAILED\t\t\t\t\t\t\t\tTLS handshake failed\tno\tretryLater\t
        sdk\t34032\tRC_NET_SSL_CERT_INVALID\t\t\t\t\t\t\t\tTLS certificate invalid\tno\tlog\t
        sdk\t34033\tRC_NET_TCP_CONNECT_FAILED\t\t\t\t\t\t\t\tTCP connection failed\tno\tretryLater\t
        sdk\t34034\tRC_NET_DNS_RESOLVE_FAILED\t\t\t\t\t\t\t\thost name could not be resolved\tno\tretryLater\t
        sdk\t34035\tRC_NET_SERVER_ERROR\t\t\t\t\t\t\t\tnetwork: server error\tno\tretryLater\t
        sdk\t34105\t\t\t\t\t\tInvalidArgumentAppKey\t\t\targument invalid: App Key\tno\tfixArgument\t
        sdk\t34129\tINVALID_PARAMETER_CONNECTOPTIONNULL\t\t\t\t\t\t\t\targument invalid: connect options\tno\tfixArgument\t
        sdk\t34200\tINVALID_PARAMETER_LAUGUAGE\t\t\t\t\t\t\t\targument invalid: language\tno\tfixArgument\t
        sdk\t34201\tINVALID_PARAMETER_CONVERSATIONTYPENOTSUPPORT\t\t\t\t\t\t\t\targument invalid: conversation type (not supported)\tno\tfixArgument\t
        sdk\t34202\tINVALID_PARAMETER_TIMESTAMP\t\t\t\t\tInvalidArgumentTimestamp\t\t\targument invalid: timestamp\tno\tfixArgument\t
        sdk\t34203\tINVALID_PARAMETER_MESSAGEUID\t\t\t\t\t\t\t\targument invalid: message UID\tno\tfixArgument\t
        sdk\t34204\tINVALID_PARAMETER_MESSAGEID\t\t\t\t\t\t\t\targument invalid: message id\tno\tfixArgument\t
        sdk\t34205\tINVALID_PARAMETER_MESSAGECONTENT\t\t\t\t\tInvalidArgumentMessageContent\t\t\targument invalid: message content\tno\tfixArgument\t
        sdk\t34206\tINVALID_PARAMETER_MESSAGELIST\t\t\t\t\tInvalidArgumentMessageVec\t\t\targument invalid: list of messages\tno\tfixArgument\t
        sdk\t34207\tINVALID_PARAMETER_MEDIATYPE\t\t\t\t\t\t\t\targument invalid: media type\tno\tfixArgument\t
        sdk\t34208\tINVALID_PARAMETER_REQUESTURL\t\t\t\t\t\t\t\targument invalid: request address\tno\tfixArgument\t
        sdk\t34209\tINVALID_PARAMETER_CONVERSATIONTYPE\t\t\t\t\tInvalidArgumentConversationType\t\t\targument invalid: conversation type\tno\tfixArgument\t
        sdk\t34210\tINVALID_PARAMETER_TARGETID\t\t\t\t\tInvalidArgumentTargetId\t\t\targument invalid: target id\tno\tfixArgument\t
        sdk\t34211\tINVALID_PARAMETER_CHANNELID\t\t\t\t\tInvalidArgumentChannelId\t\t\targument invalid: channel id\tno\tfixArgument\t
        sdk\t34212\tINVALID_PARAMETER_TAGID\t\t\t\t\t\t\t\targument invalid: tag id\tno\tfixArgument\t
        sdk\t34213\tINVALID_PARAMETER_TAGNAME\t\t\t\t\t\t\t\targument invalid: tag name\tno\tfixArgument\t
        sdk\t34214\tINVALID_PARAMETER_USERID\t\t\t\t\tInvalidParameterUserId\t\t\targument invalid: user id\tno\tfixArgument\t
        sdk\t34215\tINVALID_PARAMETER_USERIDLIST\t\t\t\t\tInvalidParameterUserList\t\t\targument invalid: list of user ids\tno\tfixArgument\t
        sdk\t34216\tINVALID_PARAMETER_USERONLINESTATUS\t\t\t\t\t\t\t\targument invalid: online status\tno\tfixArgument\t
        sdk\t34217\tINVALID_PARAMETER_DOWNLOADMEDIAFILENAME\t\t\t\t\t\t\t\targument invalid: file name of the download\tno\tfixArgument\t
        sdk\t34218\tINVALID_PARAMETER_SETOFFLINEMESSAGEDURATION\t\t\t\t\t\t\t\targument invalid: duration of offline messages\tno\tfixArgument\t
        sdk\t34219\tINVALID_PARAMETER_RCHISTORYMESSAGEOPTION_COUNT\t\t\t\t\t\t\t\targument invalid: count of history messages\tno\tfixArgument\t
        sdk\t34220\tINVALID_PARAMETER_MESSAGEEXPANSION\t\t\t\t\tInvalidParameterMessageExpansion\t\t\targument invalid: message expansion\tno\tfixArgument\t
        sdk\t34221\tINVALID_PARAMETER_ULTRAGROUPMESSAGEEXPANSION_KEYARRAY\t\t\t\t\t\t\t\targument invalid: expansion keys of an ultra group message\tno\tfixArgument\t
        sdk\t34222\tINVALID_PARAMETER_UPLOADVOIPDEVICETOKEN\t\t\t\t\t\t\t\targument invalid: device token for calls\tno\tfixArgument\t
        sdk\t34223\tINVALID_PARAMETER_NOTMEDIAMESSAGE\t\t\t\t\tInvalidArgumentContentNotMedia\t\t\tnot a media message\tno\tfixArgument\t
        sdk\t34224\tINVALID_PARAMETER_TIMESTRING\t\t\t\t\tInvalidArgumentTimeString\t\t\targument invalid: time text\tno\tfixArgument\t
        sdk\t34225\tINVALID_PARAMETER_CONVERSATIONIDENTIFIER\t\t\t\t\tInvalidEnumOutOfRange\t\t\targument invalid: conversation identifier\tno\tfixArgument\t
        sdk\t34226\tRC_GETBLOCKPUSH_FAILED\t\t\t\t\t\t\t\tasking for the push block failed\tno\tlog\t
        sdk\t34227\tRC_DB_QUERY_ERROR\t\t\t\t\t\t\t\tdatabase query failed\tno\tlog\t
        sdk\t34228\tINVALID_PARAMETER_NOTIFICATION_LEVEL\t\t\t\t\tInvalidArgumentPushNotificationMuteLevel\t\t\targument invalid: notification level\tno\tfixArgument\t
        sdk\t34229\t\t\t\t\t\tInvalidArgumentMessageIdVec\t\t\targument invalid: list of message ids\tno\tfixArgument\t
        sdk\t34230\t\t\t\t\t\tInvalidParameterReceivedStatus\t\t\targument invalid: received status\tno\tfixArgument\t
        sdk\t34231\tINVALID_PARAMETER_CHANNEL_TYPE\t\t\t\t\t\t\t\targument invalid: channel type\tno\tfixArgument\t
        sdk\t34232\tINVALID_PARAMETER_COUNT\t\t\t\t\tInvalidArgumentCount\t\t\targument invalid: count\tno\tfixArgument\t
        sdk\t34233\tINVALID_PARAMETER_SEND_TIME\t\t\t\t\t\t\t\targument invalid: send time\tno\tfixArgument\t
        sdk\t34234\tINVALID_PARAMETER_LOCAL_PATH\t\t\t\t\tInvalidArgumentMediaLocalPath\t\t\targument invalid: local path\tno\tfixArgument\t
        sdk\t34235\tINVALID_PARAMETER_MEDIA_URL\t\t\t\t\tInvalidArgumentMediaUrl\t\t\targument invalid: media address\tno\tfixArgument\t
        sdk\t34236\tINVALID_PARAMETER_UNIQUE_ID\t\t\t\t\t\t\t\targument invalid: unique id\tno\tfixArgument\t
        sdk\t34237\tINVALID_PARAMETER_MSG_TAG\t\t\t\t\t\t\t\targument invalid: message tag\tno\tfixArgument\t
        sdk\t34238\tINVALID_PARAMETER_PROXY\t\t\t\t\t\t\t\targument invalid: proxy\tno\tfixArgument\t
        sdk\t34239\tINVALID_PARAMETER_TESTHOST\t\t\t\t\t\t\t\targument invalid: test host\tno\tfixArgument\t
        sdk\t34240\tINVALID_CONNECT_TESTHOST_FAILED\t\t\t\t\t\t\t\tconnection to the test host failed\tno\tfixArgument\t
        sdk\t34241\tINVALID_PARAMETER_ULTRA_GROUP_MESSAGE_OBJECT_NAME\t\t\t\t\t\t\t\targument invalid: object name of an ultra group message\tno\tfixArgument\t
        sdk\t34242\tINVALID_PARAMETER_CONVERSATIONS\t\t\t\t\t\t\t\targument invalid: conversations\tno\tfixArgument\t
        sdk\t34243\tINVALID_PARAMETER_MESSAGE\t\t\t\t\tInvalidArgumentMessage\t\t\targument invalid: message\tno\tfixArgument\t
        sdk\t34244\tINVALID_PARAMETER_SENT_STATUS\t\t\t\t\tInvalidArgumentSentStatus\t\t\targument invalid: sent status\tno\tfixArgument\t
        sdk\t34245\tRC_CONN_PROXY_UNAVAILABLE\t\t\t\t\t\t\t\tproxy unavailable\tno\tretryLater\t
        sdk\t34251\tFILE_SAVED_FAILED\t\t\t\t\t\t\t\tfile could not be saved\tno\tlog\t
        sdk\t34252\tFILE_NOT_EXIST\t\t\t\t\t\t\t\tfile does not exist\tno\tlog\t
        sdk\t34253\tFILE_SIZE_ERROR\t\t\t\t\t\t\t\tfile size is wrong\tno\tlog\t
        sdk\t34254\tDOWNLOAD_URL_INVALID\t\t\t\t\t\t\t\tdownload address invalid\tno\tlog\t
        sdk\t34255\tSLICE_INDEX_ERROR\t\t\t\t\t\t\t\tpart number invalid\tno\tlog\t
        sdk\t34256\tUPLOAD_ID_INVALID\t\t\t\t\t\t\t\tupload id invalid\tno\tlog\t
        sdk\t34257\tINVALID_APP_KEY\t\t\t\t\t\t\t\tApp Key invalid\tno\tfixArgument\t
        sdk\t34258\tINVALID_PARAMETER_JOIN_MODE\t\t\t\t\t\t\t\targument invalid: join mode\tno\tfixArgument\t
        sdk\t34259\tINVALID_PARAMETER_RTCROOMID\t\t\t\t\t\t\t\targument invalid: RTC room id\tno\tfixArgument\t
        sdk\t34260\tINVALID_PARAMETER_KEY\t\t\t\t\tChatroomKvInvalidKey\t\t\targument invalid: key\tno\tfixArgument\t
        sdk\t34261\tINVALID_PARAMETER_KEYS\t\t\t\t\tChatroomKvInvalidKeyVec\t\t\targument invalid: keys\tno\tfixArgument\t
        sdk\t34262\tINVALID_PARAMETER_VALUE\t\t\t\t\tChatroomKvInvalidValue\t\t\targument invalid: value\tno\tfixArgument\t
        sdk\t34263\tINVALID_PARAMETER_ENTRIES\t\t\t\t\tChatroomKvInvalidKeyValueVec\t\t\targument invalid: entries\tno\tfixArgument\t
        sdk\t34264\tINVALID_PARAMETER_NOTIFICATION_EXTRA\t\t\t\t\t\t\t\targument invalid: notification extra\tno\tfixArgument\t
        sdk\t34265\tINVALID_PARAMETER_CHATROOM_MEMBER_ORDER\t\t\t\t\t\t\t\targument invalid: chatroom member order\tno\tfixArgument\t
        sdk\t34266\tINVALID_PARAMETER_TIMESTAMP_ORDER\t\t\t\t\t\t\t\targument invalid: timestamp order\tno\tfixArgument\t
        sdk\t34267\t\t\t\t\t\tInvalidArgumentMessageDirectionEmpty\t\t\tmessage direction is missing\tno\tfixArgument\t
        sdk\t34268\tINVALID_PARAMETER_STATUS\t\t\t\t\t\t\t\targument invalid: status\tno\tfixArgument\t
        sdk\t34269\tINVALID_PARAMETER_TITLE\t\t\t\t\t\t\t\targument invalid: title\tno\tfixArgument\t
        sdk\t34270\tINVALID_PARAMETER_PORTRAIT\t\t\t\t\t\t\t\targument invalid: portrait\tno\tfixArgument\t
        sdk\t34271\tMESSAGE_OBJECT_NAME_INVALID\t\t\t\t\tInvalidArgumentObjectName\t\t\tobject name of a message invalid\tno\tlog\t
        sdk\t34274\tINVALID_PARAMETER_KEYWORD\t\t\t\t\t\t\t\targument invalid: keyword\tno\tfixArgument\t
        sdk\t34275\tINVALID_PARAMETER_OBJECTNAMELIST\t\t\t\t\t\t\t\targument invalid: list of object names\tno\tfixArgument\t
        sdk\t34276\tRC_INVALID_PARAMETER_OFFSET\t\t\t\t\t\t\t\targument invalid: offset\tno\tfixArgument\t
        sdk\t34277\tRC_INVALID_PARAMETER_START_TIME\t\t\t\t\t\t\t\targument invalid: start time\tno\tfixArgument\t
        sdk\t34279\tINVALID_PARAMETER_LIMIT\t\t\t\t\tInvalidArgumentLimit\t\t\targument invalid: limit\tno\tfixArgument\t
        sdk\t34280\tINVALID_MESSAGE_DIRECTION\t\t\t\t\tInvalidArgumentMessageDirection\t\t\tmessage direction invalid\tno\tfixArgument\t
        sdk\t34281\tINVALID_MESSAGE_SENT_STATUS\t\t\t\t\t\t\t\tsent status of a message invalid\tno\tfixArgument\t
        sdk\t34282\tINVALID_PARAMETER_TARGETID_LIST\t\t\t\t\t\t\t\targument invalid: list of target ids\tno\tfixArgument\t
        sdk\t34283\tINVALID_PARAMETER_SPAN_MINUTES\t\t\t\t\tInvalidArgumentSpanMinutes\t\t\targument invalid: span minutes\tno\tfixArgument\t
        sdk\t34284\tRC_INVALID_PARAMETER_CONVERSATION_TYPE_LIST\t\t\t\t\tInvalidArgumentConversationTypeVec\t\t\targument invalid: list of conversation types\tno\tfixArgument\t
        sdk\t34286\tRC_INVALID_ARGUMENT\t\t\t\t\tInvalidArgumentNaviUrl\t\t\twrong argument\tno\tfixArgument\t
        sdk\t34287\tINVALID_PARAMETER_CONVERSATION_IDENTIFIER_LIST\t\t\t\t\tInvalidArgumentConversationIdentifierVec\t\t\targument invalid: list of conversation identifiers\tno\tfixArgument\t
        sdk\t34288\tINVALID_PARAMETER_CLEAR_MESSAGE_OPTION_LIST\t\t\t\t\t\t\t\targument invalid: list of options to clear messages\tno\tfixArgument\t
        sdk\t34289\tINVALID_PARAMETER_START_MESSAGEUID\t\t\t\t\t\t\t\targument invalid: first message UID\tno\tfixArgument\t
        sdk\t34290\tINVALID_PARAMETER_END_MESSAGEUID\t\t\t\t\t\t\t\targument invalid: last message UID\tno\tfixArgument\t
        sdk\t34291\tRC_READ_RECEIPT_V4_NOT_SUPPORT\t\t\t\t\t\t\t\tread receipts, version 4: not supported\tno\tlog\t
        sdk\t34292\tRC_READ_RECEIPT_V4_UPDATE_NOT_SUPPORT\t\t\t\t\t\t\t\tread receipts, version 4: update not supported\tno\tlog\t
        sdk\t34293\tINVALID_PARAMETER_HOURS\t\t\t\t\t\t\t\targument invalid: hours\tno\tfixArgument\t
        sdk\t34294\tRC_ACTIVE_FETCH_MESSAGE_CHANGED_INFO_UNAVAILABLE\t\t\t\t\t\t\t\tchanged messages cannot be fetched actively\tno\tlog\t
        sdk\t34295\tRC_MESSAGE_CHANGED_INFO_HAVE_FETCHED\t\t\t\t\t\t\t\tchanged messages were fetched already\tno\tlog\t
        sdk\t34296\tRC_DIRECTIONAL_MESSAGE_INVALID_CONVERSATION_TYPE\t\t\t\t\tDirectionalMessageNotSupport\t\t\tconversation type allows no message to chosen members\tno\tlog\t
        sdk\t34297\t\t\t\t\t\tMessageDestructing\t\t\tmessage is being destroyed\tno\tlog\t
        sdk\t34300\tRC_REQUEST_INTERCEPTOR_NULL_EXCEPTION\t\t\t\t\t\t\t\trequest interceptor is null\tno\tlog\t
        sdk\t34301\tRC_DB_NOT_INIT\t\t\t\t\tDatabaseNotOpened\t\t\tdatabase is not open\tno\tlog\t
        sdk\t34302\tRC_DB_CORRUPT\t\t\t\t\tDatabaseOpenFailed\t\t\tdatabase is damaged\tno\tlog\t
        sdk\t34303\tRC_DB_SQL_ERROR\t\t\t\t\tDatabaseIOError\t\t\tdatabase: SQL error\tno\tlog\t
        sdk\t34304\tRC_DB_DATA_NOT_FOUND\t\t\t\t\tDatabaseTargetNotFound\t\t\tdatabase: nothing found\tno\tlog\t
        sdk\t34305\tRC_NET_DATA_ERROR\t\t\t\t\tNetDataParserFailed\t\t\tdata from the network is wrong\tno\tlog\t
        sdk\t34306\tINVALID_PARAMETER_SUBSCRIBE_TYPE\t\t\t\t\t\t\t\targument invalid: subscribe type\tno\tfixArgument\t
        sdk\t34307\tINVALID_PARAMETER_SUBSCRIBE_EXPIRY\t\t\t\t\t\t\t\targument invalid: subscribe expiry\tno\tfixArgument\t
        sdk\t34308\tINVALID_PARAMETER_SUBSCRIBE_PUBLISHER_USERIDS\t\t\t\t\t\t\t\targument invalid: user ids to subscribe to\tno\tfixArgument\t
        sdk\t34309\tINVALID_PARAMETER_SUBSCRIBE_PAGESIZE\t\t\t\t\t\t\t\targument invalid: page size of subscriptions\tno\tfixArgument\t
        sdk\t34312\tINVALID_PARAMETER_USER_PROFILE\t\t\t\t\t\t\t\targument invalid: user profile\tno\tfixArgument\t
        sdk\t34313\tINVALID_PARAMETER_USER_PROFILE_VISIBILITY\t\t\t\t\t\t\t\targument invalid: user profile visibility\tno\tfixArgument\t
        sdk\t34314\tINVALID_PARAMETER_EXTRA\t\t\t\t\t\t\t\targument invalid: extra\tno\tfixArgument\t
        sdk\t34315\tRC_DB_UPGRADE_FAILED\t\t\t\t\t\t\t\tdatabase upgrade failed\tno\tlog\t
        sdk\t34316\t\t\t\t\t\tDatabaseThreadError\t\t\tdatabase: wrong thread\tno\tlog\t
        sdk\t34318\tINVALID_PARAMETER_GROUP_INFO\t\t\t\t\t\t\t\targument invalid: group info\tno\tfixArgument\t
        sdk\t34319\tINVALID_PARAMETER_GROUP_ID\t\t\t\t\t\t\t\targument invalid: group id\tno\tfixArgument\t
        sdk\t34320\tINVALID_PARAMETER_GROUP_NAME\t\t\t\t\t\t\t\targument invalid: group name\tno\tfixArgument\t
        sdk\t34321\tINVALID_PARAMETER_GROUP_IDS\t\t\t\t\t\t\t\targument invalid: group ids\tno\tfixArgument\t
        sdk\t34322\tINVALID_PARAMETER_GROUP_MEMBER_ROLE\t\t\t\t\t\t\t\targument invalid: group member role\tno\tfixArgument\t
        sdk\t34323\tINVALID_PARAMETER_GROUP_APPLICATION_STATUS\t\t\t\t\t\t\t\targument invalid: group application status\tno\tfixArgument\t
        sdk\t34324\tINVALID_PARAMETER_GROUP_APPLICATION_DIRECTION\t\t\t\t\t\t\t\targument invalid: group application direction\tno\tfixArgument\t
        sdk\t34325\tINVALID_PARAMETER_NICK_NAME\t\t\t\t\t\t\t\targument invalid: nickname\tno\tfixArgument\t
        sdk\t34326\tINVALID_PARAMETER_REASON\t\t\t\t\t\t\t\targument invalid: reason\tno\tfixArgument\t
        sdk\t34327\tINVALID_PARAMETER_REMARK\t\t\t\t\t\t\t\targument invalid: remark\tno\tfixArgument\t
        sdk\t34328\tINVALID_PARAMETER_PAGING_QUERY_OPTION\t\t\t\t\t\t\t\targument invalid: paging query option\tno\tfixArgument\t
        sdk\t34329\tNET_DATA_IS_SYNCHRONIZING\t\t\t\t\t\t\t\tdata from the network is still being synced\tno\tlog\t
        sdk\t34330\tINVALID_PARAMETER_QUERY_FRIENDS_DIRECTION_TYPE\t\t\t\t\t\t\t\targument invalid: query friends direction type\tno\tfixArgument\t
        sdk\t34331\tINVALID_PARAMETER_DIRECTION_TYPE\t\t\t\t\t\t\t\targument invalid: direction type\tno\tfixArgument\t
        sdk\t34332\tINVALID_PARAMETER_FRIEND_APPLICATION_TYPE\t\t\t\t\t\t\t\targument invalid: friend application type\tno\tfixArgument\t
        sdk\t34333\tINVALID_PARAMETER_FRIEND_APPLICATION_STATUS\t\t\t\t\t\t\t\targument invalid: friend application status\tno\tfixArgument\t
        sdk\t34334\tINVALID_PARAMETER_FRIEND_ADD_PERMISSION\t\t\t\t\t\t\t\targument invalid: friend add permission\tno\tfixArgument\t
        sdk\t34335\tINVALID_PARAMETER_FRIEND_INFO_EXT_FIELDS\t\t\t\t\t\t\t\targument invalid: extra fields of a friend\tno\tfixArgument\t
        sdk\t34336\tRC_REAL_TIME_CONVERSATION_UNAVAILABLE\t\t\t\t\t\t\t\treal-time conversation unavailable\tno\tlog\t
        sdk\t34337\tRC_USER_TRIGGERED_LOG_UPLOAD_DISABLED\t\t\t\t\t\t\t\tupload of logs by the user is switched off\tno\tlog\t
        sdk\t34338\tRC_USER_TRIGGERED_LOG_UPLOAD_TIME_INTERVAL_EXCEED_LIMIT\t\t\t\t\t\t\t\tupload of logs: time span too long\tno\tlog\t
        sdk\t34339\tRC_USER_TRIGGERED_LOG_UPLOAD_TIME_DUPLICATE\t\t\t\t\t\t\t\tupload of logs: time span was uploaded already\tno\tlog\t
        sdk\t34340\tRC_USER_TRIGGERED_LOG_UPLOAD_FAILED\t\t\t\t\t\t\t\tupload of logs failed\tno\tlog\t
        sdk\t34341\tINVALID_PARAMETER_PUSH_SERVER\t\t\t\t\t\t\t\targument invalid: push server\tno\tfixArgument\t
        sdk\t34342\tINVALID_PARAMETER_STATISTIC_SERVER\t\t\t\t\t\t\t\targument invalid: statistics server\tno\tfixArgument\t
        sdk\t34343\tINVALID_PARAMETER_PUSH_TOKEN\t\t\t\t\t\t\t\targument invalid: push token\tno\tfixArgument\t
        sdk\t34344\tRC_SERVER_DATA_ERROR\t\t\t\t\t\t\t\tdata from the server is wrong\tno\tlog\t
        sdk\t34400\t\t\t\t\t\tEngineDropped\t\t\tengine was released\tno\tlog\t
        sdk\t34401\t\t\t\t\t\tInvalidArgumentEngineSync\t\t\targument invalid: engine sync\tno\tfixArgument\t
        sdk\t34402\t\t\t\t\t\tInvalidArgumentEngineBuilder\t\t\targument invalid: engine builder\tno\tfixArgument\t
        sdk\t34403\t\t\t\t\t\tInvalidArgumentDeviceId\t\t\targument invalid: device id\tno\tfixArgument\t
        sdk\t34404\t\t\t\t\t\tInvalidArgumentPackageName\t\t\targument invalid: package name\tno\tfixArgument\t
        sdk\t34405\t\t\t\t\t\tInvalidArgumentSdkVersion\t\t\targument invalid: SDK version\tno\tfixArgument\t
        sdk\t34406\t\t\t\t\t\tInvalidArgumentFileStoragePath\t\t\targument invalid: file storage path\tno\tfixArgument\t
        sdk\t34407\t\t\t\t\t\tInvalidArgumentToken\t\t\targument invalid: token\tno\tfixArgument\t
        sdk\t34408\t\t\t\t\t\tInvalidArgumentMessageId\t\t\targument invalid: message id\tno\tfixArgument\t
        sdk\t34409\t\t\t\t\t\tInvalidArgumentMessageType\t\t\targument invalid: message type\tno\tfixArgument\t
        sdk\t34410\t\t\t\t\t\tInvalidArgumentNotMediaMessage\t\t\tnot a media message\tno\tfixArgument\t
        sdk\t34411\t\t\t\t\t\tInvalidArgumentUserIdEmpty\t\t\targument invalid: user id (empty)\tno\tfixArgument\t
        sdk\t34413\t\t\t\t\t\tInvalidArgumentAudioDuration\t\t\targument invalid: audio duration\tno\tfixArgument\t
        sdk\t34414\t\t\t\t\t\tInvalidArgumentLogInfo\t\t\targument invalid: log information\tno\tfixArgument\t
        sdk\t34415\t\t\t\t\t\tInvalidArgumentEngineBuilderParam\t\t\targument invalid: engine builder param\tno\tfixArgument\t
        sdk\t34416\t\t\t\t\t\tInvalidArgumentDeviceModel\t\t\targument invalid: device model\tno\tfixArgument\t
        sdk\t34417\t\t\t\t\t\tInvalidArgumentDeviceManufacturer\t\t\targument invalid: device manufacturer\tno\tfixArgument\t
        sdk\t34418\t\t\t\t\t\tInvalidArgumentPushTokenVec\t\t\targument invalid: list of push tokens\tno\tfixArgument\t
        sdk\t34419\t\t\t\t\t\tInvalidArgumentPushType\t\t\targument invalid: push type\tno\tfixArgument\t
        sdk\t34420\t\t\t\t\t\tInvalidArgumentPushToken\t\t\targument invalid: push token\tno\tfixArgument\t
        sdk\t34421\t\t\t\t\t\tInvalidArgumentSenderId\t\t\targument invalid: sender id\tno\tfixArgument\t
        sdk\t34422\t\t\t\t\t\tInvalidArgumentPushNotificationMuteLevelVec\t\t\targument invalid: list of notification mute levels\tno\tfixArgument\t
        sdk\t34423\t\t\t\t\t\tInvalidArgumentConnectionStatus\t\t\targument invalid: connection status\tno\tfixArgument\t
        sdk\t34424\t\t\t\t\t\tInvalidArgumentVersion\t\t\targument invalid: version\tno\tfixArgument\t
        sdk\t34425\t\t\t\t\t\tInvalidArgumentOsVersion\t\t\targument invalid: operating system version\tno\tfixArgument\t
        sdk\t34426\t\t\t\t\t\tInvalidArgumentAppVersion\t\t\targument invalid: app version\tno\tfixArgument\t
        sdk\t34427\t\t\t\t\t\tInvalidArgumentStatisticUrl\t\t\targument invalid: statistics address\tno\tfixArgument\t
        sdk\t34428\t\t\t\t\t\tInvalidArgumentDraft\t\t\targument invalid: draft\tno\tfixArgument\t
        sdk\t34429\t\t\t\t\t\tInvalidArgumentKeyword\t\t\targument invalid: keyword\tno\tfixArgument\t
        sdk\t34430\t\t\t\t\t\tInvalidArgumentOffset\t\t\targument invalid: offset\tno\tfixArgument\t
        sdk\t34431\t\t\t\t\t\tInvalidArgumentObjectNameVec\t\t\targument invalid: list of object names\tno\tfixArgument\t
        sdk\t34432\t\t\t\t\t\tInvalidArgumentTimeInterval\t\t\targument invalid: time interval\tno\tfixArgument\t
        sdk\t34433\t\t\t\t\t\tInvalidArgumentTimeoutSeconds\t\t\targument invalid: timeout seconds\tno\tfixArgument\t
        sdk\t34434\t\t\t\t\t\tInvalidArgumentDestructDuration\t\t\targument invalid: destruct duration\tno\tfixArgument\t
        sdk\t34435\tRC_SERVER_RECORD_UNREAD_COUNT_ENABLED_FORBIDDEN\t\t\t\t\tInvalidArgumentUniqueId\t\t\tunread count kept by the server may not be enabled\tno\tlog\t
        sdk\t34436\tRC_SERVER_RECORD_UNREAD_COUNT_DISABLED\t\t\t\t\tInvalidArgumentOutUniqueId\t\t\tunread count kept by the server is switched off\tno\tlog\t
        sdk\t34437\t\t\t\t\t\tInvalidArgumentOutUserId\t\t\targument invalid: out user id\tno\tfixArgument\t
        sdk\t34438\t\t\t\t\t\tInvalidArgumentExtra\t\t\targument invalid: extra\tno\tfixArgument\t
        sdk\t34439\tRCErrorCodeDatabasediskfull\t\t\t\t\t\t\t\tno space for the database\tno\tlog\t
        sdk\t35001\t\t\tGROUP_SYNC_ERROR\t\tGROUP_SYNC_ERROR\t\t\t\tgroup sync failed\tno\ttellUser\t
        sdk\t35002\t\t\tGROUP_MATCH_ERROR\t\tGROUP_MATCH_ERROR\t\t\t\tgroup does not match\tno\ttellUser\t
        sdk\t35024\tRC_INVALID_PARAMETER_MESSAGE_TYPE\t\t\t\t\t\t\t\targument invalid: message type\tno\tfixArgument\t
        sdk\t35025\tRC_INVALID_PARAMETER_ORDER\t\t\t\t\t\t\t\targument invalid: order\tno\tfixArgument\t
        sdk\t35051\tRC_DNS_PROXY_TIMEOUT\t\t\t\t\t\t\t\tDNS proxy: timeout\tno\tretryLater\t
        sdk\t35052\tRC_DNS_PROXY_ERROR\t\t\t\t\t\t\t\tDNS proxy: failure\tno\tretryLater\t
        sdk\t35053\tRC_DNS_PROXY_DATA_STRUCTURE_ERROR\t\t\t\t\t\t\t\tDNS proxy: wrong data\tno\tlog\t
        sdk\t35054\tINVALID_DISABLE_UPDATE_LAST_MESSAGE\t\t\t\t\t\t\t\targument invalid: disable update of the last message\tno\tfixArgument\t
        sdk\t35055\tONLY_DEFAULT_CHANNEL_SUPPORTS_PINNING\t\t\t\t\t\t\t\tonly the default channel can be pinned\tno\tlog\t
        sdk\t35056\tRC_SEND_READ_RECEIPT_CONF_ERROR\t\t\t\t\t\t\t\tread receipt setting failed\tno\tlog\t
        sdk\t35057\tRC_SPEECH_TO_TEXT_DISABLE\t\t\t\t\t\t\t\tspeech to text is switched off\tno\tlog\t
        sdk\t35058\tRC_SPEECH_TO_TEXT_REQUEST_IN_PROCESS\t\t\t\t\t\t\t\tspeech to text is running already\tno\tlog\t
        sdk\t35059\tRC_SPEECH_TO_TEXT_MESSAGE_CONTENT_UNSUPPORTED\t\t\t\t\t\t\t\tspeech to text: message content not supported\tno\tlog\t
        sdk\t35060\tRC_TRANSLATION_PARAMS_TYPE_INVALID\t\t\t\t\t\t\t\ttranslation: wrong kind of parameters\tno\tlog\t
        sdk\t35061\tRC_TRANSLATION_PARAMS_LIST_INVALID\t\t\t\t\t\t\t\ttranslation: list of parameters invalid\tno\tlog\t
        sdk\t35062\tRC_INVALID_PARAMETER_TRANSLATE_STRATEGY\t\t\t\t\t\t\t\targument invalid: translate strategy\tno\tfixArgument\t
        sdk\t35063\tRC_TRANSLATION_LANGUAGE_SAME\t\t\t\t\t\t\t\ttranslation: source and target language are the same\tno\tlog\t
        sdk\t35064\tRC_INVALID_PARAMETER_TRANSLATE_MODE\t\t\t\t\t\t\t\targument invalid: translate mode\tno\tfixArgument\t
        sdk\t35065\tRC_TRANSLATION_TEXT_INVALID\t\t\t\t\t\t\t\ttranslation: text invalid\tno\tlog\t
        sdk\t35066\tRC_MSG_BLOCK_SEND\t\t\t\t\t\t\t\tmessage was held back before sending\tno\tlog\t
        sdk\t36001\t\t\tCHATROOM_ID_ISNULL\t\tCHATROOM_ID_ISNULL\tInvalidArgumentChatroomId\t\t\tweb: chat room id is empty; universal SDK: chat room id invalid\tno\ttellUser\tyes
        sdk\t36002\t\t\tCHARTOOM_JOIN_ERROR\t\tCHARTOOM_JOIN_ERROR\tInvalidArgumentRtcMethodName\t\t\tweb: joining the chat room failed; universal SDK: RTC method name invalid\tno\tlog\tyes
        sdk\t36003\t\t\tCHATROOM_HISMESSAGE_ERROR\t\tCHATROOM_HISMESSAGE_ERROR\tInvalidArgumentRtcKey\t\t\tweb: history of the chat room could not be read; universal SDK: RTC key invalid\tno\tlog\tyes
        sdk\t36004\t\t\tCHATROOM_KV_NOT_FOUND\t\tCHATROOM_KV_NOT_FOUND\tInvalidArgumentRtcValue\t\t\tweb: chat room key not found; universal SDK: RTC value invalid\tno\tlog\tyes
        sdk\t37001\t\t\tBLACK_ADD_ERROR\t\tBLACK_ADD_ERROR\t\t\t\tblack list: adding failed\tno\ttellUser\t
        sdk\t37002\t\t\tBLACK_GETSTATUS_ERROR\t\tBLACK_GETSTATUS_ERROR\t\t\t\tblack list: status could not be read\tno\ttellUser\t
        sdk\t37003\t\t\tBLACK_REMOVE_ERROR\t\tBLACK_REMOVE_ERROR\t\t\t\tblack list: removing failed\tno\ttellUser\t
        sdk\t38001\t\t\tDRAF_GET_ERROR\t\tDRAF_GET_ERROR\t\t\t\tdraft could not be read\tno\tlog\t
        sdk\t38002\t\t\tDRAF_SAVE_ERROR\t\tDRAF_SAVE_ERROR\t\t\t\tdraft could not be saved\tno\tlog\t
        sdk\t38003\t\t\tDRAF_REMOVE_ERROR\t\tDRAF_REMOVE_ERROR\t\t\t\tdraft could not be removed\tno\tlog\t
        sdk\t39001\tSTREAM_MESSAGE_DISABLE\t\tSUBSCRIBE_ERROR\t\tSUBSCRIBE_ERROR\t\t\t\tstream messages are switched off\tno\tlog\t
        sdk\t39002\tSTREAM_MESSAGE_REQUEST_COUNT_LIMIT_EXCEEDED\t\t\t\tNOT_SUPPORT\t\t\t\tstream message: too many requests\tno\tlog\t
        sdk\t39003\tSTREAM_MESSAGE_EXPANSION_KEY_ERROR\t\t\t\t\t\t\t\tstream message: expansion key invalid\tno\tlog\t
        sdk\t39004\tSTREAM_MESSAGE_REQUEST_RESET\t\t\t\t\t\t\t\tstream message: request was reset\tno\tlog\t
        sdk\t39005\tSTREAM_MESSAGE_REQUEST_FAIL\t\t\t\t\t\t\t\tstream message: request failed\tno\tlog\t
        sdk\t39006\tSTREAM_MESSAGE_REQUEST_IN_PROCESS\t\t\t\t\t\t\t\tstream message: request is running already\tno\tlog\t
        sdk\t39007\tSTREAM_MESSAGE_SYNCED\t\t\t\t\t\t\t\tstream message is synced already\tno\tlog\t
        sdk\t40001\t\t\t\t\t\tCallNotInRoom\t\t\tRTC: not in the room\tno\tlog\t
        sdk\t40002\t\t\t\t\t\tCallInternalError\t\t\tRTC: internal error\tno\tlog\t
        sdk\t40003\t\t\t\t\t\tCallHasNoRoom\t\t\tRTC: no such room\tno\tlog\t
        sdk\t40004\t\t\t\t\t\tCallInvalidUserId\t\t\tRTC: user id invalid\tno\tfixArgument\t
        sdk\t40005\t\t\t\t\t\tCallLimitError\t\t\tRTC: a limit is reached\tno\tlog\t
        sdk\t40006\t\t\t\t\t\tCallParamError\t\t\tRTC: wrong parameter\tno\tfixArgument\t
        sdk\t40007\t\t\t\t\t\tCallTokenError\t\t\tRTC: token invalid\tno\tlog\t
        sdk\t40008\t\t\t\t\t\tCallDbError\t\t\tRTC: database error\tno\tlog\t
        sdk\t40009\t\t\t\t\t\tCallJsonError\t\t\tRTC: JSON invalid\tno\tfixArgument\t
        sdk\t40010\t\t\t\t\t\tCallNotOpen\t\t\tRTC: service not enabled\tno\tenableService\t
        sdk\t40011\t\t\t\t\t\tCallRoomTypeError\t\t\tRTC: room type wrong\tno\tlog\t
        sdk\t40012\t\t\t\t\t\tCallNoAuthUser\t\t\tRTC: user is not authorised\tno\tlog\t
        sdk\t40015\t\t\t\t\t\tCallHasNoConfigMcuAddress\t\t\tRTC: no address of a media server is set\tno\tlog\t
        sdk\t40016\t\t\t\t\t\tCallNotAllowVideoBroadcast\t\t\tRTC: video broadcast is not allowed\tno\tlog\t
        sdk\t40017\t\t\t\t\t\tCallNotAllowAudioBroadcast\t\t\tRTC: audio broadcast is not allowed\tno\tlog\t
        sdk\t40018\t\t\t\t\t\tCallGetTokenError\t\t\tRTC: token could not be got\tno\tlog\t
        sdk\t40021\t\t\t\t\t\tCallUserIsBlocked\t\t\tRTC: user is blocked\tno\tlog\t
        sdk\t40022\t\t\t\t\t\tCallInviteRoomNotExist\t\t\tRTC: invitation: no such room\tno\tlog\t
        sdk\t40023\t\t\t\t\t\tCallInviteUserNotInRoom\t\t\tRTC: invitation: user is not in the room\tno\tlog\t
        sdk\t40024\t\t\t\t\t\tCallInviteInProgress\t\t\tRTC: invitation is in progress\tno\tlog\t
        sdk\t40025\t\t\t\t\t\tCallCancelInviteNotProgress\t\t\tRTC: no invitation in progress to cancel\tno\tlog\t
        sdk\t40026\t\t\t\t\t\tCallAnswerInviteNotProgress\t\t\tRTC: no invitation in progress to answer\tno\tlog\t
        sdk\t40027\t\t\t\t\t\tCallAnswerInviteTimeout\t\t\tRTC: answer to the invitation came too late\tno\tlog\t
        sdk\t40028\t\t\t\t\t\tCallPingNotProgress\t\t\tRTC: ping without a session\tno\tlog\t
        sdk\t40029\t\t\t\t\t\tCallRoomAlreadyExist\t\t\tRTC: room exists already\tno\tlog\t
        sdk\t40030\t\t\t\t\t\tCallRoomTypeNotSupport\t\t\tRTC: room type is not supported\tno\tlog\t
        sdk\t40031\t\t\t\t\t\tCallIdentityChangeTypeError\t\t\tRTC: role cannot be changed\tno\tlog\t
        sdk\t40032\t\t\t\t\t\tCallAlreadyJoinRoom\t\t\tRTC: room was joined already\tno\tlog\t
        sdk\t40033\t\t\t\t\t\tCallNotAllowCrossApp\t\t\tRTC: calls across apps are not allowed\tno\tlog\t
        sdk\t40034\t\t\t\t\t\tCallUserNotAllowedForRtc\t\t\tRTC: user may not use the service\tno\tlog\t
        sdk\t40130\t\t\t\t\t\tCallConcurrentLimitError\t\t\tRTC: too many calls at once\tno\tlog\t
        sdk\t40131\t\t\t\t\t\tCallExpiredError\t\t\tRTC: expired\tno\tlog\t
        sdk\t41000\t\t\t\t\t\tCallplusUnknownError\t\t\tcall: unknown error\tno\ttellUser\t
        sdk\t41001\t\t\tQNTKN_FILETYPE_ERROR\t\tQNTKN_FILETYPE_ERROR\tCallplusDbError\t\t\tcall: upload token: file type wrong\tno\ttellUser\t
        sdk\t41002\t\t\tQNTKN_GET_ERROR\t\tQNTKN_GET_ERROR\tCallplusJsonError\t\t\tcall: upload token could not be got\tno\ttellUser\t
        sdk\t41003\t\t\t\t\t\tCallplusInvalidJsonFormat\t\t\tcall: JSON format invalid\tno\tfixArgument\t
        sdk\t41004\t\t\t\t\t\tCallplusMissingParameters\t\t\tcall: parameter missing\tno\tfixArgument\t
        sdk\t41005\t\t\t\t\t\tCallplusOperationNotPermitted\t\t\tcall: operation not permitted\tno\ttellUser\t
        sdk\t41006\t\t\t\t\t\tCallplusCircuitBreakerOpen\t\t\tcall: service is shedding load\tno\ttellUser\t
        sdk\t41007\t\t\t\t\t\tCallplusMethodNotImplement\t\t\tcall: method is not implemented\tno\ttellUser\t
        sdk\t41008\t\t\t\t\t\tCallplusCallingUserNotRegistCallServer\t\t\tcall: called user is not registered with the call server\tno\ttellUser\t
        sdk\t41009\t\t\t\t\t\tCallplusNotSupportNewCall\t\t\tcall: new call is not supported\tno\ttellUser\t
        sdk\t41010\t\t\t\t\t\tCallplusCallNotExist\t\t\tcall: call does not exist\tno\ttellUser\t
        sdk\t41011\t\t\t\t\t\tCallplusSingleCallOverload\t\t\tcall: too many one-to-one calls\tno\ttellUser\t
        sdk\t41012\t\t\t\t\t\tCallplusGroupCallOverload\t\t\tcall: too many group calls\tno\ttellUser\t
        sdk\t41013\t\t\t\t\t\tCallplusOperationHasExpired\t\t\tcall: operation has expired\tno\ttellUser\t
        sdk\t41014\t\t\t\t\t\tCallplusDeviceHasCalling\t\t\tcall: device has a call already\tno\ttellUser\t
        sdk\t41015\t\t\t\t\t\tCallplusCallUserNotInCall\t\t\tcall: user is not in the call\tno\ttellUser\t
        sdk\t41016\t\t\t\t\t\tCallplusDataHasExpired\t\t\tcall: data has expired\tno\ttellUser\t
        sdk\t41018\t\t\t\t\t\tCallplusStreamReadyTimeInvalid\t\t\tcall: ready time of the stream invalid\tno\ttellUser\t
        sdk\t41019\t\t\t\t\t\tCallplusCallNotSelf\t\t\tcall: not a call of the own user\tno\ttellUser\t
        sdk\t41020\t\t\t\t\t\tCallplusStateNotExist\t\t\tcall: no such state\tno\ttellUser\t
        sdk\t41021\t\t\t\t\t\tCallplusHangupNotAllowed\t\t\tcall: hanging up is not allowed\tno\ttellUser\t
        sdk\t41022\t\t\t\t\t\tCallplusAcceptNotAllowed\t\t\tcall: accepting is not allowed\tno\ttellUser\t
        sdk\t41025\t\t\t\t\t\tCallplusOperationNotAllowed\t\t\tcall: operation not allowed\tno\ttellUser\t
        sdk\t41100\t\t\t\t\t\tCallplusTransactionNotExist\t\t\tcall: no such transaction\tno\ttellUser\t
        sdk\t41101\t\t\t\t\t\tCallplusMediaTypeSwitching\t\t\tcall: media type is being switched\tno\ttellUser\t
        sdk\t41150\t\t\t\t\t\tCallplusAudioToVideoCancel\t\t\tcall: switch from audio to video was cancelled\tno\ttellUser\t
        sdk\t41151\t\t\t\t\t\tCallplusVideoToAudioNoRequired\t\t\tcall: switch from video to audio is not needed\tno\ttellUser\t
        sdk\t41152\t\t\t\t\t\tCallplusAudioToVideoNoRequired\t\t\tcall: switch from audio to video is not needed\tno\ttellUser\t
        sdk\t41200\t\t\t\t\t\tCallplusNoCompensationData\t\t\tcall: no data to catch up with\tno\ttellUser\t
        sdk\t51001\t\t\tCOOKIE_ENABLE|CLOSE_BEFORE_OPEN\t\tCOOKIE_ENABLE|CLOSE_BEFORE_OPEN\t\t\t\tweb: cookies are switched off; also: the call engine was closed before it was opened\tno\tlog\tyes
        sdk\t51002\t\t\tALREADY_IN_USE\t\tALREADY_IN_USE\t\t\t\talready in use\tno\tlog\t
        sdk\t51003\t\t\tINVALID_CHANNEL_NAME\t\tINVALID_CHANNEL_NAME\t\t\t\tchannel name invalid\tno\tfixArgument\t
        sdk\t51004\t\t\tVIDEO_CONTAINER_IS_NULL\t\tVIDEO_CONTAINER_IS_NULL\t\t\t\tvideo container is null\tno\tlog\t
        sdk\t61001\t\t\tGET_MESSAGE_BY_ID_ERROR|DELETE_MESSAGE_ID_IS_NULL\t\tGET_MESSAGE_BY_ID_ERROR|DELETE_MESSAGE_ID_IS_NULL\t\t\t\tweb: no message with this id; also: no ids to delete\tno\tlog\tyes
        sdk\t99999\t\t\t\t\t\tNotSupportedYet\t\t\tnot supported yet\tno\tlog\t
        """

    /// Columns: code, name, meaning, note.
    static let connectionStates: StaticString = """
        0\tconnected\tconnected\t
        1\tconnecting\tconnecting\t
        2\tdisconnected\tdisconnected\t11 or 12 on iOS and 6 in Flutter
        3\tnetworkUnavailable\tthe network is not available\t
        4\tclosed\tthe connection was closed\t
        6\tkicked\tanother device of the user logged in\t3 on Android 2.6 and 2 in Flutter
        7\twebSocketUnavailable\tthe browser has no WebSocket\t
        8\twebSocketError\tthe WebSocket failed\t
        9\tblocked\tthe user is blocked\t
        12\tdomainIncorrect\tthe web host name is not allowed\t
        13\tclosedByServer\tthe server ended the connection\tengine 5 only
        14\tredirected\tthe server asks to connect elsewhere\tengine 5 only
        20\tappKeyIncorrect\tthe App Key is wrong\t
        201\tnavigationStage1\tnavigation is being asked\tthe four stages are not named
        202\tnavigationStage2\tnavigation is being asked\tthe four stages are not named
        203\tnavigationStage3\tnavigation is being asked\tthe four stages are not named
        204\tnavigationStage4\tnavigation is being asked\tthe four stages are not named
        1101\tultraLimit\ta limit is exceeded\tonly the name is known
        """

    /// Columns: value, name, meaning, iosName, androidName, web2Name, web4Name, flutterName.
    static let mentionedTypes: StaticString = """
        1\tall\teveryone in the conversation is mentioned\t\t\t\tALL\t
        2\tusers\tthe users of userIdList are mentioned\tUsers\tPART\tPART\tSINGAL\tUsers
        """
}

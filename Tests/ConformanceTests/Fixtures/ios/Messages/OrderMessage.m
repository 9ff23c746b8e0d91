#import "OrderMessage.h"

@implementation AppOrderMessage

+ (RCMessagePersistent)persistentFlag {
    return (MessagePersistent_ISPERSISTED | MessagePersistent_ISCOUNTED);
}

+ (NSString *)getObjectName {
    return @"app:" @"order";
}

@end

@implementation AppRedPacketMessage

+ (NSString *)getObjectName {
    return @"RC:RedPacket";  // planted: reserved prefix
}

+ (RCMessagePersistent)persistentFlag {
    return MessagePersistent_ISCOUNTED;
}

@end

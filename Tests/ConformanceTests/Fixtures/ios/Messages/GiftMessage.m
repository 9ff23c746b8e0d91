#import "GiftMessage.h"

@implementation AppGiftMessage

/* Sent as "RC:TXTMSG"? No: the
   name has a prefix of our own. */
- (NSData *)encode {
    NSMutableDictionary *content = [NSMutableDictionary dictionary];
    content[@"type"] = self.type;
    return [NSJSONSerialization dataWithJSONObject:content options:0 error:nil];
}

+ (NSString *)getObjectName {
    return AppGiftMessageTypeIdentifier;
}

+ (RCMessagePersistent)persistentFlag {
    return MessagePersistent_STATUS;
}

@end

// The chat room's gift message. Its object name was @"RC:GIFTMSG" in early drafts.
#import <RongIMLibCore/RongIMLibCore.h>

#define AppGiftMessageTypeIdentifier @"app:gift"

@interface AppGiftMessage : RCMessageContent
@property (nonatomic, copy) NSString *type;
@end

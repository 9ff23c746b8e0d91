#import "ChatController.h"

static NSString *const kQuote = @"\"RC:TXTMSG\" is quoted, and a \\";

@implementation ChatController

- (void)onReceived:(RCMessage *)message left:(int)left {
    char separator = '"';
    if ([message.objectName isEqualToString:@"RC:TxtMsg"]) {
        [self show:message];
    } else if ([message.objectName isEqualToString:@"RC:IMGMSG"]) {  // planted: letter case
        [self showImage:message];
    } else if ([message.objectName isEqualToString:@"RC:LocMsg"]) {  /* planted: unknown */ [self showMap:message];
    }
    NSLog(@"RC: %d left, separator %c", left, separator);
}

@end

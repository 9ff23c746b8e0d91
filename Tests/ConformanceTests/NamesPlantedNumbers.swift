extension PlantedTree {
    /// An application that uses LeanCloud and NIM.
    ///
    /// Right everywhere else are LeanCloud's types 1 (order), 2 (gift), 3 (coupon) and 9 (ticket), and NIM's attachments 1
    /// (guess), 2 (snapchat) and 3 (sticker).
    static let numbers = PlantedTree(
        trees: ["ios", "android", "web", "flutter", "unity", "server"],
        files: numberFiles
    )

    private static let numberFiles: [String: String] = [
        "ios/Typed.swift": """
        import LeanCloud
        class OrderMessage: IMCategorizedMessage {
            class override var messageType: MessageType { return 1 } // look-alike
            var number: String? { self["number"] as? String }
            var total: Int? { self["total"] as? Int }
        }
        enum Types: Int { case gift = 2, coupon, ticket = 9 }
        class GiftMessage: IMCategorizedMessage {
            override class var messageType: IMCategorizedMessage.MessageType { Types.gift.rawValue }
        }
        class CouponMessage: IMCategorizedMessage {
            override class var messageType: MessageType { get { return Types.coupon.rawValue } } // planted: missing
        }
        class TextAgain: IMCategorizedMessage {
            override class var messageType: MessageType { -1 } // planted: reserved-number
        }
        class BareMessage: IMCategorizedMessage {
            override class var messageType: MessageType { return 0 } // planted: reserved-number
        }
        class OddMessage: IMCategorizedMessage {
            override class var messageType: MessageType { return -7 } // planted: reserved-number
        }
        class Packet: Frame {
            override class var messageType: MessageType { return -1 } // look-alike
        }
        let text = "override class var messageType: MessageType { return -2 }" // look-alike
        let content: [String: Any] = ["_lctype": 76] // planted: unknown
        """,
        "ios/Typed.m": """
        static AVIMMessageMediaType const kMediaTypeTicket = 9;
        typedef NS_ENUM(NSInteger, OtherTypes) { OtherTypeA = 20, OtherTypeB, OtherTypeC };
        @implementation TicketMessage
        + (AVIMMessageMediaType)classMediaType { return kMediaTypeTicket; } // look-alike
        @end
        @implementation TicketTwice
        + (AVIMMessageMediaType)classMediaType { return (AVIMMessageMediaType)9; } // planted: duplicate
        @end
        @implementation TicketMessageCell
        + (AVIMMessageMediaType)classMediaType { return kMediaTypeTicket; } // look-alike
        @end
        @implementation NoteMessage
        + (AVIMMessageMediaType)classMediaType { return OtherTypeB; } // planted: missing
        @end
        @implementation AVIMTextMessage
        + (AVIMMessageMediaType)classMediaType { return kAVIMMessageMediaTypeText; } // look-alike
        @end
        /* @implementation Off + (AVIMMessageMediaType)classMediaType { return -1; } @end look-alike */
        void f(void) {
            NSString *json = @"{\\"_lctype\\":-8}"; // planted: unknown
            NSDictionary *one = @{@"_lctype": @(77)}; // planted: unknown
            NSDictionary *two = @{@"_lctype": @(-1), @"other": @(-9)}; // look-alike
        }
        #if 0
        NSDictionary *off = @{@"_lctype": @(-50)}; // look-alike
        #endif
        """,
        "ios/ShopTests/Cases.swift": """
        class Wrong: IMCategorizedMessage { override class var messageType: MessageType { -1 } } // look-alike
        """,
        "ios/Attach.h": """
        typedef NS_ENUM(NSInteger, ShopCustomMessageType) {
            CustomMessageTypeUnknown,
            CustomMessageTypeGuess = 1,
            CustomMessageTypeSnapchat, // look-alike
            CustomMessageTypeSticker = 3,
            CustomMessageTypeCard = 3, // planted: duplicate
            CustomMessageTypeVote = 12, // planted: missing
            CustomMessageTypeMax, // look-alike
        };
        """,
        "ios/Attach.m": """
        @implementation ShopDecoder
        - (id<NIMCustomAttachment>)decodeAttachment:(NSString *)content {
            switch (type) {
                case CustomMessageTypeGuess: attachment = [[ShopGuessAttachment alloc] init]; break; // look-alike
                case CustomMessageTypeSnapchat: { attachment = [[ShopGuessAttachment alloc] init]; } break; // planted: two-names
                case CustomMessageTypeSticker: attachment = [ShopStickerAttachment new]; break;
                default: break;
            }
            return attachment;
        }
        @end
        @implementation ShopGuessAttachment
        - (NSString *)encodeAttachment { return json(@{CMType : @(CustomMessageTypeGuess), CMData : @{}}); }
        @end
        @implementation ShopStickerAttachment
        - (NSString *)encodeAttachment { [dict setObject:@(CustomMessageTypeSticker) forKey:CMType]; return json(dict); }
        @end
        @implementation ShopLabelAttachment
        - (NSString *)encodeAttachment { return json(@{@"type" : @(3)}); } // planted: duplicate
        @end
        """,
        "android/Typed.java": """
        class Types { static final int GIFT = 2; static final int TICKET = 0x9; static final String SUM = "sum"; }
        @AVIMMessageType(type = 1) // planted: keys, key-types
        public class OrderMessage extends AVIMTypedMessage {
            @AVIMMessageField(name = "number") private long number;
            @AVIMMessageField(name = Types.SUM) int total;
            @AVIMMessageField(name = "_lctext") String text;
        }
        @cn.leancloud.im.v2.annotation.LCIMMessageType(type = Types.GIFT) // look-alike
        public class GiftMessage extends LCIMTypedMessage {}
        @AVIMMessageType(type = -2) // planted: reserved-number
        public class ShopImageMessage extends AVIMImageMessage {}
        @AVIMMessageType(type = AVIMMessageType.TEXT_MESSAGE_TYPE) // planted: reserved-number
        class ShopWords extends AVIMTextMessage {}
        @LCIMMessageType(type = LCIMMessageType.AUDIO_MESSAGE_TYPE) // look-alike
        class LCIMAudioMessage extends LCIMFileMessage {}
        @AVIMMessageType(type = Types.TICKET)
        class TicketMessage extends AVIMTypedMessage {}
        @AVIMMessageType(type = 2) // planted: duplicate
        class GiftTwice extends AVIMTypedMessage {}
        @LCIMMessageType(type = 30) // planted: missing
        class LocalMessage extends LCIMTypedMessage {}
        @Other(type = -5) class Labelled {} // look-alike
        class Uses {
            String a = "@AVIMMessageType(type = -3)"; // look-alike
            void f() {
                object.put("_lctype", 1); // look-alike
                object.put("_lctype", 78); // planted: unknown
                object.optInt("_lctype", -50); // look-alike
            }
        }
        """,
        "android/Coupon.kt": """
        @LCIMMessageType(type = 3)
        class CouponMessage : LCIMTypedMessage()
        """,
        "android/Attach.java": """
        import com.netease.nimlib.sdk.msg.attachment.MsgAttachmentParser;
        public interface CustomAttachmentType { int Guess = 1; int Sticker = 3;
            int SnapChat = 5; // planted: two-names, missing
        }
        class GuessAttachment extends CustomAttachment {
            GuessAttachment() { super(CustomAttachmentType.Guess); } // look-alike
            GuessAttachment(int value) { super(CustomAttachmentType.Guess); } // look-alike
        }
        class StickerAttachment extends CustomAttachment { StickerAttachment() { super(CustomAttachmentType.Sticker); } }
        class CopyAttachment extends CustomAttachment {
            CopyAttachment() { super(CustomAttachmentType.Sticker); } // planted: duplicate
        }
        class LateAttachment extends CustomAttachment {
            LateAttachment() { super(CustomAttachmentType.Unheard); } // planted: unresolved
        }
        class BaseAttachment extends CustomAttachment { BaseAttachment(int type) { super(type); } } // look-alike
        class DefaultCustomAttachment extends CustomAttachment { DefaultCustomAttachment() { super(0); } } // look-alike
        class Parser implements MsgAttachmentParser {
            MsgAttachment parse(String json) {
                switch (type) {
                    case CustomAttachmentType.Guess: attachment = new GuessAttachment(); break; // look-alike
                    case CustomAttachmentType.Sticker: return new StickerAttachment();
                    default: attachment = new DefaultCustomAttachment();
                }
            }
        }
        """,
        "android/Attach.kt": """
        class CardAttachment : CustomAttachment(CustomAttachmentType.Guess) // planted: duplicate
        class GuessParser : MsgAttachmentParser {
            override fun parse(json: String) = when (type) {
                CustomAttachmentType.Guess -> GuessAttachment() // look-alike
                else -> DefaultCustomAttachment()
            }
        }
        """,
        "web/typed.ts": """
        @messageType(1)
        @messageField(['number', 'total'])
        export class OrderMessage extends TypedMessage {} // look-alike
        const Kinds = { gift: 2, coupon: 3 };
        class GiftMessage extends AV.TypedMessage {}
        AV.messageType(Kinds.gift)(GiftMessage); // look-alike
        class CouponMessage extends TypedMessage {}
        messageType(4)(CouponMessage); // planted: two-names, missing
        messageType(9)(TicketMessage);
        messageType(-101)(Receipt); // planted: reserved-number
        function register(type, name) { messageType(type)(name); } // look-alike
        messageType(-1); // look-alike
        const one = { _lctype: 1, _lctext: 'x', other: -70 }; // look-alike
        const two = { _lctype: 79 }; // planted: unknown
        if (message._lctype === -99) {} // planted: unknown
        nim.sendCustomMsg({ content: JSON.stringify({ type: 1, data: {} }) }); // look-alike
        const all = [{ type: 2, data: {} }, { type: 3, data: {} }, { type: 99, name: 'x' }]; // look-alike
        """,
        "flutter/lib/typed.dart": """
        class OrderMessage extends TypedMessage { @override int get type => 1; } // look-alike
        class GiftMessage extends TypedMessage { int get type { return 2; } }
        class CouponMessage extends TypedMessage { int get type => 3; }
        class TicketMessage extends TypedMessage { int get type => 9; }
        class Card extends StatelessWidget { int get type => -1; } // look-alike
        class Words extends TypedMessage { int get type => -1; } // planted: reserved-number
        """,
        "unity/Typed.cs": """
        [AVIMMessageClassName("Order")]
        [AVIMTypedMessageTypeInt(1)] // planted: key-types
        class OrderMessage : AVIMTypedMessage {
            [AVIMMessageFieldName("number")] public string Number { get; set; }
            [AVIMMessageFieldName("total")] public bool Total { get; set; }
        }
        class GiftMessage : LCIMTypedMessage { public const int Kind = 2; public override int MessageType => Kind; }
        class CouponMessage : LCIMTypedMessage { public override int MessageType { get { return 3; } } } // look-alike
        class TicketMessage : LCIMTypedMessage { public override int MessageType { get => 9; } }
        class Packet : NetworkMessage { public override int MessageType => -1; } // look-alike
        """,
        "server/send.py": """
        ORDER = {"_lctype": 1, "_lctext": "x"}  # look-alike
        OTHER = {"_lctype": 80}  # planted: unknown
        RAW = '{"_lctype": 9, "total": -3}'  # look-alike
        """,
        "server/send.php": """
        <?php
        $a = ['_lctype' => 2, 'total' => -9]; // look-alike
        """,
    ]
}

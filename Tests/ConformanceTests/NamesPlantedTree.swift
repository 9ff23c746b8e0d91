import Foundation

/// Source trees with mistakes and with what only looks like one.
///
/// A line that holds a mistake says so at its end: `planted:` and the rules that it breaks. A line that must not be taken for
/// one says `look-alike`.
struct PlantedTree {
    /// The trees, in the order in which they are compared.
    let trees: [String]
    /// The files by their paths.
    let files: [String: String]

    /// What a file's lines say is wrong with them: `path:line rule`.
    var planted: [String] {
        files.flatMap { path, text in
            text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
                guard let mark = line.range(of: "planted: ") else { return [String]() }
                let rules = line[mark.upperBound...].split(separator: ",").map { $0.filter { $0 != " " } }
                return rules.map { "\(path):\(index + 1) \($0)" }
            }
        }.sorted()
    }

    /// How many lines say that they only look like a mistake.
    var lookAlikes: Int {
        files.values.reduce(0) { $0 + $1.split(separator: "\n").count { $0.contains("look-alike") } }
    }
}

extension PlantedTree {
    /// An application of RongCloud in twelve languages.
    ///
    /// Four types are right everywhere else: `app:order` (counted), `app:gift` (stored), `app:typing` (status) and
    /// `app:notice` (none).
    static let names = PlantedTree(
        trees: ["ios", "android", "web", "flutter", "unity", "server", "harmony", "desktop"],
        files: nameFiles
    )

    private static let nameFiles: [String: String] = [
        "ios/Messages.swift": """
        // "RC:TXTMSG" and /* "app:Order" */ are in a comment. look-alike
        /* "RC:Nothing" /* nested "app:oder" */ "RC:TxtMSG" */ // look-alike
        class OrderMessage: RCMessageContent {
            override class func getObjectName() -> String { "app:order" }
            override class func persistentFlag() -> RCMessagePersistent { RCMessagePersistent(rawValue: 3) }
            func encode() -> [String: Any] {
                var content: [String: Any] = ["number": "17", "price": 3]
                content["user"] = user
                return content
            }
        }
        class GiftMessage: RCMessageContent {
            override class func getObjectName() -> String { return Names.gift.rawValue }
            override class func persistentFlag() -> RCMessagePersistent { .MessagePersistent_ISPERSISTED }
        }
        class TypingMessage: RCMessageContent {
            override class func getObjectName() -> String { "app:" + "typing" }
            override class func persistentFlag() -> RCMessagePersistent { .init(rawValue: 16) }
        }
        enum Names: String { case gift = "app:gift", notice = "app:notice" }
        let text = "RC:TXTMSG" // planted: letter-case
        let combine = "RC:CombinMsg" // planted: unknown
        let order = "App:order" // planted: letter-case
        let near = "app:oder" // planted: near-miss
        let blank = "app:gift " // planted: blank
        let wide = "app\u{FF1A}order" // planted: full-width-colon
        let known = "RC:TxtMsg" // look-alike
        let time = "10:20", link = "https://example.org", style = "font:bold" // look-alike
        let part = "RC:\\(kind)", raw = #"RC:\\("x")"# // look-alike
        #if false
        let off = "RC:TXTMSG" // look-alike
        #endif
        class LongMessage: RCMessageContent {
            override class func getObjectName() -> String { "app:abcdefghijklmnopqrstuvwxyz0123456789" } // planted: length, missing
        }
        class EmptyMessage: RCMessageContent {
            override class func getObjectName() -> String { "" } // planted: empty
            override class func persistentFlag() -> RCMessagePersistent { [] }
        }
        class BareMessage: RCMessageContent {
            override class func getObjectName() -> String { "order" } // planted: no-prefix, missing
            override class func persistentFlag() -> RCMessagePersistent { [] }
        }
        class SpacedMessage: RCMessageContent {
            override class func getObjectName() -> String { "app:my order" } // planted: blank, missing
        }
        class WideMessage: RCMessageContent {
            override class func getObjectName() -> String { "app\u{FF1A}wide" } // planted: full-width-colon, missing
        }
        class RedMessage: RCMessageContent {
            override class func getObjectName() -> String { "RC:RedPacket" } // planted: reserved-prefix
        }
        class RCGiftBroadcast: RCMessageContent {
            override class func getObjectName() -> String { "RC:RCGiftBroadcastMsg" } // look-alike
        }
        let broadcast = "RC:RCGiftBroadcastMsg" // look-alike
        class TextCopy: RCMessageContent {
            override class func getObjectName() -> String { "RC:TxtMsg" } // planted: flags
            override class func persistentFlag() -> RCMessagePersistent { [] }
        }
        class VoiceMessage: RCMessageContent {
            override class func getObjectName() -> String { "RC:VcMsg" } // planted: obsolete
        }
        class Other { var title: String { "RC:" }; func getObjectName() -> String { stored } } // look-alike
        """,
        "ios/Chat.m": """
        #define NOTICE_NAME @"app:notice"
        #define TEXT_NAME @"RC:txtMsg" // planted: letter-case
        #define WRONG_NAME @"App:notice" // planted: letter-case
        @implementation NoticeMessage
        + (NSString *)getObjectName { return NOTICE_NAME; }
        + (RCMessagePersistent)persistentFlag { return (RCMessagePersistent)0; }
        @end
        @implementation NoticeMessageAgain
        + (NSString *)getObjectName { return @"app:" "notice"; } // planted: duplicate
        @end
        @implementation ComputedMessage
        + (NSString *)getObjectName { // the next line
            return [NSString stringWithFormat:@"%@:thing", prefix]; // planted: unresolved
        }
        @end
        void f(void) {
            show(@"RC:ImgMSG"); // planted: letter-case
            show(@"app:notce"); // planted: near-miss
            show(@"RC:%@", kind); // look-alike
            show('"', @"RC:ImgMsg", '"'); // look-alike
            NSLog(@"tap: %@", @"RC:LBSMsg"); // look-alike
        }
        #if 0
        NSString *old = @"RC:IMGMSG"; // look-alike
        #else
        NSString *new = @"RC:IMGMSG"; // planted: letter-case
        #endif
        """,
        "ios/Tests/ChatTests.swift": "let wrong = \"RC:TXTMSG\" // look-alike\n",
        "ios/Pods/Kit/Kit.m": "NSString *wrong = @\"RC:TXTMSG\"; // look-alike\n",
        "android/Messages.java": """
        /** Not "RC:TXTMSG". look-alike */
        class Names { static final String ORDER = "app:order"; static final String GIFT = "app:Gift"; } // planted: letter-case
        @io.rong.imlib.MessageTag(value = Names.ORDER, flag = io.rong.imlib.MessageTag.ISPERSISTED) // planted: flags, keys, key-types
        public class OrderMessage extends MessageContent {
            byte[] encode() {
                object.put("number", 17);
                object.put("total", 3);
                object.putOpt("user", getUser());
            }
        }
        @MessageTag(value = Names.GIFT, flag = 1)
        class GiftMessage extends MessageContent {}
        @MessageTag(value = "app:typing", flag = MessageTag.STATUS) // look-alike
        class TypingMessage extends MessageContent {}
        @MessageTag(value = "RC:OrdersMsg", flag = 3) // planted: reserved-prefix
        class OrdersMessage extends MessageContent {}
        @MessageTag(value = PREFIX + suffix(), flag = 3) // planted: unresolved
        class ComputedMessage extends MessageContent {}
        @MessageTag("RC:GrpNtf") // planted: flags
        class GroupNote extends MessageContent {}
        class Uses {
            String a = "RC:InfoNTF"; // planted: letter-case
            String b = "app:typng"; // planted: near-miss
            String c = "RC:InfoNtf", d = "RC:" + kind, e = "a:b:c"; // look-alike
            String f = "xmlns:android", g = "mailto:me", h = "12:30"; // look-alike
            String text = \"\"\"
                RC:TXTMSG in a text of several lines // look-alike
                \"\"\";
            @Other(value = "app:notes") int i; // look-alike
        }
        """,
        "android/Notice.kt": """
        enum class Kinds(val value: String) { NOTICE("app:notice"), OTHER("x") }
        @MessageTag(value = Kinds.NOTICE.value, flag = MessageTag.ISPERSISTED or MessageTag.ISCOUNTED) // planted: flags
        class NoticeMessage : MessageContent()
        @MessageTag(value = "app:notice", flag = MessageTag.NONE) // planted: duplicate
        class NoticeTwice : MessageContent()
        fun use(kind: String) {
            show("RC:CMDMsg") // planted: letter-case
            show("RC:$kind", "RC:${kind}Msg") // look-alike
            show("${if (kind == "RC:cmdMsg") 1 else 2}") // planted: letter-case
            show("app:ordr") // planted: near-miss
            show("app:order", "key:value") // look-alike
        }
        """,
        "android/build/Made.java": "class Made { String wrong = \"RC:TXTMSG\"; } // look-alike\n",
        "android/MadeByTool.java": "// DO NOT EDIT\nclass Made { String wrong = \"RC:TXTMSG\"; } // look-alike\n",
        "web/src/messages.ts": """
        enum Names { Order = 'app:order', Typing = 'app:typing' }
        const names = { gift: 'app:gift', notice: 'app:Notice' }; // planted: letter-case
        registerMessageType(Names.Order, true, false, []); // planted: duplicate, flags
        registerMessageType(names.gift, true, true, ['a']); // planted: flags
        registerMessageType(names.notice, false, false);
        registerMessageType(Names.Typing, false, false, [], true); // look-alike
        registerMessageType('RC:ordMsg', true, true); // planted: reserved-prefix
        registerMessageType('chat', true, true); // planted: no-prefix, missing
        registerMessageType(`app:${kind}`, true, true); // planted: unresolved
        const match = /'RC:TXTMSG'/g, half = a / b; // look-alike
        const css = 'color:red', path = `RC:${x}`, html = '<b title="RC:TXTMSG">'; // look-alike
        const wrong = ['RC:RECNtf', // planted: letter-case
          "app:gif", // planted: near-miss
          'RC:RcNtfy']; // planted: unknown
        function register(name, stored) { registerMessageType(name, stored, true); } // look-alike
        """,
        "web/src/legacy.js": """
        var tag = new RongIMLib.MessageTag(true, false);
        RongIMClient.registerMessageType('OrderMessage', 'app:order', tag, ['number', 'price']); // planted: flags
        RongIMClient.registerMessageType('PayMessage', 'app:pay', new RongIMLib.MessageTag(true, true), []); // planted: missing
        // registerMessageType('PayMessage', 'app:Pay') look-alike
        """,
        "web/src/Chat.vue": """
        <template><p :title="type == 'RC:TXTMSG'">{{ 'app:Order' }} planted: letter-case
        </p></template> <!-- {{ 'app:Order' }} look-alike -->
        <script lang="ts">
        const name = 'RC:FileMSG' // planted: letter-case
        </script>
        <style>.a:hover { content: "RC:TXTMSG"; } /* look-alike */</style>
        """,
        "web/node_modules/kit/index.js": "var wrong = 'RC:TXTMSG' // look-alike\n",
        "web/src/chat.test.ts": "const wrong = 'RC:TXTMSG' // look-alike\n",
        "web/src/kit.min.js": "var wrong='RC:TXTMSG' // look-alike\n",
        "flutter/lib/messages.dart": """
        class OrderMessage extends MessageContent {
          static const String objectName = 'app:orders'; // planted: near-miss
          Map encode() => {'number': '17', 'price': 3};
        }
        class GiftMessage extends MessageContent {
          static const String objectName = 'app:gift'; // look-alike
          String getObjectName() { return objectName; }
        }
        class NoticeMessage extends MessageContent {
          static const String objectName = "app:NOTICE"; // planted: letter-case
        }
        class TypingMessage extends MessageContent {
          static const String objectName = 'app:${'typing'}'; // planted: unresolved
        }
        class PayMessage extends MessageContent {
          static const String objectName = 'app:payment'; // planted: two-names, missing
        }
        void use(e) {
          e.registerNativeCustomMessage('app:typing', Flag.persisted); // planted: flags
          print('RC:HqVCMsg'); // planted: letter-case
          print("app:typin"); // planted: near-miss
          print('RC:$kind ${e.name}'); // look-alike
          print(r'RC:$kind'); // look-alike
        }
        """,
        "flutter/lib/model.g.dart": "const wrong = 'RC:TXTMSG'; // look-alike\n",
        "unity/Messages.cs": """
        #if false
        class Off { string a = "RC:TXTMSG"; } // look-alike
        #endif
        [Serializable, MessageTag("app:gift", MessageTag.Status)] // look-alike
        [MessageTag("app:gift", flag: MessageTag.IsCounted)] // planted: flags
        class GiftMessage : MessageContent {}
        class Uses {
            string a = @"RC:ImgTextmsg"; // planted: letter-case
            string b = $"RC:{kind}", c = $"{{RC:TXTMSG}}"; // look-alike
            string d = \"\"\""a "RC:TXTMSG" b\"\"\""; // look-alike
            string e = "app:Typing"; // planted: letter-case
            string f = "RC:TypStss"; // planted: unknown
            string[] all = { "app:order", "app:gift", "app:typing", "app:notice" }; // look-alike
        }
        """,
        "server/names.go": """
        const order, gift, typing, notice = "app:order", "app:gift", "app:typing", "app:notice"
        const wrong = "app:oredr" // planted: near-miss
        const other = `RC:txtmsg` // planted: letter-case
        const key = "redis:users", raw = `a "RC:TXTMSG" b` // look-alike
        """,
        "server/names.py": """
        TEXT = 'RC:TXTmsg'  # planted: letter-case
        SHORT = f"RC:{kind}"  # "RC:TXTMSG" look-alike
        DOC = \"\"\"A text with "RC:TXTMSG".\"\"\"  # look-alike
        LONG = ('app:'  # planted: near-miss
                'giftt')
        """,
        "server/names.php": """
        <p>'RC:TXTMSG'</p> look-alike
        <?php
        define('WRONG', 'RC:imgTextMsg'); # planted: letter-case
        $a = "RC:$kind"; // look-alike
        $b = 'app:Order'; // planted: letter-case
        $c = 'app:notice'; /* 'RC:TXTMSG' look-alike */
        """,
        "harmony/Chat.ets": """
        @MessageTag('app:order') // planted: flags
        class OrderMessage extends MessageContent {}
        const all = ['app:gift', 'app:typing', 'app:notice'] // look-alike
        const wrong = 'RC:sightMsg' // planted: letter-case
        """,
        "desktop/chat.cpp": """
        auto raw = R"x(a "RC:TXTMSG" b)x"; // look-alike
        int big = 1'000'000; auto text = "RC:FileMsg"; // look-alike
        engine->RegisterNativeCustomMessage("app:gift", 3); // planted: flags
        const char *names[] = {"app:order", "app:typing", "app:notice"}; // look-alike
        auto wrong = "RC:StkMSG"; // planted: letter-case
        auto near = "app:gifft"; // planted: near-miss
        """,
    ]
}

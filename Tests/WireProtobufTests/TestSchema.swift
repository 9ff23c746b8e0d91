import WireFormat
import WireProtobuf

/// The schema of these tests.
enum TestSchema {
    /// The file `kinds.proto`.
    static let two = """
        syntax = "proto2";
        package test.two;

        enum Colour {
          option allow_alias = true;
          RED = 1;
          GREEN = 2;
          VERT = 2;
          BLUE = -7;
          FAR = 100000;
        }

        message Kinds {
          optional double a_double = 1;
          optional float a_float = 2;
          optional int32 an_int32 = 3;
          optional int64 an_int64 = 4;
          optional uint32 a_uint32 = 5;
          optional uint64 a_uint64 = 6;
          optional sint32 a_sint32 = 7;
          optional sint64 a_sint64 = 8;
          optional fixed32 a_fixed32 = 9;
          optional fixed64 a_fixed64 = 10;
          optional sfixed32 a_sfixed32 = 11;
          optional sfixed64 a_sfixed64 = 12;
          optional bool a_bool = 13;
          optional string a_string = 14;
          optional bytes some_bytes = 15;
          optional Colour colour = 16;
          optional Kinds child = 17;
          optional group Box = 18 {
            optional int32 width = 1;
            repeated string label = 2;
          }
          repeated int32 plain = 20;
          repeated sint64 tight = 21 [packed = true];
          repeated fixed32 words = 22 [packed = true];
          repeated double doubles = 23 [packed = true];
          repeated Colour colours = 24 [packed = true];
          repeated string texts = 25;
          repeated Kinds children = 26;
          repeated group Pair = 27 {
            required string key = 1;
            optional int64 value = 2;
          }
          repeated bool flags = 28 [packed = true];
          oneof choice {
            string word = 30;
            int32 count = 31;
            Inner inner = 32;
          }
          optional string renamed = 33 [json_name = "other"];
          optional string far = 536870911;
          message Inner {
            required int32 id = 1;
            optional string name = 2;
            enum Mode { OFF = 0; ON = 1; }
            optional Mode mode = 3;
          }
          optional Inner strict = 300;
        }

        message Down {
          required string fromUserId = 1;
          required int32 type = 2;
          optional string groupId = 3;
          required string classname = 4;
          required bytes content = 5;
          required int64 dataTime = 6;
          required int64 status = 7;
        }

        message DownList {
          repeated Down list = 1;
          required int64 syncTime = 2;
        }
        """

    /// The file `three.proto`.
    static let three = """
        syntax = "proto3";
        package test.three;

        enum Level { LOW = 0; HIGH = 1; }

        message Three {
          int32 number = 1;
          repeated int32 numbers = 2;
          repeated int32 loose = 3 [packed = false];
          optional int32 maybe = 4;
          map<string, int32> by_name = 5;
          map<int32, Part> by_id = 6;
          map<bool, string> by_flag = 7;
          map<string, Level> levels = 8;
          map<uint64, bytes> blobs = 9;
          oneof pick {
            string text = 10;
            Part part = 11;
          }
          Level level = 12;
        }

        message Part {
          string name = 1;
          repeated string tags = 2;
          Part next = 3;
        }
        """

    /// What `protoc --descriptor_set_out` 3.21.12 makes of both, in base64.
    static let descriptorSet = """
        Cs4MCgtraW5kcy5wcm90bxIIdGVzdC50d28i2wkKBUtpbmRzEhkKCGFfZG91YmxlGAEgASgBUgdhRG91YmxlEhcKB2FfZmxvYXQYAiABKAJS
        BmFGbG9hdBIZCghhbl9pbnQzMhgDIAEoBVIHYW5JbnQzMhIZCghhbl9pbnQ2NBgEIAEoA1IHYW5JbnQ2NBIZCghhX3VpbnQzMhgFIAEoDVIH
        YVVpbnQzMhIZCghhX3VpbnQ2NBgGIAEoBFIHYVVpbnQ2NBIZCghhX3NpbnQzMhgHIAEoEVIHYVNpbnQzMhIZCghhX3NpbnQ2NBgIIAEoElIH
        YVNpbnQ2NBIbCglhX2ZpeGVkMzIYCSABKAdSCGFGaXhlZDMyEhsKCWFfZml4ZWQ2NBgKIAEoBlIIYUZpeGVkNjQSHQoKYV9zZml4ZWQzMhgL
        IAEoD1IJYVNmaXhlZDMyEh0KCmFfc2ZpeGVkNjQYDCABKBBSCWFTZml4ZWQ2NBIVCgZhX2Jvb2wYDSABKAhSBWFCb29sEhkKCGFfc3RyaW5n
        GA4gASgJUgdhU3RyaW5nEh0KCnNvbWVfYnl0ZXMYDyABKAxSCXNvbWVCeXRlcxIoCgZjb2xvdXIYECABKA4yEC50ZXN0LnR3by5Db2xvdXJS
        BmNvbG91chIlCgVjaGlsZBgRIAEoCzIPLnRlc3QudHdvLktpbmRzUgVjaGlsZBIlCgNib3gYEiABKAoyEy50ZXN0LnR3by5LaW5kcy5Cb3hS
        A2JveBIUCgVwbGFpbhgUIAMoBVIFcGxhaW4SGAoFdGlnaHQYFSADKBJCAhABUgV0aWdodBIYCgV3b3JkcxgWIAMoB0ICEAFSBXdvcmRzEhwK
        B2RvdWJsZXMYFyADKAFCAhABUgdkb3VibGVzEi4KB2NvbG91cnMYGCADKA4yEC50ZXN0LnR3by5Db2xvdXJCAhABUgdjb2xvdXJzEhQKBXRl
        eHRzGBkgAygJUgV0ZXh0cxIrCghjaGlsZHJlbhgaIAMoCzIPLnRlc3QudHdvLktpbmRzUghjaGlsZHJlbhIoCgRwYWlyGBsgAygKMhQudGVz
        dC50d28uS2luZHMuUGFpclIEcGFpchIYCgVmbGFncxgcIAMoCEICEAFSBWZsYWdzEhQKBHdvcmQYHiABKAlIAFIEd29yZBIWCgVjb3VudBgf
        IAEoBUgAUgVjb3VudBItCgVpbm5lchggIAEoCzIVLnRlc3QudHdvLktpbmRzLklubmVySABSBWlubmVyEhYKB3JlbmFtZWQYISABKAlSBW90
        aGVyEhQKA2Zhchj/////ASABKAlSA2ZhchIuCgZzdHJpY3QYrAIgASgLMhUudGVzdC50d28uS2luZHMuSW5uZXJSBnN0cmljdBoxCgNCb3gS
        FAoFd2lkdGgYASABKAVSBXdpZHRoEhQKBWxhYmVsGAIgAygJUgVsYWJlbBouCgRQYWlyEhAKA2tleRgBIAIoCVIDa2V5EhQKBXZhbHVlGAIg
        ASgDUgV2YWx1ZRp0CgVJbm5lchIOCgJpZBgBIAIoBVICaWQSEgoEbmFtZRgCIAEoCVIEbmFtZRIuCgRtb2RlGAMgASgOMhoudGVzdC50d28u
        S2luZHMuSW5uZXIuTW9kZVIEbW9kZSIXCgRNb2RlEgcKA09GRhAAEgYKAk9OEAFCCAoGY2hvaWNlIsABCgREb3duEh4KCmZyb21Vc2VySWQY
        ASACKAlSCmZyb21Vc2VySWQSEgoEdHlwZRgCIAIoBVIEdHlwZRIYCgdncm91cElkGAMgASgJUgdncm91cElkEhwKCWNsYXNzbmFtZRgEIAIo
        CVIJY2xhc3NuYW1lEhgKB2NvbnRlbnQYBSACKAxSB2NvbnRlbnQSGgoIZGF0YVRpbWUYBiACKANSCGRhdGFUaW1lEhYKBnN0YXR1cxgHIAIo
        A1IGc3RhdHVzIkoKCERvd25MaXN0EiIKBGxpc3QYASADKAsyDi50ZXN0LnR3by5Eb3duUgRsaXN0EhoKCHN5bmNUaW1lGAIgAigDUghzeW5j
        VGltZSpICgZDb2xvdXISBwoDUkVEEAESCQoFR1JFRU4QAhIICgRWRVJUEAISEQoEQkxVRRD5//////////8BEgkKA0ZBUhCgjQYaAhABCtMH
        Cgt0aHJlZS5wcm90bxIKdGVzdC50aHJlZSK9BgoFVGhyZWUSFgoGbnVtYmVyGAEgASgFUgZudW1iZXISGAoHbnVtYmVycxgCIAMoBVIHbnVt
        YmVycxIYCgVsb29zZRgDIAMoBUICEABSBWxvb3NlEhkKBW1heWJlGAQgASgFSAFSBW1heWJliAEBEjYKB2J5X25hbWUYBSADKAsyHS50ZXN0
        LnRocmVlLlRocmVlLkJ5TmFtZUVudHJ5UgZieU5hbWUSMAoFYnlfaWQYBiADKAsyGy50ZXN0LnRocmVlLlRocmVlLkJ5SWRFbnRyeVIEYnlJ
        ZBI2CgdieV9mbGFnGAcgAygLMh0udGVzdC50aHJlZS5UaHJlZS5CeUZsYWdFbnRyeVIGYnlGbGFnEjUKBmxldmVscxgIIAMoCzIdLnRlc3Qu
        dGhyZWUuVGhyZWUuTGV2ZWxzRW50cnlSBmxldmVscxIyCgVibG9icxgJIAMoCzIcLnRlc3QudGhyZWUuVGhyZWUuQmxvYnNFbnRyeVIFYmxv
        YnMSFAoEdGV4dBgKIAEoCUgAUgR0ZXh0EiYKBHBhcnQYCyABKAsyEC50ZXN0LnRocmVlLlBhcnRIAFIEcGFydBInCgVsZXZlbBgMIAEoDjIR
        LnRlc3QudGhyZWUuTGV2ZWxSBWxldmVsGjkKC0J5TmFtZUVudHJ5EhAKA2tleRgBIAEoCVIDa2V5EhQKBXZhbHVlGAIgASgFUgV2YWx1ZToC
        OAEaSQoJQnlJZEVudHJ5EhAKA2tleRgBIAEoBVIDa2V5EiYKBXZhbHVlGAIgASgLMhAudGVzdC50aHJlZS5QYXJ0UgV2YWx1ZToCOAEaOQoL
        QnlGbGFnRW50cnkSEAoDa2V5GAEgASgIUgNrZXkSFAoFdmFsdWUYAiABKAlSBXZhbHVlOgI4ARpMCgtMZXZlbHNFbnRyeRIQCgNrZXkYASAB
        KAlSA2tleRInCgV2YWx1ZRgCIAEoDjIRLnRlc3QudGhyZWUuTGV2ZWxSBXZhbHVlOgI4ARo4CgpCbG9ic0VudHJ5EhAKA2tleRgBIAEoBFID
        a2V5EhQKBXZhbHVlGAIgASgMUgV2YWx1ZToCOAFCBgoEcGlja0IICgZfbWF5YmUiVAoEUGFydBISCgRuYW1lGAEgASgJUgRuYW1lEhIKBHRh
        Z3MYAiADKAlSBHRhZ3MSJAoEbmV4dBgDIAEoCzIQLnRlc3QudGhyZWUuUGFydFIEbmV4dCoaCgVMZXZlbBIHCgNMT1cQABIICgRISUdIEAFi
        BnByb3RvMw==
        """

    /// The bytes of the descriptor set.
    static let descriptorBytes = Base64.decode(Array(descriptorSet.utf8).span, ignoringWhitespace: true) ?? []

    static let schema: ProtobufSchema = {
        do throws(WireError) {
            return try ProtobufSchema(descriptorSet: descriptorBytes.span)
        } catch {
            fatalError("the test schema: \(error)")
        }
    }()

    static func message(_ name: String) -> MessageIndex {
        guard let found = schema.message(named: name) else { fatalError("no message \(name)") }
        return found
    }

    static let kinds = message("test.two.Kinds")
    static let down = message("DownList")
    static let threes = message("test.three.Three")

    static func bytes(_ hex: String) -> [UInt8] {
        do throws(WireError) {
            return try Hex.decode(hex)
        } catch {
            fatalError("\(error)")
        }
    }

    /// Decodes and gives tape and error.
    static func decode(
        _ bytes: [UInt8],
        as message: MessageIndex,
        limits: ProtobufLimits = ProtobufLimits()
    ) -> (ProtobufTape, WireError?) {
        var tape = ProtobufTape()
        do throws(WireError) {
            try tape.decode(bytes.span, in: 0..<bytes.count, as: message, schema: schema, limits: limits)
            return (tape, nil)
        } catch {
            return (tape, error)
        }
    }

    static func json(_ tape: ProtobufTape, _ bytes: [UInt8]) -> String {
        var writer = ByteWriter()
        writer.append(protobufJSON: tape, bytes: bytes.span, schema: schema)
        return String(decodingUTF8: writer.span)
    }
}

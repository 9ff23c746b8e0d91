import Crypto
import RongCloud
import Testing

@testable import Redaction

@Suite("Pseudonyms")
struct PseudonymTests {
    private static let key = SymmetricKey(data: (0..<32).map { UInt8($0) })

    @Test(
        "keep kind, length and script",
        arguments: [
            "user_100001", "100001", "你好，世界", "Ｈello 世界 42!", "f853f8db-3f6b-4213-b517-44ce14e87760", "мария",
            "https://files.example/dev/photo.png?size=3", "さくら", "안녕하세요",
        ]
    )
    func keepKind(_ value: String) {
        let made = Pseudonyms(key: Self.key).text(value)
        #expect(made != value)
        #expect(made.utf8.count == value.utf8.count || value.utf8.count < 6)
        for (one, other) in zip(value.unicodeScalars, made.unicodeScalars) {
            #expect(one.utf8Length == other.utf8Length)
            #expect((one.value &- 48 < 10) == (other.value &- 48 < 10) || value.contains("-"))
        }
    }

    @Test("are the same for the same value and key, and others for another key")
    func dependOnTheKey() {
        let one = Pseudonyms(key: Self.key)
        let same = Pseudonyms(key: Self.key)
        let other = Pseudonyms(key: SymmetricKey(size: .bits256))
        for value in ["alice", "u_100001", "高远", "13900001111"] {
            #expect(one.text(value) == same.text(value))
            #expect(one.text(value) != other.text(value))
        }
    }

    @Test("differ for different values")
    func stayDifferent() {
        let pseudonyms = Pseudonyms(key: Self.key)
        let values = (0..<5000).map { "u\($0)" } + (0..<5000).map(String.init)
        #expect(Set(values.map(pseudonyms.text)).count == values.count)
        for value in values { #expect(pseudonyms.text(value) != value) }
    }

    @Test("of message ids keep time and type, and follow the target")
    func messageUID() throws {
        let pseudonyms = Pseudonyms(key: Self.key)
        let uid = try MessageUID(
            time: 1_795_233_205_868,
            sequence: 7,
            type: .private,
            hash: MessageUID.hash(ofTarget: "gao_yuan", layout: .b)
        )
        pseudonyms.note(target: "gao_yuan")
        let made = try MessageUID(pseudonyms.messageUID(uid.description))
        #expect(made.time == uid.time)
        #expect(made.sequence == uid.sequence)
        #expect(made.matches(target: pseudonyms.text("gao_yuan")))
        #expect(!made.matches(target: "gao_yuan"))
    }

    @Test("made beside each other are those made one after the other, or say that they are not")
    func merge() throws {
        func uid(of target: String, _ sequence: Int) throws -> String {
            let hash = MessageUID.hash(ofTarget: target, layout: .b)
            return try MessageUID(time: 1_795_233_205_868, sequence: sequence, type: .private, hash: hash).description
        }
        let one = Pseudonyms(key: Self.key)
        let other = Pseudonyms(key: Self.key)
        let all = Pseudonyms(key: Self.key)
        for (part, target) in [(one, "gao_yuan"), (other, "li_na")] {
            let id = try uid(of: target, 1)
            part.note(target: target)
            all.note(target: target)
            #expect(part.messageUID(id) == all.messageUID(id))
            #expect(part.messageUID(id) != id)
        }
        #expect(one.merge(other))
        #expect(one.originals.count == all.originals.count)

        // The id holds the hash of a target that only the other one knew.
        let late = Pseudonyms(key: Self.key)
        _ = try late.messageUID(uid(of: "gao_yuan", 2))
        #expect(!late.merge(one))
        #expect(!one.merge(late))

        // The same id as a text.
        let text = Pseudonyms(key: Self.key)
        _ = try text.text(uid(of: "li_na", 1))
        #expect(!text.merge(other))
        #expect(!other.merge(text))

        // Numbers of six digits are few enough to meet.
        let halves = [Pseudonyms(key: Self.key), Pseudonyms(key: Self.key)]
        for index in 0..<4000 { _ = halves[index % 2].text(String(200_000 + index * 199)) }
        #expect(!halves[0].merge(halves[1]))
    }

    @Test("of addresses keep common prefixes and the kind of address")
    func addresses() {
        let map = AddressMap(key: PseudonymKey(Self.key))
        let one = map.replace(ip: [93, 184, 216, 34])
        let near = map.replace(ip: [93, 184, 216, 99])
        let far = map.replace(ip: [93, 10, 216, 34])
        #expect(one != [93, 184, 216, 34])
        #expect(one.prefix(3) == near.prefix(3))
        #expect(one[0] == far[0])
        #expect(one[1] != far[1])
        #expect(map.replace(ip: [10, 1, 2, 3])[0] == 10)
        #expect(map.replace(ip: [192, 168, 7, 3]).prefix(2) == [192, 168])
        #expect(map.replace(text: "93.184.216.34:8080") == one.map(String.init).joined(separator: ".") + ":8080")
    }
}

extension Unicode.Scalar {
    fileprivate var utf8Length: Int { String(Character(self)).utf8.count }
}

import WireFormat
public import WireProtobuf

/// The protobuf messages of LeanCloud in both generations.
///
/// Source of the messages: `leancloud.proto` and `leancloud-older.proto` beside this file, generated from the table
/// `leancloud-fields.csv`.
public enum LeanCloudSchema {
    /// The schema, created once from the embedded descriptor set.
    public static let shared: ProtobufSchema = {
        let text = Array(SchemaData.descriptorSetBase64.description.utf8)
        let bytes = Base64.decode(text.span, ignoringWhitespace: true) ?? []
        do throws(WireError) {
            return try ProtobufSchema(descriptorSet: bytes.span)
        } catch {
            preconditionFailure("the embedded descriptor set is damaged: \(error)")
        }
    }()

    /// Returns the message type of all commands.
    public static func genericCommand(_ generation: LeanCloudGeneration) -> MessageIndex {
        generation == .current ? current : older
    }

    private static let current = shared.message(named: "push_server.messages2.GenericCommand") ?? .none
    private static let older = shared.message(named: "push_server.messages.GenericCommand") ?? .none

    /// Returns an enumeration of the current generation.
    static func enumeration(_ name: String) -> EnumIndex {
        shared.enumeration(named: "push_server.messages2.\(name)") ?? EnumIndex(rawValue: -1)
    }

    /// Returns the kind of secret in a field: `sessionToken`, `signature`, `nonce` or `deviceToken`; `nil` for none.
    public static func secret(_ field: FieldIndex) -> String? {
        secrets.indices.contains(Int(field.rawValue)) ? secrets[Int(field.rawValue)] : nil
    }

    /// Returns the kind of secret in a member of a command in the JSON form, whose body uses the names of the fields.
    public static func secret(member key: String, of command: LeanCloudCommand?) -> String? {
        guard let command, let body = bodies[command.rawValue], let field = shared.field(named: key, in: body) else {
            return nil
        }
        return secret(field)
    }

    /// The names of secrets in the bodies of all commands.
    public static let secretNames: Set<String> = Set(rows.map { $0[1] })

    private static let rows = TableText.rows(CatalogueData.secrets, columns: 3)

    /// The kinds of secret by field index, so that each lookup is one array access.
    private static let secrets: [String?] = {
        var found: [String?] = []
        for row in rows {
            guard let message = shared.message(named: row[0]),
                let field = shared.field(named: row[1], in: message)
            else {
                preconditionFailure("secret \(row[0]).\(row[1])")
            }
            let place = Int(field.rawValue)
            while found.count <= place { found.append(nil) }
            found[place] = row[2]
        }
        return found
    }()

    /// The message type of each command's body.
    private static let bodies: [Int32: MessageIndex] = {
        var found: [Int32: MessageIndex] = [:]
        for command in LeanCloudCommand.known {
            guard let field = shared.field(named: "\(command.name ?? "")Message", in: current) else { continue }
            found[command.rawValue] = shared[field].message
        }
        return found
    }()
}

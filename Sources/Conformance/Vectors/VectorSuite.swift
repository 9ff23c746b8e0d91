import CVectors
package import WireFormat
package import WireJSON

/// A suite of golden vectors: the groups embedded in the binary, or groups from files.
package struct VectorSuite: Sendable {
    /// A case with its group.
    package struct Entry: Sendable {
        /// The group's name.
        package var group: String
        /// The case.
        package var vector: VectorCase
        /// The meaning of each of the case's flags, in the group's words.
        package var flagNotes: [JSONMember]

        /// Makes an entry.
        package init(group: String, vector: VectorCase, flagNotes: [JSONMember] = []) {
            self.group = group
            self.vector = vector
            self.flagNotes = flagNotes
        }
    }

    /// The version of the suite.
    package var version: String
    /// The groups, sorted by name.
    package var groups: [VectorGroup]

    /// Makes a suite from groups.
    ///
    /// Throws `value` if two groups have the same name or belong to different suites, or if two cases have the same id.
    package init(_ groups: [VectorGroup]) throws(WireError) {
        version = groups.first?.suite ?? ""
        self.groups = groups.sorted { $0.name < $1.name }
        var names: Set<String> = []
        var ids: [String: String] = [:]
        for group in self.groups {
            guard group.suite == version else {
                throw WireError(.value, at: 0, path: [group.name, "suite"], expected: "\(version) as in the others")
            }
            guard names.insert(group.name).inserted else {
                throw WireError(.value, at: 0, path: [group.name, "group"], expected: "a name that no other has")
            }
            for entry in group.cases {
                if let other = ids.updateValue(group.name, forKey: entry.id) {
                    let expected = "an id that \(other) does not have"
                    throw WireError(.value, at: 0, path: [group.name, entry.id], expected: expected)
                }
            }
        }
    }

    /// The embedded files: name without extension, and text.
    package static var files: [(name: String, text: [UInt8])] {
        let files = UnsafeBufferPointer(start: imwire_vector_files(), count: imwire_vector_file_count())
        return files.map { file in
            (String(cString: file.name), Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
        }
    }

    /// The version of the embedded suite, known without reading it.
    package static let builtInVersion = "2.2.0"

    /// The embedded suite.
    package static let builtIn: VectorSuite = {
        do throws(WireError) {
            var groups: [VectorGroup] = []
            for file in files {
                do throws(WireError) {
                    groups.append(try VectorGroup(parsing: file.text))
                } catch {
                    throw error.inside(file.name)
                }
            }
            return try VectorSuite(groups)
        } catch {
            preconditionFailure("the embedded vectors are damaged: \(error)")
        }
    }()

    /// All cases, group by group.
    package var entries: [Entry] {
        groups.flatMap { group in
            group.cases.map { vector in
                let notes = group.notes.filter { vector.flags.contains($0.key.text) }
                return Entry(group: group.name, vector: vector, flagNotes: notes)
            }
        }
    }

    /// The number of all cases.
    package var count: Int { groups.reduce(0) { $0 + $1.cases.count } }
}

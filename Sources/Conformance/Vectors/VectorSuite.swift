import CVectors
package import WireFormat
package import WireJSON

/// All golden vectors: the groups that travel in the binary, or those of files.
package struct VectorSuite: Sendable {
    /// A case and where it belongs.
    package struct Entry: Sendable {
        /// The group's name.
        package var group: String
        /// The case.
        package var vector: VectorCase
        /// What each of the case's flags means, in the group's words.
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

    /// Puts groups together.
    ///
    /// Throws `value` where two groups have one name or belong to different suites, and where two cases have one id.
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

    /// The files of the binary: name without extension, and text.
    package static var files: [(name: String, text: [UInt8])] {
        let files = UnsafeBufferPointer(start: imwire_vector_files(), count: imwire_vector_file_count())
        return files.map { file in
            (String(cString: file.name), Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
        }
    }

    /// The version of the suite of the binary, known without reading it.
    package static let builtInVersion = "2.2.0"

    /// The suite of the binary.
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

    /// How many cases there are.
    package var count: Int { groups.reduce(0) { $0 + $1.cases.count } }
}

import ArgumentParser
import Capture
import Inspection
import Reporting
import Transport
import WireFormat

/// A key log named on the command line.
enum KeyLogInput {
    /// Returns the secrets of key logs; ends the program with 66 if a file cannot be opened, with 65 if it is not one.
    ///
    /// - Parameter mayGrow: whether later lines are read as well, so that the file may still be empty.
    static func read(_ paths: [String], mayGrow: Bool = false) throws -> TLSSecrets {
        var secrets = TLSSecrets()
        for path in paths { secrets.merge(try read(path, mayGrow: mayGrow)) }
        return secrets
    }

    private static func read(_ path: String, mayGrow: Bool) throws -> TLSSecrets {
        let name = SafeText.terminal(path)
        let descriptor = try InputFile.open(path)
        defer { _ = SystemCall.close(descriptor) }
        guard let text = Posix.readAll(descriptor, limit: InputLimits.file) else {
            StandardError.write("imwire: \(name): the file cannot be read")
            throw Exit.inputOutput
        }
        guard !text.isEmpty || mayGrow else {
            StandardError.write("imwire: \(name): not a key log: the file is empty")
            throw Exit.badData
        }
        var secrets = TLSSecrets()
        guard let flaws = secrets.add(readableLinesOf: text.span) else { return secrets }
        // The program that writes the key log may be in the middle of its last line.
        guard flaws.isUnfinished, !secrets.isEmpty || mayGrow else {
            StandardError.write("imwire: \(name): not a key log: \(flaws.first)")
            throw Exit.badData
        }
        StandardError.write("imwire: \(name): the last line is not whole and was passed over")
        return secrets
    }
}

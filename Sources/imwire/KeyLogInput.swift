import ArgumentParser
import Inspection
import Reporting
import Transport
import WireFormat

/// A key log named on the command line.
enum KeyLogInput {
    /// The secrets of key logs; ends the program with 66 when there is none, with 65 when it is not one.
    static func read(_ paths: [String]) throws -> TLSSecrets {
        var secrets = TLSSecrets()
        for path in paths { try add(path, to: &secrets) }
        return secrets
    }

    private static func add(_ path: String, to secrets: inout TLSSecrets) throws {
        let descriptor = Posix.openForReading(path)
        guard descriptor >= 0, !Posix.isDirectory(descriptor) else {
            StandardError.write("imwire: \(SafeText.terminal(path)): no such file, or it can not be read")
            throw Exit.noInput
        }
        guard let text = Posix.readAll(descriptor, limit: 1 << 30) else {
            StandardError.write("imwire: \(SafeText.terminal(path)): the file cannot be read")
            throw Exit.inputOutput
        }
        do {
            try secrets.add(keyLog: text.span)
        } catch {
            StandardError.write("imwire: \(SafeText.terminal(path)): not a key log: \(error)")
            throw Exit.badData
        }
    }
}

import ArgumentParser
import Conformance
import Fuzzer
import Fuzzing
import Inspection
import Reporting

extension FuzzCommand {
    /// Returns the target of an input: the named one, or the one with the name of the input's folder.
    static func target(_ name: String?, of file: String) throws -> any FuzzTarget {
        if let name { return try targets([name])[0] }
        let folder = file.split(separator: "/").dropLast().last.map(String.init) ?? ""
        guard let target = TargetCatalogue.target(named: folder) else {
            throw ValidationError("\(file): --target is missing, and the file's folder is not called like one")
        }
        return target
    }

    /// Checks that an input has a target.
    ///
    /// A file that does not exist passes without one: reading it ends the program with 66.
    static func checkTarget(_ name: String?, of file: String) throws {
        guard name != nil || FuzzFiles.exists(file) else { return }
        _ = try target(name, of: file)
    }

    /// Ends the program with 66 if a folder does not exist.
    static func needFolder(_ folder: String) throws {
        guard !FuzzFiles.isFolder(folder) else { return }
        StandardError.write("imwire: \(SafeText.terminal(folder)): there is no such folder")
        throw Exit.noInput
    }

    /// Reads an input; ends the program with 66 if that fails.
    static func read(_ file: String) throws -> [UInt8] {
        do {
            return try FuzzFiles.read(file)
        } catch {
            StandardError.write("imwire: \(error)")
            throw Exit.noInput
        }
    }

    /// Calls `body`; if a file cannot be used or no process starts, says so and ends the program with 74 or 69.
    static func exitingOnErrors<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as ChildExecutor.StartError {
            StandardError.write("imwire: \(error)")
            throw Exit.unavailable
        } catch let error as FuzzFiles.FileError {
            StandardError.write("imwire: \(error)")
            throw Exit.inputOutput
        }
    }
}

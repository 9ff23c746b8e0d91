import ArgumentParser
import Conformance
import Fuzzer
import Fuzzing

/// The adapter that is attacked instead of the library.
struct FuzzAdapter: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Attack the SDK whose adapter this command starts, or self for this library's adapter.",
            valueName: "command"
        )
    )
    var adapter: String?

    @Option(help: ArgumentHelp("Wait so long for the handshake of the adapter.", valueName: "seconds"))
    var startTimeout = 30.0

    func validate() throws {
        if let adapter, adapter.allSatisfy({ $0 == " " }) {
            throw ValidationError("--adapter '\(adapter)' names no command")
        }
        if !(startTimeout > 0 && startTimeout <= 86_400) {
            throw ValidationError("--start-timeout needs seconds above 0")
        }
    }

    /// Returns the named targets that work with an adapter, or all such targets if no name is given.
    static func subjects(_ names: [String]) throws -> [any AdapterSubject] {
        let known = TargetCatalogue.all.compactMap { $0 as? any AdapterSubject }
        guard !names.isEmpty, names != ["all"] else { return known }
        return try FuzzCommand.targets(names).map { target in
            guard let subject = target as? any AdapterSubject else {
                let possible = known.map(\.name).joined(separator: ", ")
                throw ValidationError("an adapter cannot be asked about \(target.name); there are: \(possible)")
            }
            return subject
        }
    }

    /// Returns an executor that passes inputs to the adapter; ends the program with 69 if the adapter cannot be
    /// started.
    ///
    /// - Throws: also ``Conformance/RunError/interrupted``.
    func executor(_ target: any FuzzTarget, _ command: String, _ bounds: FuzzBounds) throws -> AdapterExecutor {
        guard let subject = try Self.subjects([target.name]).first else { throw Exit.unavailable }
        var options = RunOptions()
        options.timeout = Double(bounds.timeout)
        options.startTimeout = startTimeout
        options.interruption = Interruption.descriptor()
        let choice = AdapterChoice(argument: command, version: Versions.program)
        do throws(RunError) {
            return AdapterExecutor(subject, try AdapterLink(choice, options))
        } catch {
            guard case .notStarted(let reason) = error else { throw error }
            StandardError.write("imwire: \(command): the adapter \(reason)")
            throw Exit.unavailable
        }
    }
}

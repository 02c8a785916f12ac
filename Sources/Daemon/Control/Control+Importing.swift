import Definitions
import Reactive
import Records
import Refreshing
import Systemd

extension Control {
    /// Adds the sources of a list permanently, with a group member's rights, whoever imports it: the list may
    /// come from anybody.
    ///
    /// A worker writes the definitions; they are read together, a moment after the last call.
    ///
    /// - Parameters:
    ///   - contexts: The descriptions of the sources; each states its kind.
    ///   - isTrial: Whether to check only.
    ///   - then: Receives, for each description, its name or the reason why it was refused.
    func add(
        list contexts: [JSON], isTrial: Bool, then: @escaping ([Result<SourceName, Refusal>]) -> Void
    ) {
        let files = DefinitionFiles(directories)
        let writer = DefinitionWriter(directories, for: .user)
        var seen: Set<SourceName> = []
        var additions: [(name: SourceName, options: Options)] = []
        let results = contexts.map { context in
            Result<SourceName, Refusal> { () throws(Refusal) in
                let addition = try addition(context, files: files, writer: writer)
                guard seen.insert(addition.name).inserted else { throw .exists(addition.name) }
                additions.append((addition.name, addition.options))
                return addition.name
            }
        }
        guard !isTrial, !additions.isEmpty else { return then(results) }
        importing.formUnion(seen)
        worker.run { [additions] _ in
            try writer.write(additions).mapValues(Control.refusal)
        } then: { [weak self] written in
            self?.importing.subtract(seen)
            self?.touched.send(())
            then(results.map { Control.result($0, written) })
        }
    }

    /// Returns the result of a description that was accepted, after the definitions were written.
    private static func result(
        _ accepted: Result<SourceName, Refusal>, _ written: Result<[SourceName: Refusal], any Error>
    ) -> Result<SourceName, Refusal> {
        guard case .success(let name) = accepted else { return accepted }
        switch written {
        case .success(let refusals): return refusals[name].map(Result.failure) ?? accepted
        case .failure(let error):
            log(.error, "cannot write the definition of \(name): \(error)")
            return .failure(refusal(error))
        }
    }

    private func addition(
        _ context: JSON, files: DefinitionFiles, writer: DefinitionWriter
    ) throws(Refusal) -> Addition {
        guard context["kind"]?.string != nil, context["url"]?.string != nil else {
            throw .invalid(
                path: "/context/url", message: "a source of a list states its kind and its address")
        }
        let addition: Addition
        do {
            addition = try Addition(context, files: files, stations: stations, by: .user)
        } catch {
            throw Control.refusal(error)
        }
        let isKnown =
            sources.running[addition.name] != nil || transient[addition.name] != nil
            || importing.contains(addition.name)
        guard !isKnown, !ConfigurationFile.exists(writer.path(of: addition.name)) else {
            throw .exists(addition.name)
        }
        try checkPrecedence(of: addition.name, writtenBy: writer)
        return addition
    }
}

import Definitions
import Reactive
import Records
import Refreshing
import Systemd

extension Control {
    /// Adds the sources of a list permanently, with a group member's rights, whoever imports it: the list may
    /// come from anybody.
    ///
    /// The definitions are read together, a moment after the last call.
    ///
    /// - Parameters:
    ///   - contexts: The descriptions of the sources; each states its kind.
    ///   - isTrial: Whether to check only.
    /// - Returns: For each description, its name or the reason why it was refused.
    func add(list contexts: [JSON], isTrial: Bool) -> [Result<SourceName, Refusal>] {
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
        guard !isTrial, !additions.isEmpty else { return results }
        let errors = written(additions, by: writer)
        touched.send(())
        return results.map { result in
            guard case .success(let name) = result, let error = errors[name] else { return result }
            return .failure(Control.refusal(error))
        }
    }

    /// Writes definitions; returns the error of each that was not written.
    private func written(
        _ additions: [(name: SourceName, options: Options)], by writer: DefinitionWriter
    ) -> [SourceName: any Error] {
        do {
            return try writer.write(additions)
        } catch {
            log(.error, "cannot write \(additions.count) definitions: \(error)")
            return Dictionary(uniqueKeysWithValues: additions.map { ($0.name, error) })
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
        let isKnown = sources.running[addition.name] != nil || transient[addition.name] != nil
        guard !isKnown, !ConfigurationFile.exists(writer.path(of: addition.name)) else {
            throw .exists(addition.name)
        }
        try checkPrecedence(of: addition.name, writtenBy: writer)
        return addition
    }
}

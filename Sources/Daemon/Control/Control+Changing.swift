import Definitions
import Records
import Refreshing
import Storing
import Systemd

extension Control {
    /// A reason why a source cannot be added or removed.
    nonisolated enum Refusal: Error {
        /// A source of that name exists already.
        case exists(SourceName)
        /// The description of the source is invalid: a JSON pointer and a reason.
        case invalid(path: String, message: String)
    }

    /// Adds a source that a client describes.
    ///
    /// - Parameters:
    ///   - context: The description of the source.
    ///   - isLasting: Whether it outlives the daemon.
    ///   - author: The author of the description.
    ///   - user: The user who adds it.
    /// - Returns: Its name.
    /// - Throws: An error if the source exists already, the description is invalid, or the user has too many
    ///   transient sources.
    func add(
        _ context: JSON, isLasting: Bool, by author: Definition.Author, for user: UInt32
    ) throws(Refusal) -> SourceName {
        do {
            let files = DefinitionFiles(directories)
            let addition = try Addition(context, files: files, stations: stations, by: author)
            let name = addition.name
            let isKnown = sources.running[name] != nil && !(isLasting && transient[name] != nil)
            guard !isKnown, !importing.contains(name) else {
                throw Refusal.exists(name)
            }
            if isLasting {
                try write(addition, by: author)
                transient[name] = nil
                apply()
            } else {
                try run(TransientSource(definition: addition.definition, since: wall(), user: user))
            }
            return name
        } catch {
            throw Control.refusal(error)
        }
    }

    /// Runs a transient source.
    ///
    /// - Throws: An error if its user has too many.
    private func run(_ source: TransientSource) throws(Refusal) {
        let count = transient.values.count { $0.user == source.user }
        guard count < TransientSource.mostPerUser else {
            let most = TransientSource.mostPerUser
            let message = "a user can have \(most) sources that end with the daemon: remove some, or add"
            throw .invalid(path: "/context/name", message: "\(message) it permanently")
        }
        transient[source.definition.name] = source
        // All definitions matter to a join, and to one that cannot be used; reading them for each of many
        // others would take quadratic time.
        guard source.definition.sides.isEmpty, sources.faults[source.definition.name] == nil else {
            return apply()
        }
        sources.add(source.definition)
    }

    /// Returns a definition for fetching the document of a source without a stated kind.
    ///
    /// - Parameters:
    ///   - context: The description of the source.
    ///   - author: The author of the description.
    /// - Returns: `nil` if the kind is stated, or there is no document.
    /// - Throws: An error if the source exists already, or the description is invalid.
    func trial(of context: JSON, by author: Definition.Author) throws(Refusal) -> Definition? {
        do {
            let files = DefinitionFiles(directories)
            guard let trial = try Addition.trial(context, files: files, by: author) else { return nil }
            guard sources.running[trial.name] == nil else { throw Refusal.exists(trial.name) }
            return trial
        } catch {
            throw Control.refusal(error)
        }
    }

    nonisolated static func refusal(_ error: any Error) -> Refusal {
        switch error {
        case let refusal as Refusal: refusal
        case let error as ContextError: .invalid(path: error.path, message: error.message)
        default: .invalid(path: "/context", message: "\(error)")
        }
    }

    /// Writes a permanent definition.
    ///
    /// - Throws: An error if a file that takes precedence exists, or the definition cannot be written
    ///   unambiguously.
    private func write(_ addition: Addition, by author: Definition.Author) throws {
        let writer = DefinitionWriter(directories, for: author)
        try checkPrecedence(of: addition.name, writtenBy: writer)
        try writer.write(addition.options, of: addition.name)
    }

    /// Checks that no file takes precedence over the one that would be written.
    func checkPrecedence(of name: SourceName, writtenBy writer: DefinitionWriter) throws(Refusal) {
        let earlier = directories.active.prefix { $0 != writer.folder }
        let paths = earlier.map { "\($0)/\(name).source" }
        if let path = paths.first(where: ConfigurationFile.exists) {
            throw .invalid(path: "/context/name", message: "\(path) exists and takes precedence")
        }
    }

    /// Removes a source and its data.
    ///
    /// - Parameters:
    ///   - name: A known source.
    ///   - author: The author who requests it.
    ///   - then: Called when the source and all of its data are removed.
    /// - Throws: An error if a file that the author may not remove defines the source.
    func remove(
        _ name: SourceName, by author: Definition.Author,
        then: @escaping (Result<Void, any Error>) -> Void
    ) throws(Refusal) {
        if let link = sources.mirrored[name]?.link {
            let message = "\(link) mirrors it from another almanac: change [Mirror] there"
            throw .invalid(path: "/name", message: message)
        }
        let owner = DefinitionFiles(directories).active().files.first { $0.name == name }?.path
        let (root, member) = (
            DefinitionWriter(directories, for: .file), DefinitionWriter(directories, for: .user)
        )
        if let owner, owner != root.path(of: name), owner != member.path(of: name) {
            throw .invalid(path: "/name", message: "\(owner) defines it: almanac disable \(name) first")
        }
        if owner == root.path(of: name), author != .file {
            throw .invalid(path: "/name", message: "root added \(name): only root may remove it")
        }
        // Root's definition hides a member's, which would become active if it remained.
        for writer in author == .file ? [root, member] : [member] { removeFile(of: name, by: writer) }
        transient[name] = nil
        apply()
        sources.remove(name)
        ingester.remove(name, then: then)
    }

    private func removeFile(of name: SourceName, by writer: DefinitionWriter) {
        do {
            try writer.remove(name)
        } catch {
            log(.error, "the removal of \(name) may not survive a power cut: \(error)")
        }
    }

    /// Removes paused sources whose `Linger=` time is over, and transient sources that are no longer
    /// requested.
    ///
    /// - Parameters:
    ///   - now: The wall clock, by which transient sources of this run are forgotten.
    ///   - ages: The time that the ages of stored data count against.
    func removeForgotten(at now: UTC, ages: UTC) {
        let forgotten = transient.filter { $0.value.isForgotten(sources.running[$0.key], at: now) }.map(\.key)
        for name in forgotten { transient[name] = nil }
        if !forgotten.isEmpty { apply() }
        for name in forgotten { forget(name) }
        // A source whose folder cannot be listed may still be defined, and one whose definition cannot be
        // used is.
        guard isComplete else { return }
        for (name, paused) in sources.paused where sources.faults[name] == nil {
            let linger = paused.definition?.linger ?? .seconds(7 * 86_400)
            if let fetched = paused.state.fetched, fetched + linger < ages { forget(name) }
            if paused.isWithoutData { forget(name) }
        }
    }

    private func forget(_ name: SourceName) {
        sources.remove(name)
        ingester.remove(name) { result in
            if case .failure(let error) = result { log(.error, "cannot remove \(name): \(error)") }
        }
    }
}

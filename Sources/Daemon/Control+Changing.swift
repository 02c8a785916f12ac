import Records
import Storing
import Systemd

extension Control {
    /// Why a source cannot be added or removed.
    nonisolated enum Refusal: Error {
        /// It is there already.
        case exists(SourceName)
        /// What was said of it makes no source: a JSON pointer and a reason.
        case invalid(path: String, message: String)
    }

    /// Adds a source that came over the socket.
    ///
    /// - Parameters:
    ///   - context: What was said of it.
    ///   - isLasting: Whether it outlives the daemon.
    ///   - author: Who said it.
    /// - Returns: Its name.
    /// - Throws: When it is there, or makes no source.
    func add(_ context: JSON, isLasting: Bool, by author: Definition.Author) throws(Refusal) -> SourceName {
        do {
            let files = DefinitionFiles(directories)
            let addition = try Addition(context, files, stations, by: author)
            let name = addition.name
            guard sources.running[name] == nil || isLasting && transient[name] != nil else {
                throw Refusal.exists(name)
            }
            if isLasting {
                try DefinitionWriter(directories).write(addition.options, of: name)
                transient[name] = nil
            } else {
                transient[name] = Guest(definition: addition.definition, since: wall())
            }
            apply()
            return name
        } catch let error as Refusal {
            throw error
        } catch let error as ContextError {
            throw .invalid(path: error.path, message: error.message)
        } catch {
            throw .invalid(path: "/context", message: "\(error)")
        }
    }

    /// Removes a source and its data.
    ///
    /// - Parameters:
    ///   - name: One that is known.
    ///   - then: Told when nothing is left of it.
    /// - Throws: When a file of others defines it.
    func remove(_ name: SourceName, then: @escaping (Result<Void, any Error>) -> Void) throws(Refusal) {
        let writer = DefinitionWriter(directories)
        let owner = DefinitionFiles(directories).active().files.first { $0.name == name }?.path
        if let owner, owner != writer.path(of: name) {
            throw .invalid(path: "/name", message: "\(owner) defines it: almanac disable \(name) first")
        }
        writer.remove(name)
        transient[name] = nil
        apply()
        sources.remove(name)
        intake.remove(name, then: then)
    }

    /// Removes what was kept long enough: paused sources, and guests that nobody has asked for since.
    func removeForgotten(at now: UTC) {
        for (name, guest) in transient where guest.isForgotten(sources.running[name], at: now) {
            transient[name] = nil
            apply()
            forget(name)
        }
        for (name, paused) in sources.paused {
            let linger = paused.definition?.linger ?? .seconds(7 * 86_400)
            if let fetched = paused.state.fetched, fetched + linger < now { forget(name) }
        }
    }

    private func forget(_ name: SourceName) {
        sources.remove(name)
        intake.remove(name) { result in
            if case .failure(let error) = result { log(.error, "cannot remove \(name): \(error)") }
        }
    }
}

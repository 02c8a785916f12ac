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
        let reader = ContextReader(context)
        do {
            let name = try reader.name()
            guard sources.running[name] == nil else { throw Refusal.exists(name) }
            let options = try options(of: name, reader)
            let definition = try Definition(name, options, by: author)
            if isLasting {
                try DefinitionWriter(directories).write(options, of: name)
            } else {
                transient[name] = definition
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

    /// What was said, behind the template's settings where no kind was.
    private func options(of name: SourceName, _ reader: ContextReader) throws -> Options {
        let said = try reader.options()
        guard said.last("Source", "Kind") == nil else { return said }
        let files = DefinitionFiles(directories)
        guard let path = files.template(for: name), var options = try files.options(of: name, at: path) else {
            throw ContextError(
                path: "/context/kind", message: "there is no template \(name.stem)@ that names a kind")
        }
        for entry in said.entries { options.append(entry) }
        return options
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

    /// Removes paused sources whose data were kept long enough.
    func removeForgotten(at now: UTC) {
        for (name, paused) in sources.paused {
            let linger = paused.definition?.linger ?? .seconds(7 * 86_400)
            guard let fetched = paused.state.fetched, fetched + linger < now else { continue }
            sources.remove(name)
            intake.remove(name) { result in
                if case .failure(let error) = result { log(.error, "cannot remove \(name): \(error)") }
            }
        }
    }
}

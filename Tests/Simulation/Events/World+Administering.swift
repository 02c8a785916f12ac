import Records

extension World {
    private static let user: UInt32 = 4100

    /// Requests a change of the sources.
    func administer(_ administration: Administration, _ source: SimulatedSource) {
        switch administration {
        case .add: add(source, .transient)
        case .addForGood: add(source, .lasting)
        case .remove: remove(source)
        case .addWithoutRights: expectDenial("AddSource", ["context": context(of: source)])
        case .removeWithoutRights: expectDenial("RemoveSource", ["name": .string(source.name)])
        }
    }

    /// Forgets the sources that were added until the daemon stops.
    func forgetTransientSources() {
        for source in upstreams.sources where source.addition == .transient {
            source.addition = .none
            source.isEnabled = isDefined(source)
            if !source.isEnabled { upstreams.politeness.release(source) }
        }
    }

    /// Marks all sources that calls added as unknown: their definitions are in the state folder, which was
    /// changed.
    func doubtAdditions() {
        for source in upstreams.sources where source.wasAdded {
            source.addition = .unknown
            source.isEnabled = true
        }
    }

    private func expectDenial(_ method: String, _ parameters: JSON) {
        clients.call(method, parameters, as: Self.user) { [unowned self] reply in
            guard let reply, reply["error"]?.string != "org.varlink.service.PermissionDenied" else { return }
            fail("\(method) of a user without rights is answered with \(reply.summary)")
        }
    }

    private func add(_ source: SimulatedSource, _ addition: SimulatedSource.Addition) {
        guard machine.isRunning, !source.isEnabled else { return }
        guard Folder.inode(definitionPath(of: source.name)) == 0 else { return }
        source.isEnabled = true
        source.addition = .unknown
        let parameters: JSON = ["context": context(of: source), "persist": .bool(addition == .lasting)]
        clients.call("AddSource", parameters) { [unowned self] reply in
            guard let reply else { return }
            guard let error = reply["error"]?.string else { return source.addition = addition }
            // A sleeping daemon answers later, when it may have a definition of that name.
            if error != "io.almanac.SourceExists", !disk.hasFailedSinceStart, !isDefined(source) {
                fail("\(source.name) cannot be added: \(reply.summary)")
            }
        }
    }

    private func remove(_ source: SimulatedSource) {
        guard machine.isRunning, source.addition != .none, !isDefined(source) else { return }
        source.addition = .unknown
        clients.call("RemoveSource", ["name": .string(source.name)]) { [unowned self] reply in
            guard let reply else { return }
            let error = reply["error"]?.string
            guard error == nil || error == "io.almanac.NoSuchSource" else {
                if !disk.hasFailedSinceStart { fail("\(source.name) cannot be removed: \(reply.summary)") }
                return
            }
            source.addition = .none
            upstreams.politeness.release(source)
            pauseSoon(source)
        }
    }

    /// A definition as the interface has it: sections of settings.
    private func context(of source: SimulatedSource) -> JSON {
        var sections: [(name: String, settings: [(name: String, values: [JSON])])] = []
        for line in source.definition(on: machine).split(separator: "\n") {
            if line.hasPrefix("[") {
                sections.append((String(line.dropFirst().dropLast()), []))
                continue
            }
            let parts = line.split(separator: "=", maxSplits: 1).map { String($0) }
            guard parts.count == 2, let last = sections.indices.last else { continue }
            let known = sections[last].settings.firstIndex { $0.name == parts[0] }
            if let known {
                sections[last].settings[known].values.append(.string(parts[1]))
            } else {
                sections[last].settings.append((parts[0], [.string(parts[1])]))
            }
        }
        let options = sections.map { section in
            JSON.Member(
                section.name,
                .object(section.settings.map { JSON.Member($0.name, .array($0.values)) }))
        }
        return ["name": .string(source.name), "options": .object(options)]
    }
}

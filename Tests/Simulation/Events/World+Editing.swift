import Glibc

extension World {
    /// Edits the definition of a source, if it has one.
    func edit(_ edit: Edit, _ source: SimulatedSource) {
        let path = definitionPath(of: source.name)
        guard source.isEnabled, isDefined(source), source.addition == .none else { return }
        let text = source.definition(on: machine)
        let head = "[Source]\n"
        switch edit {
        case .retune: retune(source, "\(path).d")
        case .tuneBack: unlink("\(path).d/50-interval.conf")
        case .redefine:
            let title = "Title=Number \(chance.below(1000))\n"
            Folder.write(Array((head + title + text.dropFirst(head.count)).utf8), to: path)
        case .spoil:
            Folder.write(Array((head + Edit.nonsense).utf8), to: path, inPlace: chance.isTrue(0.3))
        case .mask:
            Folder.write([], to: path)
            pauseSoon(source)
        }
    }

    /// Pauses a source in two seconds, in which the machine must be awake, unless its definition is back.
    func pauseSoon(_ source: SimulatedSource) {
        let began = now
        after(.seconds(2)) { [unowned self] in
            guard machine.wasAwake(since: began) else { return pauseSoon(source) }
            source.isEnabled = isDefined(source) || source.addition != .none
        }
    }

    /// Whether the definition of a source exists and is not masked.
    func isDefined(_ source: SimulatedSource) -> Bool {
        var status = stat()
        return stat(definitionPath(of: source.name), &status) == 0 && status.st_size > 0
    }

    private func retune(_ source: SimulatedSource, _ folder: String) {
        let interval = Nanoseconds.seconds(chance.pick([60, 120, 900, 3600]))
        source.mayBeFetched(every: interval)
        Folder.make(folder)
        let text = "[Source]\nRefresh=\(interval / .seconds(1))s\n"
        Folder.write(Array(text.utf8), to: folder + "/50-interval.conf")
    }

    /// Makes all definitions valid again, and writes those of sources that may or may not have been added.
    func restoreDefinitions() {
        for source in upstreams.sources where isDefined(source) || source.addition == .unknown {
            Folder.write(Array(source.definition(on: machine).utf8), to: definitionPath(of: source.name))
        }
    }
}

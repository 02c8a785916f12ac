public import Records

/// All definitions that are active at one moment, and what is wrong with those that cannot be used.
public nonisolated struct Catalogue: Sendable {
    /// The definitions that can be used, by name.
    public private(set) var definitions: [SourceName: Definition] = [:]
    /// Why others cannot, each once, with the source where one is known.
    public private(set) var faults: [Fault] = []

    /// A definition that cannot be used.
    public struct Fault: Hashable, Sendable {
        /// The source; `nil` when the file's name is none.
        public let name: SourceName?
        /// File, line and reason.
        public let error: OptionError
    }

    /// Reads all definition files.
    ///
    /// - Complexity: One read for each active file and drop-in.
    public init(reading files: DefinitionFiles) {
        let active = files.active()
        faults = active.faults.map { Fault(name: nil, error: $0) }
        definitions.reserveCapacity(active.files.count)
        let dropIns = files.foldersOfDropIns()
        for (name, path) in active.files { read(name, path, files, dropIns) }
        refuseCircles()
    }

    private mutating func read(
        _ name: SourceName, _ path: String, _ files: DefinitionFiles, _ dropIns: Set<String>
    ) {
        do throws(OptionError) {
            guard let options = try files.options(of: name, at: path, among: dropIns) else { return }
            definitions[name] = try Definition(name, options, by: .file)
        } catch {
            let located = error.file.isEmpty ? OptionError(file: path, line: 0, reason: error.reason) : error
            faults.append(Fault(name: name, error: located))
        }
    }

    /// Adds a definition that came over the socket, unless a file describes the source already.
    mutating func add(_ definition: Definition) {
        guard definitions[definition.name] == nil else { return }
        definitions[definition.name] = definition
        refuseCircles()
    }

    /// Takes out joins that are made, by way of others, of themselves: what they wait for never comes.
    private mutating func refuseCircles() {
        let joins = definitions.values.filter { !$0.sides.isEmpty }.sorted { $0.name < $1.name }
        let circles = joins.compactMap { definition in
            way(from: definition.name, to: definition.name).map { (definition, $0) }
        }
        for (definition, way) in circles {
            definitions[definition.name] = nil
            let text = way.map(\.text).joined(separator: " → ")
            let error =
                definition.options.last("Join", "Left").map { OptionError($0, "joins in a circle: \(text)") }
                ?? OptionError(file: "", line: 0, reason: "[Join] joins in a circle: \(text)")
            faults.append(Fault(name: definition.name, error: error))
        }
    }

    /// The joins on the way from one source down to another that it is made of; `nil` when there is none.
    private func way(from start: SourceName, to end: SourceName) -> [SourceName]? {
        var (open, seen): ([[SourceName]], Set<SourceName>) = ([[start]], [])
        while let way = open.popLast() {
            for side in (way.last.flatMap { definitions[$0]?.sides } ?? []).sorted() {
                if side == end { return way + [side] }
                if seen.insert(side).inserted { open.append(way + [side]) }
            }
        }
        return nil
    }
}

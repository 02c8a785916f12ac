public import Records

/// All definitions that are active at one moment, and the faults of those that cannot be used.
public nonisolated struct Catalogue: Sendable {
    /// The definitions that can be used, by name.
    public private(set) var definitions: [SourceName: Definition] = [:]
    /// Their names, in order.
    package private(set) var names: [SourceName] = []
    /// The reasons why other definitions cannot be used, one each, with the source's name if it is known.
    public private(set) var faults: [Fault] = []

    /// The existing drop-in folders, without those in a folder that could not be listed.
    package let dropIns: Set<String>
    /// Whether all folders could be listed; if not, a source that is missing here may still be defined.
    package private(set) var isComplete = true

    /// A definition that cannot be used.
    public struct Fault: Hashable, Sendable {
        /// The source; `nil` if the file's name is not a valid source name.
        public let name: SourceName?
        /// The file, the line and the reason.
        public let error: OptionError
        /// The settings that could be read, in order; they need not be right.
        package let options: Options

        /// The kind of the source; `nil` if it could not be read or is none.
        package var kind: Kind? {
            options.last(in: "Source", named: "Kind").flatMap { Kind(rawValue: $0.value) }
        }

        init(name: SourceName?, error: OptionError, options: Options = Options()) {
            self.name = name
            self.error = error
            self.options = options
        }
    }

    /// Reads all definition files.
    ///
    /// - Complexity: One read for each active file and drop-in.
    public init(reading files: DefinitionFiles) {
        var folders = ListedFolders()
        let active = files.active(&folders)
        faults = active.faults.map { Fault(name: nil, error: $0) }
        isComplete = active.isComplete
        definitions.reserveCapacity(active.files.count)
        let found = files.foldersOfDropIns(&folders)
        dropIns = found.folders
        let reader = CatalogueReader(files, dropIns: found.areAll ? dropIns : nil)
        for (file, reading) in zip(active.files, reader.read(active.files)) {
            do throws(OptionError) {
                guard let definition = try reading.get() else { continue }
                definitions[file.name] = definition
                names.append(file.name)
            } catch {
                let options = files.readableOptions(of: file.name, at: file.path)
                faults.append(Fault(name: file.name, error: error, options: options))
            }
        }
        refuseCircles()
    }

    /// Adds definitions that were received over the socket, unless files already define these sources.
    package mutating func add(_ added: [Definition]) {
        guard !added.isEmpty else { return }
        for definition in added where definitions[definition.name] == nil {
            definitions[definition.name] = definition
            names.append(definition.name)
        }
        names.sort()
        refuseCircles()
    }

    /// Removes joins that depend on themselves, directly or through other joins: their inputs would never be
    /// ready.
    private mutating func refuseCircles() {
        let joins = definitions.values.filter { !$0.sides.isEmpty }.sorted { $0.name < $1.name }
        let circles = joins.compactMap { definition in
            way(from: definition.name, to: definition.name).map { (definition, $0) }
        }
        for (definition, way) in circles {
            definitions[definition.name] = nil
            names.removeAll { $0 == definition.name }
            let text = way.map(\.text).joined(separator: " → ")
            let error =
                definition.options.last(in: "Join", named: "Left").map {
                    OptionError($0, "is part of a circular join: \(text)")
                }
                ?? OptionError(file: "", line: 0, reason: "[Join] is circular: \(text)")
            faults.append(Fault(name: definition.name, error: error, options: definition.options))
        }
    }

    /// Returns the joins on the path from one source to another that it depends on; `nil` if there is no such
    /// path.
    private func way(from start: SourceName, to end: SourceName) -> [SourceName]? {
        var open: [[SourceName]] = [[start]]
        var seen: Set<SourceName> = []
        while let way = open.popLast() {
            for side in (way.last.flatMap { definitions[$0]?.sides } ?? []).sorted() {
                if side == end { return way + [side] }
                if seen.insert(side).inserted { open.append(way + [side]) }
            }
        }
        return nil
    }
}

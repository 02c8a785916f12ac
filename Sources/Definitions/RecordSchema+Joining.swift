package import Records
import Tables

nonisolated extension RecordSchema {
    /// The greatest number of joins below each other whose sources are asked for their members.
    package static let deepest = 2

    /// Prepares the schema of a source; that of a join has the members of both its sources.
    ///
    /// - Parameters:
    ///   - name: The source.
    ///   - definitions: Its definition and those of the sources that it joins, as far as they are known.
    ///   - sample: Returns some records of a source.
    package init(
        of name: SourceName, among definitions: [SourceName: Definition],
        sample: (SourceName) throws -> [Record]
    ) rethrows {
        try self.init(of: name, among: definitions, depth: 0, sample: sample)
    }

    private init(
        of name: SourceName, among definitions: [SourceName: Definition], depth: Int,
        sample: (SourceName) throws -> [Record]
    ) rethrows {
        let definition = definitions[name]
        let records = try sample(name)
        guard depth < Self.deepest, let definition, definition.kind == .join,
            let format = try? JoinFormat(definition.options)
        else {
            self.init(of: definition, sample: records)
            return
        }
        let sides = try [format.left, format.right].map {
            try RecordSchema(of: $0, among: definitions, depth: depth + 1, sample: sample)
        }
        self.init(of: definition, Given(joining: sides[0], with: sides[1], by: format), sample: records)
    }
}

nonisolated extension RecordSchema.Given {
    /// The members of joined records. The left source's member of a name counts, also one without a type;
    /// those of the right source are only always there if records without a partner are left out.
    fileprivate init(joining left: RecordSchema, with right: RecordSchema, by format: JoinFormat) {
        let own = left.observedNames.union(left.declared.map(\.name)).union(left.required)
        let added = right.declared.map { JSON.Member(format.prefix + $0.name, $0.value) }
        members = left.declared + added.filter { !own.contains($0.name) }
        required = left.required + (format.keepsUnmatched ? [] : right.required.map { format.prefix + $0 })
    }
}

public import Records

extension StoreReader {
    /// Returns the states of all known sources, by name.
    ///
    /// - Throws: `StoreError` if the database cannot be read or a state is damaged.
    public func states() throws(StoreError) -> [SourceState] {
        var found: [SourceState] = []
        try statements.states.each { row throws(StoreError) in
            if let state = try state(row) { found.append(state) }
            return true
        }
        return found
    }

    /// Returns the state of a source; `nil` when none was ever stored or the source was removed.
    ///
    /// - Throws: `StoreError` if the database cannot be read or the state is damaged.
    public func state(of source: String) throws(StoreError) -> SourceState? {
        try statements.state.first(.text(source)) { row throws(StoreError) in try state(row) } ?? nil
    }

    /// Reads a source's state, which states the moment of the source's last change, unless a change was
    /// committed after it was saved. The document of that change is then a later one than the state knows.
    private func state(_ row: Row) throws(StoreError) -> SourceState? {
        let source = try SourceRow(row)
        guard var state = try SourceState(row, of: source) else { return nil }
        if state.number != source.number {
            state.number = source.number
            state.documentSerial = state.documentSerial.map { $0 + 1 }
            state.changed = try statements.moment.first(.int(source.number)) { $0.moment(0) }
        }
        return state
    }

    /// Returns the states of all requests, by identity.
    ///
    /// - Throws: `StoreError` if the database cannot be read or a state is damaged.
    public func requests() throws(StoreError) -> [RequestState] {
        try statements.requests.all { row throws(StoreError) in try RequestState(row) }
    }

    /// Returns the state of a request; that of a new one if none is stored.
    ///
    /// - Throws: `StoreError` if the database cannot be read or the state is damaged.
    public func request(_ identity: String) throws(StoreError) -> RequestState {
        try statements.request.first(.text(identity)) { row throws(StoreError) in try RequestState(row) }
            ?? RequestState(identity: identity)
    }

    /// Returns the rows of the last accepted document of a source that could not be read, at most 1,000, in
    /// document order.
    ///
    /// - Throws: `StoreError` if the database cannot be read or the rejects are damaged.
    public func rejects(of source: String, limit: Int = maximumRejects) throws(StoreError) -> [Reject] {
        try connection.reading { () throws(StoreError) in
            guard let row = try row(of: source) else { return [] }
            let json = try statements.rejects.first(.int(row.id)) { found throws(StoreError) in
                try JSON(found, of: row.name)
            }
            return (json?.array ?? []).prefix(max(0, limit)).map(Reject.init(json:))
        }
    }
}

extension RequestState {
    /// Reads a row `body, sum, identity`, followed by `state, sum` of its rhythm.
    fileprivate init(_ row: Row) throws(StoreError) {
        self.init(identity: row.text(2) ?? "")
        try JSON.read(row, of: identity) { (bytes) throws(JSONError) in try read(bytes) }
        rhythm = row.bytes(3)
        guard let rhythm, JSON.checksum(of: rhythm, identity) != row.int(4) else { return }
        throw .damage("read the rhythm of \(identity)", "its checksum differs")
    }
}

extension SourceState {
    /// Reads `body, sum, incomplete` behind a source's row; `nil` when no state was ever stored.
    ///
    /// `number` is that of the change whose moment the state states.
    fileprivate init?(_ row: Row, of source: SourceRow) throws(StoreError) {
        let isKept = !row.isNull(6)
        guard isKept || source.records > 0 else { return nil }
        self.init(name: source.name)
        if isKept {
            try JSON.read(row, of: name, at: 6) { (bytes) throws(JSONError) in try read(bytes) }
        }
        generation = source.generation
        recordCount = source.records
        isIncomplete = row.int(8) != 0
    }
}

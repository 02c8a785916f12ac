public import Records

extension Store {
    /// Stores the state of a source; only commits alter its counts.
    ///
    /// - Throws: `StoreError` if the state was not stored.
    public func save(_ state: SourceState) throws(StoreError) {
        try transaction { () throws(StoreError) in
            try write(state, of: try row(making: state.name).id)
        }
    }

    /// Stores the states of requests.
    ///
    /// - Throws: `StoreError` if none of them was stored.
    public func save(_ requests: [RequestState]) throws(StoreError) { try save([], requests) }

    /// Stores the states of sources, whose counts only commits alter, and of requests, in one transaction.
    ///
    /// It does not wait for the disk: after a power cut, the states may be those of seconds earlier, and a
    /// source is asked once more.
    ///
    /// - Throws: `StoreError` if none of them was stored.
    public func save(_ states: [SourceState], _ requests: [RequestState]) throws(StoreError) {
        guard !states.isEmpty || !requests.isEmpty else { return }
        try connection.withoutWaiting { () throws(StoreError) in
            try transaction { () throws(StoreError) in
                for state in states { try write(state, of: try row(making: state.name).id) }
                for request in requests { try write(request) }
            }
        }
    }

    /// Removes the states of requests that no source uses any more.
    ///
    /// - Throws: `StoreError` if they were not removed.
    public func forget(requests identities: [String]) throws(StoreError) {
        guard !identities.isEmpty else { return }
        try transaction { () throws(StoreError) in
            for identity in identities {
                try writing.dropRequest.run(.text(identity))
                try writing.dropRhythm.run(.text(identity))
            }
        }
    }

    /// Replaces the stored rejects, the rows of the last accepted document that could not be read; stores at
    /// most 1,000.
    ///
    /// - Throws: `StoreError` if they were not stored.
    public func save(_ rejects: [Reject], of source: String) throws(StoreError) {
        try transaction { () throws(StoreError) in try write(rejects, of: try row(making: source)) }
    }

    func write(_ state: SourceState, of id: Int64) throws(StoreError) {
        let body = state.body
        try writing.setState.run(.int(id), .bytes(body), .int(JSON.checksum(of: body, state.name)))
    }

    func write(_ request: RequestState) throws(StoreError) {
        let body = request.body
        let sum = JSON.checksum(of: body, request.identity)
        try writing.setRequest.run(.text(request.identity), .bytes(body), .int(sum))
        if let rhythm = request.rhythm {
            let sum = JSON.checksum(of: rhythm, request.identity)
            try writing.setRhythm.run(.text(request.identity), .bytes(rhythm), .int(sum))
        } else {
            try writing.dropRhythm.run(.text(request.identity))
        }
    }

    /// Writes rejects, unless the same ones are already stored.
    func write(_ rejects: [Reject], of source: SourceRow) throws(StoreError) {
        let body = JSON.array(rejects.prefix(Store.maximumRejects).map(\.json)).bytes
        let sum = JSON.checksum(of: body, source.name)
        let kept = try statements.rejects.first(.int(source.id)) { $0.int(1) }
        guard sum != kept else { return }
        try writing.setRejects.run(.int(source.id), .bytes(body), .int(sum))
    }

    /// Returns the row of a source and creates it if there is none.
    func row(making name: String) throws(StoreError) -> SourceRow {
        if let row = try row(of: name) { return row }
        let sum = SourceRow(id: 0, name: name).checksum
        let id = try writing.addSource.first(.text(name), .int(0), .int(0), .int(0), .int(sum)) { $0.int(0) }
        guard let id else { throw .damage("add source \(name)", "it has no number") }
        return SourceRow(id: id, name: name)
    }
}

public import Records

extension Store {
    /// Keeps the state of a source; its counts stay what commits made them.
    ///
    /// - Throws: When it could not be kept.
    public func save(_ state: SourceState) throws(StoreError) {
        try transaction { () throws(StoreError) in
            try write(state, of: try row(making: state.name).id)
        }
    }

    /// Keeps the states of requests.
    ///
    /// - Throws: When none of them could be kept.
    public func save(_ requests: [RequestState]) throws(StoreError) { try save([], requests) }

    /// Keeps the states of sources, whose counts stay what commits made them, and of requests, all as one.
    ///
    /// - Throws: When none of them could be kept.
    public func save(_ states: [SourceState], _ requests: [RequestState]) throws(StoreError) {
        guard !states.isEmpty || !requests.isEmpty else { return }
        try transaction { () throws(StoreError) in
            for state in states { try write(state, of: try row(making: state.name).id) }
            for request in requests { try write(request) }
        }
    }

    /// Forgets requests that nothing asks any more.
    ///
    /// - Throws: When they could not be forgotten.
    public func forget(requests identities: [String]) throws(StoreError) {
        guard !identities.isEmpty else { return }
        try transaction { () throws(StoreError) in
            for identity in identities { try writing.dropRequest.run(.text(identity)) }
        }
    }

    /// Keeps what could not be read in the last accepted document, at most 1,000, in place of those before.
    ///
    /// - Throws: When they could not be kept.
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
    }

    /// Writes rejects, unless they are what is kept already.
    func write(_ rejects: [Reject], of source: SourceRow) throws(StoreError) {
        let body = JSON.array(rejects.prefix(Store.maximumRejects).map(\.json)).bytes
        let sum = JSON.checksum(of: body, source.name)
        let kept = try statements.rejects.first(.int(source.id)) { $0.int(1) }
        guard sum != kept else { return }
        try writing.setRejects.run(.int(source.id), .bytes(body), .int(sum))
    }
}

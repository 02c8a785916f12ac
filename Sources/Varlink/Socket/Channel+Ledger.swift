extension Channel {
    /// Records the progress of this channel in the set's ledger from now on, whenever something is sent.
    ///
    /// The service manager also holds the descriptor, so that the peer would notice a disconnection only when
    /// all copies are closed; `close` therefore shuts the connection down.
    ///
    /// - Parameter about: Returns the mark up to which everything that concerns the peer has been sent or
    ///   waits to be sent, and further data to record.
    /// - Returns: `false` if there is no ledger or no room in it.
    public func keep(about: @escaping () -> (mark: Int64, about: [UInt8])) -> Bool {
        guard !isClosed, !isKept, let ledger = sockets.ledger, let socket = Ledger.socket(raw),
            let place = ledger.allocate(socket)
        else { return false }
        keep(at: place, in: ledger, about: about)
        recordProgress()
        return true
    }

    /// Continues an entry of the previous process, which stays unchanged until something is sent; see `keep`.
    public func keep(
        at place: Int, in ledger: Ledger, about: @escaping () -> (mark: Int64, about: [UInt8])
    ) {
        let extras = addExtras()
        extras.note = LedgerNote(ledger, place, about)
        extras.isShared = true
        frames?.setEntry(Int16(place), at: Int(self.place))
    }

    /// Whether the progress of this channel is recorded.
    public var isKept: Bool { extras?.note != nil }

    /// Records the progress although nothing was sent, because recent changes did not concern the peer.
    public func renote() {
        if unsent == 0 { recordProgress() }
    }

    /// Closes the connection in this process only: a successor that has the descriptor and the ledger
    /// continues.
    public func handOver() {
        extras?.note?.isHandedOver = true
        close()
    }

    /// The index of the ledger entry; -1 without one.
    var entry: Int16 { extras?.note.map { Int16($0.place) } ?? -1 }
}

import Glibc

/// The ledger entry of a channel, with a function that supplies its content.
final class LedgerNote {
    let ledger: Ledger
    let place: Int
    /// Returns the mark up to which everything has been sent, or waits in the channel's unsent rest, and
    /// further data to record.
    let about: () -> (mark: Int64, about: [UInt8])
    /// Whether another process continues with the connection.
    var isHandedOver = false

    init(_ ledger: Ledger, _ place: Int, _ about: @escaping () -> (mark: Int64, about: [UInt8])) {
        (self.ledger, self.place, self.about) = (ledger, place, about)
    }
}

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
        guard !isClosed, note == nil, let ledger = sockets.ledger, let socket = Ledger.socket(raw),
            let place = ledger.take(socket)
        else { return false }
        keep(at: place, in: ledger, about: about)
        settleNote()
        return true
    }

    /// Continues an entry of the previous process, which stays unchanged until something is sent; see `keep`.
    public func keep(
        at place: Int, in ledger: Ledger, about: @escaping () -> (mark: Int64, about: [UInt8])
    ) {
        let extras = addExtras()
        (extras.note, extras.isShared) = (LedgerNote(ledger, place, about), true)
        frames?.setEntry(Int16(place), at: Int(self.place))
    }

    /// Whether the progress of this channel is recorded.
    public var isKept: Bool { note != nil }

    /// Records the progress although nothing was sent, because recent changes did not concern the peer.
    public func renote() {
        if unsent == 0 { settleNote() }
    }

    /// Closes the connection in this process only: a successor that has the descriptor and the ledger
    /// continues.
    public func handOver() {
        note?.isHandedOver = true
        close()
    }

    private var note: LedgerNote? { extras?.note }

    var entry: Int16 { note.map { Int16($0.place) } ?? -1 }

    /// Marks the entry as in progress, before something is sent.
    func beginNote() {
        if let note { note.ledger.begin(note.place) }
    }

    /// Records what has been sent.
    func settleNote() {
        guard let note else { return }
        let (mark, about) = note.about()
        note.ledger.settle(note.place, mark: mark, about: about, rest: rest)
    }

    /// Ends the connection for all processes that hold it.
    func endNote() {
        guard let note else { return }
        extras?.note = nil
        if note.isHandedOver { return }
        note.ledger.forget(note.place)
        // Fails if the peer has disconnected, which needs no further action.
        _ = shutdown(raw, CInt(SHUT_RDWR))
    }
}

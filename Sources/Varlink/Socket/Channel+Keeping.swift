import Glibc

/// Where it is noted how far a channel is, and what else is to be known of it.
final class ChannelNote {
    let ledger: Ledger
    let place: Int
    /// The mark up to which all was sent, or is behind the channel's unsent rest, and what else is to be noted.
    let about: () -> (mark: Int64, about: [UInt8])
    /// Somebody else goes on with it.
    var isHandedOver = false

    init(_ ledger: Ledger, _ place: Int, _ about: @escaping () -> (mark: Int64, about: [UInt8])) {
        (self.ledger, self.place, self.about) = (ledger, place, about)
    }
}

extension Channel {
    /// Notes from now on in the set's ledger how far this is, whenever something is sent.
    ///
    /// Somebody else has the descriptor too, so that the peer hears of the end only when all of them have closed it:
    /// `close` tells it all the same.
    ///
    /// - Parameter about: The mark up to which all was sent that concerns the peer, or is in what waits to be sent; and
    ///   what else is to be known of it.
    /// - Returns: `false` when there is no ledger, or no room in it.
    public func keep(about: @escaping () -> (mark: Int64, about: [UInt8])) -> Bool {
        guard !isClosed, note == nil, let ledger = sockets.ledger, let socket = Ledger.socket(raw),
            let place = ledger.take(socket)
        else { return false }
        keep(at: place, in: ledger, about: about)
        settleNote()
        return true
    }

    /// Goes on with an entry of the process before, which stays as it is until something is sent; see `keep`.
    public func keep(
        at place: Int, in ledger: Ledger, about: @escaping () -> (mark: Int64, about: [UInt8])
    ) {
        let extras = addExtras()
        (extras.note, extras.isShared) = (ChannelNote(ledger, place, about), true)
        frames?.setEntry(Int16(place), at: Int(self.place))
    }

    /// Whether it is noted how far this is.
    public var isKept: Bool { note != nil }

    /// Notes how far this is though nothing is sent: what came meanwhile did not concern it.
    public func renote() {
        if unsent == 0 { settleNote() }
    }

    /// Ends the connection here only: whoever has the descriptor and the ledger goes on with it.
    public func handOver() {
        note?.isHandedOver = true
        close()
    }

    private var note: ChannelNote? { extras?.note }

    var entry: Int16 { note.map { Int16($0.place) } ?? -1 }

    /// Something is about to be sent.
    func beginNote() {
        if let note { note.ledger.begin(note.place) }
    }

    /// Notes what has been sent.
    func settleNote() {
        guard let note else { return }
        let (mark, about) = note.about()
        note.ledger.settle(note.place, mark: mark, about: about, rest: rest)
    }

    /// The connection ends for all who have it.
    func endNote() {
        guard let note else { return }
        extras?.note = nil
        if note.isHandedOver { return }
        note.ledger.forget(note.place)
        // Fails when the peer has gone, as others do.
        _ = shutdown(raw, CInt(SHUT_RDWR))
    }
}

import Glibc

/// The ledger entry of a connection, with a function that supplies its content.
final class LedgerNote {
    let place: Int
    /// Whether another process continues with the connection.
    var isHandedOver = false
    private let ledger: Ledger
    /// Returns the mark up to which everything has been sent, or waits in the connection's unsent rest, and
    /// further data to record.
    private let about: () -> (mark: Int64, about: [UInt8])

    init(_ ledger: Ledger, _ place: Int, _ about: @escaping () -> (mark: Int64, about: [UInt8])) {
        self.ledger = ledger
        self.place = place
        self.about = about
    }

    /// Marks the entry as in progress, before something is sent.
    func markInProgress() { ledger.markInProgress(place) }

    /// Records what has been sent.
    ///
    /// - Parameter rest: The unsent rest of the connection.
    func record(rest: [UInt8]) {
        let (mark, about) = about()
        ledger.record(place, mark: mark, about: about, rest: rest)
    }

    /// Shuts the connection down for all processes that hold it, unless another one continues with it.
    ///
    /// - Parameter socket: The descriptor of the connection.
    func shutDown(_ socket: CInt) {
        if isHandedOver { return }
        ledger.forget(place)
        // Fails if the peer has disconnected, which needs no further action.
        _ = shutdown(socket, CInt(SHUT_RDWR))
    }
}

import Decoding
import Records

/// The entries of a document that lists cannot sort by a time of their own.
///
/// Such an entry gets the time of its reception when it is stored for the first time. It is compared without
/// that time: most entries of a document are stored already, and need not be read for it.
nonisolated struct EntryArrivals: Sendable {
    private var keys: Set<String> = []
    private var received: UTC?

    /// Creates a collection without entries.
    init() {}

    /// Creates the collection of a decoded slice.
    init(_ decoded: Decoded) { add(decoded) }

    /// Adds the entries of a decoded slice.
    mutating func add(_ decoded: Decoded) {
        guard !decoded.unordered.isEmpty else { return }
        keys.formUnion(decoded.unordered)
        received = decoded.received
    }

    /// Returns an entry with the time of its reception if it needs one.
    func stamped(_ entry: Record) -> Record {
        guard let received, keys.contains(entry.key) else { return entry }
        return EntryOrder.stamped(entry, received: received)
    }
}

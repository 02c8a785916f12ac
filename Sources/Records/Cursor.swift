/// A place in the log of changes: everything up to and including `number` has been seen.
///
/// Opaque to clients; written `EPOCH.NUMBER`.
public struct Cursor: Hashable, Sendable, CustomStringConvertible {
    /// Which log: random for each database, lower-case hexadecimal.
    public let epoch: String
    /// The last change seen; 0 is before the first.
    public let number: Int64

    /// Makes a cursor.
    public init(epoch: String, number: Int64) {
        self.epoch = epoch
        self.number = number
    }

    /// Reads what `description` writes; `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].count <= 64,
            let number = Int64(String(decoding: parts[1], as: UTF8.self)), number >= 0
        else { return nil }
        epoch = String(decoding: parts[0], as: UTF8.self)
        self.number = number
    }

    /// The text of the cursor.
    public var description: String { "\(epoch).\(number)" }
}

/// A place in the log of changes: everything up to and including `number` has been seen.
///
/// Opaque to clients; written `EPOCH.NUMBER`, and with an `s` behind it when it lies within a snapshot.
public struct Cursor: Hashable, Sendable, CustomStringConvertible {
    /// Which log: random for each database, lower-case hexadecimal.
    public let epoch: String
    /// The last change seen; 0 is before the first.
    public let number: Int64
    /// Whether its holder has not seen the whole starting state, and must begin anew.
    public let startsOver: Bool

    /// Makes a cursor.
    public init(epoch: String, number: Int64, startsOver: Bool = false) {
        (self.epoch, self.number, self.startsOver) = (epoch, number, startsOver)
    }

    /// Reads what `description` writes; `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].count <= 64 else { return nil }
        startsOver = parts[1].last == 0x73
        let digits = startsOver ? parts[1].dropLast() : parts[1]
        guard let number = Int64(String(decoding: digits, as: UTF8.self)), number >= 0 else { return nil }
        epoch = String(decoding: parts[0], as: UTF8.self)
        self.number = number
    }

    /// The text of the cursor.
    public var description: String { "\(epoch).\(number)" + (startsOver ? "s" : "") }
}

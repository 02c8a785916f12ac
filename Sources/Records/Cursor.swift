/// A position in the change log: the holder has seen every change up to and including `number`.
///
/// Opaque to clients; written `RUN.NUMBER`, and with an `s` appended when it lies within a snapshot.
public struct Cursor: Hashable, Sendable, CustomStringConvertible {
    /// The run that numbered the change: random, lower-case hexadecimal; see `Runs`.
    public let run: String
    /// The last change seen; 0 is before the first.
    public let number: Int64
    /// Whether its holder has not seen the whole snapshot, and must start over.
    public let startsOver: Bool

    /// Makes a cursor.
    public init(run: String, number: Int64, startsOver: Bool = false) {
        self.run = run
        self.number = number
        self.startsOver = startsOver
    }

    /// Parses the text written by `description`; `nil` for any other text.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: .period, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[0].count <= 64 else { return nil }
        startsOver = parts[1].last == UInt8(ascii: "s")
        let digits = startsOver ? parts[1].dropLast() : parts[1]
        guard let number = Int64(String(decoding: digits, as: UTF8.self)), number >= 0 else { return nil }
        run = String(decoding: parts[0], as: UTF8.self)
        self.number = number
    }

    /// The text of the cursor.
    public var description: String { "\(run).\(number)" + (startsOver ? "s" : "") }
}

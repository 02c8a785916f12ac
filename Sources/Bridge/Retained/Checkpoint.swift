/// A state of the broker: it has all messages up to a cursor.
///
/// The cursor alone would not tell all states apart. While all records are published again, for example because
/// of other settings, the broker keeps the cursor from before, and if nothing changes meanwhile, the cursor
/// afterwards is the same. A broker that then loses the last messages would seem to have them.
public nonisolated struct Checkpoint: Hashable, Sendable, CustomStringConvertible {
    /// The cursor of the last change.
    public let cursor: String
    /// The random name of the publication of all records that preceded; empty in files of earlier releases.
    public let publication: String

    /// Makes a checkpoint.
    public init(cursor: String, publication: String) {
        self.cursor = cursor
        self.publication = publication
    }

    /// Reads the text written by `description`.
    public init(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        self.init(cursor: words.first ?? "", publication: words.count > 1 ? words[1] : "")
    }

    /// The text: the cursor, a space and the name of the publication.
    public var description: String { publication.isEmpty ? cursor : "\(cursor) \(publication)" }

    /// Returns the name of a new publication: 8 hexadecimal digits.
    static func randomPublication() -> String {
        let digits = String(UInt32.random(in: 0 ... .max), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}

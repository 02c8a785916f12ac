/// A state of the broker: it has all messages up to a cursor.
///
/// The cursor alone does not identify a state. While the bridge publishes all records again, for example
/// because its settings changed, the broker keeps the cursor from before; if no record changes meanwhile, the
/// cursor afterwards is the same. A broker that then loses the last messages would seem to have them.
public nonisolated struct Checkpoint: Hashable, Sendable, CustomStringConvertible {
    /// The cursor of the last change.
    public let cursor: String
    /// The random name of the last publication of all records; empty in files of earlier releases.
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

    /// Returns the name of a new publication, a hexadecimal number.
    static func randomPublication() -> String { String(UInt32.random(in: 0 ... .max), radix: 16) }
}

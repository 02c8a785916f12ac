/// An encoding that the transport or the document itself names, and which may be wrong.
public struct CharsetLabel: Hashable, Sendable {
    /// The origin of a label.
    public enum Origin: Hashable, Sendable {
        /// The Content-Type of the response.
        case transport
        /// The XML declaration.
        case declaration
    }

    /// The encoding that it names.
    public let charset: Charset
    /// The text of the label.
    let text: String
    /// The origin of the label.
    let origin: Origin

    /// The maximum length of a label in a message, in bytes; those of real encodings are shorter.
    private static let longest = 40

    /// Creates a label.
    ///
    /// - Returns: `nil` if this machine does not know the encoding.
    public init?(_ text: String, of origin: Origin) {
        guard text.utf8.count <= CharsetLabel.longest, let charset = Charset(label: text) else { return nil }
        self.charset = charset
        self.text = text.lowercased()
        self.origin = origin
    }

    /// Returns a sentence that says that the label is wrong.
    func note(actual: Charset) -> String {
        let name = actual.name.lowercased()
        return switch origin {
        case .transport: "the HTTP header says charset=\(text), but the text is \(name): read as \(name)"
        case .declaration: "the document declares encoding=\(text), but the text is \(name): read as \(name)"
        }
    }
}

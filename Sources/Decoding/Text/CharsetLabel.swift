/// An encoding that the transport or the document itself names, and which may be wrong.
public struct CharsetLabel: Hashable, Sendable {
    /// The origin of a label.
    public enum Origin: Hashable, Sendable {
        /// The Content-Type of the response.
        case transport
        /// The XML declaration.
        case declaration
    }

    /// The encoding that it names; `nil` if this machine does not know it.
    public let charset: Charset?
    /// Whether all characters of the encoding have at least two bytes.
    var isWide: Bool { charset?.isWide ?? false }
    /// The text of the label.
    let text: String
    /// The origin of the label.
    let origin: Origin

    /// The maximum length of a label in a message, in bytes; those of real encodings are shorter.
    private static let longest = 40

    /// Creates a label.
    ///
    /// - Returns: `nil` for a text that cannot be a label.
    public init?(_ text: String, of origin: Origin) {
        guard text.utf8.count <= CharsetLabel.longest, !text.trimmingBlanks.isEmpty else { return nil }
        charset = Charset(label: text)
        self.text = text.lowercased()
        self.origin = origin
    }

    /// Returns a sentence that says that the label is wrong or unknown.
    func remark(actual: Charset) -> String {
        let name = actual.name.lowercased()
        let fault = charset == nil ? "which is not known" : "but the text is \(name)"
        return switch origin {
        case .transport: "the HTTP header says charset=\(text), \(fault): read as \(name)"
        case .declaration: "the document declares encoding=\(text), \(fault): read as \(name)"
        }
    }
}

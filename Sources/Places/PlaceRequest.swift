import Records

/// A request to a service that finds places.
public enum PlaceRequest: Hashable, Sendable {
    /// The http or https address to request; `%{credential}` stands for the key.
    case address(String)
    /// The http or https address to send a JSON text to, or to request if that is `nil`, with header fields;
    /// `%{credential}` in these stands for the key.
    case call(String, headers: [Header], body: String?)
    /// A file with the answer, relative to the definition's folder.
    case file(String)
    /// No request: there are no places.
    case nothing

    /// A header field.
    public struct Header: Hashable, Sendable {
        /// The name.
        public let name: String
        /// The value.
        public let value: String

        /// Creates a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}

/// A URL under construction.
struct PlaceAddress {
    private(set) var text: String

    /// Creates a URL.
    ///
    /// - Parameter text: The URL without a query.
    init(_ text: String) { self.text = text }

    /// Appends a parameter, percent-encoded, unless it is `nil`.
    mutating func add(_ name: String, _ value: String?) {
        guard let value else { return }
        addAsIs(name, value.percentEncoded())
    }

    /// Appends a segment of the path, percent-encoded.
    mutating func append(_ segment: String) { text += "/" + segment.percentEncoded() }

    /// Appends the key, which is filled in when the request is made.
    mutating func addKey(_ name: String) { addAsIs(name, "%{credential}") }

    private mutating func addAsIs(_ name: String, _ value: String) {
        text += (text.utf8.contains(.questionMark) ? "&" : "?") + name + "=" + value
    }
}

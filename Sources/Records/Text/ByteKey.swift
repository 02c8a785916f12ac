/// A key of a dictionary that compares by its bytes: Swift's strings are equal when they are canonically
/// equivalent, keys and identifiers are not.
package struct ByteKey: Hashable, Sendable {
    private let text: String

    /// Creates a key from a text.
    package init(_ text: String) { self.text = text }

    package static func == (left: ByteKey, right: ByteKey) -> Bool { left.text.hasBytes(of: right.text) }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

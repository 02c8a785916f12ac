/// The name of a source, such as `hospitals`, or of one instance of a template, such as `metar@KPWM`.
///
/// `[a-z0-9][a-z0-9-]{0,63}`, optionally `@` and `[A-Za-z0-9._,:+-]{1,100}` without `..`.
public struct SourceName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The complete name.
    public let text: String

    /// Creates a name; `nil` if it is invalid.
    public init?(_ text: String) {
        let bytes = text.utf8
        guard let at = bytes.firstIndex(of: .at) else {
            guard SourceName.isStem(bytes[...]) else { return nil }
            self.text = text
            return
        }
        guard SourceName.isStem(bytes[..<at]), SourceName.isInstance(bytes[at...].dropFirst()) else {
            return nil
        }
        self.text = text
    }

    /// Creates a name from part of a text; `nil` if it is invalid.
    public init?(_ text: Substring) { self.init(String(text)) }

    /// The part before the `@`: the name of the definition.
    public var stem: String { at.map { String(text[..<$0]) } ?? text }

    /// The part after the `@`, such as `KPWM`; `nil` if the source is not an instance.
    public var instance: String? { at.map { String(text[$0...].dropFirst()) } }

    private var at: String.Index? { text.utf8.firstIndex(of: .at) }

    /// The complete name.
    public var description: String { text }

    /// Whether the left name comes first in the order of bytes.
    public static func < (left: SourceName, right: SourceName) -> Bool {
        // For ASCII, `<` is the order of bytes, and fast.
        left.text < right.text
    }

    private static func isStem(_ bytes: Substring.UTF8View) -> Bool {
        1...64 ~= bytes.count && bytes.first != .hyphen
            && bytes.allSatisfy { $0.isLowercase || $0.isDigit || $0 == .hyphen }
    }

    private static func isInstance(_ bytes: Substring.UTF8View) -> Bool {
        let isPlain = bytes.allSatisfy { $0.isLetterOrDigit || "._,:+-".utf8.contains($0) }
        let hasDots = zip(bytes, bytes.dropFirst()).contains { $0 == .period && $1 == .period }
        return isPlain && !hasDots && 1...100 ~= bytes.count
    }
}

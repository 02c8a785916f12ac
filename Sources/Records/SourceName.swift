/// The name of a source, such as `hospitals`, or of one instance of a template, such as `metar@KPWM`.
///
/// `[a-z0-9][a-z0-9-]{0,63}`, optionally `@` and `[A-Za-z0-9._,:+-]{1,100}` without `..`.
public struct SourceName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The whole name.
    public let text: String

    /// Reads a name; `nil` when it breaks the rules.
    public init?(_ text: String) {
        let bytes = text.utf8
        guard let at = bytes.firstIndex(of: 0x40) else {
            guard SourceName.isStem(bytes[...]) else { return nil }
            self.text = text
            return
        }
        guard SourceName.isStem(bytes[..<at]), SourceName.isInstance(bytes[at...].dropFirst()) else {
            return nil
        }
        self.text = text
    }

    /// Reads a name that is part of a text; `nil` when it breaks the rules.
    public init?(_ text: Substring) { self.init(String(text)) }

    /// What stands before the `@`: the definition's name.
    public var stem: String { at.map { String(text[..<$0]) } ?? text }

    /// What stands behind the `@`, such as `KPWM`; `nil` for a source that is no instance.
    public var instance: String? { at.map { String(text[$0...].dropFirst()) } }

    private var at: String.Index? { text.utf8.firstIndex(of: 0x40) }

    /// The name as it is written.
    public var description: String { text }

    /// Names sort by their bytes.
    public static func < (left: SourceName, right: SourceName) -> Bool {
        // Names are ASCII, in which this is the order of bytes, and fast.
        left.text < right.text
    }

    private static func isStem(_ bytes: Substring.UTF8View) -> Bool {
        1...64 ~= bytes.count && bytes.first != 0x2D
            && bytes.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D }
    }

    private static func isInstance(_ bytes: Substring.UTF8View) -> Bool {
        let isPlain = bytes.allSatisfy { byte in
            switch byte {
            case 0x61...0x7A, 0x41...0x5A, 0x30...0x39: true
            default: "._,:+-".utf8.contains(byte)
            }
        }
        let hasDots = zip(bytes, bytes.dropFirst()).contains { $0 == 0x2E && $1 == 0x2E }
        return isPlain && !hasDots && 1...100 ~= bytes.count
    }
}

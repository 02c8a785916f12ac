/// The name of a source, such as `hospitals`, or of one instance of a template, such as `metar@KPWM`.
///
/// `[a-z0-9][a-z0-9-]{0,63}`, optionally `@` and `[A-Za-z0-9._,:+-]{1,100}` without `..`.
public struct SourceName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The whole name.
    public let text: String
    /// What stands before the `@`: the definition's name.
    public let stem: String
    /// What stands behind the `@`, such as `KPWM`; `nil` for a source that is no instance.
    public let instance: String?

    /// Reads a name; `nil` when it breaks the rules.
    public init?(_ text: some StringProtocol) {
        let parts = text.utf8.split(separator: 0x40, maxSplits: 1, omittingEmptySubsequences: false)
        guard let stem = parts.first, SourceName.isStem(stem) else { return nil }
        if parts.count == 2 {
            guard SourceName.isInstance(parts[1]) else { return nil }
            instance = String(decoding: parts[1], as: UTF8.self)
        } else {
            instance = nil
        }
        self.text = String(text)
        self.stem = String(decoding: stem, as: UTF8.self)
    }

    /// The name as it is written.
    public var description: String { text }

    /// Names sort by their bytes.
    public static func < (left: SourceName, right: SourceName) -> Bool {
        // Names are ASCII, in which this is the order of bytes, and fast.
        left.text < right.text
    }

    private static func isStem(_ bytes: some Collection<UInt8>) -> Bool {
        (1...64).contains(bytes.count) && bytes.first != 0x2D
            && bytes.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D }
    }

    private static func isInstance(_ bytes: some Collection<UInt8>) -> Bool {
        let isPlain = bytes.allSatisfy { byte in
            switch byte {
            case 0x61...0x7A, 0x41...0x5A, 0x30...0x39: true
            default: "._,:+-".utf8.contains(byte)
            }
        }
        let hasDots = zip(bytes, bytes.dropFirst()).contains { $0 == 0x2E && $1 == 0x2E }
        return isPlain && !hasDots && (1...100).contains(bytes.count)
    }
}

import Records

/// An index together with the documents that it links to, as one document.
///
/// The first line is `almanac-alerts 1`. Each part begins with a line that has its length in bytes, a space
/// and its address, which is empty for the index; a line feed follows each part.
public struct AlertBundle: Hashable, Sendable {
    /// A document that the index links to.
    public struct Linked: Hashable, Sendable {
        /// Its address, as in the index.
        public let url: String
        /// Its bytes.
        public let bytes: [UInt8]

        /// Creates a linked document.
        public init(url: String, bytes: [UInt8]) {
            self.url = url
            self.bytes = bytes
        }
    }

    /// The index.
    public let index: [UInt8]
    /// The documents in the order of the index.
    public let linked: [Linked]

    private static let opening = Array("almanac-alerts 1\n".utf8)

    /// Creates a bundle from its parts.
    public init(index: [UInt8], linked: [Linked]) {
        self.index = index
        self.linked = linked
    }

    /// Reads a bundle.
    ///
    /// - Returns: `nil` if the bytes are no bundle, or an incomplete one.
    public init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: AlertBundle.opening) else { return nil }
        var rest = bytes[AlertBundle.opening.count...]
        var parts: [Linked] = []
        while !rest.isEmpty {
            guard let end = rest.firstIndex(of: .newline) else { return nil }
            let line = rest[..<end].split(
                separator: .space, maxSplits: 1, omittingEmptySubsequences: false)
            guard line.count == 2, let count = Int(String(decoding: line[0], as: UTF8.self)), count >= 0,
                count < rest.endIndex - end - 1
            else { return nil }
            let start = end + 1
            parts.append(
                Linked(
                    url: String(decoding: line[1], as: UTF8.self), bytes: Array(rest[start..<start + count])))
            rest = rest[(start + count + 1)...]
        }
        guard let index = parts.first, index.url.isEmpty else { return nil }
        self.init(index: index.bytes, linked: Array(parts.dropFirst()))
    }

    /// Whether bytes begin like a bundle.
    static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: opening) }

    /// The bundle as one document.
    public var bytes: [UInt8] {
        var bytes = AlertBundle.opening
        for part in [Linked(url: "", bytes: index)] + linked {
            bytes += "\(part.bytes.count) \(part.url)\n".utf8
            bytes += part.bytes
            bytes.append(.newline)
        }
        return bytes
    }
}

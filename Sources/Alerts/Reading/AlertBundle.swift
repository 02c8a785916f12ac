import Records

/// An index together with documents that it links to, as one document.
///
/// The first line is `almanac-alerts 2 TAG`. Each part begins with a line that has its length in bytes, its
/// role and its address; a line feed follows each part. In the earlier form, `almanac-alerts 1`, a part has
/// no role, and the index no address.
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

    /// A document that could not be fetched.
    public struct Failure: Hashable, Sendable {
        /// Its address, as in the index.
        public let url: String
        /// The reason of a failed fetch.
        public let reason: String
        /// Whether it is not requested again soon, since its server says that it is gone.
        public let isLasting: Bool

        /// Creates a failure.
        public init(url: String, reason: String, isLasting: Bool) {
            self.url = url
            self.reason = reason
            self.isLasting = isLasting
        }
    }

    /// The index.
    public let index: [UInt8]
    /// The settings with which linked documents are read; those that were read with others are unknown.
    public let tag: String
    /// The documents that were fetched, in the order of the index.
    public private(set) var linked: [Linked] = []
    /// The documents that could not be fetched.
    public private(set) var failures: [Failure] = []
    /// The messages that the upstream has pushed, without an address, and those that its heartbeats name, from
    /// the archive. The bundle then has no index.
    public private(set) var pushed: [Linked] = []

    private static let opening = Array("almanac-alerts ".utf8)

    /// Creates a bundle from its parts.
    public init(index: [UInt8], linked: [Linked], failures: [Failure] = [], tag: String = "") {
        self.index = index
        self.linked = linked
        self.failures = failures
        self.tag = tag
    }

    /// Creates a bundle of pushed messages, without an index.
    public init(pushed: [Linked], failures: [Failure] = [], tag: String) {
        self.init(index: [], linked: [], failures: failures, tag: tag)
        self.pushed = pushed
    }

    /// Reads a bundle.
    ///
    /// - Returns: `nil` if the bytes are no bundle, or an incomplete one.
    public init?(_ bytes: [UInt8]) {
        guard AlertBundle.begins(bytes), let end = bytes.firstIndex(of: .newline) else { return nil }
        let words = AlertBundle.words(bytes[AlertBundle.opening.count..<end], most: 2)
        guard let version = words.first, version == "1" || version == "2" else { return nil }
        tag = words.count > 1 ? words[1] : ""
        var rest = bytes[(end + 1)...]
        var index: [UInt8]?
        while !rest.isEmpty {
            guard let part = Part(&rest, hasRole: version == "2") else { return nil }
            switch part.role {
            case "index": index = part.bytes
            case "message": linked.append(Linked(url: part.url, bytes: part.bytes))
            case "pushed": pushed.append(Linked(url: part.url, bytes: part.bytes))
            default:
                let reason = String(decoding: part.bytes, as: UTF8.self)
                failures.append(Failure(url: part.url, reason: reason, isLasting: part.role == "gone"))
            }
        }
        guard let index else { return nil }
        self.index = index
    }

    /// Whether bytes begin like a bundle.
    public static func begins(_ bytes: [UInt8]) -> Bool { bytes.starts(with: opening) }

    /// The bundle as one document.
    public var bytes: [UInt8] {
        var bytes = AlertBundle.opening + "2 \(tag)\n".utf8
        func add(_ role: String, _ url: String, _ part: [UInt8]) {
            bytes += "\(part.count) \(role) \(url)\n".utf8
            bytes += part
            bytes.append(.newline)
        }
        add("index", "", index)
        for part in pushed { add("pushed", part.url, part.bytes) }
        for part in linked { add("message", part.url, part.bytes) }
        for part in failures { add(part.isLasting ? "gone" : "failure", part.url, Array(part.reason.utf8)) }
        return bytes
    }

    fileprivate static func words(_ line: ArraySlice<UInt8>, most: Int) -> [String] {
        line.split(separator: .space, maxSplits: most - 1, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}

/// A part of the text of a bundle.
private struct Part {
    let role: String
    let url: String
    let bytes: [UInt8]

    /// Removes the next part from the rest of a bundle; `nil` if that is incomplete.
    init?(_ rest: inout ArraySlice<UInt8>, hasRole: Bool) {
        guard let end = rest.firstIndex(of: .newline) else { return nil }
        let words = AlertBundle.words(rest[..<end], most: hasRole ? 3 : 2)
        guard words.count == (hasRole ? 3 : 2), let count = Int(words[0]), count >= 0,
            count < rest.endIndex - end - 1, let address = words.last
        else { return nil }
        role = hasRole ? words[1] : address.isEmpty ? "index" : "message"
        url = address
        bytes = Array(rest[(end + 1)..<(end + 1 + count)])
        rest = rest[(end + 2 + count)...]
    }
}

import Records

/// A document inside a notification, and what the notification states about its bytes.
///
/// Source: WIS2 Notification Message Encoding, version 1: the properties `content` and `integrity`.
public nonisolated struct EmbeddedDocument: Hashable, Sendable {
    private enum Encoding: String {
        case text = "utf-8"
        case base64
        case gzip
    }

    private let encoding: Encoding
    private let value: String
    private let size: Int
    private let method: SecureHash
    private let digest: [UInt8]

    /// Reads the properties of a notification; `nil` if they contain no document, or lack what its check needs:
    /// a known encoding, the size, and a hash by a known method.
    init?(_ properties: JSON) {
        let (content, integrity) = (properties["content"], properties["integrity"])
        guard let encoding = content?["encoding"]?.string.flatMap(Encoding.init),
            let value = content?["value"]?.string, let size = content?["size"]?.int, size > 0,
            let method = integrity?["method"]?.string.flatMap(SecureHash.init),
            let digest = integrity?["value"]?.string.flatMap({ Base64.decoded(Array($0.utf8)) })
        else { return nil }
        self.encoding = encoding
        self.value = value
        self.size = size
        self.method = method
        self.digest = digest
    }

    /// The bytes of the document, or the reason why there are none.
    public enum Reading: Hashable, Sendable {
        /// The bytes, which are those that the notification states.
        case bytes([UInt8])
        /// They are too many, or not those that the notification states, or a file of gzip, which only a request
        /// unpacks.
        case unusable
        /// They cannot be checked: no library has the hash function of this name.
        case unchecked(String)
    }

    /// Reads the bytes of the document.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes.
    ///   - hash: Returns the hash of bytes; `nil` if no library has the function.
    /// - Returns: The bytes, or why there are none.
    package func reading(
        atMost limit: Int, hash: (SecureHash, [UInt8]) -> [UInt8]? = { $0.digest(of: $1) }
    ) -> Reading {
        guard size <= limit, let bytes = decoded, bytes.count == size, !Gunzip.begins(bytes) else {
            return .unusable
        }
        guard let hash = hash(method, bytes) else { return .unchecked(method.rawValue) }
        return hash == digest ? .bytes(bytes) : .unusable
    }

    private var decoded: [UInt8]? {
        switch encoding {
        case .text: Array(value.utf8)
        case .base64: Base64.decoded(Array(value.utf8))
        case .gzip: Base64.decoded(Array(value.utf8)).flatMap { Gunzip.unpacked($0, size: size) }
        }
    }
}

nonisolated extension Gunzip {
    /// Returns the content of a file of gzip; `nil` if it is damaged, or has another size.
    fileprivate static func unpacked(_ file: [UInt8], size: Int) -> [UInt8]? {
        let gunzip = Gunzip()
        let bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, filled in
            file.withUnsafeBytes { input in
                var rest = input
                // Damaged content is empty, which has another size.
                let count = try? gunzip.decode(&rest, into: UnsafeMutableRawBufferPointer(buffer))
                filled = count ?? 0
            }
        }
        return gunzip.isComplete && bytes.count == size ? bytes : nil
    }
}

import CCurl

/// A hash function of the families SHA-2 and SHA-3, named as notifications name it.
///
/// Source: FIPS 180-4, FIPS 202.
package nonisolated enum SecureHash: String {
    case sha256, sha384, sha512
    case sha3Bits256 = "sha3-256"
    case sha3Bits384 = "sha3-384"
    case sha3Bits512 = "sha3-512"

    /// The length of the longest hash, in bytes.
    private static let longest = 64

    /// Returns the hash of bytes, 32, 48 or 64 bytes; `nil` if libcurl encrypts with another library than OpenSSL.
    package func digest(of bytes: [UInt8]) -> [UInt8]? {
        let hash = [UInt8](unsafeUninitializedCapacity: Self.longest) { room, count in
            unsafe count = almanac_curl_digest_bytes(rawValue, bytes, bytes.count, room.baseAddress)
        }
        return hash.isEmpty ? nil : hash
    }
}

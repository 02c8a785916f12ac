import Records

/// The permanent name of a feed or of an entry, made of what it stands for and not of the address at which
/// it is found: `urn:uuid:…`.
///
/// Source: RFC 4287, 4.2.6; RFC 9562, 5.8 (UUID version 8: bits of one's own choice, here a hash).
struct FeedIdentifier {
    /// The name.
    let text: String

    /// Makes the name of what these texts identify together.
    init(_ parts: [String]) {
        let hash = RecordHash(JSON.array(parts.map(JSON.string)).bytes)
        let first = hash.low & ~0xF000 | 0x8000
        let last = hash.high & ~(3 << 62) | 2 << 62
        let digits = FeedIdentifier.hexadecimal(first) + FeedIdentifier.hexadecimal(last)
        text = "urn:uuid:" + FeedIdentifier.grouped(digits)
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    private static func grouped(_ digits: String) -> String {
        var rest = digits[...]
        let groups = [8, 4, 4, 4, 12].map { count in
            let group = rest.prefix(count)
            rest = rest.dropFirst(count)
            return group
        }
        return groups.joined(separator: "-")
    }
}

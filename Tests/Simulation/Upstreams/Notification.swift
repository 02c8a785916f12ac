import Fetching
import Records

/// A notification of a broker about a document of a source, with the document or without.
///
/// Source: WIS2 Notification Message Encoding, version 1.
struct Notification {
    /// The maximum size of an embedded document, in bytes; the standard permits less.
    private static let most = 65_536

    let source: SimulatedSource
    let edition: SimulatedSource.Edition
    /// The last part of the identifier of the data.
    var part = "data"
    /// Whether it contains the document, and whether its hash is that of another one.
    var isWhole = true
    var isDamaged = false
    /// Whether its size is that of another one.
    var isResized = false
    /// The address of the document, if it is not that of the source.
    var address: String?
    /// The time of publication, if it is not that of the edition.
    var published: Nanoseconds?

    var topic: String { "news/\(source.name)/core" }

    var payload: [UInt8] {
        let link: JSON = [
            "rel": "canonical", "href": .string(address ?? "https://\(source.host)\(source.path)"),
            "type": .string(source.dataset.mediaType),
        ]
        return JSON.members([
            "id": .string("\(source.name)-\(edition.version)"), "type": "Feature",
            "properties": .members([
                "data_id": .string("simulated/\(source.name)/\(part)"), "pubtime": .string(time.description),
                "content": content, "integrity": integrity,
            ]), "links": .array([link]),
        ]).canonicalBytes
    }

    private var time: UTC {
        UTC(microseconds: 1_800_000_000_000_000 + ((published ?? edition.published) - Plan.start) / 1000)
    }

    private var isEmbedded: Bool { isWhole && !edition.body.isEmpty && edition.body.count <= Self.most }

    private var content: JSON? {
        guard isEmbedded else { return nil }
        let value = base64(edition.body)
        let size = edition.body.count + (isResized ? 1 : 0)
        return ["encoding": "base64", "value": .string(value), "size": .int(size)]
    }

    private var integrity: JSON? {
        guard isEmbedded else { return nil }
        guard let hash = SecureHash.sha256.digest(of: isDamaged ? edition.body + [32] : edition.body) else {
            return nil
        }
        return ["method": "sha256", "value": .string(base64(hash))]
    }

    /// Source: RFC 4648, section 4.
    private func base64(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            let word = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
            let all = [18, 12, 6, 0].map { digits[word >> $0 & 63] }
            text += all.prefix(part.count + 1) + Array(repeating: UInt8(ascii: "="), count: 3 - part.count)
        }
        return String(decoding: text, as: UTF8.self)
    }
}

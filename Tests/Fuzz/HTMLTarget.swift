import Decoding
import Definitions
import Records

/// The HTML cleaner, reached through the content of a JSON feed.
enum HTMLTarget {
    /// The beginnings of tags that must not remain.
    private static let forbidden = ["<script", "<style", "<iframe", "<object", "<embed", "<!--"]

    static func run(_ input: FuzzInput) {
        guard let cleaned = clean(input.text) else { return }
        for tag in forbidden {
            require(!cleaned.lowercased().utf8.contains(part: tag.utf8), "\(tag) is removed")
        }
        require((clean(cleaned) ?? "") == cleaned, "clean HTML stays the same")
    }

    private static func clean(_ html: String) -> String? {
        let feed: JSON = [
            "version": "https://jsonfeed.org/version/1.1", "title": "t",
            "items": [["id": "1", "content_html": .string(html)]],
        ]
        let decoded = DocumentTarget.decode(.feed, Options(), feed.bytes, slice: 1 << 20)
        guard let data = decoded?.records.first?.data, let json = try? JSON(parsing: data) else { return nil }
        return json["content"]?.string
    }
}

extension Collection<UInt8> {
    /// Whether the bytes of `part` occur anywhere.
    fileprivate func contains(part: some Collection<UInt8>) -> Bool {
        indices.contains { self[$0...].starts(with: part) }
    }
}

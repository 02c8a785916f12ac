import Decoding
import Records

/// The part of a document before the first tag of a feed: text, or HTML such as the messages of PHP.
struct FeedOpening {
    /// The name of the first tag that was left out; `nil` if there was none.
    private(set) var tag: String?
    private var hasText = false

    /// The remark on what was left out.
    var note: String? {
        guard hasText || tag != nil else { return nil }
        return "text precedes the feed\(tag.map { ", first <\($0)>" } ?? ""); left out"
    }

    /// Leaves out a byte of text. A byte order mark may stand twice.
    mutating func skip(_ byte: UInt8) {
        hasText = hasText || byte > .space && byte.isASCII
    }

    /// Returns the end of a tag of HTML, which is left out; the place itself if the feed begins there, and
    /// `nil` if more bytes are needed.
    mutating func tagEnd(_ bytes: Span<UInt8>, at: Int, isLast: Bool) -> Int? {
        var start = at + 1
        if start < bytes.count, bytes[start] == .slash { start += 1 }
        let rest = bytes.extracting(start..<bytes.count)
        guard let length = rest.indices.first(where: { !rest[$0].isLetterOrDigit }) else {
            return isLast ? at : nil
        }
        let name = rest.extracting(0..<length)
        guard HTMLRules.isPart(name) else { return at }
        guard let end = rest.indices.first(where: { rest[$0] == .greaterThan }) else {
            return isLast ? at : nil
        }
        tag = tag ?? name.text(0..<length).lowercased()
        return start + end + 1
    }
}

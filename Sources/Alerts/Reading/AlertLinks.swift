import Decoding
import Feeds
import Records

/// The links of an index to the messages that it does not contain.
public enum AlertLinks {
    /// The maximum number of links that are followed, the first of the index.
    public static let most = 500
    /// The maximum number of documents fetched in one refresh.
    public static let mostInRefresh = 50

    /// Returns the addresses of the messages that a document names but does not contain, in its order, each
    /// once.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - charset: The encoding named by the transport; `nil` if it named none.
    /// - Returns: At most `most` addresses; none if the document is no index, or cannot be read.
    public static func wanted(in bytes: [UInt8], charset: String?) -> [String] {
        // A document that cannot be read has no links; its decoder says why.
        guard bytes.first(where: { $0 > .space }) != .leftBrace,
            let tree = try? XMLTree(parsing: bytes.span, charset: charset),
            let index = AlertIndex(tree.root)
        else { return [] }
        var seen: Set<String> = []
        let wanted = index.entries.filter { !$0.isInline && !$0.isComplete }.compactMap(\.address)
        return Array(wanted.filter { isSafe($0) && seen.insert($0).inserted }.prefix(most))
    }

    /// Whether an address can stand on a line of a bundle.
    private static func isSafe(_ url: String) -> Bool {
        url.utf8.count <= 2048 && url.utf8.allSatisfy { $0 > .space && $0 <= .tilde }
    }
}

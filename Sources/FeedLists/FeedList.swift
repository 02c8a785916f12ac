/// A list of feeds, as feed readers exchange it.
public struct FeedList: Hashable, Sendable {
    /// A feed in a list.
    public struct Feed: Hashable, Sendable {
        /// The address, `http` or `https`, without user and password.
        public var url: String
        /// The title; `nil` if the list has none.
        public var title: String?
        /// The tags: the names of folders, nested ones joined by a slash, without blanks.
        public var tags: [String]
        /// The folders that contain the feed: for each the names from the outermost on, as users wrote them.
        public var folders: [[String]]
        /// The name of the source in almanac from which the list was written; `nil` for other lists.
        public var name: String?
        /// The line in the list, from 1.
        public var line: Int

        /// Creates a feed from its parts.
        public init(
            url: String, title: String?, tags: [String], folders: [[String]] = [], name: String? = nil,
            line: Int = 1
        ) {
            self.url = url
            self.title = title
            self.tags = tags
            self.folders = folders
            self.name = name
            self.line = line
        }
    }

    /// A part of a list that is not a feed, or not one that can be read.
    public struct Fault: Hashable, Sendable {
        /// The line, from 1.
        public let line: Int
        /// The title or the address without password, as far as known; may be empty.
        public let text: String
        /// The reason.
        public let reason: String
    }

    /// The feeds, in the order of the list.
    public internal(set) var feeds: [Feed] = []
    /// The parts that cannot be read, in the order of the list.
    public internal(set) var faults: [Fault] = []
    /// The remarks on the list as a whole, such as that its encoding is a guess: titles and folders may look
    /// right and be wrong.
    public private(set) var notes: [String] = []

    /// The feeds, each once, with the tags and folders of all its entries.
    ///
    /// Readers write a feed that is in several folders into each of them.
    public var distinctFeeds: [Feed] {
        var places: [String: Int] = [:]
        var distinct: [Feed] = []
        for feed in feeds {
            let address = FeedAddress.canonical(feed.url)
            if let place = places[address] {
                distinct[place].merge(feed)
            } else {
                places[address] = distinct.count
                distinct.append(feed)
            }
        }
        return distinct
    }

    /// The maximum number of outlines or lines in a list.
    static let mostEntries = 10_000
    /// The maximum depth of folders.
    static let deepest = 32
    /// The maximum size of a list, in bytes.
    public static let largest = 16 << 20

    init() {}

    /// Reads a list: OPML if it begins with a `<`, otherwise newsboat's `urls`.
    ///
    /// - Parameter bytes: The file, in any encoding that it states, or UTF-8.
    /// - Throws: An error if the list as a whole is not acceptable; a part that cannot be read is a fault.
    public init(_ bytes: [UInt8]) throws(FeedListError) {
        guard bytes.count <= FeedList.largest else {
            throw FeedListError(line: 1, reason: "the list is larger than \(FeedList.largest >> 20) MiB")
        }
        let (text, notes) = ListText.decoded(bytes)
        self = try FeedList.read(text)
        self.notes = notes
    }

    private static func read(_ text: [UInt8]) throws(FeedListError) -> FeedList {
        guard ListText.isMarkup(text) else { return try NewsboatReader(text).read() }
        var reader = OPMLReader(text)
        return try reader.read()
    }
}

extension FeedList.Feed {
    /// Adds the tags and folders of another entry of the feed.
    fileprivate mutating func merge(_ other: FeedList.Feed) {
        title = title ?? other.title
        name = name ?? other.name
        tags += other.tags.filter { !tags.contains($0) }
        folders += other.folders.filter { !folders.contains($0) }
    }
}

/// The reason why a list is refused as a whole.
public struct FeedListError: Error, Hashable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The reason.
    public let reason: String

    /// The line and the reason.
    public var description: String { "line \(line): \(reason)" }
}

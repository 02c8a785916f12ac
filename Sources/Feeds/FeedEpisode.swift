import Records

/// The members of an entry that podcasts have.
///
/// Source: Apple, "A Podcaster's Guide to RSS" (itunes); the podcast namespace of podcastindex.org; Podlove
/// Simple Chapters 1.2.
public struct FeedEpisode: Hashable, Sendable {
    /// A file that accompanies an episode: chapters or a transcript.
    public struct File: Hashable, Sendable {
        /// The address.
        public var url: String
        /// The media type; `nil` if there is none.
        public var type: String?
        /// The language as in BCP 47; `nil` if there is none.
        public var language: String?
    }

    /// The start of a chapter.
    public struct Mark: Hashable, Sendable {
        /// The time from the start of the episode, in seconds.
        public var start: Double
        /// The title; empty if there is none.
        public var title: String
        /// The address of a page about it; `nil` if there is none.
        public var url: String?
    }

    /// A person who takes part in an episode.
    public struct Person: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The role, such as `guest`; `nil` if the feed states none.
        public var role: String?
        /// The group of the role, such as `cast`; `nil` if the feed states none.
        public var group: String?
        /// The address of a picture; `nil` if there is none.
        public var image: String?
        /// The address of a page; `nil` if there is none.
        public var url: String?
    }

    /// The length, in seconds; `nil` if missing or invalid.
    public var duration: Double?
    /// The number of the episode; `nil` if missing or invalid.
    public var number: Double?
    /// The number of the season; `nil` if missing or invalid.
    public var season: Double?
    /// The name of the season; `nil` if there is none.
    public var seasonName: String?
    /// The kind of episode: `full`, `trailer` or `bonus`; `nil` if the feed states none.
    public var type: String?
    /// The file with the chapters; `nil` if there is none.
    public var chapters: File?
    /// The starts of the chapters that the feed itself states, in order.
    public var marks: [Mark] = []
    /// The transcripts, in order.
    public var transcripts: [File] = []
    /// The people, in order.
    public var persons: [Person] = []

    /// Creates an episode without any facts.
    public init() {}
}

extension FeedEpisode {
    /// The members of the entry's data, without those that are absent.
    var members: [(name: String, value: JSON)] {
        let all: [(String, JSON?)] = [
            ("chapters", chapterData), ("duration", duration.map(JSON.shortest)),
            ("episode", number.map(JSON.shortest)), ("episodeType", type.map(JSON.string)),
            ("persons", persons.isEmpty ? nil : .array(persons.map(\.data))),
            ("season", season.map(JSON.shortest)), ("seasonName", seasonName.map(JSON.string)),
            ("transcripts", transcripts.isEmpty ? nil : .array(transcripts.map(\.data))),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }
}

extension FeedEpisode {
    /// The file with the chapters and their starts; `nil` if there are none.
    private var chapterData: JSON? {
        let file = chapters?.data.object ?? []
        guard !file.isEmpty || !marks.isEmpty else { return nil }
        let entries = marks.isEmpty ? [] : [JSON.Member("entries", .array(marks.map(\.data)))]
        return .object(file + entries)
    }
}

extension FeedEpisode.Mark {
    fileprivate var data: JSON {
        .members([
            "start": .shortest(start), "title": title.isEmpty ? nil : .string(title),
            "url": url.map(JSON.string),
        ])
    }
}

extension FeedEpisode.File {
    fileprivate var data: JSON {
        .members([
            "language": language.map(JSON.string), "type": type.map(JSON.string), "url": .string(url),
        ])
    }
}

extension FeedEpisode.Person {
    fileprivate var data: JSON {
        .members([
            "group": group.map(JSON.string), "image": image.map(JSON.string), "name": .string(name),
            "role": role.map(JSON.string), "url": url.map(JSON.string),
        ])
    }
}

extension JSON {
    /// Returns a number, without decimals if it is whole.
    static func shortest(_ number: Double) -> JSON {
        Int(exactly: number).map(JSON.int) ?? .double(number)
    }
}

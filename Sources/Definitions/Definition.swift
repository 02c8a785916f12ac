package import Decoding
public import Records

/// The definition of a source: where to fetch documents, how often, and how to decode them.
public nonisolated struct Definition: Hashable, Sendable {
    /// The origin of a source's documents.
    public enum Origin: Hashable, Sendable {
        /// An http or https address; `%{credential}` is not yet replaced.
        case url(String)
        /// A local file or directory.
        case path(String)
        /// The two sources that a join combines.
        case sources(left: SourceName, right: SourceName)
        /// A service that is queried only when a client calls it: its address, or the folder of its recorded
        /// answers.
        case calls(String)
        /// Another almanac: the path of the socket that leads to it.
        case almanac(String)
        /// No upstream: the documents are computed.
        case computed(Computation)

        /// The address, the path or the two names as written in the definition.
        public var text: String {
            switch self {
            case .url(let text), .path(let text), .calls(let text): text
            case .almanac(let path): "unix:\(path)"
            case .computed(let computation): computation.text
            case .sources(let left, let right): "\(left) \(right)"
            }
        }
    }

    /// The author of a definition, who determines which settings are allowed.
    public enum Author: Hashable, Sendable {
        /// A file installed by the administrator or the package.
        case file
        /// A call on the socket by a user who is neither root nor the daemon's own user.
        case user
    }

    /// The source's name.
    public let name: SourceName
    /// All settings, with specifiers resolved.
    public let options: Options
    /// The kind of its documents, which selects the decoder.
    public let kind: Kind
    /// The origin of its documents.
    public let origin: Origin
    /// The further addresses of the same documents, in the order in which they are asked.
    public let alternates: [String]
    /// The rule for fetching it together with other sources; `nil` if it is fetched alone.
    package let batch: BatchRule?
    /// The interval between fetches; `nil` if it is fetched on demand only. A join without an interval runs
    /// when one of its inputs changes. It is also the budget of requests: on average no more than one per
    /// interval.
    public let interval: Duration?
    /// Whether the requests follow the times at which the upstream publishes, within the budget.
    public let learnsRhythm: Bool
    /// The stream on which its upstream pushes messages; `nil` if it has none.
    public let push: PushSetting?
    /// The topics of brokers whose messages hint at news, in order; usually none.
    public let hints: [HintSetting]
    /// The timeout of one attempt.
    public let timeout: Duration
    /// The maximum size of a document, in bytes after decompression.
    public let maximumBytes: Int
    /// The age from which a record is shown as expired; `nil` if records never expire.
    public let maximumAge: Duration?
    /// The retention of records that the newest document no longer contains.
    public let keep: RetentionPolicy
    /// The age of the oldest changes that subscribers can request; `nil` if only the log limits it.
    public let history: Duration?
    /// The time for which its data are kept after the definition was removed.
    public let linger: Duration

    /// The value of a setting in `[Source]`; `nil` when it is not set.
    public func setting(_ name: String) -> String? { options.last(in: "Source", named: name)?.value }

    /// Whether a Boolean setting in `[Source]` is on.
    public func isOn(_ name: String, default standard: Bool = false) -> Bool {
        setting(name).map { Definition.truth($0) ?? standard } ?? standard
    }

    /// Whether the last document is kept on disk, so that it can be decoded again when the definition
    /// changes.
    package var keepsDocument: Bool { isOn("Cache", default: true) && batch == nil && !isComputed }

    /// Whether its documents are computed.
    package var isComputed: Bool { if case .computed = origin { true } else { false } }

    /// The number of stored records from which a document with far fewer is refused once; `nil` if it never
    /// is: the definition states the minimum by `MinRecords=`, or retains the records that a document lacks.
    package var fewestGuarded: Int? {
        guard keep == .none, batch == nil, options.last(in: "Record", named: "MinRecords") == nil else {
            return nil
        }
        return kind.fewestGuarded
    }

    /// Whether the source fetches the reports of a single station, which may have none.
    package var isOfStation: Bool { name.instance != nil && [.metar, .taf, .report].contains(kind) }

    /// The title to show to users; the name if no title is set.
    public var title: String { setting("Title") ?? setting("Description") ?? name.text }

    /// The sources that a join combines; empty for other kinds.
    public var sides: Set<SourceName> {
        if case .sources(let left, let right) = origin { [left, right] } else { [] }
    }

    /// All addresses of its documents, in the order in which they are asked; empty if it has none.
    public var addresses: [String] {
        if case .url(let first) = origin { [first] + alternates } else { [] }
    }

    /// Whether its first address has the position of the instance.
    var wantsPosition: Bool {
        switch origin {
        case .url, .computed: Specifiers.wantsPosition(origin.text)
        case .path, .sources, .calls, .almanac: false
        }
    }

    /// Returns one of its addresses.
    ///
    /// - Parameter number: The number of the address, from 0.
    /// - Returns: The address, the last one if it has fewer; `nil` if it has none.
    package func address(_ number: Int) -> String? {
        let addresses = addresses
        return addresses.isEmpty ? nil : addresses[min(number, addresses.count - 1)]
    }

    /// The tags by which subscribers can select the source.
    public var tags: [String] { options.words(in: "Source", named: "Tags") }

    /// The names of the provider whose appearance and disappearance is no news, and the values whose
    /// appearance is none.
    package var knownNames: KnownNames {
        // The setting was checked, unless another almanac stated it: there the names do not count.
        (try? KnownNames(options, standard: kind.standardValues)) ?? KnownNames()
    }

    /// A hash of all settings that affect decoding; if it changes, documents must be decoded again.
    public var decodingHash: String {
        let relevant = options.entries.filter { $0.section != "Source" }
        let text = relevant.map { "\($0.section)\n\($0.name)\n\($0.value)\n" }.joined()
        let hash = RecordHash(Array("\(kind.rawValue)\n\(text)".utf8))
        return String(hash.low, radix: 16) + String(hash.high, radix: 16)
    }

    static func truth(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "yes", "true", "on", "1": true
        case "no", "false", "off", "0": false
        default: nil
        }
    }
}

public import Decoding
public import Records

/// A source as it is described: what to ask, how often, and how to read the answer.
public nonisolated struct Definition: Hashable, Sendable {
    /// Where the documents come from.
    public enum Origin: Hashable, Sendable {
        /// An http or https address; `%{credential}` is still in it.
        case url(String)
        /// A file or a directory of this machine.
        case path(String)
        /// Two other sources, which it is joined of.
        case sources(left: SourceName, right: SourceName)
        /// A service that is asked when somebody asks: its address, or the folder of its recorded answers.
        case calls(String)

        /// The address, the path or the two names as they stand in the definition.
        public var text: String {
            switch self {
            case .url(let text), .path(let text), .calls(let text): text
            case .sources(let left, let right): "\(left) \(right)"
            }
        }
    }

    /// Who wrote it, which decides what it may ask for.
    public enum Author: Hashable, Sendable {
        /// A file that the machine's owner or the package put there.
        case file
        /// A call on the socket by a user who is neither root nor the daemon's own.
        case user
    }

    /// The source's name.
    public let name: SourceName
    /// Every setting, specifiers resolved.
    public let options: Options
    /// How its documents are read.
    public let kind: Kind
    /// Where its documents come from.
    public let origin: Origin
    /// How it is asked for with others; `nil` when it is asked for alone.
    let batch: BatchRule?
    /// How often it is asked; `nil` is on demand only, of a join when what it is joined of changes.
    public let interval: Duration?
    /// How long one attempt may take.
    public let timeout: Duration
    /// The largest document, decoded bytes.
    public let maximumBytes: Int
    /// A record older than this is shown as expired; `nil` is never.
    public let maximumAge: Duration?
    /// Which records stay that the newest document does not have.
    public let keep: Keep
    /// How far back its changes are told to whoever asks; `nil` is as far as the log reaches.
    public let history: Duration?
    /// How long its data are kept after the definition went.
    public let linger: Duration

    /// The value of a setting in `[Source]`; `nil` when it is not set.
    public func setting(_ name: String) -> String? { options.last("Source", name)?.value }

    /// Whether a setting in `[Source]` is switched on.
    public func isOn(_ name: String, default standard: Bool = false) -> Bool {
        setting(name).map { Definition.truth($0) ?? standard } ?? standard
    }

    /// Whether its last document is kept on disk, to be read again when it is to be read otherwise.
    var keepsDocument: Bool { isOn("Cache", default: true) && batch == nil }

    /// Whether it is about one station, which may have nothing to say.
    var isOfStation: Bool { name.instance != nil && [.metar, .taf, .report].contains(kind) }

    /// What it is called, for people; the name when nothing is set.
    public var title: String { setting("Title") ?? setting("Description") ?? name.text }

    /// The sources that it is joined of; none when it reads documents.
    public var sides: Set<SourceName> {
        if case .sources(let left, let right) = origin { [left, right] } else { [] }
    }

    /// The tags by which subscribers may choose it.
    public var tags: [String] { options.words("Source", "Tags") }

    /// Stands for all that decides how a document is read: another value, another reading.
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

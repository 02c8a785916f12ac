import Decoding
import Records

/// Which sources, records and changes somebody wants.
///
/// Lists are alternatives, members must all hold, what is left out does not restrict.
///
/// Source: io.almanac.varlink, type Selector.
nonisolated struct Selector: Hashable, Sendable {
    private var sources: [Glob]?
    private var kinds: [String]?
    private var tags: [String]?
    private var keys: [Glob]?
    private var fields: [String]?

    /// The selector that wants everything.
    init() {}

    /// Reads a selector.
    ///
    /// - Parameter json: An object by the interface; `nil` and null want everything.
    /// - Throws: At a member that is unknown or of the wrong type.
    init(_ json: JSON?) throws(SelectorError) {
        for member in json?.object ?? [] where !member.value.isNull {
            switch member.name {
            case "sources": sources = try Selector.texts(member).map(Glob.init)
            case "kinds": kinds = try Selector.texts(member)
            case "tags": tags = try Selector.texts(member)
            case "keys": keys = try Selector.texts(member).map(Glob.init)
            case "fields": fields = try Selector.pointers(member)
            default: throw SelectorError(path: "/selector/" + member.name, message: "cannot select by this")
            }
        }
    }

    /// Whether it wants anything of a source.
    func matches(_ definition: Definition) -> Bool {
        (sources?.contains { $0.matches(definition.name.text) } ?? true)
            && (kinds?.contains(definition.kind.rawValue) ?? true)
            && (tags.map { wanted in definition.tags.contains { wanted.contains($0) } } ?? true)
    }

    /// Whether it wants the record of that key, in a source that it wants.
    func matches(key: String) -> Bool { keys?.contains { $0.matches(key) } ?? true }

    /// Whether it wants a change, in a source that it wants.
    func matches(_ change: Change) -> Bool {
        guard matches(key: change.key) else { return false }
        guard let fields, change.kind == .changed, let patch = change.patch else { return true }
        // A patch of ours is JSON; were it not, the change would better be told than lost.
        guard let patch = try? JSON(parsing: patch) else { return true }
        return MergePatch.paths(of: patch).contains { path in fields.contains { Selector.covers($0, path) } }
    }

    /// The only source it can want, when it names one without a wildcard.
    var onlySources: [String]? {
        let names = sources?.compactMap(\.literal)
        return names?.count == sources?.count ? names : nil
    }

    /// Whether a pointer names a leaf, what lies above it, or what lies below it.
    private static func covers(_ field: String, _ path: String) -> Bool {
        func begins(_ long: String, _ short: String) -> Bool {
            long.utf8.starts(with: short.utf8)
                && (long.utf8.count == short.utf8.count
                    || long.utf8.dropFirst(short.utf8.count).first == 0x2F)
        }
        return begins(path, field) || begins(field, path)
    }

    private static func texts(_ member: JSON.Member) throws(SelectorError) -> [String] {
        let texts = member.value.array?.compactMap(\.string)
        guard let texts, texts.count == member.value.array?.count else {
            throw SelectorError(path: "/selector/" + member.name, message: "must be a list of strings")
        }
        return texts
    }

    private static func pointers(_ member: JSON.Member) throws(SelectorError) -> [String] {
        let pointers = try texts(member)
        for (index, pointer) in pointers.enumerated() where !pointer.isEmpty && !pointer.hasPrefix("/") {
            throw SelectorError(path: "/selector/fields/\(index)", message: "a JSON pointer begins with /")
        }
        return pointers
    }
}

/// A selector that cannot be used, and which member of it.
nonisolated struct SelectorError: Error, Hashable {
    /// JSON pointer of the bad member.
    let path: String
    /// What is wrong with it.
    let message: String
}

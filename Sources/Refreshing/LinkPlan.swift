import Alerts
import Definitions
import Fetching
import Records
import Storing

/// The documents that an index of alerts links to: those that were read before, and those to fetch.
///
/// The source remembers each message that was read under its address, so that it keeps nothing but the index
/// and fetches no message twice.
nonisolated struct LinkPlan: Sendable {
    /// The addresses to fetch, in the order of the index.
    let missing: [String]
    /// The addresses in the archive of messages that others name, and that were never read.
    let referenced: [String]
    /// The limits of the definition.
    let limits: AlertLinks.Limits
    /// The documents that are left out, because there are too many.
    private let surplus: [AlertBundle.Failure]
    private let index: [UInt8]
    private let tag: String
    private let facts: Facts

    /// The facts of the document of the index.
    private struct Facts: Sendable {
        let url: String
        let permanentURL: String?
        let received: UTC
        let modified: UTC?
        let freshness: Freshness
        let validators: Validators
        let timings: Timings
    }

    /// Plans the links of a document that was received.
    ///
    /// - Returns: `nil` if it links to nothing.
    /// - Throws: An error if the document or the store cannot be read.
    init?(_ document: Document, of definition: Definition, at now: UTC, recall: (String) throws -> String?)
        throws
    {
        let bytes = try document.body.prefix(document.body.count)
        let facts = Facts(
            url: document.finalURL, permanentURL: document.permanentURL, received: document.received,
            modified: document.modified, freshness: document.freshness, validators: document.validators,
            timings: document.timings)
        try self.init(bytes, charset: document.mediaType?.charset, facts, of: definition, at: now, recall)
    }

    /// Plans the links of the index that is kept, which its upstream says is still the newest.
    ///
    /// - Returns: `nil` if none is kept that links to anything.
    /// - Throws: An error if the store cannot be read.
    init?(
        keptBy documents: Documents, notBefore serial: Int64?, of definition: Definition, at now: UTC,
        recall: (String) throws -> String?
    )
        throws
    {
        // The first request of this run has found the document complete.
        let kept = try documents.quickReader(of: definition.name.text, notBefore: serial)
        guard let reader = kept else { return nil }
        let first = try reader.next()
        guard AlertBundle.begins(first), let bundle = AlertBundle(first + (try reader.readAll())) else {
            return nil
        }
        let facts = Facts(
            url: reader.facts.url ?? "", permanentURL: nil, received: now, modified: nil,
            freshness: Freshness(), validators: Validators(), timings: Timings())
        try self.init(bundle.index, charset: nil, facts, of: definition, at: now, recall)
    }

    private init?(
        _ bytes: [UInt8], charset: String?, _ facts: Facts, of definition: Definition, at now: UTC,
        _ recall: (String) throws -> String?
    ) throws {
        limits = try AlertLinks.Limits(definition.options)
        guard let found = AlertLinks.index(bytes, charset: charset, limits: limits, at: now) else {
            return nil
        }
        let tag = LinkPlan.tag(of: definition)
        self.tag = tag
        self.facts = facts
        index = found.bytes
        surplus = found.surplus.map {
            .init(url: $0, reason: "not fetched: LinkedMessages= is exceeded", isLasting: false)
        }
        referenced = try LinkPlan.referenced(of: definition, at: now, recall: recall)
        missing = try found.wanted.filter { url in
            let memo = try recall(LinkMemo.name(of: url, tag: tag)).flatMap(LinkMemo.init)
            return !(memo?.isSettled(at: now) ?? false)
        }
    }

    /// Returns the tag of the settings with which linked messages are read.
    static func tag(of definition: Definition) -> String { String(definition.decodingHash.prefix(16)) }

    /// Whether anything is to be fetched.
    var isIncomplete: Bool { !missing.isEmpty || !referenced.isEmpty }

    /// Returns the addresses in the archive of messages that others name, and that were never read.
    static func referenced(
        of definition: Definition, at now: UTC, recall: (String) throws -> String?
    ) throws -> [String] {
        let tag = LinkPlan.tag(of: definition)
        return try AlertArchive(definition.options)?.wanted(at: now, tag: tag, recall: recall) ?? []
    }

    /// Returns the addresses in the archive of messages that some messages name, and that are unknown.
    static func referenced(
        by messages: [[UInt8]], of definition: Definition, at now: UTC, recall: (String) throws -> String?
    ) throws -> [String] {
        let tag = LinkPlan.tag(of: definition)
        return try AlertArchive(definition.options)?
            .wanted(by: messages, at: now, tag: tag, recall: recall) ?? []
    }

    /// Joins the index with the documents that were fetched.
    ///
    /// - Parameters:
    ///   - linked: The fetched documents.
    ///   - failures: Those that could not be fetched.
    ///   - isLast: Whether no others follow, so that the index need not be sent again.
    /// - Returns: All of them as one document.
    func bundle(
        _ linked: [AlertBundle.Linked], failures: [AlertBundle.Failure], isLast: Bool
    ) -> Document {
        let bundle = AlertBundle(index: index, linked: linked, failures: failures + surplus, tag: tag)
        var joined = Document(Body(bundle.bytes), from: facts.url, received: facts.received)
        joined.freshness = facts.freshness
        joined.permanentURL = facts.permanentURL
        joined.modified = facts.modified
        joined.timings = facts.timings
        if isLast { joined.validators = facts.validators }
        return joined
    }
}

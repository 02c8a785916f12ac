public import Records

/// The order of the documents of a source by the times that they state for themselves.
///
/// A cache of an upstream may answer with an older document after a newer one. It changes nothing, unless
/// several follow in a row: then the newest one had a wrong time.
public struct EditionOrder: Hashable, Sendable {
    /// The greatest time by which a document or record may be ahead of the clock; one that is further ahead
    /// has no time.
    public static let ahead = Duration.seconds(600)
    /// The beginning of the remark on an answer that is older than an earlier one.
    public static let mark = "the upstream is behind: "

    private static let newest = "\tdocument"
    private static let olderCount = "\tolder"
    private static let replaced = "\treplaced"

    /// Whether the document is older than one that was accepted.
    public private(set) var isOlder = false
    /// The facts to remember, by name.
    public private(set) var names: [String: String] = [:]
    /// The remarks on the document.
    public private(set) var notes: [String] = []

    /// Creates the order of documents without times.
    public init() {}

    /// Compares a document with the newest one.
    ///
    /// - Parameters:
    ///   - time: The time of the document; `nil` if it states none.
    ///   - scope: The origin of the documents that are compared.
    ///   - now: The time by the wall clock.
    ///   - recall: Returns the fact under a name; `nil` if there is none.
    /// - Throws: The error of `recall`.
    public init<Fault: Error>(
        _ time: UTC?, in scope: String = "", at now: UTC, recall: (String) throws(Fault) -> String?
    ) throws(Fault) {
        guard let time, time <= now + EditionOrder.ahead else { return }
        let name = EditionOrder.newest + scope
        let newest = try recall(name).flatMap { UTC(iso8601: $0) }
        let run = try OlderRun(named: EditionOrder.olderCount + scope, recall: recall)
        let isBefore = newest.map { time.seconds < $0.seconds } ?? false
        isOlder = isBefore && !run.isOver
        names = run.names(isOlder: isBefore)
        if isOlder, let newest {
            notes = [
                EditionOrder.mark
                    + "the document of \(time) is older than that of \(newest), and changes nothing"
            ]
            return
        }
        if newest?.seconds != time.seconds { names[name] = time.description }
        try accept(time, replacing: isBefore ? newest : nil, in: scope, recall: recall)
    }

    /// Accepts a document, with a remark as long as none is as new as one that older ones have replaced.
    private mutating func accept<Fault: Error>(
        _ time: UTC, replacing newer: UTC?, in scope: String, recall: (String) throws(Fault) -> String?
    ) throws(Fault) {
        let name = EditionOrder.replaced + scope
        let known = try recall(name).flatMap { UTC(iso8601: $0) }
        guard let newest = [known, newer].compactMap(\.self).max() else { return }
        let isBehind = time.seconds < newest.seconds
        let fact = isBehind ? newest.description : ""
        if fact != known?.description { names[name] = fact }
        if isBehind {
            notes = ["after \(OlderRun.most) documents older than that of \(newest), that of \(time) counts"]
        }
    }
}

/// A run of answers that are older than earlier ones; the last one counts.
public struct OlderRun: Hashable, Sendable {
    /// The number of older answers in a row after which one is accepted, since the newest had a wrong time.
    public static let most = 10

    private let name: String
    private let count: Int

    /// Creates the run that is remembered under a name.
    ///
    /// - Throws: The error of `recall`.
    public init<Fault: Error>(
        named name: String, recall: (String) throws(Fault) -> String?
    ) throws(Fault) {
        self.name = name
        count = try recall(name).flatMap { Int($0) } ?? 0
    }

    /// Whether an older answer counts, because there were enough before.
    public var isOver: Bool { count + 1 >= OlderRun.most }

    /// Returns the fact to remember after an answer; none if it does not change.
    public func names(isOlder: Bool) -> [String: String] {
        let next = isOlder && !isOver ? count + 1 : 0
        return next == count ? [:] : [name: "\(next)"]
    }
}

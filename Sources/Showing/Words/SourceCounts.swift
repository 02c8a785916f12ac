public import AlmanacValues
import Records

/// The number of sources, and of those that are not well: `19 sources, 2 failing, 9 without data`.
public struct SourceCounts: Sendable {
    /// The number of all sources.
    public let all: Int
    /// The number of sources whose attempts fail, with or without data.
    public let failing: Int
    /// The number of sources whose data are older than they should be.
    public let stale: Int
    /// The number of sources without data, whether or not an attempt was made.
    public let withoutData: Int
    /// The number of current sources that go on with an earlier definition, because theirs cannot be used.
    public let misdefined: Int
    /// The number of current sources of whose last document parts could not be read.
    public let unread: Int
    /// The number of other current sources with a remark on their last document, such as that it is cut.
    public let remarked: Int
    /// The number of sources without a definition, which nobody expects to be current.
    public let paused: Int

    /// Counts sources.
    public init(_ sources: [Source]) {
        all = sources.count
        failing = sources.count { $0.standing == .failing }
        stale = sources.count { $0.standing == .stale }
        withoutData = sources.count(where: \.hasNoData)
        let current = sources.filter(\.standing.isCurrent)
        misdefined = current.count(where: \.isMisdefined)
        unread = current.count { $0.runtime.rejected > 0 }
        remarked = current.count { $0.runtime.rejected == 0 && !$0.runtime.notes.isEmpty }
        paused = sources.count { $0.standing == .paused }
    }

    /// Whether each source is current by its own definition, or deliberately paused.
    public var areWell: Bool { failing + stale + withoutData + misdefined == 0 }

    /// The counts of the sources that are not well, of which those without data may also be failing; the
    /// paused ones come last. Empty if there are none.
    public var troubles: Line {
        let counts = [
            part(failing, "failing", .bad), part(stale, "stale", .strong),
            part(withoutData, "without data", .bad), part(misdefined, "with a wrong definition", .bad),
            part(unread, "with unread parts", .plain), part(remarked, "with remarks", .plain),
            part(paused, "paused", .plain),
        ]
        return counts.compactMap(\.self).joined(by: ", ")
    }

    /// The states in words: the counts of the sources that are not well; or `all well`, or `all current` if
    /// parts could not be read, or there are remarks. Empty without a source.
    public var words: Line {
        guard all > 0, areWell else { return troubles }
        let areWhole = unread + remarked == 0
        return [Line(areWhole ? "all well" : "all current", .good), troubles].joined(by: ", ")
    }

    /// The number of sources and their states: `19 sources, 9 without data`.
    public var line: Line { [Line(counted(all, "source")), words].joined(by: ", ") }

    private func part(_ count: Int, _ word: String, _ ink: Ink) -> Line? {
        count == 0 ? nil : Line("\(grouped(count)) \(word)", ink)
    }
}

extension Source {
    /// Whether no document was accepted yet, whatever the reason.
    package var hasNoData: Bool { runtime.fetched == nil && [.failing, .waiting].contains(standing) }
}

public import Records

/// A message of the Common Alerting Protocol, from whichever document.
///
/// Source: OASIS CAP 1.2 §3.2.1.
public struct AlertMessage: Hashable, Sendable {
    /// The identifier, which other messages refer to.
    public var identifier: String
    /// The sender; empty if not stated.
    public var sender = ""
    /// The moment at which it was sent; 1970 if the document does not state it.
    public var sent = UTC(seconds: 0)
    /// `Actual`, `Exercise`, `System`, `Test` or `Draft`.
    public var status = ""
    /// `Alert`, `Update`, `Cancel`, `Ack` or `Error`.
    public var type = ""
    /// The earlier messages that it updates or cancels, in the order of the document.
    public var references: [AlertReference] = []
    /// The identifiers of further messages that it supersedes, which have expired (NWS `expiredReferences`).
    public var expired: [String] = []
    /// The parts in different languages, or for different areas, in the order of the document.
    public var blocks: [AlertBlock] = [] {
        didSet { sortOut() }
    }
    /// The blocks that are not over, all if the message as a whole is over.
    public private(set) var live: [AlertBlock] = []
    /// Whether it says that the danger is over, whatever its type: all blocks do.
    public private(set) var isOver = false

    /// Creates a message without content.
    public init(identifier: String) { self.identifier = identifier }
}

/// A reference to an earlier message.
public struct AlertReference: Hashable, Sendable {
    /// The identifier of the message.
    public let identifier: String
    /// The moment at which that was sent; `nil` if not stated.
    public let sent: UTC?

    /// Creates a reference.
    public init(_ identifier: String, sent: UTC?) {
        self.identifier = identifier
        self.sent = sent
    }
}

extension AlertMessage {
    /// Finds the blocks that are over.
    private mutating func sortOut() {
        let overs = blocks.map(\.isOver)
        isOver = !overs.isEmpty && !overs.contains(false)
        let isMixed = !isOver && overs.contains(true)
        live = isMixed ? zip(blocks, overs).filter { !$0.1 }.map(\.0) : blocks
    }

    /// The moment at which the event begins: the earliest of its blocks, otherwise when it was sent.
    public var onset: UTC { live.compactMap(\.beginning).min() ?? sent }

    /// The moment at which the event ends: of the blocks that are not over the stated end, otherwise the
    /// latest expiry; `nil` if a block has neither. A message that is over ended when it was sent.
    public var ends: UTC? {
        if isOver { return sent }
        if let stated = live.compactMap(\.statedEnd).max() { return stated }
        let expiries = live.map(\.expires)
        return expiries.contains(nil) ? nil : expiries.compactMap(\.self).max()
    }

    /// The area of the blocks that are not over; shapes that several blocks have count once.
    public var area: GeoArea {
        guard !isOver else { return GeoArea() }
        var seen: Set<GeoArea.Shape> = []
        return GeoArea(live.flatMap(\.areas).flatMap(\.shapes).filter { seen.insert($0).inserted })
    }

    /// The end in a collection that only grows, which shows no end by removing the message: a block without
    /// expiry ends a day after the later of its onset and the moment it was sent.
    public var endsInCollection: UTC {
        if let ends { return ends }
        let day = Duration.seconds(86_400)
        return live.map { $0.expires ?? max(sent, $0.beginning ?? sent) + day }.max() ?? sent + day
    }
}

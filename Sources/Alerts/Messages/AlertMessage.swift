public import Records

/// A message of the Common Alerting Protocol, from whichever document.
///
/// Source: OASIS CAP 1.2 §3.2.1.
public struct AlertMessage: Hashable, Sendable {
    /// The identifier, which is unique for its sender only.
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
    /// Further messages that it supersedes, which have expired (NWS `expiredReferences`).
    public var expired: [AlertReference] = []
    /// The name of the entry of an index that announced it without its content; empty if none did.
    var entry = ""
    /// The parts in different languages, or for different areas, in the order of the document.
    public var blocks: [AlertBlock] = [] {
        didSet { sortOut() }
    }
    /// The blocks that warn: not those that are over, and no entry that means that there is no warning; all
    /// if none warns.
    public private(set) var live: [AlertBlock] = []
    /// Whether it says that the danger is over, whatever its type: no block warns, and one says so.
    public private(set) var isOver = false
    /// Whether no block warns, because all of them say that there is nothing to warn of.
    public private(set) var isBlank = false

    /// Creates a message without content.
    public init(identifier: String) { self.identifier = identifier }
}

/// A reference to an earlier message.
public struct AlertReference: Hashable, Sendable {
    /// The identifier of the message.
    public let identifier: String
    /// Its sender; empty if not stated, which means the sender of the message that refers to it.
    public let sender: String
    /// The moment at which that was sent; `nil` if not stated.
    public let sent: UTC?
    /// That moment as the reference writes it; empty if it was not read from CAP.
    public let sentText: String

    /// Creates a reference.
    public init(_ identifier: String, sender: String = "", sent: UTC?, sentText: String = "") {
        self.identifier = identifier
        self.sender = sender
        self.sent = sent
        self.sentText = sentText
    }
}

extension AlertMessage {
    /// The name that no other message has: the sender and the identifier.
    ///
    /// Source: OASIS CAP 1.2 §3.2.1, identifier.
    public var name: String { sender + "," + identifier }

    /// The name of another message that this one refers to; `nil` if it is this one, or one of another
    /// sender, which it cannot end.
    func name(of reference: AlertReference) -> String? {
        let isOwn = reference.sender.isEmpty || sender.isEmpty || reference.sender == sender
        guard isOwn, reference.identifier != identifier else { return nil }
        return sender + "," + reference.identifier
    }

    /// Whether it names messages that it ends.
    var endsOthers: Bool { !references.isEmpty || !expired.isEmpty || !entry.isEmpty }

    /// The messages that it ends, in the order of the document.
    var ended: [(name: String, identifier: String)] {
        guard endsOthers else { return [] }
        var ended: [(name: String, identifier: String)] = []
        for references in [references, expired] {
            for reference in references {
                if let name = name(of: reference) { ended.append((name, reference.identifier)) }
            }
        }
        if !entry.isEmpty, entry != name { ended.append((entry, "")) }
        return ended
    }

    /// Finds the blocks that warn.
    private mutating func sortOut() {
        if blocks.count == 1 {
            live = blocks
            isOver = blocks[0].isOver
            isBlank = !isOver && blocks[0].isBlank
            return
        }
        let overs = blocks.map(\.isOver)
        let warns = zip(blocks, overs).map { !$1 && !$0.isBlank }
        let isNone = !blocks.isEmpty && !warns.contains(true)
        isOver = isNone && overs.contains(true)
        isBlank = isNone && !isOver
        live = isNone || !warns.contains(false) ? blocks : zip(blocks, warns).filter(\.1).map(\.0)
    }

    /// The moment at which the message ends: that of the part that ends last; `nil` if one has no end. A
    /// message that is over ended when it was sent.
    public var ends: UTC? { isOver ? sent : live.ends }

    /// The area of the blocks that warn; shapes that several blocks have count once.
    public var area: GeoArea { isOver ? GeoArea() : live.area }
}

extension [AlertBlock] {
    /// The moment at which the event begins, the earliest of the blocks; `nil` if none states it.
    var beginning: UTC? { count == 1 ? self[0].beginning : compactMap(\.beginning).min() }

    /// The moment at which the event ends: the stated end, otherwise the latest expiry; `nil` if a block has
    /// neither.
    var ends: UTC? {
        if count == 1 { return self[0].statedEnd ?? self[0].expires }
        if let stated = compactMap(\.statedEnd).max() { return stated }
        let expiries = map(\.expires)
        return expiries.contains(nil) ? nil : expiries.compactMap(\.self).max()
    }

    /// The area; shapes that several blocks have count once.
    var area: GeoArea {
        var seen: Set<GeoArea.Shape> = []
        return GeoArea(flatMap(\.shapes).filter { seen.insert($0).inserted })
    }

    /// The end in a collection that only grows, which shows no end by removing the message: a block without
    /// expiry ends a day after the later of its onset and the moment the message was sent.
    func endsInCollection(sent: UTC) -> UTC {
        if let ends { return ends }
        let day = Duration.seconds(86_400)
        return map { $0.expires ?? Swift.max(sent, $0.beginning ?? sent) + day }.max() ?? sent + day
    }
}

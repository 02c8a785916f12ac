import Records

/// The messages that others name, and that were never read, so that what they named themselves is unknown.
///
/// A source remembers them as the text of CAP references, to fetch them from an archive.
struct AlertGaps {
    /// The name under which they are remembered.
    static let name = "\tgaps"
    /// The retention of archives; older messages are forgotten.
    ///
    /// Source: NAAD Last Mile Distributor guide: the repository has the messages of 48 hours.
    static let age = Duration.seconds(172_800)
    /// The greatest number that is remembered, the latest ones.
    private static let most = 200

    /// The references to them, with senders.
    private(set) var references: [AlertReference]
    private let given: String

    /// Reads a stored text.
    init(_ text: String) {
        given = text
        references = CAPReader.references(text)
    }

    init(_ memory: AlertMemory) { self.init(memory.text(AlertGaps.name) ?? "") }

    /// Keeps those that a function wants.
    mutating func keep(_ isWanted: (AlertReference) -> Bool) { references = references.filter(isWanted) }

    /// Adds one, unless it states no time, or its text cannot be stored.
    mutating func add(_ reference: AlertReference, of sender: String) {
        let named = AlertReference(
            reference.identifier, sender: reference.sender.isEmpty ? sender : reference.sender,
            sent: reference.sent, sentText: reference.sentText)
        guard let sent = named.sent, !references.contains(where: { $0.name == named.name }) else { return }
        let parts = [named.sender, named.identifier]
        guard parts.allSatisfy({ $0.utf8.allSatisfy { $0 > .space && $0 <= .tilde && $0 != .comma } }) else {
            return
        }
        let text = named.sentText.isEmpty ? sent.description : named.sentText
        references.append(
            AlertReference(named.identifier, sender: named.sender, sent: sent, sentText: text))
    }

    /// Returns the fact to remember; none if it is the stored one.
    func facts(at now: UTC) -> [String: String] {
        let recent = references.filter { $0.sent.map { $0 > now - AlertGaps.age } ?? false }
            .sorted { $0.sent ?? now < $1.sent ?? now }
        let text = recent.suffix(AlertGaps.most).map { "\($0.name),\($0.sentText)" }.joined(separator: " ")
        return text == given ? [:] : [AlertGaps.name: text]
    }
}

extension AlertReference {
    fileprivate var name: String { sender + "," + identifier }
}

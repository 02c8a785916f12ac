/// A misbehaviour of the broker, for some time or once.
enum Trick: String, CaseIterable {
    /// It ends all connections, in the middle of a packet or not, or after bytes that are none.
    case cut
    case half
    case garbage
    /// It accepts no subscription, or answers nothing, for some minutes.
    case refuse
    case silence
    /// It sends messages again, some about documents that did not change, or a few hundred at once.
    case repetition
    case lie
    case flood
    /// It sends messages of other topics, or about documents of others.
    case stranger
    /// It sends the document as if it were published in some minutes, or another document than the hash, the
    /// size or the address is of.
    case ahead
    case forged

    /// A trick that concerns a document.
    var isStatement: Bool { [.repetition, .lie, .flood, .stranger, .ahead, .forged].contains(self) }
}

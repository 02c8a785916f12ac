import Records

/// The messages that a document states or refers to, each with a number, since names are long and compared
/// often.
struct AlertNames {
    /// A name that compares by its text alone.
    private struct Name: Hashable {
        let key: ByteKey
        let number: Int

        static func == (left: Name, right: Name) -> Bool { left.key == right.key }

        func hash(into hasher: inout Hasher) { key.hash(into: &hasher) }
    }

    private let memory: AlertMemory
    private var numbers: Set<Name>
    /// The names, by number.
    private(set) var texts: [String] = []
    /// The memory of each message, by number; `nil` for those that are not known.
    private(set) var memos: [AlertMemo?] = []

    /// Creates names without any, with room for some.
    init(_ memory: AlertMemory, capacity: Int) {
        self.memory = memory
        numbers = Set(minimumCapacity: capacity)
        texts.reserveCapacity(capacity)
        memos.reserveCapacity(capacity)
    }

    /// The number of names.
    var count: Int { texts.count }

    /// Returns the number of a name, the next one if it has none yet.
    mutating func add(_ name: String, _ identifier: String) -> Int {
        let (isNew, found) = numbers.insert(Name(key: ByteKey(name), number: texts.count))
        if isNew {
            texts.append(name)
            memos.append(memory.memo(of: name, identifier))
        }
        return found.number
    }

    /// Returns the number of a name; `nil` if it has none.
    func number(of name: String) -> Int? {
        numbers.firstIndex(of: Name(key: ByteKey(name), number: 0)).map { numbers[$0].number }
    }
}

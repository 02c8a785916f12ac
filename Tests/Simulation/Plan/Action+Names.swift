extension Action {
    /// The words of an action that has a name among its values.
    var namedWords: [String] {
        switch self {
        case .misuse(let misuse, let amount): ["misuse", misuse.rawValue, "\(amount)"]
        case .deliver(let source, let delivery): ["deliver", "\(source)", delivery.rawValue]
        case .broker(let source, let trick): ["broker", "\(source)", trick.rawValue]
        case .edit(let source, let edit): ["edit", "\(source)", edit.rawValue]
        case .administer(let source, let what): ["administer", "\(source)", what.rawValue]
        case .disaster(let disaster): ["disaster", disaster.rawValue]
        case .unreadable(let seconds): ["unreadable", "\(seconds)"]
        default: []
        }
    }

    /// Reads the words of such an action; `nil` if they are none.
    init?(named name: String, _ words: [String]) {
        let numbers = words.compactMap { Int($0) }
        switch (name, words.count, numbers.count) {
        case ("misuse", 2, 1):
            guard let misuse = Misuse(rawValue: words[0]) else { return nil }
            self = .misuse(misuse, amount: numbers[0])
        case ("deliver", 2, 1):
            guard let delivery = Delivery(rawValue: words[1]) else { return nil }
            self = .deliver(source: numbers[0], delivery)
        case ("broker", 2, 1):
            guard let trick = Trick(rawValue: words[1]) else { return nil }
            self = .broker(source: numbers[0], trick)
        case ("edit", 2, 1):
            guard let edit = Edit(rawValue: words[1]) else { return nil }
            self = .edit(source: numbers[0], edit)
        case ("administer", 2, 1):
            guard let what = Administration(rawValue: words[1]) else { return nil }
            self = .administer(source: numbers[0], what)
        case ("disaster", 1, 0):
            guard let disaster = Disaster(rawValue: words[0]) else { return nil }
            self = .disaster(disaster)
        case ("unreadable", 1, 1): self = .unreadable(seconds: numbers[0])
        default: return nil
        }
    }
}

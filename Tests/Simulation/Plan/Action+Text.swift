extension Action: CustomStringConvertible {
    var description: String { words.joined(separator: " ") }

    private var words: [String] {
        switch self {
        case .change(let source): ["change", "\(source)"]
        case .restate(let source): ["restate", "\(source)"]
        case .mood(let source, let mood, let seconds): ["mood", "\(source)", "\(mood)", "\(seconds)"]
        case .enable(let source): ["enable", "\(source)"]
        case .disable(let source): ["disable", "\(source)"]
        case .reload: ["reload"]
        case .refresh(let source): ["refresh", "\(source)"]
        case .subscribe(let client): ["subscribe", "\(client)"]
        case .leave(let client): ["leave", "\(client)"]
        case .come(let client): ["come", "\(client)"]
        case .stall(let client, let seconds): ["stall", "\(client)", "\(seconds)"]
        default: wordsOfMachine
        }
    }

    private var wordsOfMachine: [String] {
        switch self {
        case .kill(let operations): ["kill", "\(operations)"]
        case .cutPower(let operations): ["cut-power", "\(operations)"]
        case .restart: ["restart"]
        case .suspend(let seconds): ["suspend", "\(seconds)"]
        case .jump(let seconds): ["jump", "\(seconds)"]
        case .offline(let seconds): ["offline", "\(seconds)"]
        case .disk(let error, let seconds): ["disk", "\(error)", "\(seconds)"]
        case .slowDisk(let seconds): ["slow-disk", "\(seconds)"]
        case .compare: ["compare"]
        case .query: ["query"]
        default: namedWords
        }
    }

    /// Reads the text of an action; `nil` if it is none.
    init?(_ text: some StringProtocol) {
        var words = text.split(separator: " ")[...]
        guard let name = words.popFirst() else { return nil }
        if name == "mood", words.count == 3 {
            let (source, mood) = (Int(words[words.startIndex]), Mood(words[words.startIndex + 1]))
            guard let source, let mood, let seconds = words.last.flatMap({ Int($0) }) else { return nil }
            self = .mood(source: source, mood, seconds: seconds)
            return
        }
        if let action = Action(named: String(name), words.map { String($0) }) {
            self = action
            return
        }
        let numbers = words.compactMap { Int($0) }
        guard numbers.count == words.count, let action = Action(String(name), numbers) else { return nil }
        self = action
    }

    private init?(_ name: String, _ numbers: [Int]) {
        switch (name, numbers.count) {
        case ("change", 1): self = .change(source: numbers[0])
        case ("restate", 1): self = .restate(source: numbers[0])
        case ("enable", 1): self = .enable(source: numbers[0])
        case ("disable", 1): self = .disable(source: numbers[0])
        case ("reload", 0): self = .reload
        case ("refresh", 1): self = .refresh(source: numbers[0])
        case ("subscribe", 1): self = .subscribe(client: numbers[0])
        case ("leave", 1): self = .leave(client: numbers[0])
        case ("come", 1): self = .come(client: numbers[0])
        case ("stall", 2): self = .stall(client: numbers[0], seconds: numbers[1])
        default:
            guard let action = Action(ofMachine: name, numbers) else { return nil }
            self = action
        }
    }

    private init?(ofMachine name: String, _ numbers: [Int]) {
        switch (name, numbers.count) {
        case ("kill", 1): self = .kill(operations: numbers[0])
        case ("cut-power", 1): self = .cutPower(operations: numbers[0])
        case ("restart", 0): self = .restart
        case ("suspend", 1): self = .suspend(seconds: numbers[0])
        case ("jump", 1): self = .jump(seconds: numbers[0])
        case ("offline", 1): self = .offline(seconds: numbers[0])
        case ("disk", 2): self = .disk(error: numbers[0], seconds: numbers[1])
        case ("slow-disk", 1): self = .slowDisk(seconds: numbers[0])
        case ("compare", 0): self = .compare
        case ("query", 0): self = .query
        default: return nil
        }
    }
}

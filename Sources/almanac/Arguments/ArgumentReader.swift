import Records

/// Parses the words of a command line one by one.
struct ArgumentReader {
    private(set) var command: Command?
    private(set) var operands: [String] = []
    private(set) var values: [(name: String, value: String)] = []
    private var words: ArraySlice<String>
    private let commands: [Command]

    init(_ words: [String], commands: [Command]) {
        self.words = words[...]
        self.commands = commands
    }

    /// Parses all words. Options before the command are resolved once the command is known.
    mutating func read() throws(CommandError) {
        command = try words.first { !$0.hasPrefix("-") && !isValue($0) }.map(commands.named)
        var isCommandPassed = command == nil
        while let word = words.popFirst() {
            if word == "--" {
                operands += words
                return
            }
            if word.hasPrefix("--") {
                try long(word.dropFirst(2))
            } else if word.hasPrefix("-"), word.utf8.count > 1, !isNumber(word) {
                for letter in word.dropFirst() { try short(letter) }
            } else if isCommandPassed {
                operands.append(word)
            } else {
                isCommandPassed = true
            }
        }
    }

    /// Whether a word is the value of the preceding option, while the command is not known yet.
    private func isValue(_ word: String) -> Bool {
        guard let index = words.firstIndex(of: word), index > words.startIndex else { return false }
        let option = Option.common.first { "--\($0.name)" == words[index - 1] }
        return option?.value != nil && option?.isValueOptional == false
    }

    /// Whether a word is a negative number, such as a latitude.
    private func isNumber(_ word: String) -> Bool {
        word.utf8.dropFirst().first.map { $0.isDigit } ?? false
    }

    private mutating func long(_ word: Substring) throws(CommandError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = known.first(where: { $0.name == name && name.count > 1 }) else {
            throw unknown("--\(name)")
        }
        let given = parts.count > 1 ? String(parts[1]) : nil
        guard option.value != nil else {
            guard given == nil else { throw .usage("--\(name) takes no value", see: command?.name) }
            return values.append((name, ""))
        }
        if let given { return values.append((name, given)) }
        values.append((name, option.isValueOptional ? "" : try next(option)))
    }

    private mutating func short(_ letter: Character) throws(CommandError) {
        guard let option = known.first(where: { $0.short == letter }) else { throw unknown("-\(letter)") }
        values.append(
            (option.name == "j" ? "json" : option.name, option.value == nil ? "" : try next(option)))
    }

    private mutating func next(_ option: Option) throws(CommandError) -> String {
        guard let value = words.popFirst() else {
            throw .usage("--\(option.name) needs \(option.value ?? "a value")", see: command?.name)
        }
        return value
    }

    private var known: [Option] { (command?.options ?? []) + Option.common }

    private func unknown(_ name: String) -> CommandError {
        let close = known.map { "--\($0.name)" }.suggestion(for: name)
        let place = command.map { "\($0.name) has no option" } ?? "no option"
        return .usage("\(place) \(name)\(close)", see: command?.name)
    }
}

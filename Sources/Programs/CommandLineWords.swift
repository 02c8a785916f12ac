import Records

/// The words of a command line: the options with their values, and the operands.
///
/// Options may appear anywhere; `--` ends them. A value is the next word, or follows `=`; one that may be omitted
/// only follows `=`. An option with two values is like one that is repeated. Short options may share a dash.
/// Negative numbers, such as latitudes, are operands.
///
/// Source: getopt_long(3).
public nonisolated struct CommandLineWords {
    /// The words that are neither options nor their values, in order.
    public private(set) var operands: [String] = []
    private var values: [(name: String, value: String)] = []
    private var words: ArraySlice<String>
    private let options: [Option]
    private let complaint: String

    /// Parses words.
    ///
    /// - Parameters:
    ///   - words: The command line without the name of the program.
    ///   - options: The options that are permitted.
    ///   - complaint: The start of the complaint about another one, before its name.
    /// - Throws: An error about the first wrong word.
    public init(
        _ words: [String], options: [Option], complaint: String = "no option"
    ) throws(ArgumentError) {
        self.words = words[...]
        self.options = options
        self.complaint = complaint
        while let word = self.words.popFirst() { try read(word) }
    }

    /// Whether an option is given.
    public func has(_ name: String) -> Bool { values.contains { $0.name == name } }

    /// Returns the value of an option, the last one if it is repeated; `nil` if it is not given.
    public subscript(_ name: String) -> String? { values.last { $0.name == name }?.value }

    /// Returns all values of an option, in order.
    public func all(_ name: String) -> [String] { values.filter { $0.name == name }.map(\.value) }

    private mutating func read(_ word: String) throws(ArgumentError) {
        if word == "--" {
            operands += words
            words = []
        } else if word.hasPrefix("--") {
            try readLong(word.dropFirst(2))
        } else if word.hasPrefix("-"), let letter = word.utf8.dropFirst().first, !letter.isDigit {
            for letter in word.dropFirst() { try readShort(letter) }
        } else {
            operands.append(word)
        }
    }

    private mutating func readLong(_ word: Substring) throws(ArgumentError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = options.first(where: { $0.name == name }) else { throw unknown("--\(name)") }
        let attached = parts.count > 1 ? String(parts[1]) : nil
        if option.value == nil, attached != nil { throw ArgumentError("--\(name) takes no value") }
        let value = if let attached { attached } else { try value(of: option) }
        values.append((name, value))
        for _ in 1..<max(1, option.valueCount) { values.append((name, try furtherValue(of: option))) }
    }

    private mutating func readShort(_ letter: Character) throws(ArgumentError) {
        guard let option = options.first(where: { $0.short == letter }) else { throw unknown("-\(letter)") }
        values.append((option.name, try value(of: option)))
    }

    /// Removes the word that is another value of an option, which no option is.
    private mutating func furtherValue(of option: Option) throws(ArgumentError) -> String {
        if words.first?.hasPrefix("--") ?? false { words = [] }
        return try value(of: option)
    }

    /// Removes the word that is the value of an option; returns an empty text if it needs none.
    private mutating func value(of option: Option) throws(ArgumentError) -> String {
        guard option.needsValue else { return "" }
        guard let value = words.popFirst() else {
            throw ArgumentError("--\(option.name) needs \(option.value ?? "a value")")
        }
        return value
    }

    private func unknown(_ name: String) -> ArgumentError {
        let close = options.map { "--\($0.name)" }.suggestion(for: name)
        return ArgumentError("\(complaint) \(name)\(close)")
    }
}

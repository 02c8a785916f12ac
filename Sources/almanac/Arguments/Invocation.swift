import Programs
import Records
import Showing

/// A parsed command line.
struct Invocation {
    /// The requested action.
    enum Wish {
        /// Print the version.
        case version
        /// Print the help text of a command; `nil` for the program.
        case help(Command?)
        /// Run a command.
        case work(Command)
    }

    /// The requested action.
    let wish: Wish
    /// The words after the command that are not options.
    let operands: [String]
    private let words: CommandLineWords

    /// The name of the command to run or to explain; `nil` if there is none.
    var command: String? {
        switch wish {
        case .version: nil
        case .help(let command): command?.name
        case .work(let command): command.name
        }
    }

    /// Whether an option is given.
    func has(_ name: String) -> Bool { words.has(name) }

    /// Returns the value of an option, the last one if it is repeated; `nil` if it is not given.
    subscript(_ name: String) -> String? { words[name] }

    /// Returns all values of an option, in order.
    func all(_ name: String) -> [String] { words.all(name) }

    /// Parses a command line without the program's name. Options may appear anywhere; `--` ends them.
    ///
    /// - Parameters:
    ///   - arguments: The words of the command line.
    ///   - commands: The commands of the program.
    ///   - usual: The command if the arguments name none.
    /// - Throws: A complaint about the first wrong word.
    init(parsing arguments: [String], commands: [Command], usual: Command) throws(CommandError) {
        // Many users try `help` and `help show` first.
        let line = arguments.first == "help" ? arguments.dropFirst() + ["--help"] : arguments
        let named = try Invocation.command(in: line).map(commands.named)
        words = try Invocation.words(line, of: named)
        operands = Array(words.operands.dropFirst(named == nil ? 0 : 1))
        if words.has("version") {
            wish = .version
        } else if words.has("help") {
            wish = .help(named)
        } else {
            try (named ?? usual).check(count: operands.count)
            wish = .work(named ?? usual)
        }
    }

    private static func words(
        _ line: [String], of command: Command?
    ) throws(CommandError) -> CommandLineWords {
        let complaint = command.map { "\($0.name) has no option" } ?? "no option"
        do throws(ArgumentError) {
            return try CommandLineWords(
                line, options: (command?.options ?? []) + Option.common, complaint: complaint)
        } catch {
            throw .usage(error.description, see: command?.name)
        }
    }

    /// Returns the first word that is neither an option nor the value of the common option before it.
    private static func command(in line: [String]) -> String? {
        zip([""] + line, line).first { before, word in
            !word.hasPrefix("-") && !Option.common.contains { before == "--\($0.name)" && $0.needsValue }
        }?.1
    }
}

extension Invocation {
    /// Returns the format of a list, `table`, `json`, `geojson` or one of others, as set by `--format` or
    /// `--json`.
    ///
    /// - Throws: A complaint about any other format.
    func listFormat(or others: [String] = []) throws(CommandError) -> String {
        let isJSON = self["json"] != nil && self["json"] != "off"
        let format = self["format"] ?? (isJSON ? "json" : "table")
        let known = ["table", "json", "geojson"] + others
        guard known.contains(format) else {
            let names = known.joined(separator: ", ")
            throw .usage(
                "--format \(format) is not one of \(names)\(known.suggestion(for: format))", see: command)
        }
        return format
    }

    /// Returns the value of `--radius` in metres; `nil` if it is not given.
    ///
    /// - Parameter unit: The user's unit, for a number without one; `10km`, `10nm` and `10mi` state theirs.
    /// - Returns: The radius.
    /// - Throws: A complaint if it is not a distance.
    func radius(in unit: DistanceUnit) throws(CommandError) -> Double? {
        guard let text = self["radius"] else { return nil }
        let stated = DistanceUnit.allCases.first { text.lowercased().hasSuffix($0.symbol.lowercased()) }
        let digits = stated == nil ? text : text.dropLast(2).filter { $0 != " " }
        guard let number = Double(digits), number > 0, number * (stated ?? unit).metres <= 40_000_000 else {
            throw .usage("--radius \(text) is not a number of \(unit.name) above 0", see: command)
        }
        return (number * (stated ?? unit).metres).rounded()
    }

    /// Returns the moment that is the value of an option; `nil` if it is not given.
    ///
    /// - Throws: A complaint if it is not a time.
    func moment(_ name: String) throws(CommandError) -> UTC? {
        guard let text = self[name] else { return nil }
        return try moment(said: text, of: name)
    }

    /// Returns the moment that a user has written.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - name: The name of the option.
    /// - Returns: The moment.
    /// - Throws: A complaint if it is not a time.
    func moment(said text: String, of name: String) throws(CommandError) -> UTC {
        guard let moment = UTC(said: text, now: Terminal.now, zone: Terminal.zone) else {
            throw .usage(
                "--\(name) \(text) is not a time, such as yesterday, 2h, 14:02, 2026-11-03", see: command)
        }
        return moment
    }

    /// Returns the value of an option that must be a whole number above 0; `nil` if it is not given.
    ///
    /// - Parameters:
    ///   - name: The name of the option.
    ///   - most: The greatest number: with more, fewer results than requested would look like all of them.
    /// - Returns: The number.
    /// - Throws: A complaint about another value.
    func count(_ name: String, most: Int = .max) throws(CommandError) -> Int? {
        guard let text = self[name] else { return nil }
        guard let count = Int(text), count > 0 else {
            throw .usage("--\(name) \(text) is not a number above 0", see: command)
        }
        guard count <= most else {
            throw .usage("--\(name) \(text) is above \(most), the most that one list has", see: command)
        }
        return count
    }
}

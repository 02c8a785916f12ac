import Programs
import Records

/// A command of the program.
struct Command {
    /// The name of the command.
    let name: String
    /// The operands, as shown in the help text.
    let operands: String
    /// The allowed number of operands.
    let count: ClosedRange<Int>
    /// A description in one line.
    let summary: String
    /// Further paragraphs of the help text.
    let details: [String]
    /// The options of this command.
    let options: [Option]
    /// Runs the command.
    let run: (Invocation) throws(CommandError) -> CommandStatus

    init(
        _ name: String, operands: String = "", count: ClosedRange<Int> = 0...0, summary: String,
        details: [String] = [], options: [Option] = [],
        run: @escaping (Invocation) throws(CommandError) -> CommandStatus
    ) {
        self.name = name
        self.operands = operands
        self.count = count
        self.summary = summary
        self.details = details
        self.options = options
        self.run = run
    }

    /// The usage: `rejects SOURCE`.
    var usage: String { operands.isEmpty ? name : "\(name) \(operands)" }

    /// Throws a complaint if the number of operands is wrong.
    func check(count given: Int) throws(CommandError) {
        if given < count.lowerBound { throw .usage("\(name) needs \(operands)", see: name) }
        guard given > count.upperBound else { return }
        let much = count.upperBound == 0 ? "no arguments" : "\(operands), not \(given) arguments"
        throw .usage("\(name) takes \(much)", see: name)
    }
}

extension [Command] {
    /// Returns the command with this name.
    ///
    /// - Throws: A complaint that suggests a similar name, if there is no such command.
    func named(_ name: String) throws(CommandError) -> Command {
        if let command = first(where: { $0.name == name }) { return command }
        throw .usage("no command \"\(name)\"\(map(\.name).suggestion(for: name))")
    }
}

/// Something that the program can be asked to do.
struct Command {
    /// Its name.
    let name: String
    /// What may stand behind it, as help writes it.
    let operands: String
    /// How many operands it takes.
    let count: ClosedRange<Int>
    /// What it does, in one line.
    let summary: String
    /// What else is to be known; a paragraph each.
    let details: [String]
    /// Its own options.
    let options: [Option]
    /// Does it.
    let run: (Session) throws(Complaint) -> ExitStatus

    init(
        _ name: String, _ operands: String = "", count: ClosedRange<Int> = 0...0, _ summary: String,
        details: [String] = [], options: [Option] = [],
        run: @escaping (Session) throws(Complaint) -> ExitStatus
    ) {
        (self.name, self.operands, self.count) = (name, operands, count)
        (self.summary, self.details, self.options, self.run) = (summary, details, options, run)
    }

    /// How it is written: `rejects SOURCE`.
    var usage: String { operands.isEmpty ? name : "\(name) \(operands)" }

    /// All of them, in the order in which help shows them.
    static let all: [Command] = [
        .list, .show, .search, .near, .place, .suggest, .history, .watch, .top, .refresh, .status, .rejects,
        .describe, .add,
        .remove,
        .enable, .disable, .reload,
    ]

    /// The command of that name.
    ///
    /// - Throws: When there is none; names the one that may have been meant.
    static func named(_ name: String) throws(Complaint) -> Command {
        if let command = all.first(where: { $0.name == name }) { return command }
        let close = all.map(\.name).nearest(to: name).map { "; did you mean \($0)?" } ?? ""
        throw .usage("no command \"\(name)\"\(close)")
    }

    /// Complains when the number of operands is not what the command takes.
    func check(count given: Int) throws(Complaint) {
        if given < count.lowerBound { throw .usage("\(name) needs \(operands)", see: name) }
        guard given > count.upperBound else { return }
        let much = count.upperBound == 0 ? "nothing behind it" : "\(operands), not \(given) words"
        throw .usage("\(name) takes \(much)", see: name)
    }
}

import Programs
import Showing

/// The help text of a command or of the program.
struct Help: Showable {
    private let command: Command?

    init(_ command: Command?) { self.command = command }

    /// Prints the text on the terminal.
    func print() {
        let paper = Paper(
            width: min(Terminal.width ?? 100, 100), hasColor: Terminal.hasColor, now: Terminal.now)
        Terminal.write(paper.text(self))
    }

    func lines(on paper: Paper) -> [Line] {
        command.map { lines(of: $0, on: paper) } ?? overview(paper)
    }

    private func lines(of command: Command, on paper: Paper) -> [Line] {
        var lines = Line("Usage: almanac \(command.usage) [OPTIONS]").wrapped(to: paper.width, indent: 4)
        for paragraph in [command.summary + "."] + command.details {
            lines += [Line()] + Line(paragraph).wrapped(to: paper.width)
        }
        if !command.options.isEmpty {
            lines += [Line(), Line("Options:", .strong)] + table(of: command.options, on: paper)
        }
        return lines + [Line(), Line("Options of all commands:", .strong)]
            + table(of: Option.common, on: paper)
    }

    private func overview(_ paper: Paper) -> [Line] {
        let commands = Command.all.map { (term: $0.usage, meaning: $0.summary) }
        return [Line("Usage: almanac [COMMAND] [OPTIONS]"), Line()]
            + Line("Shows, follows, searches and refreshes the weather, feeds and datasets of almanacd.")
            .wrapped(to: paper.width)
            + [Line(), Line("Commands:", .strong)] + Terms(commands).lines(on: paper)
            + [Line(), Line("Options of all commands:", .strong)] + table(of: Option.common, on: paper)
            + [Line()]
            + Line(
                "To begin: almanac add KPWM, then almanac show KPWM. Without a command: almanac list."
            ).wrapped(
                to: paper.width)
            + Line("More: almanac COMMAND --help, man almanac.").wrapped(to: paper.width)
    }

    private func table(of options: [Option], on paper: Paper) -> [Line] {
        let shown = options.filter { $0.name.count > 1 }
        return Terms(shown.map { (term: $0.usage, meaning: $0.summary) }).lines(on: paper)
    }
}

extension Command {
    /// All commands, in the order of the help text.
    static let all: [Command] = [
        .list, .show, .brief, .warnings, .search, .near, .place, .suggest, .history, .since, .watch, .top,
        .refresh, .status, .rejects, .metrics, .describe, .add, .importing, .export, .remove, .enable,
        .disable, .set, .reload, .relay, .modelContext,
    ]
}

import AlmanacClient
import AlmanacValues
import Programs
import Records
import Showing

extension Command {
    /// Lists warnings.
    static let warnings = Command(
        "warnings", operands: "[PLACE|LAT,LON|here]", count: 0...100,
        summary: "List the warnings in force or announced, the most severe first",
        details: [
            "With a place, lists those whose area contains it; with --radius, also those near it. here is the "
                + "position of Here= in [Client] of almanac.conf. For an airport, also those of sources such as "
                + "alerts-us-point@KPWM.",
            "With --zone, lists those of a zone, by its code or its name in a source with the tag zones: --zone "
                + "FR101, --zone Paris, or --zone NUTS3:FR101 if two tables have the code.",
            "If there may be others, a line begins with unknown: and says why: a source that has no data, is "
                + "stale or failing, a part that could not be read, or warnings that were not compared with the "
                + "place because the areas of their zones are not known. The exit status is then 4.",
            "A format with names in braces prints one line for each warning: '{severity} {event} {ends:when}'. "
                + "waybar and i3bar print one line for a status bar; almanac watch warnings --format waybar "
                + "prints one after each change.", Option.conditions,
        ],
        options: [
            .condition("'level in [Severe, Extreme]'"), Option.pick,
            Option("zone", value: "CODE|NAME", summary: "only warnings of this zone"),
            Option("radius", value: "DISTANCE", summary: "also warnings up to this distance in your unit"),
            Option("limit", value: "COUNT", summary: "maximum number of warnings"),
            Option("follow", short: "f", summary: "show the list again after each change"),
            Option(
                "format", value: "table|json|geojson|csv|tsv|waybar|i3bar|'{...}'",
                summary: "output format"),
        ]
    ) { invocation throws(CommandError) in
        let output = try Output(invocation)
        let daemon = try Daemon(invocation)
        do throws(CommandError) {
            let command = try WarningsCommand(invocation, daemon: daemon, output: output)
            let status = try command.show()
            guard invocation.has("follow") else { return status }
            let signal = ChangeSignal(for: command.followed, daemon: daemon, output: output)
            return try command.repeatedly(after: signal)
        } catch {
            WarningsCommand.writeUnknown(because: error, as: invocation["format"], on: output.paper)
            throw error
        }
    }
}

/// Lists the warnings of an invocation.
struct WarningsCommand {
    private let invocation: Invocation
    private let daemon: Daemon
    private let output: Output
    private let position: Position?
    private let zone: ChosenZone?
    private let radius: Double
    /// The name of an airport; `nil` for other places.
    private let airport: String?
    private let format: String
    private let template: Template?
    private static let formats = ["csv", "tsv", "waybar", "i3bar", "'{...}'"]

    init(_ invocation: Invocation, daemon: Daemon, output: Output) throws(CommandError) {
        self.invocation = invocation
        self.daemon = daemon
        self.output = output
        template = try Template(format: invocation["format"] ?? "", of: "warnings")
        format = template == nil ? try invocation.listFormat(or: WarningsCommand.formats) : "template"
        radius = try invocation.radius(in: output.distanceUnit) ?? 0
        zone = try invocation["zone"].map { text throws(CommandError) in try ChosenZone(text, daemon) }
        let text = invocation.operands.joined(separator: " ")
        guard zone == nil || text.isEmpty else {
            throw .usage("a place and --zone cannot be combined", see: "warnings")
        }
        guard !text.isEmpty else {
            position = nil
            airport = nil
            return
        }
        let identifier = text.uppercased()
        let known = text == "here" ? nil : Airports(Folders(invocation)).position(of: identifier)
        airport = known == nil ? nil : identifier
        if let known {
            position = known
        } else {
            let number = try invocation.count("pick")
            position = try Whereabouts(daemon, output).position(describedBy: text, pick: number)
        }
    }

    /// Shows the warnings once.
    ///
    /// - Returns: The exit status, which says whether there may be others.
    @discardableResult
    func show() throws(CommandError) -> CommandStatus {
        let sources = try daemon.ask(.sources(Selector()))
        let answer = try answer(sources)
        let current = Warning.current(answer.warnings, at: output.paper.now)
        let warnings = Array(current.prefix(try invocation.count("limit") ?? .max))
        let cut = Cut(shown: warnings.count, of: current.count, "warnings", advice: "--limit shows more")
        write(warnings, cut, of: answer, sources)
        return answer.isComplete ? .success : .incomplete
    }

    private func answer(_ sources: [Source]) throws(CommandError) -> WarningAnswer {
        let finder = WarningFinder(daemon, at: output.paper.now)
        var answer = try finder.answer(to: question, among: sources)
        if answer.isSilent {
            answer.add(
                WarningAnswer.lost(
                    "no source has warnings; add one, such as almanac enable "
                        + "alerts-us-point@43.65,-70.31"))
        }
        guard let zone, !zone.isKnown, answer.warnings.isEmpty else { return answer }
        // Without the conditions, another warning may name the zone.
        let all = try finder.answer(to: WarningQuestion(), among: sources)
        guard !all.warnings.contains(where: { zone.applies($0) == true }) else { return answer }
        answer.add(
            WarningAnswer.lost(
                "no warning and no source with the tag zones names a zone \(zone.text): it may not exist"))
        return answer
    }

    private var question: WarningQuestion {
        let conditions = invocation.all("where")
        if let zone {
            return WarningQuestion(where: conditions, at: zone.position) { zone.applies($0) }
        }
        guard let position else { return WarningQuestion(where: conditions) }
        return WarningQuestion(at: position, within: radius, named: airport, where: conditions)
    }

    /// The selector of the changes after which the list is shown again.
    var followed: Selector { Selector(kinds: Warning.kinds) }

    /// Shows the warnings after each change.
    func repeatedly(after signal: ChangeSignal) throws(CommandError) -> CommandStatus {
        while true {
            try signal.wait()
            Terminal.write(Terminal.isInteractive ? "\u{1B}[H\u{1B}[2J\u{1B}[3J" : "\n")
            do {
                try show()
            } catch  where error.status == .unavailable || error.status == .temporary {
                WarningsCommand.writeUnknown(because: error, as: format, on: output.paper)
                Terminal.warn("almanac: \(visible(error.message)); waiting for it")
            }
        }
    }

    /// Prints, for a status bar, that nothing is known: without a line, it would show the same as without
    /// warnings.
    ///
    /// - Parameters:
    ///   - error: The reason; one that no later call can change is not a state of the bar.
    ///   - format: The format of the line; no other than those of bars has one.
    ///   - paper: The output.
    static func writeUnknown(because error: CommandError, as format: String?, on paper: Paper) {
        guard error.status == .unavailable || error.status == .temporary else { return }
        let board = Board([], unknown: [WarningAnswer.lost(error.message).line(on: paper).plain])
        switch format {
        case "waybar": Terminal.write(board.waybar(paper) + "\n")
        case "i3bar": Terminal.write(board.i3bar(paper) + "\n")
        default: break
        }
    }

    /// Prints warnings in the format that is wanted, with what is unknown.
    private func write(_ warnings: [Warning], _ cut: Cut, of answer: WarningAnswer, _ sources: [Source]) {
        let items = warnings.map(\.item)
        let unknown = answer.gaps
        switch format {
        case "json": output.write(items.map(\.json) + [unknown.unknownJSON].compactMap(\.self))
        case "waybar": Terminal.write(board(items, answer).waybar(output.paper) + "\n")
        case "i3bar": Terminal.write(board(items, answer).i3bar(output.paper) + "\n")
        case "table": list(warnings, cut, answer)
        case "geojson": output.write(geoJSON(items))
        case "template": write(items, of: sources)
        default:
            DelimitedText.Format(rawValue: format).map { output.write(DelimitedText(items, columns: []), $0) }
        }
        if !["json", "waybar", "i3bar", "table"].contains(format) { output.warn(of: unknown) }
        if format != "table" { output.warn(cut) }
    }

    private func board(_ items: [Item], _ answer: WarningAnswer) -> Board {
        let unknown = answer.gaps.map { $0.line(on: output.paper).plain }
        return Board(items, of: answer.asked, unknown: unknown)
    }

    private func list(_ warnings: [Warning], _ cut: Cut, _ answer: WarningAnswer) {
        let none = TextPage(warnings.isEmpty && answer.isComplete ? "no warnings" : "")
        let head = PageSequence(compact: [GapList(answer.gaps), none])
        output.show(PageSequence([head, WarningList(warnings), cut, AskedSources(answer)]))
    }

    private func write(_ items: [Item], of sources: [Source]) {
        guard let template else { return }
        for item in items {
            guard let source = sources.first(where: { $0.name == item.source }) else { continue }
            Terminal.write(template.text(item, of: source, on: output.paper) + "\n")
        }
    }
}

/// A page with one sentence, or none.
private struct TextPage: Showable {
    private let text: String

    init(_ text: String) { self.text = text }

    func lines(on paper: Paper) -> [Line] { text.isEmpty ? [] : Line(text).wrapped(to: paper.width) }
}

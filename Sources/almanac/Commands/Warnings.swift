import AlmanacClient
import AlmanacValues
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
            "A format with names in braces prints one line for each warning: '{severity} {event} {ends:when}'. "
                + "waybar and i3bar print one line for a status bar; almanac watch warnings --format waybar "
                + "prints one after each change.", Option.conditions,
        ],
        options: [
            .condition("'level in [Severe, Extreme]'"), Option.pick,
            Option("radius", value: "DISTANCE", summary: "also warnings up to this distance in your unit"),
            Option("limit", value: "COUNT", summary: "maximum number of warnings"),
            Option("follow", short: "f", summary: "show the list again after each change"),
            Option("format", value: "table|json|geojson|waybar|i3bar|'{...}'", summary: "output format"),
        ]
    ) { invocation throws(CommandError) in
        let output = try Output(invocation)
        let daemon = try Daemon(invocation)
        let command = try WarningsCommand(invocation, daemon: daemon, output: output)
        try command.show()
        guard invocation.has("follow") else { return .success }
        let signal = ChangeSignal(for: command.followed, daemon: daemon, output: output)
        return try command.repeatedly(after: signal)
    }
}

/// Lists the warnings of an invocation.
struct WarningsCommand {
    private let invocation: Invocation
    private let daemon: Daemon
    private let output: Output
    private let finder: WarningFinder
    private let position: Position?
    private let radius: Double
    /// The name of an airport; `nil` for other places.
    private let airport: String?
    private let format: String
    private let template: Template?

    init(_ invocation: Invocation, daemon: Daemon, output: Output) throws(CommandError) {
        self.invocation = invocation
        self.daemon = daemon
        self.output = output
        finder = WarningFinder(daemon, conditions: invocation.all("where"))
        template = try Template(format: invocation["format"] ?? "", of: "warnings")
        format = template == nil ? try invocation.listFormat(or: ["waybar", "i3bar", "'{...}'"]) : "template"
        radius = try invocation.radius(in: output.distanceUnit) ?? 0
        let text = invocation.operands.joined(separator: " ")
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
    func show() throws(CommandError) {
        let found =
            position == nil
            ? try finder.all() : try finder.warnings(at: position, within: radius, named: airport)
        let current = Warning.current(found, at: output.paper.now)
        let warnings = Array(current.prefix(try invocation.count("limit") ?? .max))
        let items = warnings.map(\.item)
        switch format {
        case "json": output.write(items.map(\.json))
        case "geojson": output.write(geoJSON(items))
        case "waybar": Terminal.write(Board(items).waybar(output.paper) + "\n")
        case "i3bar": Terminal.write(Board(items).i3bar(output.paper) + "\n")
        case "template": try write(items)
        default: try list(warnings)
        }
    }

    /// The selector of the changes after which the list is shown again.
    var followed: Selector { Selector(kinds: Warning.kinds) }

    /// Shows the warnings after each change.
    func repeatedly(after signal: ChangeSignal) throws(CommandError) -> ExitStatus {
        while true {
            try signal.wait()
            Terminal.write(Terminal.isInteractive ? "\u{1B}[H\u{1B}[2J\u{1B}[3J" : "\n")
            do {
                try show()
            } catch  where error.status == .unavailable || error.status == .temporary {
                Terminal.warn("almanac: \(visible(error.message)); waiting for it")
            }
        }
    }

    private func list(_ warnings: [Warning]) throws(CommandError) {
        guard warnings.isEmpty else { return output.show(PageSequence([WarningList(warnings), try note()])) }
        output.show(PageSequence([TextPage("no warnings"), try note()]))
    }

    /// Returns why warnings may be missing; empty if none is.
    private func note() throws(CommandError) -> TextPage {
        if try daemon.ask(.sources(Selector(kinds: Warning.kinds))).isEmpty {
            return TextPage(
                "no source has warnings; add one, such as almanac enable alerts-us-point@43.65,-70.31")
        }
        guard position != nil, try finder.hasUnlocated() else { return TextPage("") }
        return TextPage(
            "some warnings name only zones, which cannot be compared with a place; see all of them with "
                + "almanac warnings")
    }

    private func write(_ items: [Item]) throws(CommandError) {
        guard let template else { return }
        let sources = try daemon.ask(.sources(Selector(kinds: Warning.kinds)))
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

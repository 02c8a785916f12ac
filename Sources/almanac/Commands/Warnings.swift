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
            "With --zone, lists those of a zone, by its code or its name in a source with the tag zones: --zone "
                + "FR101, --zone Paris, or --zone NUTS3:FR101 if two tables have the code.",
            "If a warning names only zones whose areas are not known, the answer says that the place was not "
                + "compared, and the exit status is 75 if no other warning applies.",
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
            Option("format", value: "table|json|geojson|waybar|i3bar|'{...}'", summary: "output format"),
        ]
    ) { invocation throws(CommandError) in
        let output = try Output(invocation)
        let daemon = try Daemon(invocation)
        let command = try WarningsCommand(invocation, daemon: daemon, output: output)
        let status = try command.show()
        guard invocation.has("follow") else { return status }
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
    private let zone: ZoneChoice?
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
        zone = try invocation["zone"].map { text throws(CommandError) in try ZoneChoice(text, daemon) }
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
    /// - Returns: The exit status: a failure if none was found and some could not be compared.
    @discardableResult
    func show() throws(CommandError) -> ExitStatus {
        let sources = try daemon.ask(.sources(Selector()))
        let result = try result(sources)
        let remark = try remark(on: result, sources)
        let current = Warning.current(result.found, at: output.paper.now)
        let warnings = Array(current.prefix(try invocation.count("limit") ?? .max))
        let items = warnings.map(\.item)
        if format != "table", let remark { Terminal.warn("almanac: \(visible(remark))") }
        switch format {
        case "json": output.write(items.map(\.json))
        case "geojson": output.write(geoJSON(items))
        case "waybar": Terminal.write(Board(items, remark: remark).waybar(output.paper) + "\n")
        case "i3bar": Terminal.write(Board(items, remark: remark).i3bar(output.paper) + "\n")
        case "template": write(items, of: sources)
        default: list(warnings, remark, sources)
        }
        return current.isEmpty && remark != nil ? .temporary : .success
    }

    private func result(_ sources: [Source]) throws(CommandError) -> PlaceWarnings {
        let now = output.paper.now
        if let zone { return try finder.comparison(in: zone, at: now) }
        guard let position else { return PlaceWarnings(found: try finder.all()) }
        return try finder.comparison(at: position, within: radius, named: airport, sources, at: now)
    }

    /// Returns what could not be compared, or, without any warning, why there may be some; `nil` if the
    /// answer is complete.
    private func remark(on result: PlaceWarnings, _ sources: [Source]) throws(CommandError) -> String? {
        if let remark = result.remark(on: zone == nil ? "place" : "zone", sources) { return remark }
        guard result.found.isEmpty else { return nil }
        if let source = sources.first(where: { $0.kind == "alert" && !$0.isCurrent(at: output.paper.now) }) {
            let state = source.runtime.fetched == nil ? "has no data" : "is \(source.runtime.health.rawValue)"
            return "warnings not known: \(source.name) \(state); see almanac status \(source.name)"
        }
        guard let zone, !zone.isKnown else { return nil }
        // Without the conditions, another warning may name the zone.
        if try WarningFinder(daemon).all().contains(where: { zone.applies($0) == true }) { return nil }
        return "no warning and no source with the tag zones names a zone \(zone.text): it may not exist"
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

    private func list(_ warnings: [Warning], _ remark: String?, _ sources: [Source]) {
        let heading = TextPage(remark ?? "")
        if !warnings.isEmpty { return output.show(PageSequence([heading, WarningList(warnings)])) }
        if remark != nil { return output.show(heading) }
        let isCovered = sources.contains { Warning.kinds.contains($0.kind ?? "") }
        let missing = "no source has warnings; add one, such as almanac enable alerts-us-point@43.65,-70.31"
        output.show(PageSequence([TextPage("no warnings"), TextPage(isCovered ? "" : missing)]))
    }

    private func write(_ items: [Item], of sources: [Source]) {
        guard let template else { return }
        for item in items {
            guard let source = sources.first(where: { $0.name == item.source }) else { continue }
            Terminal.write(template.text(item, of: source, on: output.paper) + "\n")
        }
    }
}

extension Source {
    /// Whether its records are those of the last response, which is not older than its definition allows.
    fileprivate func isCurrent(at now: UTC) -> Bool {
        switch runtime.health {
        case .fresh: true
        case .failing: runtime.expires.map { $0 > now } ?? false
        default: false
        }
    }
}

/// A page with one sentence, or none.
private struct TextPage: Showable {
    private let text: String

    init(_ text: String) { self.text = text }

    func lines(on paper: Paper) -> [Line] { text.isEmpty ? [] : Line(text).wrapped(to: paper.width) }
}

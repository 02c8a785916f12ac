import Records
import Showing

/// How answers are written: as pages or as JSON, in colour or not, how wide.
final class Output {
    /// How JSON is written.
    enum JSONStyle {
        /// Over several lines.
        case pretty
        /// One value a line.
        case short
    }

    /// How JSON is written; `nil` when pages are.
    let json: JSONStyle?
    /// Where the reader is; `nil` when not set.
    var here: Position? { settings.here }

    private let invocation: Invocation
    private var settings: Settings
    private let hasPager: Bool
    private let runway: Int?

    init(_ invocation: Invocation, _ settings: Settings) throws(Complaint) {
        json = try Output.style(invocation)
        (self.invocation, self.settings) = (invocation, settings)
        _ = try (Output.units(invocation["units"]), Output.color(invocation["color"]))
        runway = try Output.runway(invocation["runway"])
        hasPager = !invocation.has("no-pager") && !invocation.has("follow")
    }

    /// Takes in settings that may have changed.
    ///
    /// - Returns: Whether they have.
    func take(_ settings: Settings) -> Bool {
        defer { self.settings = settings }
        return settings != self.settings
    }

    /// Paper as wide as the terminal now is, by the settings as they are now; without a terminal nothing is
    /// wrapped.
    var paper: Paper {
        var paper = Paper(
            width: min(Terminal.width ?? 10_000, settings.columns ?? 10_000), hasColor: hasColor,
            units: units,
            now: Terminal.now, zone: Terminal.zone, here: here)
        paper.runway = runway
        paper.hasLegend = !invocation.has("no-legend")
        return paper
    }

    private var units: Units {
        (try? Output.units(invocation["units"])) ?? settings.units ?? .aviation
    }

    private var hasColor: Bool {
        (try? Output.color(invocation["color"] ?? settings.color)) ?? Terminal.hasColor
    }

    /// Writes a page, through a pager when it is longer than the terminal.
    func show(_ page: some Showable) {
        let text = paper.text(page)
        let isLong = text.utf8.count { $0 == 0x0A } >= Terminal.height ?? .max
        if isLong, hasPager, Terminal.isInteractive, Pager.show(text) { return }
        Terminal.write(text)
    }

    /// Writes a value as JSON, ended by a newline.
    func write(_ value: JSON) { write([value]) }

    /// Writes values as JSON, each ended by a newline.
    func write(_ values: [JSON]) {
        for start in stride(from: 0, to: values.count, by: 256) {
            let slice = values[start..<min(start + 256, values.count)]
            let text = slice.map { (json == .pretty ? $0.pretty : $0.short) + "\n" }.joined()
            Terminal.write(Terminal.isInteractive ? escapedJSON(text) : text)
        }
    }

    private static func style(_ invocation: Invocation) throws(Complaint) -> JSONStyle? {
        switch invocation["json"] {
        case nil, "off": nil
        case "": Terminal.isInteractive ? .pretty : .short
        case "pretty": .pretty
        case "short": .short
        case let other?: throw .usage("--json=\(other) is none of pretty, short, off")
        }
    }

    private static func units(_ name: String?) throws(Complaint) -> Units? {
        guard let name else { return nil }
        guard let units = Units(rawValue: name) else {
            throw .usage("--units \(name) is none of aviation, metric, imperial")
        }
        return units
    }

    /// A runway's number, 1 to 36 with or without a letter, or its direction in degrees.
    private static func runway(_ text: String?) throws(Complaint) -> Int? {
        guard let text else { return nil }
        let digits = text.prefix { $0.isNumber }
        guard let number = Int(digits), (1...360).contains(number) else {
            throw .usage(
                "--runway \(text) is neither a runway such as 29 nor degrees such as 290", see: "show")
        }
        return number <= 36 ? number * 10 : number
    }

    private static func color(_ when: String?) throws(Complaint) -> Bool {
        switch when {
        case nil, "auto": Terminal.hasColor
        case "always", "yes": true
        case "never", "no": false
        case let other?: throw .usage("--color \(other) is none of auto, always, never")
        }
    }
}

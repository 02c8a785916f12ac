import Records
import Showing

/// How answers are written: as pages or as JSON, in colour or not, how wide.
struct Output {
    /// How JSON is written.
    enum JSONStyle {
        /// Over several lines.
        case pretty
        /// One value a line.
        case short
    }

    /// How JSON is written; `nil` when pages are.
    let json: JSONStyle?
    /// The units of the reader.
    let units: Units
    /// Where the reader is.
    let here: Position?
    /// Whether colours are used.
    let hasColor: Bool
    private let hasPager: Bool

    init(_ invocation: Invocation, _ settings: Settings) throws(Complaint) {
        json = try Output.style(invocation)
        units = try Output.units(invocation["units"]) ?? settings.units ?? .aviation
        here = settings.here
        hasColor = try Output.color(invocation["color"] ?? settings.color)
        hasPager = !invocation.has("no-pager")
    }

    /// Paper as wide as the terminal now is; without one nothing is wrapped.
    var paper: Paper {
        Paper(
            width: Terminal.width ?? 10_000, hasColor: hasColor, units: units, now: Terminal.now,
            zone: Terminal.zone, here: here)
    }

    /// Writes a page, through a pager when it is longer than the terminal.
    func show(_ page: some Showable) {
        let text = paper.text(page)
        let isLong = text.utf8.count { $0 == 0x0A } >= Terminal.height ?? .max
        if isLong, hasPager, Terminal.isInteractive, Pager.show(text) { return }
        Terminal.write(text)
    }

    /// Writes a value as JSON, ended by a newline.
    func write(_ value: JSON) {
        let text = json == .pretty ? value.pretty : value.short
        Terminal.write((Terminal.isInteractive ? escapedJSON(text) : text) + "\n")
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

    private static func color(_ when: String?) throws(Complaint) -> Bool {
        switch when {
        case nil, "auto": Terminal.hasColor
        case "always", "yes": true
        case "never", "no": false
        case let other?: throw .usage("--color \(other) is none of auto, always, never")
        }
    }
}

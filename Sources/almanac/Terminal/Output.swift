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
    private let runway: Int?

    init(_ invocation: Invocation, _ settings: Settings) throws(Complaint) {
        json = try Output.style(invocation)
        units = try Output.units(invocation["units"]) ?? settings.units ?? .aviation
        here = settings.here
        hasColor = try Output.color(invocation["color"] ?? settings.color)
        runway = try Output.runway(invocation["runway"])
        hasPager = !invocation.has("no-pager")
    }

    /// Paper as wide as the terminal now is; without one nothing is wrapped.
    var paper: Paper {
        var paper = Paper(
            width: Terminal.width ?? 10_000, hasColor: hasColor, units: units, now: Terminal.now,
            zone: Terminal.zone, here: here)
        paper.runway = runway
        return paper
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

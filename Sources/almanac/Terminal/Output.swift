import AlmanacValues
import Glibc
import Records
import Showing
import Systemd

/// The output of answers: as pages or JSON, with or without colours, at a given width.
final class Output {
    /// The style of JSON.
    enum JSONStyle {
        /// On several lines.
        case pretty
        /// One value per line.
        case short
    }

    /// The style of JSON; `nil` for pages.
    let json: JSONStyle?
    /// The user's position; `nil` if not set.
    var here: Position? { settings.here }

    /// The moment to which ages and days refer; `nil` for now.
    var moment: UTC?

    private let invocation: Invocation
    private var settings: Settings
    private let hasPager: Bool
    private let runway: Int?

    /// Makes the output that the command line and the settings describe.
    ///
    /// - Throws: A complaint about a wrong value of an option.
    init(_ invocation: Invocation) throws(CommandError) {
        try Output.check(invocation)
        json = try Output.style(invocation)
        self.invocation = invocation
        settings = Output.settings(invocation)
        runway = try Output.runway(invocation["runway"])
        hasPager = !invocation.has("no-pager") && !invocation.has("follow")
    }

    /// Throws a complaint if an option of the output has a wrong value.
    static func check(_ invocation: Invocation) throws(CommandError) {
        _ = try (style(invocation), units(invocation["units"]), color(invocation["color"]))
        _ = try runway(invocation["runway"])
    }

    /// The files that contain the settings, whether they exist or not.
    var settingsFiles: [String] { Settings.watched(directory: invocation["config"]) }

    /// Reads the settings again.
    ///
    /// - Returns: Whether they differ from the previous ones.
    func reloadSettings() -> Bool {
        let previous = settings
        settings = Output.settings(invocation)
        return settings != previous
    }

    /// Reads the settings; errors are reported and ignored.
    private static func settings(_ invocation: Invocation) -> Settings {
        let settings = Settings(directory: invocation["config"])
        for error in settings.errors {
            Terminal.warn("almanac: \(error), ignoring the rest of the file")
        }
        return settings
    }

    /// The current output properties: the terminal's width and the settings; without a terminal, lines are
    /// not wrapped.
    var paper: Paper {
        var paper = Paper(
            width: min(Terminal.width ?? 10_000, settings.columns ?? 10_000), hasColor: hasColor,
            units: chosenUnits ?? .aviation,
            now: moment ?? Terminal.now, zone: Terminal.zone, here: here)
        paper.distanceUnit = distanceUnit
        paper.runway = runway
        paper.hasLegend = !invocation.has("no-legend")
        return paper
    }

    /// The unit of distances, in which the user also writes them.
    var distanceUnit: DistanceUnit { DistanceUnit(chosenUnits) }

    /// The units of the command line or the settings; `nil` if neither sets them.
    private var chosenUnits: Units? { (try? Output.units(invocation["units"])) ?? settings.units }

    private var hasColor: Bool {
        (try? Output.color(invocation["color"] ?? settings.color)) ?? Terminal.hasColor
    }

    /// Prints a page, through a pager if it is longer than the terminal.
    func show(_ page: some Showable) {
        let text = paper.text(page)
        let isLong = text.utf8.count { $0 == .newline } >= Terminal.height ?? .max
        if isLong, hasPager, Terminal.isInteractive, Pager.show(text) { return }
        Terminal.write(text)
    }

    /// Prints on standard error how many results a list for a program has, unless it has all.
    func warn(_ cut: Cut) {
        if !cut.isWhole { Terminal.warn("almanac: \(cut.text)") }
    }

    /// Prints a message, unless the output is JSON.
    func printMessage(_ text: String) {
        if json == nil { Terminal.write(text + "\n") }
    }

    /// Prints a value as JSON with a newline.
    func write(_ value: JSON) { write([value]) }

    /// Prints values as JSON, each with a newline.
    func write(_ values: [JSON]) {
        for start in stride(from: 0, to: values.count, by: 256) {
            let slice = values[start..<min(start + 256, values.count)]
            let text = slice.map { (json == .pretty ? $0.pretty : $0.short) + "\n" }.joined()
            Terminal.write(Terminal.isInteractive ? escapedJSON(text) : text)
        }
    }

    /// Reports on standard error what is unknown, for formats that have no place for it.
    func warn(of gaps: [Gap]) {
        for gap in gaps { Terminal.warn(visible(gap.line(on: paper).plain)) }
    }

    /// Prints delimited text.
    func write(_ table: DelimitedText, _ format: DelimitedText.Format) {
        Terminal.write(
            table.text(format, hasTitles: !invocation.has("no-legend")) {
                Terminal.isInteractive ? visible($0) : $0
            })
    }

    private static func style(_ invocation: Invocation) throws(CommandError) -> JSONStyle? {
        switch invocation["json"] {
        case nil, "off": nil
        case "": Terminal.isInteractive ? .pretty : .short
        case "pretty": .pretty
        case "short": .short
        case let other?: throw .usage("--json=\(other) is not one of pretty, short, off")
        }
    }

    private static func units(_ name: String?) throws(CommandError) -> Units? {
        guard let name else { return nil }
        guard let units = Units(rawValue: name) else {
            throw .usage("--units \(name) is not one of aviation, metric, imperial")
        }
        return units
    }

    /// Parses a runway: its number, 1 to 36 with or without a letter, or its direction in degrees.
    private static func runway(_ text: String?) throws(CommandError) -> Int? {
        guard let text else { return nil }
        let digits = text.prefix { $0.isNumber }
        guard let number = Int(digits), (1...360).contains(number) else {
            throw .usage(
                "--runway \(text) is neither a runway such as 29 nor degrees such as 290", see: "show")
        }
        return number <= 36 ? number * 10 : number
    }

    private static func color(_ when: String?) throws(CommandError) -> Bool {
        switch when {
        case nil, "auto": Terminal.hasColor
        case "always", "yes": true
        case "never", "no": false
        case let other?: throw .usage("--color \(other) is not one of auto, always, never")
        }
    }
}

/// A program that shows long text one screen at a time.
enum Pager {
    /// Shows a text with `$ALMANAC_PAGER`, `$PAGER` or less(1); an empty value or `cat` disables the pager.
    ///
    /// - Returns: `false` if there is no pager.
    static func show(_ text: String) -> Bool {
        guard let program, let pipe = popen(program, "we") else { return false }
        // If the user quits the pager early, the pipe has no reader: this is not an error.
        signal(SIGPIPE, SIG_IGN)
        fputs(text, pipe)
        let status = pclose(pipe) >> 8 & 0xFF
        return status != notFound && status != notExecutable
    }

    /// Source: sh(1), EXIT STATUS.
    private static let (notExecutable, notFound): (CInt, CInt) = (126, 127)

    private static var program: String? {
        let asked = ["ALMANAC_PAGER", "PAGER"].compactMap { Environment.value(of: $0) }.first
        if let asked { return asked.isEmpty || asked == "cat" ? nil : asked }
        setenv("LESS", "FRSXMK", 0)
        return isThere("less") ? "less" : nil
    }

    private static func isThere(_ name: String) -> Bool {
        let folders = (Environment.value(of: "PATH") ?? "/usr/bin:/bin").split(separator: ":")
        return folders.contains { access("\($0)/\(name)", X_OK) == 0 }
    }
}

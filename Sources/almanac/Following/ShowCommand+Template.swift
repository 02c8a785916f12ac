import AlmanacValues
import Showing

/// The option of `show` that prints records as lines from a user's template.
extension ShowCommand {
    /// Returns the template of `--format`; `nil` for a named format.
    ///
    /// - Throws: A complaint about a wrong format, or one that cannot be combined with other options.
    static func template(of invocation: Invocation) throws(CommandError) -> Template? {
        guard let template = try Template(format: invocation["format"] ?? "", of: "show") else {
            _ = try invocation.listFormat(or: ["csv", "tsv", "'{...}'"])
            return nil
        }
        guard let option = ["count", "sum", "mean", "min", "max", "columns"].first(where: invocation.has)
        else { return template }
        throw .usage("--\(option) cannot be combined with a format that has {...}", see: "show")
    }

    /// Prints a line for each record.
    func write(_ items: [Item], of source: Source, with template: Template) {
        let paper = output.paper
        Terminal.write(items.map { template.text($0, of: source, on: paper) + "\n" }.joined())
    }

    /// Prints one line for an airport, so that a status bar always has one: for its report, or else its
    /// forecast, or else without a record.
    func write(_ items: [Item], ofAirport sources: [Source], with template: Template) {
        let ordered = ["metar", "report", "taf"].flatMap { kind in sources.filter { $0.kind == kind } }
        let pairs = ordered.map { source in (source, items.first { $0.source == source.name }) }
        guard let (source, item) = pairs.first(where: { $0.1 != nil }) ?? pairs.first else { return }
        write([item].compactMap { $0 }, of: source, with: template)
        if item == nil { Terminal.write(template.text(nil, of: source, on: output.paper) + "\n") }
    }
}

extension Template {
    /// Parses the template in the value of `--format`; returns `nil` if it has no braces.
    ///
    /// - Throws: A complaint about a wrong template.
    init?(format: String, of command: String) throws(CommandError) {
        guard format.contains("{") else { return nil }
        do {
            try self.init(format)
        } catch {
            throw .usage("\(error)", see: command)
        }
    }
}

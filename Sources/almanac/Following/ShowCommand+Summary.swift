import AlmanacValues
import Showing

/// The options of `show` that print figures about records, or records as delimited text.
extension ShowCommand {
    /// The format of `--format csv` and `--format tsv`; `nil` for any other.
    var delimitedFormat: DelimitedText.Format? { invocation["format"].flatMap(DelimitedText.Format.init) }

    /// Whether figures are requested instead of records.
    var hasSummary: Bool { invocation.has("count") || !figures.isEmpty }

    /// The requested figures: sums, means, then the smallest and the greatest values.
    var figures: [Summary.Figure] {
        Summary.Figure.Kind.allCases.flatMap { kind in
            members(kind.rawValue).map { Summary.Figure(kind, of: $0) }
        }
    }

    /// Returns the members that an option lists, separated by commas; the option can be repeated.
    func members(_ option: String) -> [String] {
        invocation.all(option).flatMap { $0.split { $0 == "," || $0 == " " } }.map(String.init)
    }

    /// Returns the requested figures about records.
    ///
    /// - Throws: A complaint about a limit that is not a number.
    func summary(of items: [Item]) throws(CommandError) -> Summary {
        let group = invocation["group-by"]
        return Summary(
            items, figures, hasCount: invocation.has("count"), group: group == "-" ? nil : group,
            limit: try invocation.count("limit"))
    }

    /// Prints figures in the requested format.
    func write(_ summary: Summary) {
        if isJSON {
            output.write(summary.json)
        } else if let format = delimitedFormat {
            output.write(summary.text, format)
        } else {
            return output.show(PageSequence([summary, summary.cut]))
        }
        output.warn(summary.cut)
    }
}

public import AlmanacValues

/// Suggestions for a text, best first.
public struct SuggestionList: Showable {
    private let suggestions: [Suggestion]

    /// Makes a list of suggestions.
    public init(_ suggestions: [Suggestion]) { self.suggestions = suggestions }

    /// Returns the list: each text, its location, and the command that shows it.
    public func lines(on paper: Paper) -> [Line] {
        guard !suggestions.isEmpty else { return ["no suggestions"] }
        let rows = suggestions.map { suggestion in
            Table.Row([
                Line(suggestion.text, .strong), Line(suggestion.detail ?? ""), Line(suggestion.identifier),
            ])
        }
        return Table([Column("NAME"), Column("WHERE", rank: 1), Column("IDENTIFIER")], rows: rows).lines(
            on: paper)
    }
}

public import Records

/// What a text may become, the best first.
public struct SuggestionList: Showable {
    private let suggestions: [JSON]

    /// Makes a list of what Suggest answered.
    public init(_ suggestions: [JSON]) { self.suggestions = suggestions }

    /// The list: what each is, where that is, and how to ask for it.
    public func lines(on paper: Paper) -> [Line] {
        guard !suggestions.isEmpty else { return ["nothing begins so"] }
        let rows = suggestions.map { suggestion in
            Table.Row([
                Line(suggestion["text"]?.string ?? "", .strong), Line(suggestion["detail"]?.string ?? ""),
                Line(suggestion["identifier"]?.string ?? ""),
            ])
        }
        return Table([Column("NAME"), Column("WHERE", rank: 1), Column("IDENTIFIER")], rows).lines(on: paper)
    }
}

/// Terms on the left and their meanings on the right, or below if there is little room.
public struct Terms: Showable, Sendable {
    private let terms: [(term: String, meaning: String)]

    /// Makes a list of terms, in order.
    public init(_ terms: [(term: String, meaning: String)]) { self.terms = terms }

    /// Returns the list, with two spaces before each term.
    public func lines(on paper: Paper) -> [Line] {
        let widest = terms.map(\.term.cells).max() ?? 0
        let edge = paper.width < 64 ? 6 : min(widest, paper.width / 2 - 4) + 4
        return terms.flatMap { lines(for: $0.term, meaning: $0.meaning, edge: edge, width: paper.width) }
    }

    private func lines(for term: String, meaning: String, edge: Int, width: Int) -> [Line] {
        let name = Line(term).indented(2)
        let meanings = Line(meaning).wrapped(to: max(20, width - edge))
        guard name.cells + 2 <= edge else {
            return name.wrapped(to: width, indent: 4) + meanings.map { $0.indented(edge) }
        }
        return [name.padded(to: edge) + meanings[0]] + meanings.dropFirst().map { $0.indented(edge) }
    }
}

import Showing

/// A sentence as a page for terminals.
struct TextLines: Showable {
    private let text: String

    init(_ text: String) { self.text = text }

    /// Returns the sentence, wrapped.
    func lines(on paper: Paper) -> [Line] { Line(text).wrapped(to: paper.width) }
}

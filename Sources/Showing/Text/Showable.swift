/// A page that can be shown as lines of text.
public protocol Showable {
    /// Returns the lines, none wider than the paper unless a single word is.
    func lines(on paper: Paper) -> [Line]
}

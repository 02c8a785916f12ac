/// Something that can be shown to a reader, as lines of text.
public protocol Showable {
    /// The lines, none longer than the paper is wide unless a single word is.
    func lines(on paper: Paper) -> [Line]
}

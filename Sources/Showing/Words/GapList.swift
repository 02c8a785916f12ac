public import AlmanacValues

/// The reasons why nothing can be said about all records of sources.
public struct GapList: Showable {
    private let gaps: [Gap]

    /// Makes a list.
    public init(_ gaps: [Gap]) { self.gaps = gaps }

    /// Returns the reasons, each after `unknown:`; nothing without any.
    public func lines(on paper: Paper) -> [Line] {
        gaps.flatMap { $0.line(on: paper).wrapped(to: paper.width) }
    }
}

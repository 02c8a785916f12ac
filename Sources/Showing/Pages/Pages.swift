/// Several pages, one below the other.
public struct Pages: Showable {
    private let pages: [any Showable]
    private let gap: [Line]

    /// Makes one of several.
    public init(_ pages: [any Showable]) { (self.pages, gap) = (pages, [Line()]) }

    /// Makes one of several, without empty lines between them.
    public init(compact pages: [any Showable]) { (self.pages, gap) = (pages, []) }

    /// The lines of all; a page without lines leaves no gap.
    public func lines(on paper: Paper) -> [Line] {
        let all = pages.map { $0.lines(on: paper) }.filter { !$0.isEmpty }
        return Array(all.joined(separator: gap))
    }
}

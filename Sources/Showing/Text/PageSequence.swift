/// Several pages, one after another.
public struct PageSequence: Showable {
    private let pages: [any Showable]
    private let gap: [Line]

    /// Makes one page of several, separated by empty lines.
    public init(_ pages: [any Showable]) {
        self.pages = pages
        gap = [Line()]
    }

    /// Makes one page of several, without empty lines between them.
    public init(compact pages: [any Showable]) {
        self.pages = pages
        gap = []
    }

    /// Returns the lines of all pages; a page without lines leaves no gap.
    public func lines(on paper: Paper) -> [Line] {
        let all = pages.map { $0.lines(on: paper) }.filter { !$0.isEmpty }
        return Array(all.joined(separator: gap))
    }
}

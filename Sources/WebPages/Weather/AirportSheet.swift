public import Showing

/// The page of an airport that is rendered again and again: sections of records that have not changed are kept.
public struct AirportSheet: Sheet {
    private let page: AirportPage
    private let sections: SectionCache

    /// Makes the sheet of a page with the sections of its last rendering.
    public init(_ page: AirportPage, sections: SectionCache) {
        self.page = page
        self.sections = sections
    }

    /// Returns the lines of the page.
    public func lines(on paper: Paper) -> [Line] { page.lines(on: paper) }

    /// Returns the page for browsers.
    public func html(on paper: Paper) -> HTML { page.html(on: paper, sections: sections) }
}

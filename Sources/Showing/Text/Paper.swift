public import Records

/// The properties of the output and of the user that a page depends on, in addition to its content.
public struct Paper: Sendable {
    /// The width in columns, which only long words exceed.
    public var width: Int
    /// Whether colours are used.
    public var hasColor: Bool
    /// The user's units.
    public var units: Units
    /// The user's unit of distances; by default the one that fits the units.
    public var distanceUnit: DistanceUnit
    /// The current time, to which ages refer.
    public var now: UTC
    /// The zone of times: the user's, or UTC on a page for pilots.
    public var zone: Zone
    /// The user's time zone on a page for pilots, whose local time follows UTC where there is room; `nil` on
    /// other pages.
    public private(set) var localZone: Zone?
    /// The user's position, from which distances are measured; `nil` if unknown.
    public var here: Position?
    /// The direction of the runway of interest, in true degrees; `nil` for none.
    public var runway: Int?

    /// Returns the address of another page with the user's choices; only browsers follow it.
    public var link: @Sendable (String) -> String = { $0 }

    /// Whether tables have column titles.
    public var hasLegend = true

    /// Makes the properties of an output.
    public init(
        width: Int, hasColor: Bool = false, units: Units = .aviation, now: UTC, zone: Zone = .utc,
        here: Position? = nil
    ) {
        self.width = width
        self.hasColor = hasColor
        self.units = units
        distanceUnit = DistanceUnit(units)
        self.now = now
        self.zone = zone
        self.here = here
    }

    /// The same paper for what pilots read: times are in UTC.
    public var forPilots: Paper {
        guard localZone == nil else { return self }
        var paper = self
        paper.localZone = zone
        paper.zone = .utc
        return paper
    }

    /// Returns the text of a page: its lines, each followed by a newline.
    public func text(_ page: some Showable) -> String {
        page.lines(on: self).map { $0.text(colored: hasColor) + "\n" }.joined()
    }
}

/// A page that can be shown as lines of text.
public protocol Showable {
    /// Returns the lines, none wider than the paper unless a single word is.
    func lines(on paper: Paper) -> [Line]
}

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

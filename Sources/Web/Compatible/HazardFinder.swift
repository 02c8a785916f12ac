import AlmanacClient
import AlmanacValues
import Records
import Showing
import WebPages

/// The parameters of isigmet, airsigmet, gairmet and pirep.
struct HazardQuery {
    /// The area of pilot reports.
    enum Area {
        case circle(Selector.Circle)
        case box(GeoBounds)
    }

    private static let metresOfMile = DistanceUnit.nauticalMile.metres
    /// The radius of a search for pilot reports without `distance=`, in nautical miles.
    private static let usualDistance = 100.0

    let format: AWCAnswer.Format
    /// The area; `nil` for everywhere.
    var area: Area?
    /// The part of the hazard's name, in capitals without marks.
    let hazard: String?
    /// The product of a G-AIRMET, and the hour of its forecast.
    let part: String?
    let hour: Int?
    /// The age of the oldest pilot report in hours.
    let age: Double

    /// Reads a query for a product.
    init(
        _ query: URLQuery, _ product: AWCHazards.Product, stations: StationTable
    ) throws(AWCQuery.Refusal) {
        format = try AWCQuery.format(query)
        for name in ["date", "level", "inten", "loc"] where query[name] != nil {
            throw .init(status: 501, message: "\(name)= is not answered here")
        }
        let isText = format == .raw && product == .gairmet
        guard format != .xml, !isText else {
            throw .init(status: 501, message: "format=\(format) of \(product) is not answered here: json is")
        }
        hazard = query["hazard"].map(HazardQuery.name)
        part = query["product"]?.uppercased()
        hour = query.number("fore")
        age = query["age"].flatMap(Double.init) ?? AWCQuery.usualHours
        guard product == .pirep else { return }
        area = try HazardQuery.area(query, stations)
    }

    private static func area(_ query: URLQuery, _ stations: StationTable) throws(AWCQuery.Refusal) -> Area {
        if let box = query["bbox"].flatMap(GeoBounds.init(said:)) { return .box(box) }
        guard let name = query["id"] else {
            throw .init(status: 400, message: "id= or bbox= is required")
        }
        guard let station = AirportFinder(stations).station(name) else {
            throw .init(status: 404, message: "the table of stations has no \(name)")
        }
        let miles = query["distance"].flatMap(Double.init) ?? usualDistance
        return .circle(.init(centre: station.position, radius: miles * metresOfMile))
    }

    /// The names of hazards in queries that are not a part of those in records.
    private static let names = ["SFCWIND": "SFCWND", "MTNOBS": "MTOBSC"]

    /// Returns the letters of a name in capitals.
    static func name(_ text: String) -> String {
        let letters = String(text.uppercased().filter(\.isLetter))
        return names[letters] ?? letters
    }
}

/// Finds SIGMETs, G-AIRMETs and pilot reports, and what is known about those that it does not find.
struct HazardFinder {
    typealias Receive = (Result<(items: [Item], state: AnswerState), NoAnswer>) -> Void

    let site: SiteData
    let product: AWCHazards.Product
    let query: HazardQuery
    /// The sources that may have something of the product and the area.
    let sources: [Source]

    /// Makes a finder among the sources of the product's kind.
    init(site: SiteData, product: AWCHazards.Product, query: HazardQuery, among all: [Source]) {
        self.site = site
        self.product = product
        self.query = query
        sources = all.filter { $0.mayHave(product) }
    }

    /// Finds the records.
    func find(_ receive: @escaping Receive) {
        let near = sources.filter { mayReach($0) }
        guard !near.isEmpty else { return receive(.failure(unkept)) }
        let names = near.map { Selector.literal($0.name) }
        site.records(Selector(sources: names, kinds: [product.kind])) { result in
            switch result {
            case .failure(let error): receive(.failure(NoAnswer(error)))
            case .success(let items): receive(conclusion(items.filter(isWanted), of: near))
            }
        }
    }

    private var unkept: NoAnswer {
        NoAnswer(404, "no source has \(product): add one with almanac enable \(product.source)")
    }

    private func isWanted(_ item: Item) -> Bool {
        guard product.contains(item), isInArea(item) else { return false }
        if let part = query.part, item.data["product"]?.string != part { return false }
        if let hour = query.hour, item.data["forecastHour"]?.int != hour { return false }
        guard let hazard = query.hazard else { return true }
        return HazardQuery.name(item.data["hazard"]?.string ?? "").contains(text: hazard)
    }

    private func isInArea(_ item: Item) -> Bool {
        guard let area = query.area else { return true }
        guard let position = item.position else { return false }
        switch area {
        case .box(let box): return box.contains(position)
        case .circle(let circle): return circle.centre.distance(to: position) <= circle.radius
        }
    }

    private func conclusion(
        _ found: [Item], of near: [Source]
    ) -> Result<(items: [Item], state: AnswerState), NoAnswer> {
        var state = AnswerState(near, found)
        for source in near where source.gap != nil {
            if source.runtime.fetched == nil {
                state.missing.append(contentsOf: HazardFinder.gaps(of: source))
            } else {
                state.add(stale: source)
            }
        }
        let current = found.filter { isDue($0, isStale: state.isStale) }
        state.missing += near.filter { $0.gap == nil }.flatMap(HazardFinder.gaps)
        if !near.contains(where: covers) { state.missing.append("reports beyond the areas of the sources") }
        guard current.isEmpty, !state.isCurrent else { return .success((current, state)) }
        let reason = state.missing.first ?? near.lazy.flatMap(HazardFinder.gaps).first ?? ""
        return .failure(.unknown(reason, near, now: site.now))
    }

    private static func gaps(of source: Source) -> [String] {
        source.readingGaps.map { "\(source.name): \($0.words())" }
    }

    /// Whether a pilot report is not too old; without a current source, nothing newer is known.
    private func isDue(_ item: Item, isStale: Bool) -> Bool {
        guard product == .pirep, !isStale, let time = item.data["obsTime"]?.utc else { return true }
        return time >= site.now - .seconds(query.age * 3600)
    }
}

/// Areas.
extension HazardFinder {
    private func mayReach(_ source: Source) -> Bool {
        guard let wanted = circle, let own = source.circle(site.stations) else { return true }
        return wanted.centre.distance(to: own.centre) <= wanted.radius + own.radius
    }

    /// Whether a source has all of the area that is asked for.
    private func covers(_ source: Source) -> Bool {
        guard let wanted = circle, let own = source.circle(site.stations) else { return true }
        // A metre more: 100 nautical miles are 100 nautical miles in whatever unit they are computed.
        return wanted.centre.distance(to: own.centre) + wanted.radius <= own.radius + 1
    }

    /// The area that is asked for, or a circle around it; `nil` for everywhere.
    private var circle: Selector.Circle? {
        switch query.area {
        case nil: nil
        case .circle(let circle): circle
        case .box(let box): box.circle ?? Selector.Circle(centre: HazardFinder.origin, radius: .infinity)
        }
    }

    private static let origin = Position(latitude: 0, longitude: 0)!
}

extension Source {
    /// Whether a source may have a product: its address names it, or no product of the service at all.
    fileprivate func mayHave(_ product: AWCHazards.Product) -> Bool {
        guard let origin else { return true }
        let named = AWCHazards.Product.allCases.filter { origin.contains(text: "/\($0)") }
        return named.isEmpty || named.contains(product)
    }

    /// The area around an airport for which a source has pilot reports, as its address or its name states it;
    /// `nil` if it states none.
    fileprivate func circle(_ stations: StationTable) -> Selector.Circle? {
        guard kind == "pirep" else { return nil }
        let query = URLQuery(parsing: String((origin ?? "").drop { $0 != "?" }.dropFirst()))
        let instance = name.split(separator: "@", maxSplits: 1).dropFirst().first.map(String.init)
        guard let station = (query["id"] ?? instance).flatMap({ stations[$0.uppercased()] }) else {
            return nil
        }
        let miles = query["distance"].flatMap(Double.init) ?? 100
        return Selector.Circle(
            centre: station.position, radius: miles * DistanceUnit.nauticalMile.metres)
    }
}

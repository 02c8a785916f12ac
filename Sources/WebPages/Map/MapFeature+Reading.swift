public import AlmanacValues
import Records
public import Showing

/// Returns the records that have a position or an area, as the map shows them.
///
/// - Parameters:
///   - items: The records, in the order of the result.
///   - sources: Their sources; a record of another source has no kind.
///   - units: The units of the words.
///   - href: Returns the address of a record's page.
/// - Returns: A feature for each of these records.
/// - Complexity: O(n).
public func mapFeatures(
    _ items: [Item], of sources: [Source], units: Units, href: (Item) -> String
) -> [MapFeature] {
    let named = Dictionary(sources.map { ($0.name, $0) }) { first, _ in first }
    return items.compactMap { MapFeature($0, of: named[$0.source], units: units, href: href) }
}

/// The longest title or text on the map, in bytes; feeds may have longer ones.
private let longest = 320

extension MapFeature {
    /// Makes a feature; `nil` if the record has neither an area nor a position.
    fileprivate init?(_ item: Item, of source: Source?, units: Units, href: (Item) -> String) {
        guard let shape = MapFeature.shape(of: item, from: source) else { return nil }
        let conditions = ConditionsText(item.data, in: units)
        self.shape = shape
        self.source = item.source
        self.href = href(item)
        kind = source?.kind
        key = item.key
        title = MapFeature.shortened(item.name)
        category = MapFeature.category(of: item)
        wind = item.data[.wind].flatMap(Wind.init)
        magnitude = MapFeature.magnitude(of: item, kind: source?.kind)
        severity = item.property("severity")?.string.map(MapFeature.shortened)
        text = MapFeature.text(of: item, from: source, conditions, category).map(MapFeature.shortened)
    }

    private static func shape(of item: Item, from source: Source?) -> MapShape? {
        let geometry = item.data["geometry"].flatMap(MapShape.init(geoJSON:))
        if case .area = geometry { return geometry }
        return item.position(source).map(MapShape.point) ?? geometry
    }

    private static func category(of item: Item) -> ProvenCategory? {
        if ReportPage.canShow(item) || item.data[.flightRules] != nil { return ProvenCategory(item.data) }
        return item.data[.worstFlightRules].map { _ in ProvenCategory(worstOf: item.data) }
    }

    /// Returns the magnitude that the data state, or that begins the title in the feeds of the U.S.
    /// Geological Survey: `M 4.7 - 12 km S of …`.
    private static func magnitude(of item: Item, kind: String?) -> Double? {
        let stated = item.property("magnitude") ?? item.property("mag")
        if let magnitude = stated?.double, abs(magnitude) < 15 { return magnitude }
        let words = item.name.split(separator: " ", maxSplits: 2)
        guard kind == "feed", words.count == 3, words[0] == "M", let magnitude = Double(words[1]),
            abs(magnitude) < 15
        else { return nil }
        return magnitude
    }

    private static func text(
        of item: Item, from source: Source?, _ conditions: ConditionsText, _ category: ProvenCategory?
    ) -> String? {
        let weather = [
            conditions.briefWind.map { $0 == "calm" ? $0 : "wind \($0)" }, conditions.visibility,
            conditions.weather, conditions.sky, conditions.temperature,
        ]
        let isForecast = item.data[.flightRules] == nil && item.data[.worstFlightRules] != nil
        let rules = category.map { isForecast ? "at worst \($0.text)" : $0.words }
        let words = ([rules] + weather).compactMap(\.self) + (category == nil ? [] : conditions.unknownWords)
        if !words.isEmpty { return words.joined(separator: ", ") }
        return columns(of: item, from: source) ?? item.property("headline")?.string
            ?? item.data["summary"]?.string
    }

    /// Returns the first values of the columns of the source's table.
    private static func columns(of item: Item, from source: Source?) -> String? {
        let names = source?.words(in: "Record", named: "Columns") ?? []
        let values = names.compactMap { name -> String? in
            guard let value = item.data[name], value.string != item.name else { return nil }
            let shown = value.shown
            return shown.isEmpty ? nil : value.double == nil ? shown : "\(readable(name)) \(shown)"
        }
        return values.isEmpty ? nil : values.prefix(3).joined(separator: ", ")
    }

    private static func shortened(_ text: String) -> String {
        text.shortened(toBytes: longest)
    }
}

extension MapFeature.Wind {
    /// Reads the wind of a report; `nil` if it has no speed.
    fileprivate init?(_ json: JSON) {
        guard let speed = json[.speed]?.double, speed.isFinite, speed >= 0 else { return nil }
        self.init(
            direction: json[.direction]?.double, speed: min(speed, 400), gust: json[.gust]?.double,
            isVariable: json[.variable]?.bool ?? false)
    }
}

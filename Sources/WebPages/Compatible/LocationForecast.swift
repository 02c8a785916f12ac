public import AlmanacValues
public import Records
import Schemas
import Showing

/// A forecast of MET Norway in the form of its locationforecast 2.0.
///
/// Records have the shortest period that each step states; the longer ones beside it are not kept.
///
/// Source: api.met.no, locationforecast 2.0, METJSONForecast.schema.json.
public struct LocationForecast: Sendable {
    /// The hours of the periods that steps can state.
    private static let periods = [1, 6, 12]
    private static let metresPerSecondOfKnot = Factor.nauticalMile / 3600

    private let item: Item
    private let details: [NorwegianDetail]
    /// The steps from the present hour on, as the service begins with it.
    private let steps: [JSON]

    /// Makes a document of a forecast.
    ///
    /// - Parameters:
    ///   - item: The record.
    ///   - isComplete: Whether it has all details; otherwise those of the compact form.
    ///   - now: The present time.
    public init(_ item: Item, isComplete: Bool, at now: UTC) {
        self.item = item
        details = NorwegianDetail.all.filter { isComplete || $0.isCompact }
        let hour = UTC(seconds: now.seconds - now.seconds % 3600)
        steps = (item.data["hourly"]?.array ?? []).filter { step in
            step["time"]?.utc.map { $0 >= hour } ?? false
        }
    }

    /// Whether a record is a forecast of the service.
    public static func canShow(_ item: Item) -> Bool { item.data["provider"]?.string == "met-norway" }

    /// Whether the forecast is over.
    public var isOver: Bool { steps.isEmpty }

    /// The document in UTF-8.
    public var bytes: [UInt8] {
        let place = ["longitude", "latitude", "elevation"].compactMap { item.data[$0] }
        let units = details.map { JSON.Member($0.name, .string($0.unit)) }
        let json: JSON = [
            "type": "Feature", "geometry": ["type": "Point", "coordinates": .array(place)],
            "properties": [
                "meta": .members(["updated_at": item.data["updated"], "units": .object(units)]),
                "timeseries": .array(steps.map(entry)),
            ],
        ]
        return json.bytes
    }

    private func entry(_ step: JSON) -> JSON {
        let instant = JSON.Member("instant", ["details": values(of: step, ofPeriod: false)])
        let next = period(of: step)
        return [
            "time": step["time"] ?? .null,
            "data": .object([instant] + (next.map { [$0] } ?? [])),
        ]
    }

    /// Returns the period that begins with a step; `nil` if it states none.
    private func period(of step: JSON) -> JSON.Member? {
        guard let time = step["time"]?.utc, let until = step["until"]?.utc,
            let hours = LocationForecast.periods.first(where: { until - time == .seconds(3600 * $0) })
        else { return nil }
        let summary = step["symbol"].map { JSON.members(["symbol_code": $0]) }
        return .init(
            "next_\(hours)_hours",
            .members(["summary": summary, "details": values(of: step, ofPeriod: true)]))
    }

    private func values(of step: JSON, ofPeriod isOfPeriod: Bool) -> JSON {
        .object(
            details.filter { $0.isOfPeriod == isOfPeriod }.compactMap { detail in
                guard let value = FieldPath(detail.member).value(in: step)?.double else { return nil }
                let isSpeed = detail.unit == "m/s"
                let number = isSpeed ? value * LocationForecast.metresPerSecondOfKnot : value
                return .init(detail.name, AWCNumbers.rounded(number, to: 1))
            })
    }
}

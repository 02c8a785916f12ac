public import AlmanacValues
import Records

/// A SIGMET, AIRMET or G-AIRMET: a record of a source of `Kind=sigmet`.
public struct Hazard: Sendable {
    /// The record.
    public let item: Item
    /// The beginning; `nil` if unknown.
    let onset: UTC?
    /// The end; `nil` if unknown.
    let ends: UTC?
    /// Whether the area is unknown, at least in part.
    let isAreaUnknown: Bool
    /// The number of things that are unknown, of which each is a reject of the source.
    let unknownCount: Int

    /// Reads a record; `nil` if it is none of these.
    public init?(_ item: Item) {
        guard item.data["advisory"]?.string != nil else { return nil }
        let unknown = item.data["unknown"]?.array ?? []
        unknownCount = unknown.count
        self.item = item
        onset = item.data["onset"]?.utc
        ends = item.data["ends"]?.utc
        isAreaUnknown = unknown.contains { $0.string == "area" }
    }

    /// The qualifier and the hazard, such as `SEV TURB`.
    var name: String {
        let severity = item.data["severity"]?.string
        let words = [text("qualifier") ?? severity, text("hazard") ?? "unknown hazard", text("due_to")]
        return words.compactMap(\.self).joined(separator: " ")
    }

    /// The levels, such as `SFC–6500 ft`.
    var levels: String { text("levels") ?? "not stated" }

    /// The movement and the change; empty if not stated.
    var movement: String { text("movement") ?? "" }

    /// The region or the series, such as `FAJA JOHANNESBURG`.
    var region: String {
        let identifier = text("firId")
        let name = text("firName").flatMap { name in name == identifier ? nil : name }
        let isNamed = identifier.map { name?.hasPrefix($0) ?? false } ?? true
        let words = [isNamed ? nil : identifier, name, text("seriesId"), text("product"), text("tag")]
        return words.compactMap(\.self).joined(separator: " ")
    }

    /// Returns when it applies: `until 18:00Z`, `announced from 20:00Z until 22:00Z`, `end unknown`.
    func time(on paper: Paper) -> String {
        let zone = paper.forPilots.zone
        let begins = onset.flatMap {
            $0 > paper.now ? "announced from " + zone.when($0, from: paper.now) : nil
        }
        let end = ends.map { "until " + zone.when($0, from: paper.now) } ?? "end unknown"
        return [begins, end].compactMap(\.self).joined(separator: " ")
    }

    /// Whether it is over at a moment.
    func isOver(at now: UTC) -> Bool { ends.map { $0 <= now } ?? false }

    /// Whether it begins after a moment.
    func isAnnounced(at now: UTC) -> Bool { onset.map { $0 > now } ?? false }

    /// Whether an advisory of unknown area may apply at an airport: the location indicators of its region and
    /// of the airport begin with the same letter, or the region is one of the United States, which reach over
    /// the oceans.
    ///
    /// Source: ICAO Doc 7910: the first letter stands for a part of the world.
    func mayApply(at airport: String) -> Bool {
        guard let region = text("firId") ?? text("icaoId"), let first = region.first,
            let letter = airport.first
        else { return true }
        return first == letter || region.hasPrefix("KZ") && "MNPT".contains(letter)
    }

    private func text(_ name: String) -> String? { item.data[name]?.scalar }
}

extension JSON {
    /// A text or a number as text; `nil` of other values.
    fileprivate var scalar: String? {
        switch self {
        case .string(let text), .number(let text): text
        default: nil
        }
    }
}

/// A report of a pilot near a place: a record of a source of `Kind=pirep`.
struct NearbyPilotReport: Sendable {
    /// The record, its distance and its direction.
    let neighbor: Neighbor
    /// The time of observation; `nil` if unknown.
    let time: UTC?
    /// Whether it is urgent.
    let isUrgent: Bool

    /// Reads a record; `nil` if it is none.
    init?(_ neighbor: Neighbor) {
        let data = neighbor.item.data
        guard data["level"]?.string != nil, data["rawOb"] != nil || data["obsTime"] != nil else { return nil }
        self.neighbor = neighbor
        time = data["obsTime"]?.utc
        isUrgent = data["urgent"]?.bool ?? false
    }

    /// The text as sent.
    var raw: String { neighbor.item.data["rawOb"]?.string ?? "" }

    /// Whether it is over at a moment.
    func isOver(at now: UTC) -> Bool {
        neighbor.item.data["ends"]?.utc.map { $0 <= now } ?? false
    }

    /// Whether it is listed before another one.
    func comes(before other: NearbyPilotReport) -> Bool {
        guard isUrgent == other.isUrgent else { return isUrgent }
        return time?.microseconds ?? .min > other.time?.microseconds ?? .min
    }

    /// Returns the cells of its row: time, place, level, turbulence, icing.
    func cells(on paper: Paper) -> [Line] {
        let data = neighbor.item.data
        let urgent = isUrgent ? Line("urgent ", .bad) : Line()
        return [
            urgent + Line(time.map { paper.age($0) } ?? "time unknown"), Line(place(on: paper)),
            Line(data["level"]?.string ?? "unknown", .strong), Line(data["turbulence"]?.string ?? ""),
            Line(data["icing"]?.string ?? ""),
        ]
    }

    private func place(on paper: Paper) -> String {
        let direction = neighbor.metres < 1 ? "" : " " + compassPoint(neighbor.bearing)
        let far = paper.distanceUnit.text(neighbor.metres) + direction
        return (neighbor.item.data["place"]?.string.map { "\($0), " } ?? "") + far
    }
}

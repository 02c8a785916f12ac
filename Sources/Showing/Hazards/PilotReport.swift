import AlmanacValues
import Records

/// A report of a pilot near a place: a record of a source of `Kind=pirep`.
struct PilotReport: Sendable {
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
    func comes(before other: PilotReport) -> Bool {
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

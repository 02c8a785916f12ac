import Glibc
import Records

/// Many sources with a METAR each.
struct ScaleSources {
    private let count: Int
    private let machine: ScaleMachine

    init(_ count: Int) throws {
        self.count = count
        machine = try ScaleMachine()
        for number in 0..<count {
            try machine.define("m\(number)", "Kind=metar\nMaxAge=10d\n")
            try write(number, wind: 10)
        }
    }

    /// Measures everything.
    func measure() throws -> ScaleColumn {
        var column = ScaleColumn(count: count)
        _ = try machine.start()
        let load = try machine.cost(of: {}, until: { try machine.status().records >= count })
        column.values[.load] = load / 1e3 / Double(count)
        column.values[.index] = try machine.rest() / 1e3 / Double(count)
        column.values[.start] = try machine.restart()
        try machine.rest()
        column.values[.resident] = try machine.resident()
        column.values[.search] = try machine.time("Search") { ["text": .string(station($0 % count))] }
        let before = try machine.status().cursor
        let change = try machine.cost(
            of: { try write(count / 2, wind: 20) }, until: { try machine.status().cursor != before })
        column.values[.change] = change / 1e6
        machine.stop()
        return column
    }

    private func write(_ number: Int, wind: Int) throws {
        let moment = UTC(seconds: Int64(Glibc.time(nil))).description
        let (day, hour) = (moment.dropFirst(8).prefix(2), moment.dropFirst(11).prefix(2))
        try machine.folder.write(
            "\(station(number)) \(day)\(hour)00Z 110\(wind)KT 10SM BKN090 13/10 A2964\n",
            to: "data/m\(number)")
    }

    /// Returns a name of four letters.
    private func station(_ number: Int) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        return "K" + [676, 26, 1].map { String(letters[number / $0 % 26]) }.joined()
    }
}

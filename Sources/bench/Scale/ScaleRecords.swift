import Glibc
import Records
import Storing

/// A table with many records, beside a source with one.
struct ScaleRecords {
    private let count: Int
    private let machine: ScaleMachine

    init(_ count: Int) throws {
        self.count = count
        machine = try ScaleMachine()
        let table = "Kind=table\nMaxBytes=1G\n[Table]\nDelimiter=,\n[Record]\nKey=id\nTitle=name\n"
        try machine.define("rows", table + "Number=latitude longitude\nLocation=latitude longitude\n")
        try machine.define("one", table)
        try writeOne(version: 0)
        try writeRows(version: 0)
    }

    /// Measures everything.
    func measure() throws -> ScaleColumn {
        var column = ScaleColumn(count: count)
        let each = 1 / 1e3 / Double(count)
        _ = try machine.start()
        let load = try machine.cost(of: {}, until: { try machine.status().records > count })
        column.values[.load] = load * each
        column.values[.peak] = Double(try machine.process?.peak() ?? 0) / 1e6
        column.values[.index] = try machine.rest() * each
        machine.stop()
        let size = FileMark(of: machine.store + "/almanac.db")?.size ?? 0
        column.values[.disk] = Double(size) / Double(count)
        column.values[.start] = try machine.restart()
        try machine.rest()
        column.values[.resident] = try machine.resident()
        column.values[.search] = try machine.time("Search") { ["text": .string("r\($0 * 97)"), "limit": 20] }
        column.values[.nearby] = try machine.time("Nearby") { turn in
            ["latitude": .double(Double(turn % 50)), "longitude": .double(Double(turn)), "limit": 10]
        }
        column.values[.change] = try change { try writeOne(version: 1) } / 1e6
        column.values[.refresh] = try change { try writeRows(version: 1) } * each
        _ = try machine.rest()
        machine.stop()
        column.values[.trimming] = try trim()
        return column
    }

    /// Returns the daemon's CPU time from a new document until its last change, in nanoseconds.
    private func change(_ write: () throws -> Void) throws -> Double {
        let before = try machine.status().cursor
        return try machine.cost(of: write, until: { try machine.status().cursor != before })
    }

    private func trim() throws -> Double {
        let store = try Store.open(directory: machine.store, at: UTC(seconds: 1_795_000_000)).store
        let parts = min(20, count / 2_000)
        let cost = try BenchCost.of(parts) {
            for _ in 0..<parts {
                _ = try store.trimLog(to: 0, age: .seconds(1 << 31), at: UTC(seconds: 1_795_000_000))
            }
        }
        return cost.processor / 1e3
    }

    private func writeOne(version: Int) throws {
        try machine.folder.write("id,name\n1,Version \(version)\n", to: "data/one")
    }

    private func writeRows(version: Int) throws {
        let part = machine.folder.path + "/data/rows.part"
        guard let file = fopen(part, "w") else { throw BenchError(description: "cannot write \(part)") }
        var text = Array("id,name,latitude,longitude,town\n".utf8)
        for row in 0..<count {
            let number = row &* 7919 % 100_000_007
            text += "R\(number),Place \(row < 10 ? version : 0) of \(number % 9_973),".utf8
            text +=
                "\(number % 160 - 80).\(number % 997),\(number % 340 - 170).\(row % 991),Town \(row % 4_999)\n"
                .utf8
            guard text.count > 1 << 20 || row == count - 1 else { continue }
            fwrite(text, 1, text.count, file)
            text.removeAll(keepingCapacity: true)
        }
        guard fclose(file) == 0, rename(part, machine.folder.path + "/data/rows") == 0 else {
            throw BenchError(description: "cannot write \(part)")
        }
    }
}

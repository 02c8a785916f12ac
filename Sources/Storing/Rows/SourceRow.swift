import Records

/// The row of a source: the number by which other rows refer to it, and the counts that commits maintain.
struct SourceRow {
    let id: Int64
    let name: String
    var generation = 0
    var records = 0
    /// The number of the source's last change; 0 when there is none.
    var number: Int64 = 0

    init(id: Int64, name: String) {
        self.id = id
        self.name = name
    }

    /// Reads `id, name, generation, records, number, sum`.
    init(_ row: Row) throws(StoreError) {
        self.init(id: row.int(0), name: row.text(1) ?? "")
        generation = row.count(2)
        records = row.count(3)
        number = row.int(4)
        guard checksum == row.int(5) else { throw .damage("read source \(name)", "its checksum differs") }
    }

    /// The checksum in the row; it leaves out the number by which other rows refer to it.
    var checksum: Int64 {
        var sum = Checksum()
        sum.add(name)
        for value in [Int64(generation), Int64(records), number] { sum.add(value) }
        return sum.value
    }
}

import Records

/// Made-up documents like a directory of hospitals, the keys in no order.
struct StoreDocuments {
    /// How many records a document has.
    let count: Int
    /// How many single commits are measured.
    var few: Int { min(count, 500) }
    /// The moment that all changes bear.
    let moment = UTC(seconds: 1_795_000_000)
    /// The bytes of a record's data.
    var size: Int { record(0).data.count }

    /// The document in slices, one record of it another than at first.
    func slices(changing changed: Int? = nil) -> [[Record]] {
        stride(from: 0, to: count, by: 1000).map { start in
            (start..<min(start + 1000, count)).map { record($0, version: $0 == changed ? 1 : 0) }
        }
    }

    /// One record.
    func record(_ index: Int, version: Int = 0) -> Record {
        let data = """
            {"address":"\(index) High Street","city":"Town \(index % 900)","email":"mail\(index)@example.org",\
            "fax":"01234 \(index)","latitude":51.\(index % 9973),"longitude":-0.\(index % 9967),\
            "name":"Hospital number \(index)","phone":"01234 \(index)","postcode":"AB\(index % 99) 3CD",\
            "sector":"NHS Sector","type":"Hospital","version":\(version),"website":"https://example.org/\(index)"}
            """
        return Record(
            key: "H\(1_000_000 + index &* 7919 % 1_000_003)", title: "Hospital number \(index)", group: "NHS",
            data: Array(data.utf8))
    }
}

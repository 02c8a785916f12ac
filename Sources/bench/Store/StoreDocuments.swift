import Records

/// Generated documents that resemble a directory of hospitals, with unordered keys.
struct StoreDocuments {
    /// The number of records of a document.
    let count: Int
    /// The number of measured single commits.
    var few: Int { min(count, 500) }
    /// The time of all changes.
    let moment = UTC(seconds: 1_795_000_000)
    /// The size of a record's data, in bytes.
    var size: Int { record(0).data.count }

    /// Returns the document in slices, with one record changed.
    func slices(changing changed: Int? = nil) -> [[Record]] {
        stride(from: 0, to: count, by: 1000).map { start in
            (start..<min(start + 1000, count)).map { record($0, version: $0 == changed ? 1 : 0) }
        }
    }

    /// Returns a record.
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

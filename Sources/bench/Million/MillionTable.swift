import Glibc
import Records

/// A table of a million rows, about 300 MB, as a file.
struct MillionTable {
    /// The number of rows.
    static let count = 1_000_000

    /// The path.
    let path: String

    private static let head = Array("id,name,street,town,county,latitude,longitude,phone,state,remark\n".utf8)
    private static let changed = 0..<10

    /// Writes the table.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: An error if it cannot be written.
    init(at path: String) throws {
        self.path = path
        try replace { file in
            var text = MillionTable.head
            for row in 0..<MillionTable.count {
                text += MillionTable.row(row, version: 0)
                guard text.count > 1 << 20 || row == MillionTable.count - 1 else { continue }
                try MillionTable.write(text, to: file)
                text.removeAll(keepingCapacity: true)
            }
        }
    }

    /// Replaces the table by one with other content of the first ten rows.
    ///
    /// - Parameter version: The version in these rows, one digit.
    /// - Throws: An error if it cannot be written.
    func change(version: Int) throws {
        let text = MillionTable.changed.reduce(MillionTable.head) {
            $0 + MillionTable.row($1, version: version)
        }
        var passed = 0
        try replace { file in
            try MillionTable.write(text, to: file)
            try forEachSlice { slice in
                let known = max(0, min(slice.count, text.count - passed))
                passed += slice.count
                try slice.extracting(droppingFirst: known).withUnsafeBufferPointer {
                    try MillionTable.write($0, to: file)
                }
            }
        }
    }

    private func replace(_ write: (UnsafeMutablePointer<FILE>) throws -> Void) throws {
        let part = path + ".part"
        guard let file = fopen(part, "w") else { throw BenchError(description: "cannot write \(part)") }
        do { try write(file) } catch {
            fclose(file)
            throw error
        }
        guard fclose(file) == 0, rename(part, path) == 0 else {
            throw BenchError(description: "cannot write \(path)")
        }
    }

    private static func write(_ bytes: some Collection<UInt8>, to file: UnsafeMutablePointer<FILE>) throws {
        let count = bytes.withContiguousStorageIfAvailable { fwrite($0.baseAddress, 1, $0.count, file) }
        guard count == bytes.count else { throw BenchError(description: "cannot write a table") }
    }

    /// Reads the table in slices.
    ///
    /// - Throws: An error if it cannot be read, and the errors of `use`.
    func forEachSlice(_ use: (Span<UInt8>) throws -> Void) throws {
        guard let file = fopen(path, "r") else { throw BenchError(description: "cannot read \(path)") }
        defer { fclose(file) }
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&room, 1, room.count, file), count > 0 {
            try use(room.span.extracting(first: count))
        }
    }

    /// Returns a row of about 300 bytes.
    private static func row(_ index: Int, version: Int) -> [UInt8] {
        let number = index &* 7919 % 1_000_003
        let place =
            "\(50 + number % 9).\(100_000 + number % 899_999),-\(number % 3).\(100_000 + index % 899_999)"
        let name = "Company number \(number) of version \(version) and its successors"
        let remark = (0..<8).map { "word\((number &* 31 + $0 &* 977) % 9973)" }.joined(separator: " ")
        return Array(
            """
            R\(number),\(name),"\(number % 997) Long Street, Floor \(number % 13), Building \(index % 7)",\
            Town \(number % 4999),County of the Hills \(number % 61),\(place),+44 20 \(7_000_000 + number),active,\
            \(remark) seen on the way to the market and back again\n
            """.utf8)
    }
}

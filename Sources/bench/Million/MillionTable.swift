import Glibc
import Records

/// A table of a million rows, about 300 MB, as a file.
struct MillionTable {
    /// The number of rows.
    static let count = 1_000_000

    /// The path.
    let path: String

    /// Writes the table.
    ///
    /// - Parameters:
    ///   - version: The version in the first ten rows.
    ///   - path: The path of the file.
    /// - Throws: An error if it cannot be written.
    init(version: Int, at path: String) throws {
        self.path = path
        let part = path + ".part"
        guard let file = fopen(part, "w") else { throw BenchError(description: "cannot write \(part)") }
        var text = Array("id,name,street,town,county,latitude,longitude,phone,state,remark\n".utf8)
        for row in 0..<MillionTable.count {
            text += MillionTable.row(row, version: row < 10 ? version : 0)
            if text.count > 1 << 20 || row == MillionTable.count - 1 {
                let isWritten = fwrite(text, 1, text.count, file) == text.count
                guard isWritten else { throw BenchError(description: "cannot write \(part)") }
                text.removeAll(keepingCapacity: true)
            }
        }
        guard fclose(file) == 0, rename(part, path) == 0 else {
            throw BenchError(description: "cannot write \(path)")
        }
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

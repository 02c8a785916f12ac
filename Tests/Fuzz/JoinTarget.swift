import Decoding
import Definitions
import Records
import Tables

/// Joins of two JSON documents, which a NUL separates.
enum JoinTarget {
    private static let rules =
        "[Join]\nLeft=a\nRight=b\nOn=id\n%[Record]\nKey=id\nNumber=n\nRequire=n\nLocation=x y\n"

    static func run(_ input: FuzzInput) {
        let type = input.choice(of: ["", "Type=left\n"])
        let parts = rules.utf8.split(separator: UInt8(ascii: "%")).map { String(decoding: $0, as: UTF8.self) }
        let options = DocumentTarget.options(parts[0] + type + parts[1])
        let (first, second) = input.halves
        guard var joiner = try? RecordJoiner(options),
            let left = DocumentTarget.decode(.json, Options(), first, slice: 4096),
            let right = DocumentTarget.decode(.json, Options(), second, slice: 4096)
        else { return }
        let partners = right.records.map { joiner.right($0) }
        var out = Decoded()
        for record in left.records.prefix(50) {
            let row = joiner.left(record)
            let same = partners.filter { $0.value != nil && $0.value == row.value }
            joiner.join(row, partners: same, into: &out)
        }
        DocumentTarget.check(out)
    }
}

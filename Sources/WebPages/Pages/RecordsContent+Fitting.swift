public import AlmanacValues
import Records
import Showing

/// Returns as many of some records, from the first, as the page of a table shows in 4 MB, at least one.
///
/// The bytes of the rows are counted one by one; whatever does not fit is on the next page.
public func fitting(_ items: [Item], of source: Source, preferences: Preferences) -> [Item] {
    let stated = source.words(in: "Record", named: "Columns")
    let paper = Paper(width: 160, now: UTC(seconds: 0))
    let names = stated.isEmpty ? RecordTable(items, view: .init()).columns(paper) : stated
    var row = MeasuredRow(names, of: source, preferences: preferences)
    var count = 0
    for item in items {
        row.bytes += row.size(of: item)
        guard row.bytes <= mostTableBytes || count == 0 else { break }
        count += 1
    }
    return Array(items.prefix(count))
}

/// The maximum number of bytes of the rows of a page.
private let mostTableBytes = 4_000_000

/// The size of rows, without the rows themselves.
private struct MeasuredRow {
    /// The markup of a row and of a cell, in bytes, at least.
    private static let rowMarkup = 80
    private static let cellMarkup = 30

    private let members: [ShownMember]
    private let path: Int
    /// The bytes of all rows so far.
    var bytes = 0

    init(_ names: [String], of source: Source, preferences: Preferences) {
        members = names.map { ShownMember($0) }
        path = preferences.link(WebPages.path(ofSource: source.name)).utf8.count
    }

    /// Returns the bytes of a row: its link, the key that identifies it, and its cells.
    func size(of item: Item) -> Int {
        let key = percentEncoded(item.key).utf8.count + HTML.size(of: item.key)
        return members.reduce(MeasuredRow.rowMarkup + path + key) { size, member in
            size + MeasuredRow.cellMarkup + HTML.size(of: member.text(of: item))
        }
    }
}

extension HTML {
    /// Returns the number of bytes of text after escaping, at most.
    fileprivate static func size(of text: String) -> Int {
        text.utf8.reduce(0) { size, byte in
            switch byte {
            case UInt8(ascii: "&"), UInt8(ascii: "'"): size + 5
            case UInt8(ascii: "<"), UInt8(ascii: ">"): size + 4
            case UInt8(ascii: "\""): size + 6
            default: size + 1
            }
        }
    }
}

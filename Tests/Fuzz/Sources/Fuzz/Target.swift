import Decoding
import Records

/// What is done with some bytes.
enum Target {
    /// Definitions for a kind, of which the number of bytes chooses one.
    private static let definitions: [Kind: [String]] = [
        .table: [
            "", "[Table]\nDelimiter=,\nQuote=double",
            "[Table]\nEncoding=windows-1252\nDelimiter=¬\nQuote=none",
            "[Table]\nRagged=pad\nDelimiter=tab",
            "[Record]\nKey=a\nNumber=b\nBoolean=c\nTime=d\nLocation=e f\nMap=g X:*x*\nMatch=h ^[a-z]+$\nWhere=a!=1",
        ],
        .json: [
            "", "[JSON]\nPointer=/a", "[JSON]\nPointer=/a/b\nKeyedBy=k",
            "[Record]\nKey=a\nTitle=b.c\nNumber=d\nTime=e\nLocation=f g\nOmit=h*\nRename=i:j",
        ],
        .places: [
            "[Places]\nProvider=photon", "[Places]\nProvider=nominatim",
            "[Source]\nCredential=key\n[Places]\nProvider=google",
        ],
    ]

    /// Decodes a document whole and, of tables, JSON and feeds, also in small slices, which must not matter.
    static func document(_ kind: Kind, _ bytes: [UInt8]) {
        let all = definitions[kind] ?? [""]
        let options = options(all[bytes.count % all.count])
        let whole = decode(kind, options, bytes, slice: max(1, (bytes.count + 1) / 2))
        guard [.table, .json, .feed].contains(kind) else { return }
        let parts = decode(kind, options, bytes, slice: 50)
        precondition(whole == parts, "slices matter")
    }

    /// Decodes what stands behind the first zero as a table and as JSON, by the definition before it.
    static func rules(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return }
        var options = Options()
        // What is no definition is refused, which is all that is asked of it.
        guard (try? options.read(Array(parts[0]), file: "fuzz.source")) != nil else { return }
        for kind in [Kind.table, .json, .feed] { _ = decode(kind, options, Array(parts[1]), slice: 4096) }
    }

    /// Joins what stands before the first zero with what stands behind it, both JSON.
    static func join(_ bytes: [UInt8]) {
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let kind = bytes.count % 2 == 0 ? "Type=left\n" : ""
        let options = options(
            "[Join]\nLeft=a\nRight=b\nOn=id\n\(kind)[Record]\nKey=id\nNumber=n\nRequire=n\nLocation=x y\n")
        guard parts.count == 2, var joiner = try? RecordJoiner(options),
            let left = decode(.json, Options(), Array(parts[0]), slice: 4096),
            let right = decode(.json, Options(), Array(parts[1]), slice: 4096)
        else { return }
        let partners = right.records.map { joiner.right($0) }
        var out = Decoded()
        for record in left.records.prefix(50) {
            let row = joiner.left(record)
            joiner.join(row, partners.filter { $0.value != nil && $0.value == row.value }, into: &out)
        }
        check(out)
    }

    private static func options(_ text: String) -> Options {
        var options = Options()
        do {
            try options.read(Array(text.utf8), file: "fuzz.source")
        } catch {
            preconditionFailure("\(error)")
        }
        return options
    }

    /// - Returns: `nil` when the document is none.
    private static func decode(_ kind: Kind, _ options: Options, _ bytes: [UInt8], slice: Int) -> Decoded? {
        let context = DocumentContext(
            reference: UTC(seconds: 1_763_625_600), url: "https://example.net/report/kpwm")
        guard var decoder = try? kind.decoder(options: options, context: context) else { return nil }
        var out = Decoded()
        do throws(DecodeError) {
            for start in stride(from: 0, to: bytes.count, by: slice) {
                let end = min(start + slice, bytes.count)
                try decoder.decode(bytes.span.extracting(start..<end), into: &out)
            }
            try decoder.finish(into: &out)
        } catch {
            return nil
        }
        check(out)
        return out
    }

    private static func check(_ out: Decoded) {
        for record in out.records {
            precondition(RecordKey.isValid(record.key))
            guard let data = try? JSON(parsing: record.data) else { preconditionFailure("no JSON") }
            precondition(data.object != nil && data.canonicalBytes == record.data)
        }
    }
}

import Decoding
import Definitions
import Records

/// Decodes documents and checks the rules that hold for every document.
enum DocumentTarget {
    /// Decodes a document at once and in small slices, which must give the same result.
    ///
    /// - Parameters:
    ///   - kind: The kind of the document.
    ///   - definitions: The definitions, one of which the input selects.
    ///   - input: The document.
    static func run(_ kind: Kind, _ definitions: [String], _ input: FuzzInput) {
        let options = options(input.choice(of: definitions))
        let whole = decode(kind, options, input.bytes, slice: max(1, input.bytes.count))
        let parts = decode(kind, options, input.bytes, slice: 50)
        require(whole == parts, "slices of a document must not change what is decoded")
    }

    /// Returns the options of a definition that is known to be valid.
    static func options(_ text: String) -> Options {
        var options = Options()
        do {
            try options.read(Array(text.utf8), file: "fuzz.source")
        } catch {
            fatalError("\(error)")
        }
        return options
    }

    /// Returns the decoded records; `nil` when the document or the options cannot be used.
    static func decode(_ kind: Kind, _ options: Options, _ bytes: [UInt8], slice: Int) -> Decoded? {
        let context = DocumentContext(
            reference: UTC(seconds: 1_763_625_600), url: "https://example.net/report/kpwm")
        // Options that cannot be used are refused, which is all that is required.
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

    /// Checks that every record has a valid key and canonical data.
    static func check(_ out: Decoded) {
        for record in out.records {
            require(RecordKey.isValid(record.key), "keys of records are valid")
            guard let data = try? JSON(parsing: record.data) else { fatalError("data of records are JSON") }
            require(data.object != nil, "data of records are objects")
            require(data.canonicalBytes == record.data, "data of records are canonical")
        }
    }
}

import Alerts
import Decoding
import Records

/// Documents with alerts, decoded at different moments.
enum AlertTarget {
    /// Decodes a document; then its records, as the clock changes them, must equal those of the document.
    static func run(_ input: FuzzInput) {
        var now = UTC(seconds: input.choice(of: [1_800_000_000, 1_742_228_000, 1_754_700_000, 0]))
        guard let first = decode(input.bytes, at: now) else { return }
        DocumentTarget.check(first)
        require(Set(first.records.map(\.key)).count == first.records.count, "an alert has a key of its own")
        var records = first.records
        for _ in 0..<3 {
            let changes = records.compactMap { AlertClock.record($0, at: now).next }
            guard let next = changes.min() else { return }
            require(next > now, "the next change is later")
            now = next
            records = records.compactMap { AlertClock.record($0, at: now).record }
            let again = decode(input.bytes, at: now)
            require(
                Set(again?.records ?? []) == Set(records), "the clock changes records as the document does")
        }
    }

    private static func decode(_ bytes: [UInt8], at now: UTC) -> Decoded? {
        let context = DocumentContext(reference: now)
        guard var decoder = try? AlertDecoder(options: Options(), context: context) else { return nil }
        decoder.live(at: now, recall: { _ in nil })
        var out = Decoded()
        // A document that is refused is all that is required.
        guard (try? decoder.decode(bytes.span, into: &out)) != nil, (try? decoder.finish(into: &out)) != nil
        else {
            return nil
        }
        return out
    }
}

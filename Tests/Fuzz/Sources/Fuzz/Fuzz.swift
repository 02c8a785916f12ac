import Decoding
import Glibc
import Records

/// What `FUZZ_KIND` names; METAR without it.
private let kind: Kind = {
    guard let name = getenv("FUZZ_KIND") else { return .metar }
    return Kind(rawValue: String(cString: name)) ?? .metar
}()

private let context = DocumentContext(
    reference: UTC(seconds: 1_763_625_600), url: "https://example.net/report/kpwm")

/// Decodes the bytes as one document, in two slices, and traps when a record breaks the rules of records.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard var decoder = try? kind.decoder(options: Options(), context: context) else { return 0 }
    var out = Decoded()
    do throws(DecodeError) {
        try decoder.decode(bytes.span.extracting(0..<count / 2), into: &out)
        try decoder.decode(bytes.span.extracting(count / 2..<count), into: &out)
        try decoder.finish(into: &out)
    } catch {
        return 0
    }
    for record in out.records {
        precondition(RecordKey.isValid(record.key))
        guard let data = try? JSON(parsing: record.data) else { preconditionFailure("no JSON") }
        precondition(data.object != nil && data.canonicalBytes == record.data)
    }
    return 0
}

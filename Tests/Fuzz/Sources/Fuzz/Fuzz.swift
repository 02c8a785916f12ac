import Decoding
import Glibc
import Records

/// What `FUZZ_KIND` names: a kind, or `rules`; METAR without it.
private let wanted = getenv("FUZZ_KIND").map { String(cString: $0) } ?? "metar"

/// Takes the bytes as `FUZZ_KIND` says, and traps when what comes of them breaks the rules of records.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    switch wanted {
    case "rules": Target.rules(bytes)
    case "join": Target.join(bytes)
    default: Target.document(Kind(rawValue: wanted) ?? .metar, bytes)
    }
    return 0
}

import Decoding
import Records

/// The Valid Time Event Code of the NWS.
///
/// Source: NWSI 10-1703: `/k.aaa.cccc.pp.s.####.yymmddThhnnZB-yymmddThhnnZE/`.
struct VTEC {
    /// Whether all P-VTEC strings only cancel or upgrade; `nil` if there is none. H-VTEC strings have no
    /// action.
    private(set) var ends: Bool?
    /// The gravest significance of the P-VTEC strings, `W`, `A`, `Y` or `S` of `s`; `nil` if there is none.
    private(set) var significance: UInt8?

    /// Reads the strings of a text.
    init(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            let bytes = unsafe bytes.span
            for part in bytes.parts(separatedBy: { $0 == .slash || $0.isWhitespace }) {
                add(bytes.extracting(part))
            }
        }
    }

    /// Adds a string, unless it is no P-VTEC.
    private mutating func add(_ code: Span<UInt8>) {
        guard code.count > 15, code[1] == .period, code[5] == .period, code[10] == .period,
            code[13] == .period, code[15] == .period
        else { return }
        let action = code.text(2..<5)
        ends = (ends ?? true) && (action == "CAN" || action == "UPG")
        let rank = VTEC.rank(code[14])
        if rank < significance.map(VTEC.rank) ?? .max { significance = code[14] }
    }

    /// The rank of a significance, 0 for the gravest.
    private static func rank(_ significance: UInt8) -> Int {
        switch significance {
        case UInt8(ascii: "W"): 0
        case UInt8(ascii: "A"): 1
        case UInt8(ascii: "Y"): 2
        case UInt8(ascii: "S"): 3
        default: 4
        }
    }
}

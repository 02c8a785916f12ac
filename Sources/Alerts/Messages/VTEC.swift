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
        let action = 2..<5
        guard code.count > 5, code[1] == .period, code[5] == .period,
            let number = VTEC.eventNumber(code), !action.contains(where: { code[$0] == .period })
        else { return }
        let isEnd = code.text(action) == "CAN" || code.text(action) == "UPG"
        ends = (ends ?? true) && isEnd
        let own = code[number - 2]
        if VTEC.rank(own) < significance.map(VTEC.rank) ?? .max { significance = own }
    }

    /// Returns the place of the event number, behind the significance; `nil` if a string has fewer fields.
    private static func eventNumber(_ code: Span<UInt8>) -> Int? {
        var periods = 0
        for place in code.indices where code[place] == .period {
            periods += 1
            if periods == 5 { return place + 1 }
        }
        return nil
    }

    /// Returns the events of the P-VTEC strings of a text: office, phenomenon, significance and number.
    static func events(of text: String) -> Set<String> {
        let codes = text.split { $0 == "/" || $0.isWhitespace }.map { $0.split(separator: ".") }
        let primary = codes.filter { $0.count == 7 && $0[0].utf8.count == 1 }
        return Set(primary.map { $0[2...5].joined(separator: ".") })
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

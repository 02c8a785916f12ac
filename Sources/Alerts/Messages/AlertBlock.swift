import Decoding
public import Records

/// The content of a message in one language: the element `info`.
///
/// Source: OASIS CAP 1.2 §3.2.2.
public struct AlertBlock: Hashable, Sendable {
    /// A named value of a sender, such as a code or a parameter.
    public struct Value: Hashable, Sendable {
        /// The name.
        public let name: String
        /// The value.
        public let text: String

        /// Creates a value.
        public init(_ name: String, _ text: String) {
            self.name = name
            self.text = text
        }
    }

    /// The language (BCP 47); `nil` if not stated, which means `en-US`.
    public var language: String?
    /// The categories, such as `Met`.
    public var categories: [String] = []
    /// The kind of event, such as `Tornado Warning`.
    public var event = ""
    /// The recommended actions, such as `Shelter`.
    public var responses: [String] = []
    /// `Immediate`, `Expected`, `Future`, `Past` or `Unknown`.
    public var urgency = ""
    /// `Extreme`, `Severe`, `Moderate`, `Minor` or `Unknown`.
    public var severity = ""
    /// `Observed`, `Likely`, `Possible`, `Unlikely` or `Unknown`.
    public var certainty = ""
    /// The moment from which the information counts; `nil` if not stated.
    public var effective: UTC?
    /// The expected beginning of the event; `nil` if not stated.
    public var onset: UTC?
    /// The moment at which the information expires; `nil` if not stated.
    public var expires: UTC?
    /// The end of the event as NWS states it; `nil` if not stated.
    public var ends: UTC?
    /// The name of the sender for the public.
    public var senderName = ""
    /// A short headline.
    public var headline = ""
    /// A description of the danger.
    public var description = ""
    /// The recommended action.
    public var instruction = ""
    /// An address with further information.
    public var web = ""
    /// The parameters of the sender.
    public var parameters: [Value] = []
    /// The areas.
    public var areas: [AlertArea] = []
    /// The day of the onset as the sender writes it, such as `2026-11-28`; empty if not stated.
    var day = ""

    /// Creates a block without content.
    public init() {}
}

/// An area of a block.
///
/// Source: OASIS CAP 1.2 §3.2.4.
public struct AlertArea: Hashable, Sendable {
    /// The name of the area.
    public var description = ""
    /// The polygons and circles.
    public var shapes: [GeoArea.Shape] = []
    /// The codes of zones, such as `UGC` and `EMMA_ID`.
    public var codes: [AlertBlock.Value] = []
    /// The codes of those zones whose areas are not known and not part of `shapes`.
    public var missing: [String] = []

    /// Creates an area without content.
    public init() {}
}

extension AlertArea {
    /// Whether it is the area that is threatened, which ECCC adds to the zones around it.
    ///
    /// Source: ECCC CAP layer `EC-MSC-SMC:DLC`, since August 2026.
    fileprivate var isThreat: Bool {
        guard !shapes.isEmpty else { return false }
        return codes.contains { code in
            code.name.utf8.starts(with: "layer:".utf8) && code.name.firstRange(ofText: ":DLC:") != nil
                && !AlertBlock.overStatuses.contains(code.text)
        }
    }
}

extension AlertBlock {
    /// The polygons and circles where it applies.
    var shapes: [GeoArea.Shape] {
        if areas.count == 1 { return areas[0].shapes }
        let threats = areas.filter(\.isThreat)
        return (threats.isEmpty ? areas : threats).flatMap(\.shapes)
    }

    /// The values of ECCC's status of a location that mean that the alert is over there.
    fileprivate static let overStatuses: Set<String> = ["ended", "cancelled", "transitioned_out"]

    /// The moment at which the event begins, otherwise from which the information counts.
    var beginning: UTC? { onset ?? effective }

    /// The end of the event: NWS `ends`, otherwise the parameter `eventEndingTime`; `nil` if not stated.
    var statedEnd: UTC? { ends ?? self["eventEndingTime"].flatMap { UTC(iso8601: $0) } }

    /// Whether it says that the danger is over: a response AllClear, ECCC's status of the location, or P-VTEC
    /// that only cancels or upgrades.
    ///
    /// Source: OASIS CAP 1.2 §3.2.2 (responseType); NWSI 10-1703 (VTEC).
    public var isOver: Bool {
        if responses.contains("AllClear") { return true }
        if let status = layered("Alert_Location_Status") { return AlertBlock.overStatuses.contains(status) }
        var isEnded: Bool?
        for value in parameters where value.name == "VTEC" {
            if let ends = VTEC.ends(value.text) { isEnded = ends && (isEnded ?? true) }
        }
        return isEnded ?? false
    }

    /// Returns the value of the first parameter of a name; `nil` if there is none.
    subscript(_ name: String) -> String? { parameters.first { $0.name.hasBytes(of: name) }?.text }

    /// Returns the value of a parameter of ECCC by the end of its name: that of the highest version of its
    /// layer, as in `layer:EC-MSC-SMC:1.1:Colour`; `nil` if there is none.
    func layered(_ name: String) -> String? {
        var found: AlertBlock.Value?
        for value in parameters where value.name.isLayered(name) {
            if let last = found, !last.name.precedes(value.name) { continue }
            found = value
        }
        return found?.text
    }
}

extension String {
    /// Whether this is a name, alone or after the name of its layer and a colon.
    fileprivate func isLayered(_ name: String) -> Bool {
        let (own, wanted) = (utf8, name.utf8)
        guard own.count > wanted.count else { return hasBytes(of: name) }
        return own.suffix(wanted.count).elementsEqual(wanted) && own.dropLast(wanted.count).last == .colon
    }
}

/// The Valid Time Event Code of the NWS.
///
/// Source: NWSI 10-1703: `/k.aaa.cccc.pp.s.####.yymmddThhnnZB-yymmddThhnnZE/`.
enum VTEC {
    /// Returns whether all P-VTEC strings in a text only cancel or upgrade; `nil` if there is none. H-VTEC
    /// strings have no action.
    static func ends(_ text: String) -> Bool? {
        let bytes = Array(text.utf8)
        var ends: Bool?
        for part in bytes.span.parts(separatedBy: { $0 == .slash || $0.isWhitespace }) {
            guard let action = action(of: bytes[part]) else { continue }
            ends = (ends ?? true) && (action.elementsEqual("CAN".utf8) || action.elementsEqual("UPG".utf8))
        }
        return ends
    }

    /// Returns the gravest significance of the P-VTEC strings in a text, `W`, `A`, `Y` or `S` of `PP.s`;
    /// `nil` if there is none.
    static func significance(_ text: String) -> UInt8? {
        var gravest: UInt8?
        var (fields, found): (Int, UInt8?) = (0, nil)
        func end() {
            // Only P-VTEC has that many fields, and its last one follows the significance.
            if fields > 4, let found, rank(found) < gravest.map(rank) ?? .max { gravest = found }
            (fields, found) = (0, nil)
        }
        for byte in text.utf8 {
            if byte == .slash || byte.isWhitespace {
                end()
            } else if byte == .period {
                fields += 1
            } else if fields == 4, found == nil {
                found = byte
            }
        }
        end()
        return gravest
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

    /// Returns the action of a P-VTEC string; `nil` if it is none.
    private static func action(of code: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let (start, end) = (code.startIndex + 2, code.startIndex + 5)
        guard code.count > 5, code[start - 1] == .period, code[end] == .period,
            code.count(where: { $0 == .period }) >= 5, !code[start..<end].contains(.period)
        else { return nil }
        return code[start..<end]
    }
}

extension AlertBlock.Value {
    /// Appends the words of the value to a list: some senders name several zones in one.
    func appendWords(to list: inout [String]) {
        guard text.utf8.contains(where: \.isWhitespace) else { return list.append(text) }
        let bytes = Array(text.utf8)
        list += bytes.span.parts(separatedBy: \.isWhitespace).map { bytes.span.text($0) }
    }
}

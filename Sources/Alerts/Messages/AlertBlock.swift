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

    /// Creates an area without content.
    public init() {}
}

extension AlertBlock {
    /// The end of the name of ECCC's status of a location, after a namespace.
    private static let locationStatus = "Alert_Location_Status"
    /// The values of ECCC's status of a location that mean that the alert is over there.
    private static let overStatuses: Set<String> = ["ended", "cancelled", "transitioned_out"]

    /// The moment at which the event begins, otherwise from which the information counts.
    var beginning: UTC? { onset ?? effective }

    /// The end of the event: NWS `ends`, otherwise the parameter `eventEndingTime`; `nil` if not stated.
    var statedEnd: UTC? { ends ?? parameter("eventEndingTime").flatMap { UTC(iso8601: $0) } }

    /// Whether it says that the danger is over: a response AllClear, ECCC's status of the location, or P-VTEC
    /// that only cancels or upgrades.
    ///
    /// Source: OASIS CAP 1.2 §3.2.2 (responseType); NWSI 10-1703 (VTEC).
    public var isOver: Bool {
        if responses.contains("AllClear") { return true }
        var isEnded: Bool?
        for value in parameters {
            if value.name == "VTEC" {
                if let ends = VTEC.ends(value.text) { isEnded = ends && (isEnded ?? true) }
            } else if value.name.utf8.count >= AlertBlock.locationStatus.utf8.count,
                value.name.hasSuffix(AlertBlock.locationStatus),
                AlertBlock.overStatuses.contains(value.text)
            {
                return true
            }
        }
        return isEnded ?? false
    }

    private func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.text }
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

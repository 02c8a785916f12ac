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
    /// The moment the information takes effect; `nil` if not stated.
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
    /// The codes of zones, such as `UGC` and `EMMA_ID`; several in one value become a value each.
    public var codes: [AlertBlock.Value] {
        get { singleCodes }
        set {
            singleCodes = newValue.contains(where: \.hasBlanks) ? newValue.flatMap(\.parts) : newValue
        }
    }
    private var singleCodes: [AlertBlock.Value] = []
    /// The codes of those zones whose areas are not known and not part of `shapes`.
    public var missing: [String] = []
    /// Whether a shape, or a corner of one, could not be read, so that the area is larger than its shapes.
    public var isCut = false

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

    /// The moment the event begins or, if it states none, the information takes effect.
    var beginning: UTC? { onset ?? effective }

    /// The end of the event: NWS `ends`, otherwise the parameter `eventEndingTime`; `nil` if not stated, or
    /// without an offset from UTC.
    var statedEnd: UTC? {
        ends ?? self["eventEndingTime"].flatMap { AlertTime.statesOffset($0) ? UTC(iso8601: $0) : nil }
    }

    /// The responses of CAP that protect from a danger, which is therefore not over.
    private static let protective: Set<String> = ["Shelter", "Evacuate", "Prepare", "Execute", "Avoid"]

    /// Whether it says that the danger is over: a response AllClear without one that protects, ECCC's status of
    /// the location, or P-VTEC that only cancels or upgrades.
    ///
    /// Source: OASIS CAP 1.2 §3.2.2 (responseType); NWSI 10-1703 (VTEC).
    public var isOver: Bool {
        if responses.contains("AllClear") {
            return !responses.contains(where: AlertBlock.protective.contains)
        }
        if let status = layered("Alert_Location_Status") { return AlertBlock.overStatuses.contains(status) }
        var isEnded: Bool?
        for value in parameters where value.name == "VTEC" {
            if let ends = VTEC(value.text).ends { isEnded = ends && (isEnded ?? true) }
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
        let start = own.index(own.endIndex, offsetBy: -wanted.count)
        return own[own.index(before: start)] == .colon && own[start...].elementsEqual(wanted)
    }
}

extension AlertBlock.Value {
    /// Whether the text has white space: some senders name several zones in one value.
    fileprivate var hasBlanks: Bool { text.utf8.contains(where: \.isWhitespace) }

    /// A value for each word of the text, or the value itself.
    fileprivate var parts: [AlertBlock.Value] {
        guard hasBlanks else { return [self] }
        let bytes = Array(text.utf8)
        return bytes.span.parts(separatedBy: \.isWhitespace).map { .init(name, bytes.span.text($0)) }
    }
}

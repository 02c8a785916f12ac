/// The statements of a line above reports: `SPECI`, `TAF AMD`, `METAR COR`, `AMD`.
struct ReportHeading {
    /// The type of the reports, such as SPECI; `nil` if the line states none.
    private(set) var type: ShortText?
    /// Whether the reports correct earlier ones.
    private(set) var isCorrection = false
    /// Whether the forecasts amend earlier ones.
    private(set) var isAmendment = false

    /// Merges the next line: one with a type replaces the heading, one of modifiers alone adds to it.
    mutating func merge(_ line: ReportHeading) {
        guard line.type == nil else {
            self = line
            return
        }
        isCorrection = isCorrection || line.isCorrection
        isAmendment = isAmendment || line.isAmendment
    }

    /// Parses a word of the line: a type or a modifier.
    mutating func parse(_ token: Token, isType: Bool, in bytes: Span<UInt8>) {
        if isType {
            type = type ?? ShortText(token, in: bytes)
        } else {
            isCorrection = isCorrection || METAR.isCorrection(token)
            isAmendment = isAmendment || token.is("AMD")
        }
    }
}

extension Token {
    /// Whether the word may stand before or after the station: COR, CCA, AMD, AUTO.
    var isModifier: Bool { METAR.isCorrection(self) || self.is("AMD") || self.is("AUTO") }
}

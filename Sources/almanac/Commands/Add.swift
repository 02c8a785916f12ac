import Records
import Showing

extension Command {
    /// Adds sources.
    static let add = Command(
        "add", "SOURCE|AIRPORT...", count: 1...1000, "Add sources: an airport's weather, a feed, a file",
        details: [
            "An airport's identifier, such as KPWM in any case, enables its report and its forecast (metar@KPWM, taf@KPWM).",
            "A name with a definition in /usr/lib/almanac is enabled. With --url or --path a new source is made, which "
                + "almanacd keeps: almanac add news --kind feed --url https://example.org/feed.xml",
        ],
        options: [
            Option("kind", value: "KIND", "what the document is: table, json, feed, metar, ..."),
            Option("url", value: "URL", "where it is fetched from"),
            Option("path", value: "FILE", "the file that it is (only root may)"),
            Option("title", value: "TEXT", "what people call it"),
            Option("every", value: "SPAN", "how often it is asked, such as 15min"),
            Option("set", value: "SECTION.KEY=VALUE", "any setting of a definition; may be given again"),
            Option("transient", "only until almanacd stops"),
        ]
    ) { session throws(Complaint) in
        let context = try NewSource(session.invocation)
        for operand in session.invocation.operands { try add(operand, context, session) }
        return .success
    }

    private static func add(_ operand: String, _ new: NewSource, _ session: Session) throws(Complaint) {
        if new.isEmpty, let airport = airport(operand) {
            for kind in ["metar", "taf"] { try enable("\(kind)@\(airport)", session) }
            try Arrival(session, "metar@\(airport)").check()
        } else if new.isEmpty, !session.invocation.has("transient") {
            try enable(operand, session)
        } else {
            let persist = !session.invocation.has("transient")
            _ = try session.daemon.ask(
                "AddSource", ["context": new.context(operand), "persist": .bool(persist)])
            tell(session, "almanacd keeps \(operand) from now on")
        }
    }

    /// The identifier of an airport, in capitals; `nil` when it cannot be one.
    ///
    /// Source: ICAO Doc 7910: four letters; North America also has digits behind the first.
    static func airport(_ text: String) -> String? {
        let upper = text.uppercased()
        let isPlain = upper.utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 }
        let hasLetter = upper.utf8.first.map { 0x41...0x5A ~= $0 } ?? false
        return isPlain && hasLetter && upper.utf8.count == 4 ? upper : nil
    }
}

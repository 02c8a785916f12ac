import Records
import Showing

extension Command {
    /// Adds sources.
    static let add = Command(
        "add", "SOURCE|AIRPORT...", count: 1...1000, "Add sources: an airport's weather, a feed, a file",
        details: [
            "An airport, KPWM in any case or words of its name such as heathrow, has its report and its forecast enabled: "
                + "metar@KPWM and taf@KPWM.",
            "A name with a definition in /usr/lib/almanac is enabled. With --url or --path a new source is made, which "
                + "almanacd keeps: almanac add news --kind feed --url https://example.org/feed.xml",
        ],
        options: [
            Option("kind", value: "KIND", "what the document is: table, json, feed, metar, ..."),
            Option("url", value: "URL", "where it is fetched from"),
            Option("path", value: "FILE", "the file that it is; of the machine's daemon only root may"),
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
        guard new.isEmpty else { return try make(operand, new, session) }
        let link = try? DefinitionLink(operand, session.folders)
        let isDefined = operand.contains("@") || (try? link?.target()) != nil
        guard !isDefined, let airport = try session.airports.meant(by: operand) else {
            return try keep(operand, new, session)
        }
        for kind in ["metar", "taf"] { try keep("\(kind)@\(airport)", new, session) }
        try Arrival(session, "metar@\(airport)").check()
    }

    private static func keep(_ name: String, _ new: NewSource, _ session: Session) throws(Complaint) {
        session.invocation.has("transient")
            ? try make(name, new, session) : try enable(name, session)
    }

    /// Has the daemon keep a source that is defined here, or one of a template for a while.
    private static func make(_ name: String, _ new: NewSource, _ session: Session) throws(Complaint) {
        let persist = !session.invocation.has("transient")
        _ = try session.daemon.ask("AddSource", ["context": new.context(name), "persist": .bool(persist)])
        tell(session, "almanacd keeps \(name) \(persist ? "from now on" : "until it stops")")
    }
}

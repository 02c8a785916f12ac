import Programs
import Records

extension Command {
    /// Adds sources.
    static let add = Command(
        "add", operands: "SOURCE|AIRPORT|URL...", count: 1...1000,
        summary: "Add sources: the weather of an airport, a feed, a site, a file",
        details: [
            "For an airport, given by its identifier or words of its name such as heathrow, this enables "
                + "the report and the forecast: metar@KPWM and taf@KPWM.",
            "A source with a definition in /usr/lib/almanac is enabled. With --url or --path, a new source "
                + "is added: almanac add news --kind feed --url https://example.org/feed.xml. Without --kind, "
                + "almanacd fetches the document and guesses its kind.",
            "For the address of a web page, such as https://example.org/, the page's feed is added: content "
                + "before comments, Atom and JSON before RSS; if one cannot be read, the next. The others are printed; "
                + "--choose takes one. If a definition or example in /usr/lib/almanac/sources.d is for the address, "
                + "such as reddit@ for a page of Reddit, that one is enabled.",
            "The exit status is 1 if a source cannot be fetched before something is changed.",
        ],
        options: [
            Option("kind", value: "KIND", summary: "format of the document: table, json, feed, metar, ..."),
            Option("url", value: "URL", summary: "address of the document"),
            Option("path", value: "FILE", summary: "local file; for the machine's daemon, only root may"),
            Option("title", value: "TEXT", summary: "title of the source"),
            Option("every", value: "SPAN", summary: "interval between requests, such as 15min"),
            Option(
                "set", value: "SECTION.KEY=VALUE", summary: "any setting of a definition; can be repeated"),
            Option("name", value: "NAME", summary: "name of the source; for a URL"),
            Option("choose", value: "NUMBER", summary: "take this feed of those that a page refers to"),
            Option("transient", summary: "add the source only until almanacd stops"), .unlisted,
        ]
    ) { invocation throws(CommandError) in
        let addition = try AddArguments(invocation)
        var states: [CommandStatus] = []
        for operand in invocation.operands { states.append(try addition.add(operand)) }
        return states.contains(.failure) ? .failure : .success
    }
}

/// The sources that one call of `add` adds.
private struct AddArguments {
    private let new: NewSource
    private let isTransient: Bool
    private let folders: Folders
    private let airports: Airports
    private let enabler: Enabler
    private let daemon: Daemon
    private let output: Output
    private let adder: AddressAdder

    init(_ invocation: Invocation) throws(CommandError) {
        new = try NewSource(invocation)
        isTransient = invocation.has("transient")
        folders = Folders(invocation)
        airports = Airports(folders, invocation)
        output = try Output(invocation)
        daemon = try Daemon(invocation)
        enabler = Enabler(in: folders, daemon: daemon, output: output)
        adder = try AddressAdder(invocation, daemon: daemon, enabler: enabler, output: output)
        let option = ["choose", "name"].first {
            invocation.has($0) && !invocation.operands[0].contains(text: "://")
        }
        if let option { throw .usage("--\(option) needs the address of a page or feed", see: "add") }
    }

    /// Adds the source, or the sources of the airport, that an operand describes.
    ///
    /// - Returns: A failure if no attempt can succeed before someone changes something.
    func add(_ operand: String) throws(CommandError) -> CommandStatus {
        if operand.contains(text: "://") { return try adder.add(operand, new, persists: !isTransient) }
        try airports.check(operand)
        guard new.isEmpty else { return try enabler.add(new.context(operand), persists: !isTransient) }
        let link = try? DefinitionLink(operand, in: folders)
        let isDefined = operand.contains("@") || (try? link?.target()) != nil
        guard !isDefined, let airport = try airports.meant(by: operand) else {
            if isTransient { return try enabler.add(new.context(operand), persists: false) }
            try enabler.enable(operand)
            return enabler.firstState(operand)
        }
        for kind in ["metar", "taf"] {
            let name = "\(kind)@\(airport)"
            if isTransient {
                _ = try enabler.add(new.context(name), persists: false)
            } else {
                try enabler.enable(name)
            }
        }
        try AirportCheck(of: "metar@\(airport)", daemon: daemon, output: output).check()
        return .success
    }
}

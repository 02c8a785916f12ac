import AlmanacClient
import AlmanacValues
import Programs
import Records
import Showing

extension Command {
    /// Prints changes as they occur.
    static let watch = Command(
        "watch", operands: "[SOURCE[/KEY]]...", count: 0...1000,
        summary: "Print changes as they occur, one per line",
        details: [
            "SOURCE and KEY are patterns: * matches any text, ? one character. KPWM in capitals selects all "
                + "sources of an airport. A source that does not exist yet is waited for; a line says so. "
                + "warnings alone selects all alerts, of which one that several sources have "
                + "is reported once; with --near, those whose area contains the place. Standard error says after "
                + "unknown: which of them may be missing.",
            "If the connection to almanacd is lost, watch reconnects and resumes; no change is lost or "
                + "printed twice.",
            "A format contains names in braces: '{key} {flightRules} {wind.speed|calm}'. Names are the "
                + "record's members and event, source, key, title, name, time, cursor, change, reason, "
                + "health, standing, previous.MEMBER. {category} is the flight rules in words, also if they "
                + "are unknown.",
            "With --exec, sh runs a command for each change, one at a time, with the change as JSON on "
                + "standard input and ALMANAC_EVENT, ALMANAC_SOURCE, ALMANAC_KEY, ALMANAC_TITLE, "
                + "ALMANAC_CHANGE and ALMANAC_CURSOR in its environment, each cut to 4 kB with an ellipsis at "
                + "the end. If it fails, watch exits with status 1, and with --state, the next run delivers "
                + "the change again. With --on-failure skip, a change with which it failed 10 times in a row, "
                + "or once with status 65, is reported and passed over.",
            Option.conditions,
        ],
        options: [
            Option("since", value: "CURSOR", summary: "start with the changes after this cursor"),
            Option(
                "state", value: "FILE",
                summary: "save the cursor in this file, and resume from it the next time"),
            Option("snapshot", summary: "start with all current records"),
            Option("format", value: "plain|json|waybar|i3bar|'{...}'", summary: "output format of a change"),
            Option("exec", value: "COMMAND", summary: "run this command for each change"),
            Option(
                "on-failure", value: "exit|skip",
                summary: "if it fails, exit each time (default), or the tenth time pass over the change"),
            .condition("'flightRules in [IFR, LIFR]'"),
            Option("near", value: "PLACE|LAT,LON|here", summary: "only records near this position"),
            Option.pick,
            Option("radius", value: "DISTANCE", summary: "search radius in your unit (default 50 km)"),
            Option("field", value: "MEMBER", summary: "only changes of this member; can be repeated"),
            .unlisted,
            Option("count", short: "n", value: "COUNT", summary: "exit after this number of changes"),
        ]
    ) { invocation throws(CommandError) in
        let output = try Output(invocation)
        let daemon = try Daemon(invocation)
        let isOfWarnings = isOfWarnings(invocation, daemon)
        let patterns = ChangePatterns(isOfWarnings ? [] : invocation.operands)
        let circle = try Whereabouts(daemon, output).circle(
            of: invocation, usual: isOfWarnings ? 0 : Whereabouts.usualRadius)
        var selector = patterns.selector
        if isOfWarnings { selector.kinds = ["alert"] }
        let subject = BarReporter.Subject(
            selector: selector, names: patterns.names, daemon: daemon, words: words(invocation, daemon))
        let reporter = try makeReporter(for: invocation, of: subject, output: output)
        let limit = try invocation.count("count")
        let state = try invocation["state"].map { path throws(CommandError) in try StateFile(path) }
        let cursor = try cursor(of: invocation, state)
        var options = SubscriptionOptions(selector)
        options.selector.fields = invocation.all("field").map { $0.hasPrefix("/") ? $0 : "/" + $0 }
        options.selector.conditions = invocation.all("where")
        options.selector.circle = circle
        options.since = reporter.opening == .state ? nil : cursor
        options.snapshot = reporter.opening != .changes || invocation.has("snapshot")
        let names = WatchedNames(
            patterns: patterns, selector: options.selector, daemon: daemon,
            airports: Airports(Folders(invocation), invocation))
        try names.report(try Template(format: invocation["format"] ?? "", of: "watch"))
        let merger = isOfWarnings ? try merger(for: options, reporter, daemon) : nil
        let follower = Follower(
            patterns, reporter: reporter, state: state, limit: limit,
            countsOpening: invocation.has("snapshot"), daemon: daemon, merger: merger,
            warnings: isOfWarnings || circle != nil
                ? WarningWatch(question(for: options), of: patterns, daemon: daemon, output: output) : nil)
        return try follower.follow(options, output: output)
    }

    /// The question for the warnings whose changes a subscription reports.
    private static func question(for options: SubscriptionOptions) -> WarningQuestion {
        let conditions = options.selector.conditions
        guard let circle = options.selector.circle else { return WarningQuestion(where: conditions) }
        return WarningQuestion(at: circle.centre, within: circle.radius, where: conditions)
    }

    /// Returns the words that determine the followed records: the socket, the operands and the options.
    private static func words(_ invocation: Invocation, _ daemon: Daemon) -> [String] {
        let options = ["where", "near", "pick", "radius"].map { name in
            ([name] + invocation.all(name)).joined(separator: " ")
        }
        return [daemon.connection.socket.path] + invocation.operands + options
    }

    /// Whether the changes of all alerts are wanted: the only operand is `warnings`, and no source has this
    /// name.
    static func isOfWarnings(_ invocation: Invocation, _ daemon: Daemon) -> Bool {
        guard invocation.operands == ["warnings"] else { return false }
        // A bar may start before the daemon, which then cannot be asked.
        return (try? daemon.source("warnings"))??.name != "warnings"
    }

    /// Returns what merges the warnings of several sources, with those that are there; `nil` for a reporter
    /// that shows the current state, which merges them itself.
    private static func merger(
        for options: SubscriptionOptions, _ reporter: any Reporter, _ daemon: Daemon
    ) throws(CommandError) -> WarningMerger? {
        guard reporter.opening != .state else { return nil }
        var merger = WarningMerger()
        if options.snapshot, options.since == nil { return merger }
        var selector = options.selector
        selector.fields = []
        for item in try daemon.items(selector) { merger.know(item) }
        return merger
    }

    /// Returns the cursor of `--since`, or the stored one; `nil` if there is none.
    private static func cursor(of invocation: Invocation, _ state: StateFile?) throws(CommandError) -> String?
    {
        guard let since = invocation["since"] else { return try state?.read() }
        guard Cursor(since) != nil else {
            throw .usage("--since \(since) is not a cursor; each event contains one", see: "watch")
        }
        return since
    }
}

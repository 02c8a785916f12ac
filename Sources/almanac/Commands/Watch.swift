import Records
import Showing

extension Command {
    /// Follows changes.
    static let watch = Command(
        "watch", "[SOURCE[/KEY]]...", count: 0...1000, "Follow changes as they come, one a line",
        details: [
            "SOURCE and KEY are patterns: * stands for anything, ? for one character. KPWM in capitals is all of an airport.",
            "When almanacd goes away, watch waits for it and goes on where it was; nothing is missed or told twice.",
            "A format with braces is filled in for each change: '{key} {flightRules} {wind.speed|calm}'. Names are the "
                + "record's members and event, source, key, title, name, time, cursor, change, health, previous.MEMBER.",
            "With --exec a command is run by sh for each change, one after the other, with the change as JSON on its "
                + "input and ALMANAC_EVENT, ALMANAC_SOURCE, ALMANAC_KEY, ALMANAC_TITLE, ALMANAC_CHANGE and "
                + "ALMANAC_CURSOR in its environment. If it fails, watch ends with its status.",
        ],
        options: [
            Option("since", value: "CURSOR", "begin with what changed after this cursor"),
            Option("state", value: "FILE", "keep the cursor in this file, and begin there the next time"),
            Option("snapshot", "begin with all records as they are"),
            Option("format", value: "plain|json|waybar|i3bar|'{...}'", "how a change is written"),
            Option("exec", value: "COMMAND", "run this for each change"),
            Option(
                "where", value: "CONDITION",
                "only records such as 'flightRules in [IFR, LIFR]'; may be given again"),
            Option("near", value: "PLACE|LAT,LON|here", "only records around there"),
            Option("radius", value: "KILOMETRES", "so far around (default 50)"),
            Option("field", value: "MEMBER", "only changes of this member; may be given again"),
            Option("count", short: "n", value: "COUNT", "end after so many changes"),
        ]
    ) { session throws(Complaint) in
        try Follower(session).follow()
    }
}

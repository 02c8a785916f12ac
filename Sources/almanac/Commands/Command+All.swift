extension Command {
    /// All commands, in the order of the help text.
    static let all: [Command] = [
        .list, .show, .warnings, .search, .near, .place, .suggest, .history, .watch, .top, .refresh, .status,
        .rejects,
        .metrics, .describe, .add, .importing, .export, .remove, .enable, .disable, .set, .reload, .relay,
    ]
}

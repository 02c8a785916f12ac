/// A setting or file that cannot be used: its place and the reason.
public struct OptionError: Error, Hashable, CustomStringConvertible {
    /// The path of the file as passed to the reader; empty for a definition received over the socket.
    public let file: String
    /// The line number, from 1; 0 if the error concerns the whole file.
    public let line: Int
    /// The fault: `Refresh=soon is not a time span`.
    public let reason: String
    /// Whether the system could not read the file now, for lack of descriptors for example: a later try can
    /// succeed.
    public let isTemporary: Bool

    /// Creates an error from its parts.
    public init(file: String, line: Int, reason: String, isTemporary: Bool = false) {
        self.file = file
        self.line = line
        self.reason = reason
        self.isTemporary = isTemporary
    }

    /// Creates an error about an entry: `Key=value REASON`.
    ///
    /// Errors are logged and readable by all: user and password of an address are left out, and so is a
    /// header field, which may have a secret.
    public init(_ entry: Options.Entry, _ reason: String) {
        let isHeader = entry.section == "Source" && entry.name == "Header"
        let value = isHeader ? "" : entry.value.withoutUser
        self.init(file: entry.file, line: entry.line, reason: "\(entry.name)=\(value) \(reason)")
    }

    /// Returns the error about an entry whose name is none of the known ones; it suggests those that may be
    /// meant.
    public static func unknown(_ entry: Options.Entry, among known: some Sequence<String>) -> OptionError {
        let similar = known.sorted { $0.precedes($1) }.suggestion(for: entry.name)
        return OptionError(entry, "is not a known setting" + similar)
    }

    /// `file:line: reason`.
    public var description: String {
        (file.isEmpty ? "" : line > 0 ? "\(file):\(line): " : "\(file): ") + reason
    }
}

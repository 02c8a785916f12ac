/// A setting that cannot be used: where it stands and what is wrong with it.
public struct OptionError: Error, Hashable, CustomStringConvertible {
    /// The file, as it was named to the reader; empty when it came over the socket.
    public let file: String
    /// The line, 1 is the first; 0 when the whole file is meant.
    public let line: Int
    /// What is wrong: `Refresh=soon is not a time span`.
    public let reason: String

    /// Makes an error of its parts.
    public init(file: String, line: Int, reason: String) {
        (self.file, self.line, self.reason) = (file, line, reason)
    }

    /// Makes an error about an entry: `Key=value REASON`.
    public init(_ entry: Options.Entry, _ reason: String) {
        self.init(file: entry.file, line: entry.line, reason: "\(entry.name)=\(entry.value) \(reason)")
    }

    /// `file:line: reason`.
    public var description: String {
        (file.isEmpty ? "" : line > 0 ? "\(file):\(line): " : "\(file): ") + reason
    }
}

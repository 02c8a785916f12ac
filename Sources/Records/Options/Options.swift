/// The settings of a definition or configuration file, in the order in which they stand.
///
/// Source: systemd.syntax(7): sections, `Key=value`, `#` and `;` comments, `\` at a line's end joins the
/// next; a key may stand again; an empty value forgets what came before.
public struct Options: Hashable, Sendable {
    /// One `Key=value`.
    public struct Entry: Hashable, Sendable {
        /// The section, such as `Source`.
        public let section: String
        /// The key, such as `Refresh`.
        public let name: String
        /// What it is set to; never empty.
        public let value: String
        /// The file, as it was named to the reader.
        public let file: String
        /// The line on which it begins, 1 is the first.
        public let line: Int

        /// Makes an entry of its parts.
        public init(section: String, name: String, value: String, file: String = "", line: Int = 0) {
            (self.section, self.name, self.value) = (section, name, value)
            (self.file, self.line) = (file, line)
        }
    }

    /// All entries, in order.
    public private(set) var entries: [Entry] = []

    /// Makes options without an entry.
    public init() {}

    /// Makes options of entries.
    public init(_ entries: [Entry]) { self.entries = entries }

    /// Every value of a key, in order.
    public func all(_ section: String, _ name: String) -> [Entry] {
        entries.filter { $0.section == section && $0.name == name }
    }

    /// The value of a key that counts: the last.
    public func last(_ section: String, _ name: String) -> Entry? {
        entries.last { $0.section == section && $0.name == name }
    }

    /// The words of all values of a key, parted by blanks.
    public func words(_ section: String, _ name: String) -> [String] {
        all(section, name).flatMap { $0.value.split { $0 == " " || $0 == "\t" }.map(String.init) }
    }

    /// Adds an entry behind the others.
    public mutating func append(_ entry: Entry) { entries.append(entry) }

    /// Forgets what a key was set to so far.
    public mutating func reset(_ section: String, _ name: String) {
        entries.removeAll { $0.section == section && $0.name == name }
    }
}

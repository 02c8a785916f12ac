/// The settings of a definition or configuration file, in their order.
///
/// Source: systemd.syntax(7): sections, `Key=value`, `#` and `;` comments; a `\` at the end of a line
/// continues it; a key may be repeated; an empty value discards the previous ones.
public struct Options: Hashable, Sendable {
    /// A single `Key=value`.
    public struct Entry: Hashable, Sendable {
        /// The section, such as `Source`.
        public let section: String
        /// The key, such as `Refresh`.
        public let name: String
        /// The value; never empty.
        public let value: String
        /// The path of the file as passed to the reader.
        public let file: String
        /// The number of its first line, from 1.
        public let line: Int

        /// Creates an entry.
        public init(section: String, name: String, value: String, file: String = "", line: Int = 0) {
            self.section = section
            self.name = name
            self.value = value
            self.file = file
            self.line = line
        }
    }

    /// All entries, in order.
    public private(set) var entries: [Entry] = []

    /// Creates options without entries.
    public init() {}

    /// Creates options from entries.
    public init(_ entries: [Entry]) { self.entries = entries }

    /// Returns all values of a key, in order.
    public func all(in section: String, named name: String) -> [Entry] {
        entries.indices.filter { isEntry($0, named: name, in: section) }.map { entries[$0] }
    }

    /// Returns the last value of a key, which is the effective one.
    public func last(in section: String, named name: String) -> Entry? {
        lastIndex(in: section, named: name).map { entries[$0] }
    }

    /// Returns the index in `entries` of the last value of a key.
    public func lastIndex(in section: String, named name: String) -> Int? {
        entries.indices.last { isEntry($0, named: name, in: section) }
    }

    /// Whether an entry is a value of a key. The lengths come first: few names have the same. The entry is
    /// not passed, which would copy it.
    private func isEntry(_ index: Int, named name: String, in section: String) -> Bool {
        entries[index].name.utf8.count == name.utf8.count && entries[index].name == name
            && entries[index].section == section
    }

    /// Returns the words of all values of a key, separated by blanks.
    public func words(in section: String, named name: String) -> [String] {
        all(in: section, named: name).flatMap { $0.value.split { $0 == " " || $0 == "\t" }.map(String.init) }
    }

    /// Reserves memory for the entries of a file, of which there are usually a few.
    mutating func reserveForFile() { entries.reserveCapacity(entries.count + 8) }

    /// Appends an entry.
    public mutating func append(_ entry: Entry) { entries.append(entry) }

    /// Discards all values of a key.
    public mutating func reset(in section: String, named name: String) {
        entries.removeAll { $0.section == section && $0.name == name }
    }
}

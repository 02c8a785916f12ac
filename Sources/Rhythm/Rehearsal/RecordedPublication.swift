public import Records

/// A publication that was recorded, for rehearsals.
public struct RecordedPublication: Hashable, Sendable {
    /// The time that the document states.
    public let published: UTC
    /// The time from which a request finds it.
    public let available: UTC
    /// Whether it is a special report, out of the source's rhythm.
    public let isSpecial: Bool

    /// Creates a publication; `available` is `published` where nothing else is known.
    public init(published: UTC, available: UTC? = nil, isSpecial: Bool = false) {
        self.published = published
        self.available = available ?? published
        self.isSpecial = isSpecial
    }
}

extension RecordedPublication {
    /// Reads lines `published_unix,available_unix,special`, as a header names them in any order; other
    /// columns are ignored.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - usesAvailability: Whether `available_unix` is used where it is given. Recorders often know only an
    ///     upper bound, their own interval included; then documents count as available when they were
    ///     published.
    /// - Returns: The publications in the order in which they became available.
    /// - Throws: A `RhythmError` with the line that cannot be read.
    public static func read(
        _ bytes: [UInt8], usesAvailability: Bool
    ) throws(RhythmError) -> [RecordedPublication] {
        var lines = bytes.split(separator: .newline, omittingEmptySubsequences: false).map { line in
            (line.last == .carriageReturn ? line.dropLast() : line)
                .split(separator: .comma, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
        }[...]
        let header = lines.popFirst() ?? []
        guard let published = header.firstIndex(of: "published_unix") else {
            throw RhythmError(description: "line 1: no column published_unix")
        }
        let available = usesAvailability ? header.firstIndex(of: "available_unix") : nil
        let special = header.firstIndex(of: "special")
        var result: [RecordedPublication] = []
        for (index, fields) in zip(lines.indices, lines) where fields != [""] {
            let line = index + 1
            guard let stamp = try time(fields, published, line: line) else {
                throw RhythmError(description: "line \(line): no published_unix")
            }
            result.append(
                RecordedPublication(
                    published: stamp, available: try time(fields, available, line: line),
                    isSpecial: special.map { $0 < fields.count && fields[$0] == "1" } ?? false))
        }
        return result.sorted { $0.available < $1.available }
    }

    private static func time(
        _ fields: [String], _ column: Int?, line: Int
    ) throws(RhythmError) -> UTC? {
        guard let column, column < fields.count, !fields[column].isEmpty else { return nil }
        guard let seconds = Double(fields[column]), (0..<1e11).contains(seconds) else {
            throw RhythmError(description: "line \(line): \(fields[column]) is not a unix time")
        }
        return UTC(microseconds: Int64(seconds * 1_000_000))
    }
}

import Records

/// The sender, event and significance of an alert: two alerts with the same ones may be editions of one, of
/// which a message between them is unknown.
struct AlertJoin: Hashable {
    let sender: String
    let event: String
    /// See `AlertLevel.significance`; empty if not stated. A watch never ends a warning.
    let significance: String

    init(_ sender: String, _ event: String, _ significance: String?) {
        self.sender = sender
        self.event = event
        self.significance = significance ?? ""
    }

    init(_ alert: KnownAlert) { self.init(alert.sender, alert.event, alert.significance) }

    /// Whether both can be one alert.
    func matches(_ other: Self) -> Bool {
        sender.hasBytes(of: other.sender) && event.hasBytes(of: other.event)
            && hasSignificance(other.significance)
    }

    /// Whether it has a significance, or one of both is not stated.
    private func hasSignificance(_ other: String) -> Bool {
        significance == other || significance.isEmpty || other.isEmpty
    }

    /// The name under which it is remembered whether there are gaps.
    static let mark = "\tjoins"
    /// The name under which the gaps of such alerts are remembered.
    var name: String { "\tjoin \(sender) \(event)" }

    /// A message that an update names, and that was never read.
    struct Gap {
        /// Its name.
        let name: String
        /// The moment at which it was sent.
        let sent: UTC
    }

    /// The updates whose predecessor is unknown: lines of its time, its name, and the significance and the
    /// zones of the update, separated by tabs.
    struct Gaps {
        /// The greatest number of updates that are remembered, the latest ones.
        private static let most = 20
        /// The maximum delay of a message that precedes an update; later ones are not expected.
        private static let age = Duration.seconds(3 * 86_400)

        private var lines: [[String]]

        init(_ text: String) {
            lines = text.utf8.split(separator: .newline).map { line in
                line.split(separator: .tab, omittingEmptySubsequences: false).compactMap { String($0) }
            }
        }

        /// The text to store.
        var text: String { lines.map { $0.joined(separator: "\t") }.joined(separator: "\n") }

        /// Adds a gap.
        ///
        /// - Parameters:
        ///   - gap: The unknown message.
        ///   - join: The sender, event and significance of the update.
        ///   - zones: The zones of the update that names it.
        ///   - sent: When that was sent.
        /// - Returns: Whether it is new.
        mutating func add(
            _ gap: Gap, _ join: AlertJoin, _ zones: Set<String>, by sent: UTC
        ) -> Bool {
            let line = [gap.sent.description, gap.name, join.significance]
            guard !zones.isEmpty, !lines.contains(where: { $0.starts(with: line) }) else { return false }
            let oldest = sent - Gaps.age
            lines.removeAll { line in line.first.flatMap { UTC(iso8601: $0) }.map { $0 < oldest } ?? true }
            lines.append(line + zones.sorted { $0.precedes($1) })
            lines = lines.suffix(Gaps.most)
            return true
        }

        /// Returns whether an update covers a message, if it names one after that which is still unknown.
        ///
        /// - Parameters:
        ///   - zones: The zones of the message.
        ///   - join: Its sender, event and significance.
        ///   - sent: When it was sent.
        ///   - isOpen: Whether the message of a name is still unknown.
        /// - Returns: Whether the update covers it.
        func cover(
            _ zones: Set<String>, _ join: AlertJoin, sent: UTC, _ isOpen: (String) -> Bool
        ) -> Bool {
            !zones.isEmpty
                && lines.contains { line in
                    guard line.count > 3, let gap = UTC(iso8601: line[0]), sent <= gap else { return false }
                    return join.hasSignificance(line[2]) && zones.isSubset(of: line[3...]) && isOpen(line[1])
                }
        }
    }
}

extension AlertMessage {
    /// The sender, event and significance of its first block that warns; `nil` if none warns.
    var join: AlertJoin? { live.first.map { AlertJoin($0, by: sender) } }

    /// The sender, event and significance of each block.
    var joins: [AlertJoin] { blocks.map { AlertJoin($0, by: sender) } }
}

extension AlertJoin {
    fileprivate init(_ block: AlertBlock, by sender: String) {
        self.init(sender, block.event, block.level.significance)
    }
}

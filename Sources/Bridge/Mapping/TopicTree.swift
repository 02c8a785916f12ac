/// The topics of the bridge below its prefix.
public nonisolated struct TopicTree: Hashable, Sendable {
    /// The first levels of all topics, such as `almanac`.
    public let prefix: String

    /// Makes a tree.
    public init(prefix: String) { self.prefix = prefix }

    /// Whether the bridge is connected with broker and daemon: `online` or `offline`.
    public var bridge: Topic { Topic("\(prefix)/_bridge") }

    /// The last checkpoint: the cursor of the last change that the tree contains, and the name of the last
    /// publication of all records.
    public var checkpoint: Topic { Topic("\(prefix)/_cursor") }

    /// The filter of all records and states; it also matches topics that are not the bridge's.
    public var filter: String { "\(prefix)/+/+" }

    /// Whether a message is one of a record, of a source's state or of warnings, as the bridge publishes
    /// them; other programs may have topics below the same prefix.
    public func contains(_ topic: String, _ payload: [UInt8]) -> Bool {
        guard topic.hasPrefix(prefix + "/") else { return false }
        let levels = topic.dropFirst(prefix.count + 1).split(separator: "/", omittingEmptySubsequences: false)
        if levels.count == 2, levels[0] == "_warnings" { return payload.starts(with: Payloads.warningsStart) }
        guard levels.count == 2, !levels[0].hasPrefix("_") else { return false }
        if levels[1].hasPrefix("_") {
            return levels[1] == "_source" && payload.starts(with: Payloads.stateStart)
        }
        return payload.starts(with: Payloads.recordStart)
    }

    /// The filter of requests to refresh a source.
    public var refreshFilter: String { "\(prefix)/_refresh/+" }

    /// Returns the topic of a record.
    public func record(_ key: String, of source: String) -> Topic {
        Topic("\(prefix)/\(TopicLevel.encoded(source))/\(TopicLevel.encoded(key))")
    }

    /// Returns the topic of a source's state.
    public func state(of source: String) -> Topic { Topic("\(prefix)/\(TopicLevel.encoded(source))/_source") }

    /// Returns the source whose topics have these first levels; `nil` if they are not those of a source.
    public func source(ofParent parent: String) -> String? {
        guard parent.hasPrefix(prefix + "/") else { return nil }
        let level = String(parent.dropFirst(prefix.count + 1))
        return level.hasPrefix("_") ? nil : TopicLevel.decoded(level)
    }

    /// Returns the topic of the warnings of a place, a zone or a source.
    public func warnings(of name: String) -> Topic {
        Topic("\(prefix)/_warnings/\(TopicLevel.encoded(name))")
    }

    /// Returns the source that a topic requests to refresh; `nil` for any other topic.
    public func refreshedSource(_ topic: String) -> String? {
        let start = "\(prefix)/_refresh/"
        guard topic.hasPrefix(start) else { return nil }
        return TopicLevel.decoded(String(topic.dropFirst(start.count)))
    }

    /// Whether a text can be a prefix: levels without wildcards and control characters, none of them empty,
    /// the first without `$`.
    ///
    /// Source: MQTT Version 5.0, 4.7.
    public static func isPrefix(_ text: String) -> Bool {
        let levels = text.split(separator: "/", omittingEmptySubsequences: false)
        return !text.hasPrefix("$") && text.utf8.count <= 1024
            && levels.allSatisfy { level in
                !level.isEmpty
                    && level.unicodeScalars.allSatisfy {
                        !"+#".unicodeScalars.contains($0) && $0.properties.generalCategory != .control
                            && !$0.properties.isNoncharacterCodePoint
                    }
            }
    }
}

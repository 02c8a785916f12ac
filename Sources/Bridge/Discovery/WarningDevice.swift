import Records

/// The warnings of a place, a zone or a source as a device in Home Assistant.
///
/// Source: Home Assistant, MQTT, device discovery, binary sensor and sensor; see `Device`.
public nonisolated struct WarningDevice: Sendable {
    /// The seconds after which a state that was not repeated is no longer shown.
    static let lifetime = 600

    /// The topics.
    public let tree: TopicTree
    /// The first levels of the topics of announcements, such as `homeassistant`.
    public let prefix: String

    /// Makes devices below a prefix.
    public init(tree: TopicTree, prefix: String) {
        self.tree = tree
        self.prefix = prefix
    }

    /// The start of the topics of all announcements.
    var start: String { "\(prefix)/device/almanac_warnings-" }

    /// Returns the topic of an announcement.
    public func topic(of name: String) -> Topic { Topic("\(prefix)/device/\(identifier(of: name))/config") }

    /// Returns the announcement of a device.
    ///
    /// - Parameters:
    ///   - name: The name in the topic of its state.
    ///   - title: The name for users.
    ///   - attribution: The origin of the data, for users.
    /// - Returns: The content of the message, JSON.
    public func announcement(of name: String, title: String, attribution: String) -> [UInt8] {
        let identifier = identifier(of: name)
        let state = tree.warnings(of: name).description
        let parts = [WarningDevice.warning] + WarningDevice.sensors
        return JSON.members([
            "dev": .members([
                "identifiers": [.string(identifier)], "name": .string(title), "manufacturer": "almanac",
                "model": "Warnings",
            ]),
            "o": ["name": "almanac-mqtt", "sw_version": .string(Version.text)],
            "cmps": .object(
                parts.map { JSON.Member($0.name, component($0, of: identifier, at: state, attribution)) }),
            "state_topic": .string(state), "qos": 1,
        ]).bytes
    }

    private func identifier(of name: String) -> String {
        // Record devices begin with almanac-, so that no record has the same one.
        "almanac_warnings-" + Device.identifier(key: name, of: "@" + name).drop { $0 != "-" }.dropFirst()
    }

    private func component(
        _ part: Part, of device: String, at state: String, _ attribution: String
    ) -> JSON {
        let origin = String(decoding: JSON.string(attribution).bytes, as: UTF8.self)
        return .members([
            "p": .string(part.platform), "unique_id": .string("\(device)-\(part.name)"),
            "name": .string(part.title), "value_template": .string(part.value),
            "device_class": part.quantity.map(JSON.string), "icon": part.icon.map(JSON.string),
            "state_class": part.isCount ? "measurement" : nil,
            "options": part.options.isEmpty ? nil : .array(part.options.map(JSON.string)),
            "json_attributes_topic": .string(state),
            "json_attributes_template": .string(
                "{{ dict(\(part.hasAttributes ? "value_json.attributes" : "{}"), attribution=\(origin), "
                    + "known=value_json.\(part.known), until=value_json.\(part.until) | default(none)) "
                    + "| tojson }}"),
            "availability": availability(of: part, at: state), "availability_mode": "latest",
            "expire_after": .int(WarningDevice.lifetime),
        ])
    }

    /// The availability of an entity, by the latest message of the two topics.
    ///
    /// Home Assistant evaluates a template only when a message arrives. The message of the warnings says
    /// whether the value is known: a known warning is until its end, and that there is none only while all
    /// sources are current; one that a broker retained for long says nothing. The end of the bridge, which
    /// then sends no message at the end of a warning, makes an entity unavailable whose value the lifetime
    /// would outlast; of any other, it says nothing, which is an empty text.
    private func availability(of part: Part, at state: String) -> JSON {
        [
            [
                "topic": .string(tree.bridge.description),
                "value_template": .string(
                    "{% set until = as_timestamp(this.attributes.until | default(none), none) %}"
                        + "{{ 'offline' if value != 'online' and (not this.attributes.known | default(0) "
                        + "or until and until < as_timestamp(now()) + \(WarningDevice.lifetime)) else '' }}"),
            ],
            [
                "topic": .string(state),
                "value_template": .string(
                    "{{ 'online' if (value_json.complete or value_json.\(part.known) > 0) and "
                        + "as_timestamp(now()) - as_timestamp(value_json.at) < \(WarningDevice.lifetime) "
                        + "else 'offline' }}"),
            ],
        ]
    }
}

nonisolated extension WarningDevice {
    /// An entity of the device.
    private struct Part {
        var platform = "sensor"
        let name: String
        let title: String
        /// The template of the value.
        let value: String
        /// The class of the quantity; `nil` for none.
        var quantity: String?
        var icon: String?
        var options: [String] = []
        /// The member with the number of warnings that the value is about.
        var known = "count"
        /// The member with the moment until which the value holds, unless there is news.
        var until = "ends"
        var isCount = false
        /// Whether it has all warnings as attributes.
        var hasAttributes = false
    }

    private static let warning = Part(
        platform: "binary_sensor", name: "warning", title: "Warning",
        value: "{{ {'on': 'ON', 'off': 'OFF'}.get(value_json.state, 'None') }}", quantity: "safety",
        until: "until", hasAttributes: true)

    private static let levels = ["none", "unknown", "minor", "moderate", "severe", "extreme"]

    private static let sensors = [
        Part(
            name: "count", title: "Warnings", value: "{{ value_json.count }}", icon: "mdi:alert",
            isCount: true, hasAttributes: true),
        Part(
            name: "level", title: "Highest level", value: optional("level"), quantity: "enum",
            icon: "mdi:alert-octagram", options: levels),
        Part(name: "event", title: "Event", value: optional("event"), icon: "mdi:weather-lightning"),
        Part(name: "onset", title: "Onset", value: optional("onset"), quantity: "timestamp"),
        Part(name: "ends", title: "End", value: optional("ends"), quantity: "timestamp"),
        Part(
            name: "announced", title: "Announced warnings", value: "{{ value_json.announced }}",
            icon: "mdi:alert-outline", known: "announced", until: "next", isCount: true),
        Part(
            name: "next", title: "Next onset", value: optional("next"), quantity: "timestamp",
            known: "announced", until: "next"),
    ]

    /// Returns a template that renders `None`, which Home Assistant shows as unknown, if a member is missing.
    private static func optional(_ member: String) -> String { "{{ value_json.\(member) | default(none) }}" }
}

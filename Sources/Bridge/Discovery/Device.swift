public import AlmanacValues
import Records
import Showing

/// A record as a device in Home Assistant, which the bridge announces.
///
/// Source: Home Assistant, MQTT, device discovery; `dev`, `o` and `cmps` are its abbreviations of `device`,
/// `origin` and `components`.
public nonisolated struct Device: Sendable {
    /// The topics of the records.
    public let tree: TopicTree
    /// The first levels of the topics of announcements, such as `homeassistant`.
    public let prefix: String

    /// Makes devices of the records of a tree.
    public init(tree: TopicTree, prefix: String) {
        self.tree = tree
        self.prefix = prefix
    }

    /// Whether the records of a kind are devices without being requested: stations and places.
    public static func isDevice(kind: String?) -> Bool {
        kind.map { !DeviceSensor.sensors(ofKind: $0).isEmpty } ?? false
    }

    /// The filter of the announcements of all devices, also of those of other programs.
    public var filter: String { "\(prefix)/device/+/config" }

    /// Whether a message announces a device of a record of this tree.
    public func isAnnouncement(_ topic: String, _ payload: [UInt8]) -> Bool {
        let starts = ["\(prefix)/device/almanac-", WarningDevice(tree: tree, prefix: prefix).start]
        guard starts.contains(where: topic.hasPrefix), let json = try? JSON(parsing: payload) else {
            return false
        }
        return json["state_topic"]?.string?.hasPrefix(tree.prefix + "/") ?? false
    }

    /// Returns the topic of a device's announcement.
    public func topic(key: String, of source: String) -> Topic {
        Topic("\(prefix)/device/\(Device.identifier(key: key, of: source))/config")
    }

    /// Returns the identifier of a device: letters, digits, `_` and `-`, unique by a hash of source and key.
    public static func identifier(key: String, of source: String) -> String {
        let isInstance = source.hasSuffix("@" + key)
        let name = (isInstance ? source : source + "-" + key).utf8.prefix(80)
            .map { $0.isLetterOrDigit ? Character(Unicode.Scalar($0)) : "-" }
        let hash = RecordHash(Array("\(source)/\(key)".utf8)).low
        let digits = String(hash & 0xffff_ffff, radix: 16)
        return "almanac-\(String(name))-" + String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// Returns the announcement of a record's device.
    ///
    /// - Parameters:
    ///   - item: The record.
    ///   - kind: The kind of its source; `nil` if unknown.
    ///   - attribution: The origin of the data, for users.
    /// - Returns: The content of the message, JSON.
    public func announcement(_ item: Item, kind: String?, attribution: String) -> [UInt8] {
        let sensors = kind.map { DeviceSensor.sensors(of: item.data, kind: $0) } ?? []
        let identifier = Device.identifier(key: item.key, of: item.source)
        let state = tree.record(item.key, of: item.source).description
        let components = (sensors.isEmpty ? [.record] : sensors).map { sensor in
            JSON.Member(
                sensor.name,
                component(sensor, of: identifier, at: state, kind: kind, attribution: attribution))
        }
        return JSON.members([
            "dev": Device.device(of: item, kind: kind, otherwise: identifier),
            "o": ["name": "almanac-mqtt", "sw_version": .string(Version.text)],
            "cmps": .object(components + overdue(of: item, kind: kind, identifier)),
            "state_topic": .string(state),
            "availability": .array(
                availability(of: item.source, unlessOld: Device.lifetime(ofKind: kind).map { _ in item.key })
                    + Device.age(at: state, kind: kind)),
            "availability_mode": "all", "qos": 1,
        ]).bytes
    }

    /// The conditions under which entities of a source are available, and with a key those under which its
    /// record is not old.
    private func availability(of source: String, unlessOld key: String? = nil) -> [JSON] {
        let literal = key.map { String(decoding: JSON.string($0).bytes, as: UTF8.self) }
        let old = literal.map { " or \($0) in value_json.old | default([])" } ?? ""
        return [
            ["topic": .string(tree.bridge.description)],
            [
                "topic": .string(tree.state(of: source).description),
                "value_template": .string("{{ 'offline' if value_json.expired\(old) else 'online' }}"),
            ],
        ]
    }

    /// The condition that the record at a topic is not old; none for records that never are.
    ///
    /// Home Assistant counts the lifetime of a value from the moment at which it receives the message, also
    /// of one that the broker retained for days.
    private static func age(at topic: String, kind: String?) -> [JSON] {
        guard let end = end(ofKind: kind) else { return [] }
        let limit = " and as_timestamp(\(issued), 0) <= as_timestamp(now()) + \(mostAhead)"
        let template =
            "{% set record = value_json | default({}) %}{% set data = record.data | default({}) %}"
            + "{{ 'online' if (\(end)) > as_timestamp(now())\(kind == "metar" ? limit : "") else 'offline' }}"
        return [["topic": .string(topic), "value_template": .string(template)]]
    }

    /// The expression of the last change of a record.
    private static let changed = "record.changed | default(none)"
    /// The expression of the time of a report, or else of that at which it was first received.
    private static let issued = "data.time | default(data.received | default(\(changed)))"
    /// The seconds by which a report may be ahead of the clock; the age of one further ahead is not known.
    private static let mostAhead = 3600

    /// Returns the expression of the moment at which a record becomes old: a report by its own time, a
    /// forecast of an airport by its end; `nil` if it never does.
    private static func end(ofKind kind: String?) -> String? {
        guard let lifetime = lifetime(ofKind: kind) else { return nil }
        let origin = kind == "forecast" ? changed : issued
        let start = "as_timestamp(\(origin), 0) + \(lifetime)"
        return kind == "taf" ? "as_timestamp(data.until | default(none), none) or \(start)" : start
    }

    /// Returns the binary sensor that is on while a publication of a station is missing; none for others.
    private func overdue(of item: Item, kind: String?, _ device: String) -> [JSON.Member] {
        guard kind == "metar" || kind == "taf" else { return [] }
        let state = JSON.string(tree.state(of: item.source).description)
        let sensor: JSON = [
            "p": "binary_sensor", "unique_id": .string("\(device)-overdue"),
            "name": kind == "taf" ? "Forecast overdue" : "Report overdue",
            "device_class": "problem", "ent_cat": "diagnostic", "state_topic": state,
            "availability": .array(availability(of: item.source)),
            "value_template": "{{ 'ON' if value_json.overdue is defined else 'OFF' }}",
            "json_attributes_topic": state,
            "json_attributes_template":
                "{{ {'expected': value_json.overdue | default(none)} | tojson }}",
        ]
        return [JSON.Member("overdue", sensor)]
    }

    /// Returns the device, which all records of a station share, whatever sources carry them; any other record
    /// has one of its own.
    private static func device(of item: Item, kind: String?, otherwise identifier: String) -> JSON {
        let isStation = kind == "metar" || kind == "taf"
        let name = item.name.shortened(toBytes: longestName)
        return .members([
            "identifiers": [.string(isStation ? "almanac-station-\(item.key)" : identifier)],
            "name": .string(kind == "forecast" ? "\(name) forecast" : name), "manufacturer": "almanac",
            "model": .string(isStation ? "Station \(item.key)" : item.source),
        ])
    }

    /// The longest name of a device, from which the identifiers of its entities are derived, in bytes.
    private static let longestName = 100

    private func component(
        _ sensor: DeviceSensor, of device: String, at topic: String, kind: String?, attribution: String
    ) -> JSON {
        let origin = String(decoding: JSON.string(attribution).bytes, as: UTF8.self)
        let members = sensor.attributes.map { "'\($0.name)': \($0.value)" } + ["'attribution': \(origin)"]
        let data =
            sensor.hasData
            ? "dict(value_json.data, attribution=\(origin))" : "{\(members.joined(separator: ", "))}"
        return .members([
            "p": "sensor", "unique_id": .string("\(device)-\(sensor.name)"), "name": .string(sensor.title),
            "value_template": .string(Device.template(sensor.value)),
            "device_class": sensor.quantity.map(JSON.string),
            "unit_of_measurement": sensor.unit.map(JSON.string),
            "state_class": sensor.stateClass.map(JSON.string),
            "suggested_display_precision": sensor.decimals.map { .int($0) },
            "icon": sensor.icon.map(JSON.string),
            "options": sensor.options.isEmpty ? nil : .array(sensor.options.map(JSON.string)),
            "json_attributes_topic": .string(topic),
            "json_attributes_template": .string(
                (sensor.attributes.isEmpty ? "" : "{% set data = value_json.data %}")
                    + "{{ \(data) | tojson }}"),
            "expire_after": Device.lifetime(ofKind: kind).map { .int($0) },
        ])
    }

    /// Returns a template that renders `None`, which Home Assistant shows as unknown, if a member is missing.
    private static func template(_ value: String) -> String {
        "{% set data = value_json.data %}{{ \(value) | default(none) }}"
    }

    /// Returns the seconds after which a value without a newer one is no longer shown; `nil` if it never
    /// expires.
    static func lifetime(ofKind kind: String?) -> Int? {
        switch kind {
        // Stations report at least every hour, most forecasts are renewed every six hours.
        case "metar": 3 * 3600
        case "taf", "forecast": 24 * 3600
        default: nil
        }
    }
}

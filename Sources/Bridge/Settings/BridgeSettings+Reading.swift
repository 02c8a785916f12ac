import AlmanacValues
import MQTT
public import Records

nonisolated extension BridgeSettings {
    /// The settings that decide what is published, and where.
    private static let deciding = [
        "Broker", "Topic", "Sources", "Kinds", "Tags", "Keys", "Where", "Discovery", "DiscoveryTopic",
        "Devices", "Warnings",
    ]

    /// Reads the settings of a file.
    ///
    /// - Parameters:
    ///   - bytes: The text, by systemd.syntax(7).
    ///   - file: The name of the file, for error messages.
    /// - Throws: An error at the first line or setting that cannot be used.
    public init(_ bytes: [UInt8], file: String) throws(OptionError) {
        var options = Options()
        try options.read(bytes, file: file)
        try self.init(options, file: file)
    }

    private init(_ options: Options, file: String) throws(OptionError) {
        guard let entry = options.last(in: "MQTT", named: "Broker") else {
            throw OptionError(file: file, line: 0, reason: "[MQTT] has no Broker=")
        }
        guard let broker = BrokerAddress(entry.value) else {
            throw OptionError(entry, "is not an address such as mqtt://HOST, mqtts://HOST:PORT or unix:PATH")
        }
        self.init(broker: broker)
        for entry in options.entries {
            guard entry.section == "MQTT" || entry.section.hasPrefix("X-") else {
                throw OptionError(entry, "is in the unknown section [\(entry.section)]")
            }
            if entry.section == "MQTT" { try set(entry) }
        }
        identity = BridgeSettings.identity(of: options)
        let hasDiscovery = try options.last(in: "MQTT", named: "Discovery").map(BridgeSettings.flag) ?? false
        if !hasDiscovery { discovery = nil } else if discovery == nil { discovery = "homeassistant" }
    }

    private mutating func set(_ entry: Options.Entry) throws(OptionError) {
        switch entry.name {
        case "Broker", "Discovery": break
        case "ClientID": client = entry.value
        case "User": user = entry.value
        case "CAFile": certificates.authorities = try BridgeSettings.path(entry)
        case "CertificateFile": certificates.certificate = try BridgeSettings.path(entry)
        case "KeyFile": certificates.key = try BridgeSettings.path(entry)
        case "KeepAlive": keepAlive = try BridgeSettings.interval(entry)
        case "Topic": tree = TopicTree(prefix: try BridgeSettings.prefix(entry))
        case "DiscoveryTopic": discovery = try BridgeSettings.prefix(entry)
        case "Devices": devices = ChangePatterns(BridgeSettings.words(entry))
        case "Refresh": allowsRefresh = try BridgeSettings.flag(entry)
        case "Warnings": warnings.append(try warning(entry))
        case "Wake": hints.append(try BridgeSettings.hint(entry))
        case let name where name.hasPrefix("X-"): break
        default: try select(entry)
        }
    }

    /// The settings of a broker.
    private static let known = [
        "Broker", "CAFile", "CertificateFile", "ClientID", "Devices", "Discovery", "DiscoveryTopic",
        "KeepAlive", "KeyFile", "Keys", "Kinds", "Refresh", "Sources", "Tags", "Topic", "User", "Wake",
        "Warnings", "Where",
    ]

    private mutating func select(_ entry: Options.Entry) throws(OptionError) {
        switch entry.name {
        case "Sources": selector.sources += BridgeSettings.words(entry)
        case "Kinds": selector.kinds += BridgeSettings.words(entry)
        case "Tags": selector.tags += BridgeSettings.words(entry)
        case "Keys": selector.keys += BridgeSettings.words(entry)
        case "Where":
            do throws(ConditionError) {
                conditions.append(try Condition(entry.value))
            } catch {
                throw OptionError(entry, "is not a condition: \(error)")
            }
            selector.conditions.append(entry.value)
        default: throw OptionError.unknown(entry, among: BridgeSettings.known)
        }
    }

    private static func identity(of options: Options) -> String {
        let lines = options.entries.filter { $0.section == "MQTT" && deciding.contains($0.name) }
            .map { "\($0.name)=\($0.value)\n" }
        let hash = RecordHash(Array(lines.joined().utf8))
        return String(hash.low, radix: 16) + String(hash.high, radix: 16)
    }

    private static func words(_ entry: Options.Entry) -> [String] {
        entry.value.split { $0 == " " || $0 == "\t" }.map(String.init)
    }

    private static func flag(_ entry: Options.Entry) throws(OptionError) -> Bool {
        switch entry.value.lowercased() {
        case "yes", "true", "on", "1": return true
        case "no", "false", "off", "0": return false
        default: throw OptionError(entry, "is neither yes nor no")
        }
    }

    private static func path(_ entry: Options.Entry) throws(OptionError) -> String {
        guard entry.value.hasPrefix("/") else { throw OptionError(entry, "is not an absolute path") }
        return entry.value
    }

    private static func prefix(_ entry: Options.Entry) throws(OptionError) -> String {
        guard TopicTree.isPrefix(entry.value) else {
            throw OptionError(entry, "is not a topic without wildcards and empty levels")
        }
        return entry.value
    }

    private static func interval(_ entry: Options.Entry) throws(OptionError) -> Duration {
        let units = ["": 1, "s": 1, "min": 60, "h": 3600]
        let digits = entry.value.prefix { $0.isASCII && $0.isNumber }
        let unit = String(entry.value.dropFirst(digits.count))
        guard let count = Int(digits), count <= 65_535, let factor = units[unit],
            5...65_535 ~= count * factor
        else { throw OptionError(entry, "is not a time from 5s to 18h") }
        return .seconds(count * factor)
    }

    private func warning(_ entry: Options.Entry) throws(OptionError) -> WarningPlace {
        guard let place = WarningPlace(BridgeSettings.words(entry)) else {
            throw OptionError(entry, "is not a name and a position in degrees or a zone")
        }
        guard !warnings.contains(where: { $0.name == place.name }) else {
            throw OptionError(entry, "has the name of an earlier one")
        }
        return place
    }

    private static func hint(_ entry: Options.Entry) throws(OptionError) -> Hint {
        let words = words(entry)
        guard words.count == 2, SourceName(words[1]) != nil else {
            throw OptionError(entry, "is not a topic and the name of a source")
        }
        return Hint(filter: words[0], source: words[1])
    }
}

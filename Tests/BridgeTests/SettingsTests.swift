import AlmanacValues
import Bridge
import MQTT
import Records
import Testing

@Suite struct SettingsTests {
    private func read(_ lines: String...) throws -> BridgeSettings {
        let text = (["[MQTT]"] + lines).map { $0 + "\n" }.joined()
        return try BridgeSettings(Array(text.utf8), file: "home.conf")
    }

    @Test func `without further settings, everything is published below almanac`() throws {
        let settings = try read("Broker=mqtt://localhost")
        #expect(settings.broker.host == "localhost" && settings.broker.port == 1883)
        #expect(settings.tree.prefix == "almanac" && settings.selector.json == nil)
        #expect(settings.discovery == nil && !settings.allowsRefresh && settings.hints.isEmpty)
        #expect(settings.keepAlive == .seconds(60))
    }

    @Test func `every setting is read`() throws {
        let settings = try read(
            "Broker=mqtts://broker.example.org:8884", "User=hut", "ClientID=me", "CAFile=/ca", "KeyFile=/key",
            "CertificateFile=/crt", "KeepAlive=2min", "Topic=home/almanac", "Sources=metar@* hospitals",
            "Sources=a",
            "Keys=K*", "Kinds=metar", "Tags=x", "Where=flightRules in [IFR, LIFR]", "Discovery=yes",
            "DiscoveryTopic=ha", "Devices=hospitals/RGQ02", "Refresh=yes", "Wake=wis2/+/x/# metar@KPWM",
            "Warnings=home 43.65,-70.31", "Warnings=paris FR101 alerts-europe@france")
        #expect(settings.broker.transport == .tls && settings.broker.port == 8884)
        #expect(settings.user == "hut" && settings.client == "me" && settings.keepAlive == .seconds(120))
        #expect(settings.certificates == .init(authorities: "/ca", certificate: "/crt", key: "/key"))
        #expect(
            settings.tree.prefix == "home/almanac" && settings.discovery == "ha" && settings.allowsRefresh)
        #expect(settings.selector.sources == ["metar@*", "hospitals", "a"])
        #expect(settings.conditions.first?.holds(for: ["flightRules": "IFR"]) == true)
        #expect(settings.warnings.map(\.name) == ["home", "paris"])
        #expect(settings.warnings.last?.place == .zone("FR101"))
        #expect(settings.devices?.match(source: "hospitals", key: "RGQ02") == true)
        #expect(
            settings.hints.map(\.filter) == ["wis2/+/x/#"] && settings.hints.map(\.source) == ["metar@KPWM"])
    }

    @Test(arguments: [
        "Broker=localhost", "Broker=mqtt://", "Broker=http://a", "Broker=mqtt://a:0", "Broker=mqtt://a:99999",
        "Broker=unix:relative", "Topic=a/+", "KeepAlive=1s", "KeepAlive=soon", "Discovery=maybe", "Where=<<<",
        "Wake=topic", "Wake=topic No+Source", "CAFile=ca.pem", "Topik=a",
        "Warnings=home", "Warnings=home 91,0", "Warnings=_a 43,1",
    ])
    func `a wrong value is refused with its line`(line: String) {
        let error = #expect(throws: OptionError.self) {
            _ = line.hasPrefix("Broker") ? try read(line) : try read("Broker=mqtt://a", line)
        }
        #expect(error?.file == "home.conf" && error?.line == (line.hasPrefix("Broker") ? 2 : 3))
    }

    @Test func `settings without a broker, or in another section, are refused`() {
        #expect(throws: OptionError.self) { try read("User=a") }
        #expect(throws: OptionError.self) { try read("Broker=mqtt://a", "[Other]", "A=b") }
    }

    @Test func `only settings that decide what is published change the identity`() throws {
        let plain = try read("Broker=mqtt://a").identity
        #expect(try read("Broker=mqtt://a", "User=b", "KeepAlive=10s").identity == plain)
        #expect(try read("Broker=mqtt://a", "Sources=b").identity != plain)
        #expect(try read("Broker=mqtt://b").identity != plain)
    }

    @Test(arguments: [
        ("mqtt://[::1]:1884", "::1", UInt16(1884)), ("mqtts://a.example", "a.example", 8883),
        ("unix:/run/mosquitto.sock", "/run/mosquitto.sock", 0), ("mqtt://10.0.0.1/", "10.0.0.1", 1883),
    ])
    func `an address has a host and a port`(text: String, host: String, port: UInt16) {
        let address = BrokerAddress(text)
        #expect(address?.host == host && address?.port == port)
    }

    @Test func `every prefix of an address is read or refused`() {
        let text = "mqtts://[2001:db8::1]:8883/"
        let read = (0...text.count).map { BrokerAddress(String(text.prefix($0))) != nil }
        #expect(read.last == true && read.prefix(9).allSatisfy { !$0 })
    }
}

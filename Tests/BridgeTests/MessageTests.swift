import AlmanacValues
import Bridge
import Glibc
import Records
import Testing

@Suite struct MessageTests {
    private let report = Item(
        source: "metar@KPWM", key: "KPWM", title: "Portland \"Intl\"",
        at: UTC(iso8601: "2026-11-25T04:00:00Z"),
        position: Position(latitude: 43.64, longitude: -70.3),
        data: ["temperature": 13, "wind": ["speed": 3], "raw": "KPWM"])
    private let device = Device(tree: TopicTree(prefix: "almanac"), prefix: "homeassistant")

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `a record's message has data, title, position and time`() {
        #expect(
            text(Payloads.record(report)) == """
                {"data":{"temperature":13,"wind":{"speed":3},"raw":"KPWM"},"title":"Portland \\"Intl\\"",\
                "latitude":43.64,"longitude":-70.3,"changed":"2026-11-25T04:00:00Z"}
                """)
        #expect(text(Payloads.record(Item(source: "s", key: "k", data: [:]))) == #"{"data":{}}"#)
    }

    @Test(arguments: [
        ("fresh", 200, false), ("fresh", 50, true), ("stale", 50, true), ("failing", 200, false),
        ("failing", 50, true), ("empty", nil, true), ("paused", 200, true),
    ])
    func `a source's message says whether it has expired`(health: String, expires: Int?, isExpired: Bool)
        throws
    {
        let runtime = try #require(
            Runtime(
                .members([
                    "health": .string(health), "fetchedUSec": 40_000_000,
                    "expiresUSec": expires.map { .int($0 * 1_000_000) },
                ])))
        let now = UTC(microseconds: 100_000_000)
        let message = try JSON(parsing: StateMessage(runtime, at: now).payload(at: now))
        #expect(message["health"]?.string == health && message["expired"]?.bool == isExpired)
        #expect(message["fetched"] == "1970-01-01T00:00:40Z" && message["age"] == 60)
    }

    @Test func `a source's message tells a failure without data from the wait for the first answer`() throws {
        let failure: JSON = ["reason": "dns", "message": "m", "realtimeUSec": 1, "count": 1]
        let now = UTC(microseconds: 100_000_000)
        func standing(_ failure: JSON?) throws -> JSON? {
            let runtime = try #require(Runtime(.members(["health": "empty", "failure": failure])))
            return try JSON(parsing: StateMessage(runtime, at: now).payload(at: now))["standing"]
        }
        #expect(try standing(failure) == "failing")
        #expect(try standing(nil) == "waiting")
    }

    @Test func `a message about a source has the remarks on its document`() throws {
        func message(_ notes: JSON?) throws -> JSON {
            let runtime = try #require(Runtime(.members(["health": "fresh", "notes": notes])))
            let now = UTC(seconds: 100)
            return try JSON(parsing: StateMessage(runtime, at: now).payload(at: now))
        }
        #expect(try message(["the document is cut"])["remarks"] == ["the document is cut"])
        #expect(try message(nil)["remarks"] == nil)
    }

    @Test func `a message about a source has the keys of old records, which make their devices unavailable`()
        throws
    {
        let now = UTC(seconds: 100)
        var state = StateMessage(try #require(Runtime(.members(["health": "fresh"]))), at: now)
        #expect(try JSON(parsing: state.payload(at: now))["old"] == nil)
        state.old = ["KPWM"]
        #expect(try JSON(parsing: state.payload(at: now))["old"] == ["KPWM"])
        func condition(_ kind: String) throws -> JSON? {
            let json = try JSON(parsing: device.announcement(report, kind: kind, attribution: "a"))
            return json["availability"]?.array?.dropFirst().first?["value_template"]
        }
        let old =
            #"{{ 'offline' if value_json.expired or "KPWM" in value_json.old | default([]) "#
            + "else 'online' }}"
        #expect(try condition("metar")?.string == old && condition("taf")?.string == old)
        #expect(try condition("table") == "{{ 'offline' if value_json.expired else 'online' }}")
    }

    @Test func `a message about a source says what is missing, and a station has a sensor of it`() throws {
        let overdue: JSON = [
            "expectedUSec": 10_000_000, "limitUSec": 20_000_000, "checkedUSec": 40_000_000,
        ]
        func message(_ overdue: JSON?, at seconds: Int64) throws -> JSON {
            let runtime = try #require(
                Runtime(
                    .members(["health": "fresh", "expiresUSec": 200_000_000, "overdue": overdue])))
            let now = UTC(seconds: seconds)
            return try JSON(parsing: StateMessage(runtime, at: now).payload(at: now))
        }
        #expect(try message(overdue, at: 100)["overdue"] == "1970-01-01T00:00:10Z")
        #expect(try message(nil, at: 100)["overdue"] == nil)
        #expect(try message(overdue, at: 201)["overdue"] == nil)
        let json = try JSON(parsing: device.announcement(report, kind: "metar", attribution: "a"))
        let sensor = try #require(json["cmps"]?["overdue"])
        #expect(sensor["p"] == "binary_sensor" && sensor["state_topic"] == "almanac/metar@KPWM/_source")
        #expect(sensor["value_template"] == "{{ 'ON' if value_json.overdue is defined else 'OFF' }}")
        let forecast = try JSON(parsing: device.announcement(report, kind: "forecast", attribution: "a"))
        #expect(forecast["cmps"]?["overdue"] == nil)
    }

    @Test func `only announcements of the tree's own devices are recognized`() {
        let topic = device.topic(key: report.key, of: report.source).description
        let announcement = device.announcement(report, kind: "metar", attribution: "x")
        #expect(device.isAnnouncement(topic, announcement))
        let other = Device(tree: TopicTree(prefix: "other"), prefix: "homeassistant")
        #expect(!other.isAnnouncement(topic, announcement))
        #expect(!device.isAnnouncement("homeassistant/device/lamp/config", announcement))
        for count in 0..<announcement.count {
            #expect(!device.isAnnouncement(topic, Array(announcement.prefix(count))))
        }
    }

    @Test func `a report is announced as a device with sensors, its topics and its origin`() throws {
        let topic = device.topic(key: report.key, of: report.source).description
        #expect(topic.hasPrefix("homeassistant/device/almanac-metar-KPWM-") && topic.hasSuffix("/config"))
        let json = try JSON(
            parsing: device.announcement(report, kind: "metar", attribution: "Weather \"}}\" Service"))
        #expect(
            json["dev"]?["name"] == "Portland \"Intl\"" && json["state_topic"] == "almanac/metar@KPWM/KPWM")
        #expect(
            json["availability"]?.array?.compactMap { $0["topic"]?.string }
                == ["almanac/_bridge", "almanac/metar@KPWM/_source", "almanac/metar@KPWM/KPWM"])
        let sensors = (json["cmps"]?.object ?? []).filter { $0.value["p"] == "sensor" }
        #expect(
            sensors.map { "\($0.name): \($0.value["name"]?.string ?? "")" } == [
                "temperature: Temperature", "dew_point: Dew point", "humidity: Humidity",
                "wind_speed: Wind speed", "wind_gust: Wind gust", "wind_direction: Wind direction",
                "pressure: Pressure", "visibility: Visibility", "ceiling: Ceiling",
                "flight_rules: Flight rules", "observed: Observed", "report: Report",
            ])
        #expect(Set(sensors.compactMap { $0.value["unique_id"]?.string }).count == 12)
        #expect(sensors.allSatisfy { $0.value["expire_after"] == 10_800 })
        #expect(json["cmps"]?["temperature"]?["unit_of_measurement"] == "°C")
        #expect(json["cmps"]?["flight_rules"]?["options"] == ["VFR", "MVFR", "IFR", "LIFR"])
        let origin = json["cmps"]?["humidity"]?["json_attributes_template"]?.string
        #expect(origin == #"{{ {'attribution': "Weather \"}}\" Service"} | tojson }}"#)
    }

    @Test func `a device is unavailable once its record is old, and says until then what is overdue`() throws
    {
        func conditions(_ kind: String) throws -> [String] {
            let json = try JSON(parsing: device.announcement(report, kind: kind, attribution: "a"))
            #expect(kind == "forecast" || json["cmps"]?["overdue"]?["availability"]?.array?.count == 2)
            let conditions = (json["availability"]?.array ?? []).dropFirst(2)
            return conditions.compactMap { $0["value_template"]?.string }
        }
        func template(_ end: String, _ more: String = "") -> String {
            "{% set record = value_json | default({}) %}{% set data = record.data | default({}) %}"
                + "{{ 'online' if (\(end)) > as_timestamp(now())\(more) else 'offline' }}"
        }
        let issued = "data.time | default(data.received | default(record.changed | default(none)))"
        // A report from the future was dated by a wrong clock.
        let limit = " and as_timestamp(\(issued), 0) <= as_timestamp(now()) + 3600"
        #expect(try conditions("metar") == [template("as_timestamp(\(issued), 0) + 10800", limit)])
        let start = "as_timestamp(\(issued), 0) + 86400"
        #expect(
            try conditions("taf")
                == [template("as_timestamp(data.until | default(none), none) or \(start)")])
        #expect(
            try conditions("forecast")
                == [template("as_timestamp(record.changed | default(none), 0) + 86400")])
        let other = try JSON(parsing: device.announcement(report, kind: "table", attribution: "a"))
        #expect(other["availability"]?.array?.count == 2)
    }

    @Test func `a sensor of flight rules says what is unknown, and never VFR when a period is`() throws {
        let json = try JSON(parsing: device.announcement(report, kind: "metar", attribution: "a"))
        let rules = try #require(json["cmps"]?["flight_rules"])
        #expect(
            rules["value_template"]
                == "{% set data = value_json.data %}{{ data.flightRules | default(none) }}")
        #expect(
            rules["json_attributes_template"]
                == .string(
                    "{% set data = value_json.data %}{{ {'or_worse': data.flightRulesOrWorse | default(false), "
                        + "'unknown': data.unknown | default([]), 'attribution': \"a\"} | tojson }}"))
        let ceiling = json["cmps"]?["ceiling"]?["json_attributes_template"]?.string
        #expect(ceiling?.contains("'unknown': data.unknown") == true)

        let forecast = try JSON(parsing: device.announcement(report, kind: "taf", attribution: "a"))
        let periods = "(data.timeline | default([]) | map(attribute='worstFlightRules', default='') | list)"
        #expect(
            forecast["cmps"]?["worst_flight_rules"]?["value_template"]
                == .string(
                    "{% set data = value_json.data %}{{ (['LIFR', 'IFR', '', 'MVFR', 'VFR'] | select('in', "
                        + "\(periods)) | first | default('')) or none | default(none) }}"))
    }

    @Test func `a template asks no missing value for a member, so that a missing wind is unknown`() throws {
        let json = try JSON(parsing: device.announcement(report, kind: "metar", attribution: "a"))
        #expect(
            json["cmps"]?["wind_gust"]?["value_template"]
                == "{% set data = value_json.data %}{{ (data.wind | default({})).gust | default(none) }}")
    }

    @Test func `the statistics of a direction are those of an angle`() throws {
        let json = try JSON(parsing: device.announcement(report, kind: "metar", attribution: "a"))
        let direction = try #require(json["cmps"]?["wind_direction"])
        #expect(
            direction["state_class"] == "measurement_angle" && direction["device_class"] == "wind_direction")
        #expect(json["cmps"]?["wind_speed"]?["state_class"] == "measurement")
        #expect(json["cmps"]?["observed"]?["state_class"] == nil)
    }

    @Test(arguments: [true, false])
    func `a forecast without days has no sensors of today, and its present is a step`(hasDays: Bool) throws {
        let days: JSON? = hasDays ? [["date": "2026-11-28"]] : nil
        let item = Item(
            source: "forecast-norway@home", key: "home",
            data: .members(["provider": "met-norway", "hourly": [], "daily": days]))
        let json = try JSON(parsing: device.announcement(item, kind: "forecast", attribution: "a"))
        let names = json["cmps"]?.object?.map(\.name) ?? []
        #expect(names.contains("maximum") == hasDays && names.contains("temperature"))
        let template = json["cmps"]?["temperature"]?["value_template"]?.string ?? ""
        #expect(template.contains("(data.current | default((data.hourly | default([])"))
    }

    @Test func `the reports and forecasts of a station are one device with a short name`() throws {
        let title = String(repeating: "Long ", count: 100)
        let found = try [("metar@KPWM", "metar"), ("airports", "metar"), ("taf@KPWM", "taf")].map {
            source, kind in
            let item = Item(source: source, key: "KPWM", title: title, data: [:])
            return try JSON(parsing: device.announcement(item, kind: kind, attribution: "a"))
        }
        #expect(Set(found.compactMap { $0["dev"]?.bytes }).count == 1)
        #expect(found[0]["dev"]?["identifiers"] == ["almanac-station-KPWM"])
        #expect(found[0]["dev"]?["name"]?.string?.utf8.count ?? .max <= 103)
        #expect(Set(found.compactMap { $0["cmps"]?.object?.first?.value["unique_id"]?.string }).count == 3)
    }

    @Test func `stations and places are devices, and any other record becomes one with its title`() throws {
        #expect(["metar", "taf", "forecast"].allSatisfy { Device.isDevice(kind: $0) })
        #expect(["table", "feed", nil].allSatisfy { !Device.isDevice(kind: $0) })
        let item = Item(source: "hospitals", key: "1/2", data: [:])
        let json = try JSON(parsing: device.announcement(item, kind: "table", attribution: "a"))
        #expect(json["cmps"]?.object?.map(\.name) == ["record"])
    }

    @Test func `identifiers have only characters that Home Assistant allows, and differ`() {
        let names = [
            ("a", "b-c"), ("a-b", "c"), ("a", "b/c"), ("a", "b c"), ("a", String(repeating: "é", count: 500)),
        ]
        let identifiers = names.map { Device.identifier(key: $0.1, of: $0.0) }
        #expect(Set(identifiers).count == names.count)
        #expect(
            identifiers.allSatisfy { name in
                name.count < 110 && name.utf8.allSatisfy { $0 < 128 && (isalnum(CInt($0)) != 0 || $0 == 45) }
            })
    }
}

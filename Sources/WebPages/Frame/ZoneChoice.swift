public import Records
public import Showing

/// The time zone of a page, and a form that chooses another one.
public struct ZoneChoice: Sendable {
    /// The name, such as `Europe/Berlin`; `nil` for UTC.
    let name: String?
    /// The name of local time now, such as `CEST`; `nil` if there is no zone of this name.
    let localName: String?
    /// The mark behind a time of now, such as ` CEST`, or `Z` for UTC.
    let mark: String
    /// The offset of local time from UTC now, in seconds; positive east of Greenwich.
    let secondsEast: Int

    /// Zones that the form suggests; any other name of the tz database can be typed.
    private static let common: [String] = [
        "UTC", "Africa/Cairo", "Africa/Johannesburg", "Africa/Lagos", "America/Anchorage", "America/Chicago",
        "America/Denver", "America/Halifax", "America/Los_Angeles", "America/New_York", "America/Sao_Paulo",
        "Asia/Dubai", "Asia/Kolkata", "Asia/Shanghai", "Asia/Singapore", "Asia/Tokyo", "Atlantic/Reykjavik",
        "Australia/Sydney", "Europe/Athens", "Europe/Berlin", "Europe/Istanbul", "Europe/London",
        "Europe/Moscow", "Europe/Paris", "Pacific/Auckland", "Pacific/Honolulu",
    ]

    /// Makes the choice of a user.
    ///
    /// - Parameters:
    ///   - name: The name; `nil` for UTC.
    ///   - zone: The zone; `nil` if there is none of this name, so that times are in UTC.
    ///   - now: The current time.
    public init(_ name: String?, _ zone: Zone?, at now: UTC) {
        self.name = name
        localName = zone?.name(at: now)
        mark = (zone ?? .utc).mark(now)
        secondsEast = (zone ?? .utc).offset(at: now)
    }

    /// UTC.
    public static let utc = ZoneChoice(nil, .utc, at: UTC(seconds: 0))

    /// The sentence about a zone that does not exist; `nil` if the zone exists.
    public var warning: String? {
        guard let name, localName == nil else { return nil }
        return "There is no time zone \(visible(name)): times are in UTC."
    }

    /// Returns a form whose answer is a page with another zone, given its path and the rest of its query.
    func form(path: String, hidden: [(name: String, value: String)]) -> HTML {
        HTML {
            $0.add("form", ["class": "zone", "action": path, "method": "get"]) {
                for item in hidden {
                    $0.add(void: "input", ["type": "hidden", "name": item.name, "value": item.value])
                }
                $0.add("label", ["for": "zone"], text: "Times: ")
                field(&$0)
                $0.add("button", ["type": "submit"], text: "Set")
                writeNote(&$0)
            }
        }
    }

    private func field(_ html: inout HTML) {
        html.add(
            void: "input",
            [
                "id": "zone", "name": "zone", "value": name ?? "UTC", "list": "zones", "size": "20",
                "maxlength": "64", "autocomplete": "off", "spellcheck": "false",
            ])
        html.add("datalist", ["id": "zones"]) {
            for zone in ZoneChoice.common { $0.add(void: "option", ["value": zone]) }
        }
    }

    private func writeNote(_ html: inout HTML) {
        if let warning {
            html.add("strong", ["role": "alert"], text: warning)
        } else if name != nil, let localName {
            html.add("span", text: localName)
        }
    }
}

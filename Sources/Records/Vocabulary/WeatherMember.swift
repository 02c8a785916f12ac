/// The name of a member in the data of weather reports and forecasts.
///
/// `Weather` writes these members; others measure and show them.
package struct WeatherMember: Sendable, CustomStringConvertible {
    /// The name in JSON.
    package let text: StaticString

    /// Creates a member from its name.
    @inlinable @inline(__always) package init(_ text: StaticString) { self.text = text }

    /// The name in JSON.
    package var description: String { text.description }
}

extension JSON {
    /// The value of a member of a weather report; `nil` if it is absent.
    package subscript(_ member: WeatherMember) -> JSON? { self[member.description] }
}

/// Members of every report.
extension WeatherMember {
    @inlinable package static var station: WeatherMember { WeatherMember("station") }
    @inlinable package static var time: WeatherMember { WeatherMember("time") }
    @inlinable package static var raw: WeatherMember { WeatherMember("raw") }
    @inlinable package static var type: WeatherMember { WeatherMember("type") }
    @inlinable package static var elevation: WeatherMember { WeatherMember("elevation") }
    @inlinable package static var reported: WeatherMember { WeatherMember("reported") }
    @inlinable package static var unparsed: WeatherMember { WeatherMember("unparsed") }
    @inlinable package static var text: WeatherMember { WeatherMember("text") }
    @inlinable package static var remarks: WeatherMember { WeatherMember("remarks") }
    @inlinable package static var auto: WeatherMember { WeatherMember("auto") }
    @inlinable package static var corrected: WeatherMember { WeatherMember("corrected") }
    @inlinable package static var nilReport: WeatherMember { WeatherMember("nil") }
    @inlinable package static var amended: WeatherMember { WeatherMember("amended") }
    @inlinable package static var cancelled: WeatherMember { WeatherMember("cancelled") }
    @inlinable package static var missing: WeatherMember { WeatherMember("missing") }
    @inlinable package static var received: WeatherMember { WeatherMember("received") }
}

/// Wind.
extension WeatherMember {
    @inlinable package static var wind: WeatherMember { WeatherMember("wind") }
    @inlinable package static var direction: WeatherMember { WeatherMember("direction") }
    @inlinable package static var speed: WeatherMember { WeatherMember("speed") }
    @inlinable package static var speedAbove: WeatherMember { WeatherMember("speedAbove") }
    @inlinable package static var gust: WeatherMember { WeatherMember("gust") }
    @inlinable package static var gustAbove: WeatherMember { WeatherMember("gustAbove") }
    @inlinable package static var from: WeatherMember { WeatherMember("from") }
    @inlinable package static var to: WeatherMember { WeatherMember("to") }
    @inlinable package static var variable: WeatherMember { WeatherMember("variable") }
    @inlinable package static var windShear: WeatherMember { WeatherMember("windShear") }
    @inlinable package static var height: WeatherMember { WeatherMember("height") }
    @inlinable package static var windShift: WeatherMember { WeatherMember("windShift") }
    @inlinable package static var frontal: WeatherMember { WeatherMember("frontal") }
    @inlinable package static var peakWind: WeatherMember { WeatherMember("peakWind") }
}

/// Visibility.
extension WeatherMember {
    @inlinable package static var visibility: WeatherMember { WeatherMember("visibility") }
    @inlinable package static var visibilityDirection: WeatherMember { WeatherMember("visibilityDirection") }
    @inlinable package static var visibilityQualifier: WeatherMember { WeatherMember("visibilityQualifier") }
    @inlinable package static var minimumVisibility: WeatherMember { WeatherMember("minimumVisibility") }
    @inlinable package static var verticalVisibility: WeatherMember { WeatherMember("verticalVisibility") }
    @inlinable package static var runwayVisualRange: WeatherMember { WeatherMember("runwayVisualRange") }
    @inlinable package static var runwayState: WeatherMember { WeatherMember("runwayState") }
    @inlinable package static var surfaceVisibility: WeatherMember { WeatherMember("surfaceVisibility") }
    @inlinable package static var towerVisibility: WeatherMember { WeatherMember("towerVisibility") }
    @inlinable package static var low: WeatherMember { WeatherMember("low") }
    @inlinable package static var lowQualifier: WeatherMember { WeatherMember("lowQualifier") }
    @inlinable package static var high: WeatherMember { WeatherMember("high") }
    @inlinable package static var highQualifier: WeatherMember { WeatherMember("highQualifier") }
}

/// Weather and clouds.
extension WeatherMember {
    @inlinable package static var weather: WeatherMember { WeatherMember("weather") }
    @inlinable package static var noSignificantWeather: WeatherMember {
        WeatherMember("noSignificantWeather")
    }
    @inlinable package static var recentWeather: WeatherMember { WeatherMember("recentWeather") }
    @inlinable package static var weatherTimes: WeatherMember { WeatherMember("weatherTimes") }
    @inlinable package static var cavok: WeatherMember { WeatherMember("cavok") }
    @inlinable package static var sky: WeatherMember { WeatherMember("sky") }
    @inlinable package static var clouds: WeatherMember { WeatherMember("clouds") }
    @inlinable package static var cover: WeatherMember { WeatherMember("cover") }
    @inlinable package static var base: WeatherMember { WeatherMember("base") }
    @inlinable package static var ceiling: WeatherMember { WeatherMember("ceiling") }
    @inlinable package static var cloudTypes: WeatherMember { WeatherMember("cloudTypes") }
    @inlinable package static var flightRules: WeatherMember { WeatherMember("flightRules") }
    @inlinable package static var flightRulesBy: WeatherMember { WeatherMember("flightRulesBy") }
    @inlinable package static var worstFlightRules: WeatherMember { WeatherMember("worstFlightRules") }
    @inlinable package static var flightRulesOrWorse: WeatherMember { WeatherMember("flightRulesOrWorse") }
    @inlinable package static var worstFlightRulesOrWorse: WeatherMember {
        WeatherMember("worstFlightRulesOrWorse")
    }
    @inlinable package static var unknown: WeatherMember { WeatherMember("unknown") }
    @inlinable package static var color: WeatherMember { WeatherMember("color") }
}

/// Temperature, pressure and quantities derived from them.
extension WeatherMember {
    @inlinable package static var temperature: WeatherMember { WeatherMember("temperature") }
    @inlinable package static var dewPoint: WeatherMember { WeatherMember("dewPoint") }
    @inlinable package static var dayTemperature: WeatherMember { WeatherMember("dayTemperature") }
    @inlinable package static var maximumTemperature: WeatherMember { WeatherMember("maximumTemperature") }
    @inlinable package static var minimumTemperature: WeatherMember { WeatherMember("minimumTemperature") }
    @inlinable package static var heatIndex: WeatherMember { WeatherMember("heatIndex") }
    @inlinable package static var windChill: WeatherMember { WeatherMember("windChill") }
    @inlinable package static var relativeHumidity: WeatherMember { WeatherMember("relativeHumidity") }
    @inlinable package static var altimeter: WeatherMember { WeatherMember("altimeter") }
    @inlinable package static var altimeterOther: WeatherMember { WeatherMember("altimeterOther") }
    @inlinable package static var seaLevelPressure: WeatherMember { WeatherMember("seaLevelPressure") }
    @inlinable package static var pressureAltitude: WeatherMember { WeatherMember("pressureAltitude") }
    @inlinable package static var densityAltitude: WeatherMember { WeatherMember("densityAltitude") }
    @inlinable package static var pressureChange: WeatherMember { WeatherMember("pressureChange") }
    @inlinable package static var pressureTendency: WeatherMember { WeatherMember("pressureTendency") }
}

/// Trends and forecasts.
extension WeatherMember {
    @inlinable package static var trend: WeatherMember { WeatherMember("trend") }
    @inlinable package static var groups: WeatherMember { WeatherMember("groups") }
    @inlinable package static var timeline: WeatherMember { WeatherMember("timeline") }
    @inlinable package static var temperatures: WeatherMember { WeatherMember("temperatures") }
    @inlinable package static var change: WeatherMember { WeatherMember("change") }
    @inlinable package static var probability: WeatherMember { WeatherMember("probability") }
    @inlinable package static var until: WeatherMember { WeatherMember("until") }
    @inlinable package static var at: WeatherMember { WeatherMember("at") }
    @inlinable package static var becoming: WeatherMember { WeatherMember("becoming") }
    @inlinable package static var overlays: WeatherMember { WeatherMember("overlays") }
    @inlinable package static var icing: WeatherMember { WeatherMember("icing") }
    @inlinable package static var turbulence: WeatherMember { WeatherMember("turbulence") }
    @inlinable package static var depth: WeatherMember { WeatherMember("depth") }
    @inlinable package static var kind: WeatherMember { WeatherMember("kind") }
    @inlinable package static var levels: WeatherMember { WeatherMember("levels") }
    @inlinable package static var based: WeatherMember { WeatherMember("based") }
}

/// Remarks, and the parts of other members.
extension WeatherMember {
    @inlinable package static var character: WeatherMember { WeatherMember("character") }
    @inlinable package static var code: WeatherMember { WeatherMember("code") }
    @inlinable package static var day: WeatherMember { WeatherMember("day") }
    @inlinable package static var hour: WeatherMember { WeatherMember("hour") }
    @inlinable package static var lightning: WeatherMember { WeatherMember("lightning") }
    @inlinable package static var maintenance: WeatherMember { WeatherMember("maintenance") }
    @inlinable package static var outages: WeatherMember { WeatherMember("outages") }
    @inlinable package static var precipitation: WeatherMember { WeatherMember("precipitation") }
    @inlinable package static var rainfall: WeatherMember { WeatherMember("rainfall") }
    @inlinable package static var sea: WeatherMember { WeatherMember("sea") }
    @inlinable package static var sinceNine: WeatherMember { WeatherMember("sinceNine") }
    @inlinable package static var sixHours: WeatherMember { WeatherMember("sixHours") }
    @inlinable package static var snowDepth: WeatherMember { WeatherMember("snowDepth") }
    @inlinable package static var snowIncrease: WeatherMember { WeatherMember("snowIncrease") }
    @inlinable package static var snowWater: WeatherMember { WeatherMember("snowWater") }
    @inlinable package static var state: WeatherMember { WeatherMember("state") }
    @inlinable package static var sunshine: WeatherMember { WeatherMember("sunshine") }
    @inlinable package static var tendency: WeatherMember { WeatherMember("tendency") }
    @inlinable package static var tenMinutes: WeatherMember { WeatherMember("tenMinutes") }
    @inlinable package static var trace: WeatherMember { WeatherMember("trace") }
    @inlinable package static var unit: WeatherMember { WeatherMember("unit") }
    @inlinable package static var value: WeatherMember { WeatherMember("value") }
    @inlinable package static var virga: WeatherMember { WeatherMember("virga") }
    @inlinable package static var waves: WeatherMember { WeatherMember("waves") }
}

/// Remarks that carry safety, as reported or by place.
extension WeatherMember {
    @inlinable package static var ceilings: WeatherMember { WeatherMember("ceilings") }
    @inlinable package static var hailSize: WeatherMember { WeatherMember("hailSize") }
    @inlinable package static var hailSizeQualifier: WeatherMember { WeatherMember("hailSizeQualifier") }
    @inlinable package static var iceAccretion: WeatherMember { WeatherMember("iceAccretion") }
    @inlinable package static var nearbyWeather: WeatherMember { WeatherMember("nearbyWeather") }
    @inlinable package static var obscurations: WeatherMember { WeatherMember("obscurations") }
    @inlinable package static var place: WeatherMember { WeatherMember("place") }
    @inlinable package static var significantClouds: WeatherMember { WeatherMember("significantClouds") }
    @inlinable package static var surfaceVisibilityQualifier: WeatherMember {
        WeatherMember("surfaceVisibilityQualifier")
    }
    @inlinable package static var threeHours: WeatherMember { WeatherMember("threeHours") }
    @inlinable package static var thunderstorms: WeatherMember { WeatherMember("thunderstorms") }
    @inlinable package static var tornadic: WeatherMember { WeatherMember("tornadic") }
    @inlinable package static var towerVisibilityQualifier: WeatherMember {
        WeatherMember("towerVisibilityQualifier")
    }
    @inlinable package static var variableSky: WeatherMember { WeatherMember("variableSky") }
    @inlinable package static var visibilities: WeatherMember { WeatherMember("visibilities") }
}

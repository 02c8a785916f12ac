import Schemas

/// Quantities derived from a METAR; each is `nil` if a quantity that it needs is missing or outside the range
/// for which it is defined.
struct DerivedFacts {
    /// The relative humidity in whole per cent.
    let relativeHumidity: Int?
    /// The wind chill in degrees Celsius, to a tenth.
    let windChill: Double?
    /// The heat index in degrees Celsius, to a tenth.
    let heatIndex: Double?
    /// The pressure altitude in feet, to the nearest ten.
    let pressureAltitude: Int?
    /// The density altitude in feet, to the nearest ten.
    let densityAltitude: Int?

    /// Derives the quantities, preferring the tenths of the remarks to the rounded degrees of the body.
    ///
    /// A dew point that cannot be right leaves out what depends on moisture, and a height that does not go
    /// with the altimeter setting both altitudes.
    init(_ metar: METAR, remarks: Remarks?, site: Site?) {
        let groups = metar.temperatures
        let air = remarks?.temperature ?? groups?.air.map(Double.init)
        let moisture = Moisture(groups, remarks: remarks, air: air)
        let humidity = air.flatMap { air in
            moisture.dewPoint.map { Derived.relativeHumidity(temperature: air, dewPoint: $0) }
        }
        relativeHumidity = humidity.map { Int($0.rounded()) }
        heatIndex = air.flatMap { air in
            humidity.flatMap { Derived.heatIndex(temperature: air, humidity: $0) }
        }.map(DerivedFacts.tenths)
        windChill = air.flatMap { air in
            metar.conditions.wind?.speed.flatMap { Derived.windChill(temperature: air, wind: $0) }
        }.map(DerivedFacts.tenths)
        guard let height = site?.elevation, let altimeter = metar.pressure?.hectopascals,
            Derived.isPlausible(elevation: height, altimeter: altimeter, temperature: air)
        else {
            pressureAltitude = nil
            densityAltitude = nil
            return
        }
        let feet = height / Factor.foot
        pressureAltitude = DerivedFacts.tens(Derived.pressureAltitude(elevation: feet, altimeter: altimeter))
        guard let air, !moisture.isDoubtful else {
            densityAltitude = nil
            return
        }
        densityAltitude = DerivedFacts.tens(
            Derived.densityAltitude(
                elevation: feet, altimeter: altimeter, temperature: air, dewPoint: moisture.dewPoint))
    }

    private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    private static func tens(_ value: Double) -> Int { Int((max(-1e6, min(1e6, value)) / 10).rounded()) * 10 }
}

/// The dew point from which quantities are derived.
private struct Moisture {
    /// The dew point in degrees Celsius; `nil` if there is none, or it cannot be right.
    let dewPoint: Double?
    /// Whether a dew point was reported that cannot be right.
    let isDoubtful: Bool

    init(_ groups: Temperatures?, remarks: Remarks?, air: Double?) {
        let dew = remarks?.dewPoint ?? groups?.dewPoint.map(Double.init)
        let isImpossible = groups?.hasImpossibleDewPoint ?? false || remarks?.impossibleTenths != nil
        isDoubtful = isImpossible || (air ?? .infinity) + 1 < (dew ?? -.infinity)
        dewPoint = isDoubtful ? nil : dew
    }
}

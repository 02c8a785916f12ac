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
    init(_ metar: METAR, remarks: Remarks?, site: Site?) {
        let air = remarks?.temperature ?? metar.temperatures?.air.map(Double.init)
        let dew = remarks?.dewPoint ?? metar.temperatures?.dewPoint.map(Double.init)
        let humidity = air.flatMap { air in
            dew.map { Derived.relativeHumidity(temperature: air, dewPoint: $0) }
        }
        relativeHumidity = humidity.map { Int($0.rounded()) }
        heatIndex = air.flatMap { air in
            humidity.flatMap { Derived.heatIndex(temperature: air, humidity: $0) }
        }.map(DerivedFacts.tenths)
        windChill = air.flatMap { air in
            metar.conditions.wind?.speed.flatMap { Derived.windChill(temperature: air, wind: $0) }
        }.map(DerivedFacts.tenths)
        guard let feet = site?.elevation.map({ $0 / 0.3048 }), let altimeter = metar.pressure?.hectopascals
        else {
            pressureAltitude = nil
            densityAltitude = nil
            return
        }
        pressureAltitude = DerivedFacts.tens(Derived.pressureAltitude(elevation: feet, altimeter: altimeter))
        densityAltitude = air.map {
            DerivedFacts.tens(
                Derived.densityAltitude(elevation: feet, altimeter: altimeter, temperature: $0, dewPoint: dew)
            )
        }
    }

    private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    private static func tens(_ value: Double) -> Int { Int((max(-1e6, min(1e6, value)) / 10).rounded()) * 10 }
}

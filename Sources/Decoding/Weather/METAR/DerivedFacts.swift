/// What follows from a METAR, each `nil` where something that it needs is missing.
struct DerivedFacts {
    /// Per cent, whole.
    let relativeHumidity: Int?
    /// Degrees Celsius, to a tenth.
    let windChill: Double?
    /// Degrees Celsius, to a tenth.
    let heatIndex: Double?
    /// Feet, to the nearest ten.
    let pressureAltitude: Int?
    /// Feet, to the nearest ten.
    let densityAltitude: Int?

    /// Tenths of the remarks are preferred to the rounded degrees of the body.
    init(_ metar: METAR, _ remarks: Remarks?, _ site: Site?) {
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
            (pressureAltitude, densityAltitude) = (nil, nil)
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

    private static func tens(_ value: Double) -> Int { Int(max(-1e6, min(1e6, value)) / 10) * 10 }
}

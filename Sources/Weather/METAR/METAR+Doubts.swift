import Decoding
import Records

/// Values that were read but cannot be right.
extension METAR {
    /// The groups of temperatures with a dew point, or in the remarks a temperature, that has not occurred on
    /// Earth, as reported.
    func droppedGroups(_ remarks: Remarks?) -> [String] {
        var groups: [String] = []
        if hasImpossibleDewPoint, let word = temperatureWord { groups.append(word.text(text.span)) }
        if let group = remarks?.impossibleTenths { groups.append(group) }
        return groups
    }

    /// Whether the dew point is higher than any that was measured.
    var hasImpossibleDewPoint: Bool { temperatures?.hasImpossibleDewPoint ?? false }

    /// Adds the statements on values that cannot be right: dew points, and a height that does not go with the
    /// altimeter setting.
    func addDoubts(_ remarks: Remarks?, site: Site?, to faults: inout [DecodeError]) {
        if hasImpossibleDewPoint || temperatures?.isContradiction ?? false, let word = temperatureWord {
            faults.append(DecodeError(part: "dew point", found: word.text(text.span), offset: word.start))
        }
        if let group = remarks?.impossibleTenths ?? remarks?.contradiction {
            let offset = remarksPlace.range.lowerBound
            faults.append(DecodeError(part: "dew point", found: group, offset: offset))
        }
        if let site { addHeightDoubt(of: site, air: remarks?.temperature, to: &faults) }
    }

    private func addHeightDoubt(of site: Site, air: Double?, to faults: inout [DecodeError]) {
        guard site.contested.isEmpty else {
            let heights = site.contested.map { "\(Int($0.rounded())) m" }.joined(separator: " or ")
            faults.append(DecodeError(part: "station height", found: "\(station): \(heights)", offset: 0))
            return
        }
        let air = air ?? temperatures?.air.map(Double.init)
        guard let height = site.elevation, let altimeter = pressure?.hectopascals,
            !Derived.isPlausible(elevation: height, altimeter: altimeter, temperature: air)
        else { return }
        let pair = "\(Int(height.rounded())) m, \(Int(altimeter.rounded())) hPa"
        faults.append(DecodeError(part: "station height", found: "\(station): \(pair)", offset: 0))
    }

    /// The word with the temperatures; `nil` if they were not one word.
    private var temperatureWord: Token? {
        var tokens = Tokens(0..<text.count)
        while let token = tokens.next(text.span) {
            if token.is("RMK") { return nil }
            if let found = Temperatures.read(token, in: text.span), found == temperatures { return token }
        }
        return nil
    }
}

extension Temperatures {
    /// Whether the dew point is above the temperature by more than rounding explains, which is the error of a
    /// sensor.
    var isContradiction: Bool {
        guard let air, let dewPoint else { return false }
        return dewPoint > air + 1
    }
}

extension Remarks {
    /// A group of temperatures whose values have not occurred on Earth; `nil` if there is none.
    var impossibleTenths: String? { hasRare ? rare.impossibleTenths : nil }

    /// The temperatures in degrees Celsius if the dew point is above the temperature by more than a degree;
    /// `nil` otherwise.
    fileprivate var contradiction: String? {
        guard let temperature, let dewPoint, dewPoint > temperature + 1 else { return nil }
        return "\(temperature)/\(dewPoint)"
    }
}

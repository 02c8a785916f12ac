public import Records

/// The services that find places, by name; a name stands only once.
public struct PlaceProviders: Sendable {
    /// Two services have one name.
    public struct Duplicate: Error, Hashable, CustomStringConvertible {
        /// The name.
        public let name: String

        /// Makes the error of its name.
        public init(name: String) { self.name = name }

        /// What is wrong.
        public var description: String { "two providers of places are called \(name)" }
    }

    /// Their names, sorted.
    public let names: [String]
    private let types: [String: any PlaceProvider.Type]

    /// Makes a table of services.
    ///
    /// - Throws: When two have one name.
    public init(_ providers: [any PlaceProvider.Type]) throws(Duplicate) {
        var types: [String: any PlaceProvider.Type] = [:]
        for provider in providers {
            guard types.updateValue(provider, forKey: provider.name) == nil else {
                throw Duplicate(name: provider.name)
            }
        }
        (self.types, names) = (types, types.keys.sorted())
    }

    /// Those that come with almanac.
    public static let standard: PlaceProviders = {
        do throws(Duplicate) {
            return try PlaceProviders([
                PhotonPlaces.self, NominatimPlaces.self, GooglePlaces.self, RecordedPlaces.self,
            ])
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    /// The service that a definition names.
    ///
    /// - Throws: When it names none, or a setting cannot be used.
    public func provider(_ options: Options) throws(OptionError) -> any PlaceProvider {
        let settings = try PlaceSettings(options)
        let provider = try make(settings.provider, settings)
        try settings.check(against: type(of: provider).policy, of: type(of: provider).name)
        return provider
    }

    /// The service that an entry names, with these settings; what its operator allows is not looked at.
    func make(_ entry: Options.Entry, _ settings: PlaceSettings) throws(OptionError) -> any PlaceProvider {
        guard let type = types[entry.value] else {
            throw OptionError(entry, "is none of \(names.joined(separator: ", "))")
        }
        return try type.init(settings)
    }
}

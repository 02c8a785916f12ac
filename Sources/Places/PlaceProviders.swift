public import Records

/// The services that find places, by unique names.
public struct PlaceProviders: Sendable {
    /// The error of two services with the same name.
    public struct Duplicate: Error, Hashable, CustomStringConvertible {
        /// The name.
        public let name: String

        /// Creates the error.
        public init(name: String) { self.name = name }

        /// The fault.
        public var description: String { "two providers of places are called \(name)" }
    }

    /// The names, sorted.
    public let names: [String]
    private let types: [String: any PlaceProvider.Type]

    /// Creates a table of services.
    ///
    /// - Throws: `Duplicate` if two have the same name.
    public init(_ providers: [any PlaceProvider.Type]) throws(Duplicate) {
        var types: [String: any PlaceProvider.Type] = [:]
        for provider in providers {
            guard types.updateValue(provider, forKey: provider.name) == nil else {
                throw Duplicate(name: provider.name)
            }
        }
        self.types = types
        names = types.keys.sorted()
    }

    /// The services that are part of almanac.
    public static let standard: PlaceProviders = {
        do throws(Duplicate) {
            return try PlaceProviders([
                PhotonPlaces.self, NominatimPlaces.self, GooglePlaces.self, RecordedPlaces.self,
            ])
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    /// Returns the service that a definition names.
    ///
    /// - Throws: `OptionError` if it names none, or a setting cannot be used.
    public func provider(_ options: Options) throws(OptionError) -> any PlaceProvider {
        let settings = try PlaceSettings(options)
        let provider = try make(settings.provider, settings: settings)
        try settings.check(against: type(of: provider).policy, of: type(of: provider).name)
        return provider
    }

    /// Creates the service that an entry names, without checking its policy.
    func make(_ entry: Options.Entry, settings: PlaceSettings) throws(OptionError) -> any PlaceProvider {
        guard let type = types[entry.value] else {
            throw OptionError(entry, "is not one of \(names.joined(separator: ", "))")
        }
        return try type.init(settings)
    }
}

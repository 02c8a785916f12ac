/// Responses of the services that find places.
enum PlaceTarget {
    static let definitions = [
        "[Places]\nProvider=photon", "[Places]\nProvider=nominatim",
        "[Source]\nCredential=key\n[Places]\nProvider=google",
    ]
}

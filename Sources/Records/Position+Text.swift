extension Position {
    /// Reads degrees north and east, `43.65,-70.31`; `nil` if the text is something else.
    public init?(said text: String) {
        let parts = text.split { $0 == "," || $0 == " " }.map(String.init)
        guard parts.count == 2, let north = Double(parts[0]), let east = Double(parts[1]) else { return nil }
        self.init(latitude: north, longitude: east)
    }
}

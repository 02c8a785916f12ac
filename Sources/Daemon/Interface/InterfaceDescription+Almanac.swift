import Varlink

nonisolated extension InterfaceDescription {
    /// io.almanac, as it is shipped.
    static let almanac: InterfaceDescription = {
        do throws(InterfaceError) {
            return try InterfaceDescription(parsing: AlmanacInterface.text)
        } catch {
            preconditionFailure("the shipped description of io.almanac is wrong: \(error)")
        }
    }()
}

import Varlink

extension InterfaceDescription {
    /// The parsed description of io.almanac.
    static let almanac: InterfaceDescription = {
        do throws(InterfaceError) {
            return try InterfaceDescription(parsing: AlmanacInterface.text)
        } catch {
            preconditionFailure("etc/io.almanac.varlink is wrong: \(error)")
        }
    }()
}

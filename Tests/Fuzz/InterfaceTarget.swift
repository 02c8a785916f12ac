import Records
import Varlink

/// Interface descriptions, and parameters checked against them; a NUL separates the two.
enum InterfaceTarget {
    static func run(_ input: FuzzInput) {
        let (first, second) = input.halves
        let text = String(decoding: first, as: UTF8.self)
        // An invalid description is refused, which is all that is required.
        guard let description = try? InterfaceDescription(parsing: text) else { return }
        let parameters = (try? JSON(parsing: second)) ?? .object([])
        for method in description.methods {
            require(description.method(method.name)?.name == method.name, "a declared method is found")
            _ = description.misfit(in: parameters, of: method.parameters)
            _ = description.misfit(in: parameters, of: method.reply)
        }
        for error in description.errors { _ = description.misfit(in: parameters, of: error.parameters) }
    }
}

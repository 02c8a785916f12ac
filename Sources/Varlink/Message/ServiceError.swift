public import Records

/// An error reply of a service.
public nonisolated struct ServiceError: Error, Equatable, CustomStringConvertible {
    /// The name with its interface, such as `org.varlink.service.MethodNotFound`.
    public let name: String
    /// The parameters, always an object.
    public let parameters: JSON

    /// Creates an error from its full name and an object.
    public init(_ name: String, _ parameters: JSON = .object([])) {
        self.name = name
        self.parameters = parameters
    }

    /// The name, followed by the parameters if there are any.
    public var description: String {
        guard parameters.object?.isEmpty == false else { return name }
        return name + " " + String(decoding: parameters.bytes, as: UTF8.self)
    }
}

nonisolated extension ServiceError {
    /// The service has no such interface.
    public static func interfaceNotFound(_ interface: String) -> ServiceError {
        ServiceError("org.varlink.service.InterfaceNotFound", ["interface": .string(interface)])
    }

    /// The interface has no such method.
    public static func methodNotFound(_ method: String) -> ServiceError {
        ServiceError("org.varlink.service.MethodNotFound", ["method": .string(method)])
    }

    /// The interface declares the method, but this service does not implement it.
    public static func methodNotImplemented(_ method: String) -> ServiceError {
        ServiceError("org.varlink.service.MethodNotImplemented", ["method": .string(method)])
    }

    /// A parameter is missing, unknown or of the wrong type.
    public static func invalidParameter(_ parameter: String) -> ServiceError {
        ServiceError("org.varlink.service.InvalidParameter", ["parameter": .string(parameter)])
    }

    /// The caller may not do this.
    public static let permissionDenied = ServiceError("org.varlink.service.PermissionDenied")

    /// The method requires calls with `more`.
    public static let expectedMore = ServiceError("org.varlink.service.ExpectedMore")

    /// The input was not a valid message; the connection is closed after this error.
    static func malformed(_ reason: String) -> ServiceError {
        ServiceError("io.systemd.Protocol", ["message": .string(reason)])
    }
}

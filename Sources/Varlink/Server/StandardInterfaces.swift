nonisolated extension InterfaceDescription {
    /// What every service offers.
    ///
    /// Source: Varlink, Service.md.
    public static let varlinkService = standard(
        """
        # What every Varlink service offers.
        interface org.varlink.service

        # What this service is, and the names of the interfaces that it serves.
        method GetInfo() -> (vendor: string, product: string, version: string, url: string, interfaces: []string)
        # The description of an interface, as it was written.
        method GetInterfaceDescription(interface: string) -> (description: string)

        # The service does not serve this interface.
        error InterfaceNotFound (interface: string)
        # The interface has no such method.
        error MethodNotFound (method: string)
        # The interface has the method, but this service does not offer it.
        error MethodNotImplemented (method: string)
        # A parameter is missing, unknown, or not as declared.
        error InvalidParameter (parameter: string)
        # The caller may not do this.
        error PermissionDenied ()
        # The method answers only calls with the 'more' flag.
        error ExpectedMore ()

        """)

    /// What systemd's tools ask of any service; of its methods those that make sense here.
    ///
    /// Source: varlinkctl(1), the interface `io.systemd.service` of systemd's own services.
    public static let systemdService = standard(
        """
        # Control of a service, the same for all services.
        interface io.systemd.service

        # Answers when the service is alive.
        method Ping() -> ()
        # Reads the configuration again.
        method Reload() -> ()

        """)

    private static func standard(_ text: String) -> InterfaceDescription {
        do {
            return try InterfaceDescription(parsing: text)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

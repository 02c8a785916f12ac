nonisolated extension InterfaceDescription {
    /// The interface that every service implements.
    ///
    /// Source: Varlink, Service.md.
    public static let varlinkService = standard(
        """
        # The interface that every Varlink service implements.
        interface org.varlink.service

        # Returns a description of the service and the names of its interfaces.
        method GetInfo() -> (vendor: string, product: string, version: string, url: string, interfaces: []string)
        # Returns the description of an interface as text.
        method GetInterfaceDescription(interface: string) -> (description: string)

        # The service does not serve this interface.
        error InterfaceNotFound (interface: string)
        # The interface has no such method.
        error MethodNotFound (method: string)
        # The interface declares the method, but this service does not implement it.
        error MethodNotImplemented (method: string)
        # A parameter is missing, unknown, or not as declared.
        error InvalidParameter (parameter: string)
        # The caller may not do this.
        error PermissionDenied ()
        # The method requires calls with the 'more' flag.
        error ExpectedMore ()

        """)

    /// The interface that systemd's tools expect of any service, with the methods that apply here.
    ///
    /// Source: varlinkctl(1), the interface `io.systemd.service` of systemd's own services.
    public static let systemdService = standard(
        """
        # Control of a service, common to all services.
        interface io.systemd.service

        # Replies, which shows that the service is alive.
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

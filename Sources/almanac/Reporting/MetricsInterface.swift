import Records
import Varlink

/// The interface io.systemd.Metrics, which systemd defines.
///
/// Source: systemd 260, varlink-io.systemd.Metrics.
enum MetricsInterface {
    /// Its name.
    static let name = "io.systemd.Metrics"

    /// The error of a call that finds nothing.
    static let noSuchMetric = ServiceError("\(name).NoSuchMetric")

    /// The reply to `GetInfo`.
    static let info: JSON = [
        "vendor": "almanac", "product": "almanac", "version": .string(Program.version),
        "url": "", "interfaces": [.string(name), "org.varlink.service"],
    ]

    /// The description of the interface.
    static let text = """
        # Metrics of a service
        interface io.systemd.Metrics

        # The types of metrics: a number that only rises, one that rises and falls, and a text
        type MetricFamilyType(
        \tcounter,
        \tgauge,
        \tstring
        )

        # Sends each value: the name of its metric, its object, such as a source, and what else tells it apart
        method List() -> (
        \tname: string,
        \tvalue: any,
        \tobject: ?string,
        \tfields: ?object
        )

        # Sends each metric
        method Describe() -> (
        \tname: string,
        \tdescription: string,
        \ttype: MetricFamilyType
        )

        # There is no such metric
        error NoSuchMetric()
        """
}

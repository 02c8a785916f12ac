package import Records
import Systemd

/// The stations of the world, read when first needed.
package final class Stations {
    private let path: String
    private var read: StationTable?

    /// Creates the stations.
    ///
    /// - Parameter directories: The folders, of which one contains the package's table of stations.
    package init(_ directories: Directories) { path = directories.library + "/stations.tsv" }

    /// The table; empty if it cannot be read.
    var table: StationTable {
        if let read { return read }
        let table = load()
        read = table
        return table
    }

    /// Returns the table for kinds whose records are of stations; otherwise an empty one.
    package func table(for kind: Kind) -> StationTable { kind.isOfStations ? table : StationTable() }

    /// Returns the station with an identifier in any case; `nil` if there is none.
    package func station(_ identifier: String) -> Station? { table[identifier.uppercased()] }

    /// Returns the position of a source's instance, which is a position such as `43.65,-70.31` or a station
    /// identifier.
    ///
    /// - Returns: `nil` if it is neither.
    package func position(of instance: String) -> Position? {
        let parts = instance.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else {
            return station(instance)?.position
        }
        return Position(latitude: latitude, longitude: longitude)
    }

    private func load() -> StationTable {
        do throws(OptionError) {
            return StationTable(try ConfigurationFile.contents(of: path))
        } catch {
            log(.notice, "cannot read the names of stations: \(error)", ["ALMANAC_FILE": path])
            return StationTable()
        }
    }
}

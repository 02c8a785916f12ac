import Decoding
import Records
import Systemd

/// The stations of the world, read when they are first needed.
final class Stations {
    private let path: String
    private var read: StationTable?

    /// - Parameter directories: Where the table lies that came with the package.
    init(_ directories: Directories) { path = directories.library + "/stations.tsv" }

    /// The table; empty when it cannot be read.
    var table: StationTable {
        if let read { return read }
        let table = load()
        read = table
        return table
    }

    /// The table, for kinds of documents whose records are of stations; else an empty one.
    func table(for kind: Kind) -> StationTable {
        switch kind {
        case .metar, .taf, .winds: table
        default: StationTable()
        }
    }

    /// The station that an identifier means, whatever its case; `nil` when there is none.
    func station(_ identifier: String) -> Station? { table[identifier.uppercased()] }

    /// Where the instance of a source is: `43.65,-70.31`, or a station's identifier.
    ///
    /// - Returns: `nil` when it is neither.
    func position(of instance: String) -> Position? {
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
            log(.notice, "stations have no names: \(error)", ["ALMANAC_FILE": path])
            return StationTable()
        }
    }
}

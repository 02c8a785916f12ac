import Records

extension Trend {
    /// Writes the trend as an object with sorted members.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member(.at, at)
        conditions.writeCeiling(to: &writer)
        writer.member(.change, change)
        conditions.writeClouds(to: &writer)
        writer.member(.color, color)
        writer.member(.from, from)
        conditions.writeMinimum(to: &writer)
        writer.flag(.noSignificantWeather, if: conditions.hasNoSignificantWeather)
        writer.member(.sky, conditions.sky?.code)
        writer.member(.text, text)
        writer.member(.unparsed, unparsed)
        writer.member(.until, until)
        conditions.writeRest(to: &writer)
        writer.endObject()
    }
}

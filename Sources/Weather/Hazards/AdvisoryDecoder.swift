public import Decoding
public import Records

/// A decoder of SIGMETs, AIRMETs and G-AIRMETs of the Aviation Weather Center, in GeoJSON or JSON.
///
/// A record is an advisory that is in force or announced at the moment given to `live`, otherwise at the time
/// of the document. One whose area or time cannot be read stays, and `unknown` says so.
public struct AdvisoryDecoder: LivingDecoder {
    /// The members that say nothing about the advisory, or only repeat what others say.
    private static let dropped: Set<String> = [
        "alphaChar", "coords", "geometry", "geometryType", "latlonpairs", "postProcessFlag", "receiptTime",
    ]
    private static let times = [
        "creationTime", "expireTime", "issueTime", "validTime", "validTimeFrom", "validTimeTo",
    ]

    /// The most advisories of a document that end others; the service sends 400 elements at most.
    private static let mostCancellations = 100

    private var document = WholeDocument()
    private var moment: UTC

    /// Creates a decoder for one document; the kind has no settings.
    public init(options: Options, context: DocumentContext) throws(OptionError) { moment = context.now }

    /// Sets the moment.
    public mutating func live(
        at moment: UTC, recall: @escaping (String) -> String?, zones: ZoneTables?
    ) {
        self.moment = moment
    }

    /// Appends the next slice.
    public mutating func decode(_ bytes: Span<UInt8>, into out: inout Decoded) throws(DecodeError) {
        try document.append(bytes)
    }

    /// Decodes the document.
    ///
    /// - Throws: `DecodeError` if it is not JSON, or neither a list nor a collection of features.
    public mutating func finish(into out: inout Decoded) throws(DecodeError) {
        let part = "list of SIGMETs"
        let document = try HazardDocument(try self.document.value(of: part), of: part)
        out.notes += document.notes
        var advisories: [Advisory] = []
        for element in document.elements {
            if let element, !(element.object?.isEmpty ?? true) {
                advisories.append(Advisory(element))
            } else {
                out.rejects.append(Reject(found: "", reason: "not a SIGMET"))
            }
        }
        let cancellations = Array(
            advisories.lazy.compactMap { AdvisoryCancellation($0) }.prefix(AdvisoryDecoder.mostCancellations))
        let records = advisories.compactMap { record(of: $0, unless: cancellations, into: &out) }
        if records.isEmpty, out.omitted.isEmpty, let reject = out.rejects.first {
            throw DecodeError(.shape, part: part, found: reject.found, offset: 0)
        }
        out.records += records.uniquelyKeyed
    }

    private func record(
        of advisory: Advisory, unless cancellations: [AdvisoryCancellation], into out: inout Decoded
    ) -> Record? {
        if advisory.isVoid {
            out.omitted["cancelled", default: 0] += 1
            reportUnclear(advisory, in: &out)
            return nil
        }
        let end = cancellations.lazy.filter { $0.ends(advisory) }.map { $0.onset ?? moment }.min()
        if let end, end <= moment {
            out.omitted["cancelled", default: 0] += 1
            return nil
        }
        out.next = [out.next, end].compactMap(\.self).min()
        if let ends = advisory.ends, ends <= moment {
            out.omitted["ended", default: 0] += 1
            return nil
        }
        let data = data(of: advisory).canonicalBytes
        let key = advisory.key ?? RecordHash(data).key
        out.rejects += rejects(of: advisory, key: key)
        let next = [advisory.onset.flatMap { $0 > moment ? $0 : nil }, advisory.ends].compactMap(\.self).min()
        out.next = [out.next, next].compactMap(\.self).min()
        return Record(
            key: key, title: advisory.title, position: advisory.place?.position, group: advisory.hazard,
            data: data)
    }

    /// Reports a cancellation of which it is not clear which advisory it ends: that one still seems to be in force.
    private func reportUnclear(_ advisory: Advisory, in out: inout Decoded) {
        guard AdvisoryCancellation.mark(in: advisory.words) != nil, AdvisoryCancellation(advisory) == nil
        else {
            return
        }
        let found = String(advisory.raw.prefix(200))
        out.rejects.append(
            Reject(key: advisory.key, found: found, reason: "does not say which advisory it ends"))
    }

    private func data(of advisory: Advisory) -> JSON {
        var data = JSON.object(
            (advisory.source.object ?? []).compactMap { member in
                AdvisoryDecoder.dropped.contains(member.name)
                    ? nil : .init(member.name, AdvisoryDecoder.value(of: member, in: advisory.source))
            })
        // Keep the original corners of an area that could not be read.
        if advisory.place?.geometry == nil { data = data.with("coords", advisory.source["coords"]) }
        let isAnnounced = advisory.onset.map { $0 > moment } ?? false
        let unknown = advisory.unknown
        data = data.with("advisory", .string(advisory.advisory))
        data = data.with("geometry", advisory.place?.geometry)
        data = data.with("levels", advisory.levels.map(JSON.string))
        data = data.with("movement", advisory.movement.map(JSON.string))
        data = data.with("onset", advisory.onset.map { .string($0.description) })
        data = data.with("ends", advisory.ends.map { .string($0.description) })
        data = data.with("phase", .string(isAnnounced ? "announced" : "in force"))
        return data.with("unknown", unknown.isEmpty ? nil : .array(unknown.map(JSON.string)))
    }

    /// Returns a time as one, and a number that is written as text as one.
    private static func value(of member: JSON.Member, in source: JSON) -> JSON {
        if times.contains(member.name) {
            return source.time(member.name).map { .string($0.description) } ?? member.value
        }
        guard ["spd", "base", "top"].contains(member.name), source["product"] == nil else {
            return member.value
        }
        return ValueType.number.value(member.value) ?? member.value
    }

    /// Returns a reject for each thing that is unknown of an advisory.
    private func rejects(of advisory: Advisory, key: String) -> [Reject] {
        let times = advisory.faults.prefix(1).map { name in
            Reject(
                key: key, field: name, found: advisory.source.text(name) ?? "",
                reason: "not the time of a SIGMET")
        }
        guard advisory.unknown.contains("area") else { return times }
        let isLine = advisory.place.map { $0.isComplete && !$0.lines.isEmpty } ?? false
        let form = advisory.source["geometry"] == nil ? "coords" : "geometry"
        let found = advisory.source[form].map { String(decoding: $0.bytes.prefix(200), as: UTF8.self) } ?? ""
        let reason = isLine ? "a line instead of an area" : "not an area"
        return times + [Reject(key: key, field: form, found: found, reason: reason)]
    }
}
